import { sql } from 'drizzle-orm'

import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { offers } from '#catalogue/offers/offers.rules.ts'
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

/** Whether the release of the line is paused. */
const isHeld = sql<boolean>`exists (
  select from releases where releases.id = ${waitingLine}.release_id and releases.state = 'paused')`

/** The line, and the database's time; null before one opened for the first time. */
export async function readLine(db: Queryable, lock?: 'update'): Promise<Read | null> {
  const query = db
    .select({ line: waitingLine, isHeld, now: sql<string>`clock_timestamp()` })
    .from(waitingLine)
  const [found] = await (lock ? query.for(lock) : query)
  if (!found) return null
  return { line: { ...found.line, isHeld: found.isHeld }, now: new Date(found.now) }
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

/** What is left of a wine: in the shop, or on the page of an offer, which sells nothing that is promised. */
export type LeftOfWine = { id: string; title: string; left: WineLeft; at: 'shop' | OfferName }

type WineRow = {
  id: string
  title: string
  isListed: boolean
  offer: OfferName | null
} & Parameters<typeof leftOf>[0]

/** The wines of open releases, of those that open within a day, and those on sale by themselves. */
export async function winesLeft(db: Queryable): Promise<LeftOfWine[]> {
  const { rows } = await db.execute<WineRow>(sql`
    select products.id, products.title || ', ' || products.subtitle as title, stock, held, sold, promised,
      releases.id is not null or products.position is not null as "isListed",
      case products.id
        when coalesce((select id from products where is_offered), ${offers.offering.productId})
          then 'offering'
        when ${offers.offer1.productId} then 'offer1' end as offer
    from products
    left join release_wines on release_wines.product_id = products.id and release_wines.is_current
    left join releases on releases.id = release_wines.release_id and releases.state <> 'draft'
    where products.stock is not null and case
      when releases.id is null then products.release_state = 'on-sale'
      else releases.state = 'scheduled' and releases.closes_at > now()
        and releases.opens_at < now() + interval '1 day' end
    order by releases.id is null, release_wines.position, products.position, products.id`)
  return rows.flatMap(({ id, title, isListed, offer, ...units }): LeftOfWine[] => {
    const { stock, promised } = units
    const free = { ...units, stock: stock - promised, promised: 0 }
    return [
      ...(isListed ? [{ id, title, left: leftOf(units), at: 'shop' as const }] : []),
      ...(offer ? [{ id, title, left: leftOf(free), at: offer }] : []),
    ]
  })
}
