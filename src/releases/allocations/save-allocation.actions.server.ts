import { z } from 'zod'

import { earlierUnits, isUnits } from '#catalogue/on-sale/allocation.rules.ts'
import { mayChange } from '#catalogue/on-sale/release.rules.ts'
import { oneOf, readBy, text } from '#platform/action/form-fields.ts'
import { demandNotOneself } from '#platform/action/own-account.ts'
import { notThere, Refusal, refuse } from '#platform/action/refusal.ts'
import type { Action, Working } from '#platform/action/staff-action.server.ts'
import { staffAction, staffWork } from '#platform/action/staff-action.server.ts'
import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'

import { releaseSubject } from '../log.copy.ts'
import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import { lockStaffRelease, staffReleaseById } from '../release/staff-releases.store.server.ts'
import { adminAllocationsCopy as copy } from './admin-allocations.copy.ts'
import type { RefusedRow } from './allocation-file.rules.ts'
import { readAllocationFile } from './allocation-file.rules.ts'
import { takeOverAllocations } from './earlier-release.store.server.ts'
import {
  confirmedAccount,
  emailOf,
  importAllocations,
  insertAllocation,
  lockAllocation,
  promiseMore,
  writeAllocation,
} from './staff-allocations.store.server.ts'

/** Which release, and the page of the list that a form was sent from, with nothing open in it. */
const sentFrom = { id: text(), search: text() }
type SentFrom = { id: string; search: string }

/** The search of the page, for `pageAction`. */
export const fromSearch = ({ url }: { url: URL }) => ({ search: url.search })

const saidThere = ({ id, search }: SentFrom, sentence: string) => {
  const { edit: _, ...shown } = Object.fromEntries(new URLSearchParams(search))
  return { sentence, to: paths.release(id, 'allocations', shown) }
}

const changeOf = ({ state, fields }: StaffRelease, at: Date) =>
  mayChange('allocations', { state, ...fields }, at)

const takesPeople = (release: StaffRelease, at: Date) =>
  release.fields.kind === 'allocated' && changeOf(release, at) !== null

/** Whether units are promised as they are allocated: not any more once the promise of the release is over. */
const keepsPromises = ({ state, fields }: StaffRelease, at: Date): boolean =>
  fields.promise === 'guaranteed' &&
  (state === 'scheduled' || state === 'paused') &&
  at < (fields.promiseUntil ?? fields.closesAt)

const isWaveOf = ({ fields }: StaffRelease, waveId: string | null) =>
  waveId === null || fields.waves.some((wave) => wave.id === waveId)

const subjectOf = ({ id, fields }: StaffRelease) => releaseSubject(id, fields.name)

const unitsIn = (typed: string) => wholeNumberIn(typed.trim()) ?? Number.NaN

const notUnits = () => refuse(copy.errors['not-units'], { field: 'units' })
const notEnough = () => refuse(copy.errors['not-enough'])

/** A row of the list as it is typed, and why it was refused. */
export type RefusedAllocation = {
  id: string
  version: number
  units: string
  wave: string
  note: string
  error: string
}

/**
 * Saves the rows of the list that were open, each by itself: one that is refused keeps no other from being
 * saved.
 */
export const saveAllocations: Action<SentFrom & { changed: string[] }, 'change', object> & {
  shows?: { rows: RefusedAllocation[] }
} = staffWork({
  needs: 'manage-releases',
  log: 'allocation-updated',
  form: readBy((form) => ({
    id: textOf(form, 'id'),
    search: textOf(form, 'search'),
    rows: typedRows(form),
  })),
  async run(working, { rows, ...from }) {
    if (rows.length === 0) return new Refusal(400, 'No row is open.')
    const changed: string[] = []
    const refused: (RefusedAllocation & { status: number })[] = []
    for (const row of rows) {
      if (isSame(row)) continue
      try {
        const { email, units } = await saveRow(working, from.id, row)
        changed.push(`${email}: ${units}.`)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { status, message, more } = error
        const { id, version, yours } = row
        refused.push({ id, version, ...yours, ...more.shown, error: message, status })
      }
    }
    if (changed.length === 0) working.unchanged()
    if (refused.length === 0) return { ...from, changed }
    const isOnlyBadForm = changed.length === 0 && refused.every(({ status }) => status === 400)
    const sentence = copy.refusedRows(changed.length, refused.length)
    return new Refusal(isOnlyBadForm ? 400 : 409, sentence, {}, { shown: { rows: refused } })
  },
  say: ({ changed, ...from }) =>
    saidThere(from, changed.length === 1 ? changed[0]! : copy.saved(changed.length)),
})

/** As many rows as the largest page of the list has. */
const mostRows = 200

