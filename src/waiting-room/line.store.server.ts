import { sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { listChannel } from '#platform/list/list-changes.store.server.ts'

import type { Line, WineLeft } from './line.rules.ts'
import { leftOf } from './line.rules.ts'
import { waitingLine } from './tables.ts'

/** What the processes notify each other of. */
export const lineChanged = 'waiting-line'

/** Tells all processes. */
export const notifyLine = (tx: Queryable) =>
  tx.execute(sql`select pg_notify(${listChannel}, ${lineChanged})`)

export type Read = { line: Line; now: Date }

/** The line, and the database's time; null before one opened for the first time. */
export async function readLine(db: Queryable, lock?: 'update'): Promise<Read | null> {
  const query = db
    .select({ line: waitingLine, now: sql<string>`clock_timestamp()` })
    .from(waitingLine)
  const [found] = await (lock ? query.for(lock) : query)
  return found ? { line: found.line, now: new Date(found.now) } : null
}

/** The hour at which a release opens by now. */
export async function hourOfRelease(tx: Transaction, id: string): Promise<Date | null> {
  const { rows } = await tx.execute<{ opensAt: string }>(
    sql`select opens_at as "opensAt" from releases where id::text = ${id}`,
  )
  return rows[0] ? new Date(rows[0].opensAt) : null
}

export type Opening = {
  why: Line['why']
  capacity: number
  opensAt?: Date | null
  releaseId?: string
  fixedCapacity?: number | null
}

/** Opens the line unless it is open. */
export async function openLine(tx: Transaction, opening: Opening): Promise<void> {
  const { why, capacity, opensAt = null, releaseId = null, fixedCapacity = null } = opening
  const now = sql`now()`
  const fresh = {
    isOpen: true,
    why,
    since: now,
    opensAt,
    releaseId,
    drawnUpTo: 0,
    issued: 0,
    letIn: 0,
    capacity,
    fixedCapacity,
    mostPerMinute: null,
    isPaused: false,
    pace: 0,
    owed: 0,
    movedAt: now,
    waitedAt: now,
    slowAt: null,
    steadyAt: null,
    turnsLost: 0,
  }
  await tx
    .insert(waitingLine)
    .values(fresh)
    .onConflictDoUpdate({
      target: waitingLine.id,
      set: {
        ...fresh,
        number: sql`${waitingLine.number} + 1`,
        version: sql`${waitingLine.version} + 1`,
      },
      setWhere: sql`not ${waitingLine.isOpen}`,
    })
  await notifyLine(tx)
}

export async function changeLine(
  tx: Transaction,
  change: Partial<Pick<Line, 'isPaused' | 'fixedCapacity' | 'mostPerMinute'>>,
): Promise<void> {
  await tx.update(waitingLine).set({ ...change, version: sql`${waitingLine.version} + 1` })
  await notifyLine(tx)
}

export type LeftOfWine = { id: string; title: string; left: WineLeft }

/** The wines of open releases, and of those that open within a day. */
export async function winesLeft(db: Queryable): Promise<LeftOfWine[]> {
  const { rows } = await db.execute<
    { id: string; title: string } & Parameters<typeof leftOf>[0]
  >(sql`
    select products.id, products.title || ', ' || products.subtitle as title, stock, held, sold, promised
    from products
    join release_wines on release_wines.product_id = products.id and release_wines.is_current
    join releases on releases.id = release_wines.release_id
    where releases.state = 'scheduled' and releases.closes_at > now()
      and releases.opens_at < now() + interval '1 day' and products.stock is not null
    order by release_wines.position, products.id`)
  return rows.map((wine) => ({ id: wine.id, title: wine.title, left: leftOf(wine) }))
}
