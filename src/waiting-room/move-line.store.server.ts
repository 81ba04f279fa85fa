import { sql } from 'drizzle-orm'

import type { Database, Transaction } from '#platform/database/connection.server.ts'

import { tellWhoAsked } from './accounts-in-line.store.server.ts'
import type { Heads, Speed } from './line.rules.ts'
import { isBeforeHour, nextStep } from './line.rules.ts'
import type { Read } from './line.store.server.ts'
import { hourOfRelease, notifyLine, readLine } from './line.store.server.ts'
import type { Seen } from './places.store.server.ts'
import { drawPlaces, giveTurns, headsOf, loseTurns, touch } from './places.store.server.ts'
import { waitingLine, waitingPlaces } from './tables.ts'

/**
 * Writes who was seen, and how fast this process is; once a second, whichever process comes first moves
 * the line on. Returns the line as it is then.
 */
export async function moveLine(
  db: Database,
  publicUrl: string,
  seen: Seen,
  speed: Speed,
): Promise<(Read & { heads: Heads }) | null> {
  return db.transaction(async (tx) => {
    // Locked first by all who change places, so that there is one order.
    const read = await readLine(tx, 'update')
    if (!read) return null
    if (!read.line.isOpen) return { ...read, heads: { inside: 0, reserved: 0, waiting: 0 } }
    const { line, now } = read
    await touch(tx, seen)
    if (speed === 'slow') line.slowAt = now
    if (speed === 'steady') line.steadyAt = now
    const isDue = now.getTime() - line.movedAt.getTime() >= 900
    let heads = await headsOf(tx)
    if (!isDue) {
      await tx.update(waitingLine).set({ slowAt: line.slowAt, steadyAt: line.steadyAt })
      return { line, now, heads }
    }
    // Staff may move the hour of its release.
    if (line.releaseId && isBeforeHour(line, now)) {
      line.opensAt = (await hourOfRelease(tx, line.releaseId)) ?? line.opensAt
    }
    const lost = await loseTurns(tx)
    const { turns, closes, draws, ...next } = nextStep(line, heads, now)
    if (closes) {
      await closeLine(tx, publicUrl)
      return { line: { ...line, isOpen: false }, now, heads }
    }
    if (draws) await drawPlaces(tx)
    const drawnUpTo = draws ? line.issued : line.drawnUpTo
    const places = turns === 0 ? [] : await giveTurns(tx, turns)
    const letIn = Math.max(line.letIn, ...places)
    heads = {
      ...heads,
      reserved: heads.reserved + places.length,
      waiting: heads.waiting - places.length,
    }
    const moved = {
      ...next,
      opensAt: line.opensAt,
      drawnUpTo,
      letIn,
      movedAt: now,
      slowAt: line.slowAt,
      steadyAt: line.steadyAt,
      waitedAt: heads.waiting > 0 ? now : line.waitedAt,
      turnsLost: line.turnsLost + lost,
    }
    await tx.update(waitingLine).set(moved)
    return { line: { ...line, ...moved }, now, heads }
  })
}

/**
 * Ends the line: everybody is let in, who asked for an email gets one, and nothing is kept of those who
 * waited.
 */
export async function closeLine(tx: Transaction, publicUrl: string): Promise<void> {
  await tx.update(waitingLine).set({ isOpen: false, version: sql`${waitingLine.version} + 1` })
  await tx.delete(waitingPlaces)
  await tellWhoAsked(tx, publicUrl)
  await notifyLine(tx)
}