type Typed = { units: string; wave: string; note: string }
type TypedRow = { id: string; version: number; yours: Typed; base: Partial<Typed> }

/** The rows that were open, in the order of their fields. */
function typedRows(form: FormData): TypedRow[] {
  const all = (name: string) => form.getAll(name).map(String)
  const [units, waves, notes, versions] = [all('units'), all('wave'), all('note'), all('version')]
  const before = { units: all('base.units'), wave: all('base.wave'), note: all('base.note') }
  return all('allocation')
    .slice(0, mostRows)
    .map((id, at) => ({
      id,
      version: wholeNumberIn(versions[at]) ?? 0,
      yours: {
        units: units[at]?.trim() ?? '',
        wave: waves[at] ?? '',
        note: notes[at]?.trim() ?? '',
      },
      base: { units: before.units[at]!, wave: before.wave[at]!, note: before.note[at]! },
    }))
}

const isSame = ({ yours, base }: TypedRow) =>
  yours.units === base.units && yours.wave === base.wave && yours.note === base.note

/**
 * Sets units, wave and note of one customer's allocation: never below what is held and bought, only
 * upwards and in its wave while the release is open, and only if it is unchanged since. What a
 * running promise gains is taken from the free pool. Throws the refusal.
 */
function saveRow(
  { services, viewer, now, audit, unchanged }: Working,
  releaseId: string,
  { id, version, yours, base }: TypedRow,
): Promise<{ email: string; units: number }> {
  const units = unitsIn(yours.units)
  const waveId = yours.wave || null
  return services.db.transaction(async (tx) => {
    if (!isUnits(units)) throw notUnits()
    // Scheduling takes the same lock, so that promises change one at a time.
    const release = await lockStaffRelease(tx, releaseId)
    const before = release && (await lockAllocation(tx, releaseId, id))
    if (!release || !before) throw refuse(copy.errors.gone)
    if (before.userId) await demandNotOneself(tx, viewer, before.userId)
    const change = changeOf(release, now)
    if (!change) throw refuse(copy.errors.fixed)
    const waveName = (wave: string | null) =>
      release.fields.waves.find(({ id: each }) => each === wave)?.name ?? null
    const after = { units, waveId, note: yours.note.slice(0, 200) }
    const was = { units: before.units, waveId: before.waveId, note: before.note }
    const email = await emailOf(tx, before.userId)
    // Also a press whose first answer was lost, which sends again what is saved by now.
    if (!changesBetween(was, after)) {
      unchanged()
      return { email, units }
    }
    if (before.version !== version) {
      const { version: at, changedBy } = before
      const wave = waveName(before.waveId) ?? copy.fromOpening
      const sentence = copy.errors['saved-elsewhere'](before.units, wave, changedBy)
      // What this form did not change is theirs; what it changed, its sender decides with the next save.
      const theirs = { units: String(before.units), wave: before.waveId ?? '', note: before.note }
      const merged = {
        units: yours.units === base.units ? theirs.units : yours.units,
        wave: yours.wave === base.wave ? theirs.wave : yours.wave,
        note: yours.note === base.note ? theirs.note : yours.note,
      }
      throw new Refusal(409, sentence, {}, { shown: { version: at, ...merged } })
    }
    const taken = before.held + before.bought
    if (units < taken) throw refuse(copy.errors['below-taken'](taken))
    if (change === 'raise' && units < before.units) {
      throw refuse(copy.errors['only-upwards'](before.units))
    }
    if (waveId !== before.waveId) {
      if (change === 'raise' || before.origin === 'grant') throw refuse(copy.errors['wave-fixed'])
      if (!isWaveOf(release, waveId)) throw refuse(copy.errors['unknown-wave'], { field: 'wave' })
    }
    // What staff have set stays when the rules are applied again.
    const isSetByHand =
      before.origin !== 'grant' && (units !== before.units || waveId !== before.waveId)
    const origin = isSetByHand && { origin: 'manual' as const }
    await writeAllocation(tx, id, { ...after, ...origin }, viewer.email)
    const more = before.isPromised ? units - before.units : 0
    if (!(await promiseMore(tx, before.productId, more))) throw notEnough()
    // By id only, as the log outlives accounts; the note is not logged.
    const subject = { user: before.userId, wine: before.productId }
    await audit(tx, subjectOf(release), {
      before: { ...subject, units: before.units, wave: waveName(before.waveId) },
      after: {
        ...subject,
        units,
        wave: waveName(waveId),
        ...(after.note !== before.note && { noteChanged: true }),
      },
    })
    return { email, units }
  })
}

