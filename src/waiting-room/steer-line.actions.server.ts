import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod'

import { oneOf, text, version, wholeNumberFrom } from '#platform/action/form-fields.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { isBeforeHour, roomOf, shoppersPerCore } from './line.rules.ts'
import { changeLine, hourOfRelease, openLine, readLine } from './line.store.server.ts'
import { lineSubject } from './log.copy.ts'
import { closeLine } from './move-line.store.server.ts'
import { headsOf } from './places.store.server.ts'

const needs = 'manage-releases'

const openOne = async (tx: Transaction) => {
  const read = await readLine(tx, 'update')
  return read?.line.isOpen ? read.line : null
}

/** Opens the line: for the hour of a release that is to come, or at once. */
export const openForRelease = staffAction({
  needs,
  log: 'line-opened',
  form: z.object({ id: text() }),
  async run({ tx, services, now, audit }, { id }) {
    if (await openOne(tx)) return refuse('The line is open already.')
    const hour = await hourOfRelease(tx, id)
    if (!hour) return notThere()
    const opensAt = hour > now ? hour : null
    await openLine(tx, {
      why: 'staff',
      capacity: services.settings.waitingCapacity || shoppersPerCore,
      opensAt,
      releaseId: id,
    })
    audit(lineSubject, { after: { opensAt } })
    return {}
  },
  say: () => 'The waiting line is open.',
})

const mostShoppers = wholeNumberFrom(1, 100_000, 'Please enter a whole number from 1 to 100,000.')
const orNone = (number: typeof mostShoppers) =>
  z
    .union([z.literal('').transform(() => null), number])
    .optional()
    .default(null)

/** Pauses the line, lets it go on, or fixes how many are let in; an empty figure is measured again. */
export const changeWaitingLine = staffAction({
  needs,
  log: 'line-changed',
  form: z.object({
    version: version(),
    change: oneOf(['pause', 'go-on', 'pace']),
    capacity: orNone(mostShoppers),
    perMinute: orNone(mostShoppers),
  }),
  record: openOne,
  async run({ tx, record, audit, unchanged }, { change, capacity, perMinute }) {
    if (!record) return notThere()
    const after =
      change === 'pace'
        ? { fixedCapacity: capacity, mostPerMinute: perMinute }
        : { isPaused: change === 'pause' }
    const before = Object.fromEntries(
      Object.keys(after).map((name) => [name, record[name as keyof typeof record]]),
    )
    if (isDeepStrictEqual(before, after)) {
      unchanged()
      return { change: null }
    }
    await changeLine(tx, after)
    audit(lineSubject, { before, after })
    return { change }
  },
  say: ({ change }) =>
    change === null
      ? { tone: 'info', sentence: 'Nothing to change.' }
      : change === 'pause'
        ? 'The line is paused.'
        : change === 'go-on'
          ? 'The line goes on.'
          : 'The pace is changed.',
})

/** Closes the line: everybody who waits is let in. */
export const closeWaitingLine = staffAction({
  needs,
  log: 'line-closed',
  form: z.object({ version: version() }),
  record: openOne,
  async run({ tx, services, record, audit }) {
    if (!record) return notThere()
    const { waiting } = await headsOf(tx)
    await closeLine(tx, services.settings.publicUrl)
    audit(lineSubject, { before: { waiting } })
    return {}
  },
  say: () => 'The line is closed, and everybody is let in.',
})

export type ViewedLine = NonNullable<Awaited<ReturnType<typeof viewLine>>>

/** The open line as staff see it; null while there is none. */
export async function viewLine(db: Queryable) {
  const read = await readLine(db)
  if (!read?.line.isOpen) return null
  const { line, now } = read
  const { why, version: of, isPaused, isHeld, fixedCapacity, mostPerMinute, pace, turnsLost } = line
  const opensAt = isBeforeHour(line, now) ? line.opensAt : null
  return {
    ...(await headsOf(db)),
    version: of,
    why,
    isPaused,
    isHeld,
    capacity: roomOf(line),
    fixedCapacity,
    mostPerMinute,
    pace,
    turnsLost,
    opensAt,
  }
}