/** Allocates units of a wine to an account that has confirmed its email. */
export const addAllocation = staffAction({
  needs: 'manage-releases',
  log: 'allocation-updated',
  form: z.object({ ...sentFrom, email: text(), units: text(), wine: text(), wave: text() }),
  async run({ tx, viewer, now, audit }, { email, units: typed, wine, wave, ...from }) {
    const units = unitsIn(typed)
    const waveId = wave || null
    if (!isUnits(units)) return notUnits()
    const release = await lockStaffRelease(tx, from.id)
    if (!release) return notThere()
    if (!takesPeople(release, now)) return refuse(copy.errors.fixed)
    if (!release.wines.some(({ id }) => id === wine)) {
      return refuse(copy.errors['unknown-wine'], { field: 'wine' })
    }
    if (!isWaveOf(release, waveId)) return refuse(copy.errors['unknown-wave'], { field: 'wave' })
    const account = await confirmedAccount(tx, normalisedEmail(email))
    if (!account) return refuse(copy.errors['unknown-email'], { field: 'email' })
    await demandNotOneself(tx, viewer, account.id)
    const isPromised = keepsPromises(release, now)
    const added = await insertAllocation(tx, {
      releaseId: release.id,
      productId: wine,
      waveId,
      units,
      isPromised,
      userId: account.id,
      origin: 'manual',
      changedBy: viewer.email,
    })
    if (!added) return refuse(copy.errors.exists)
    if (isPromised && !(await promiseMore(tx, wine, units))) return notEnough()
    audit(subjectOf(release), { before: null, after: { user: account.id, wine, units } })
    return { ...from, email: account.email }
  },
  say: ({ email, ...from }) => saidThere(from, `${email} has an allocation.`),
})

/** Writes a CSV file of allocations: all of its rows, or none. */
export const importAllocationFile: Action<SentFrom & { rows: number }, 'change', object> & {
  shows?: { refused: readonly RefusedRow[] }
} = staffAction({
  needs: 'manage-releases',
  log: 'allocations-imported',
  form: z.object({ ...sentFrom, file: z.instanceof(File).optional().catch(undefined) }),
  async run({ tx, viewer, now, audit, unchanged }, { file, ...from }) {
    if (!file || file.size === 0) return new Refusal(400, copy.errors['no-file'])
    const release = await lockStaffRelease(tx, from.id)
    if (!release) return notThere()
    if (!takesPeople(release, now)) return refuse(copy.errors.fixed)
    const { wines, fields } = release
    const bytes = new Uint8Array(await file.arrayBuffer())
    const read = readAllocationFile(bytes, { wines, waves: fields.waves })
    if (!read.ok) {
      return new Refusal(read.reason === 'too-large' ? 413 : 409, copy.errors[read.reason])
    }
    const { refused, isEnough, changed, userIds } = await importAllocations(tx, {
      releaseId: release.id,
      rows: read.rows,
      refused: read.refused,
      isPromised: keepsPromises(release, now),
      onlyUpwards: changeOf(release, now) === 'raise',
      changedBy: viewer.email,
    })
    if (refused.length > 0)
      return new Refusal(422, nothingSaved(refused), {}, { shown: { refused } })
    await demandNotOneself(tx, viewer, ...userIds)
    if (!isEnough) return notEnough()
    const { length: rows } = read.rows
    // The same file again changes nothing and is not logged.
    if (changed === 0) unchanged()
    else audit(subjectOf(release), { after: { rows } })
    return { ...from, rows }
  },
  say: ({ rows, ...from }) => saidThere(from, copy.imported(rows)),
})

/** A row may be refused for several reasons. */
function nothingSaved(refused: readonly RefusedRow[]): string {
  const { size } = new Set(refused.map(({ row }) => row))
  return size === 1
    ? 'Nothing was saved. 1 row was refused.'
    : `Nothing was saved. ${size.toLocaleString('en-US')} rows were refused.`
}

/** Copies the allocations of an earlier release to a draft. */
export const takeOverFrom = staffAction({
  needs: 'manage-releases',
  log: 'allocations-built',
  form: z.object({ ...sentFrom, from: text(), units: oneOf(earlierUnits) }),
  async run({ tx, viewer, audit, unchanged }, { from, units, ...sent }) {
    const release = await lockStaffRelease(tx, sent.id)
    const source = await staffReleaseById(tx, from)
    if (!release || !source) return notThere()
    const isDraft = release.state === 'draft' && release.fields.kind === 'allocated'
    if (!isDraft) return refuse(copy.errors.fixed)
    const taken = { from, to: release.id, units, changedBy: viewer.email }
    const rows = await takeOverAllocations(tx, taken)
    // The same form again changes nothing and is not logged.
    if (rows === 0) unchanged()
    else audit(subjectOf(release), { after: { from: source.fields.name, units, rows } })
    return { ...sent, rows }
  },
  say: ({ rows, ...sent }) => saidThere(sent, copy.imported(rows)),
})
