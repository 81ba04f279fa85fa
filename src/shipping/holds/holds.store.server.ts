import type { SQL } from 'drizzle-orm'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'

import { literals } from '#platform/database/columns.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { isHeldBy } from '../readiness/readiness.store.server.ts'
import { beforeHandover, shipmentNumber, statesFor } from '../shipments/shipment.rules.ts'
import { holdAnswers, shipmentHolds, shipments } from '../tables.ts'
import type { HoldPlace } from './holds.rules.ts'

export type ShipmentHold = typeof shipmentHolds.$inferSelect
type NewShipmentHold = typeof shipmentHolds.$inferInsert

/**
 * Serialises holds and handovers: a new hold applies to every shipment that was not handed over before.
 */
export const lockHandovers = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('shipment handovers'))`)
}

export async function insertHolds(
  tx: Transaction,
  holds: readonly NewShipmentHold[],
): Promise<void> {
  await tx.insert(shipmentHolds).values([...holds])
}

/** Whether a shipment has an open hold by the same person with the same reason and note. */
export async function isHeldAlike(
  tx: Transaction,
  hold: Pick<ShipmentHold, 'reason' | 'note' | 'by'> & { shipmentId: string },
): Promise<boolean> {
  const { shipmentId, reason, note, by } = shipmentHolds
  const found = await tx
    .select({ id: shipmentHolds.id })
    .from(shipmentHolds)
    .where(
      and(
        eq(shipmentId, hold.shipmentId),
        eq(reason, hold.reason),
        eq(note, hold.note),
        eq(by, hold.by),
        isNull(shipmentHolds.until),
        isNull(shipmentHolds.endedAt),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Of places, or of a shipment that is still here: one that was canceled or has left is held no more. */
const isOfWhatIsHere = sql`(${shipmentHolds.scope} <> 'shipment' or exists (
  select 1 from ${shipments} as held where held.id = ${shipmentHolds.shipmentId}
    and held.state in ${literals(beforeHandover)}))`

/** Neither ended by staff nor over by itself. */
const isOpen = and(
  isNull(shipmentHolds.endedAt),
  sql`(${shipmentHolds.until} is null or ${shipmentHolds.until} > now())`,
)

/** Holds that were entered together, and how many shipments they affect now. */
export type HoldGroup = { groupId: string; holds: ShipmentHold[]; affected: number }

/**
 * The newest 200 open holds by group, newest first, those of places before all others: however many shipments are
 * held on their own, the weather's can be ended.
 */
export async function openHolds(db: Queryable): Promise<HoldGroup[]> {
  const rows = await db
    .select({ hold: shipmentHolds, number: shipments.number })
    .from(shipmentHolds)
    .leftJoin(shipments, eq(shipments.id, shipmentHolds.shipmentId))
    .where(and(isOpen, isOfWhatIsHere))
    .orderBy(
      sql`${shipmentHolds.scope} = 'shipment'`,
      desc(shipmentHolds.createdAt),
      asc(shipmentHolds.place),
    )
    .limit(200)
  const named = rows.map(({ hold, number }) =>
    number ? { ...hold, place: shipmentNumber(number) } : hold,
  )
  const groups = Map.groupBy(named, ({ groupId }) => groupId)
  const counts = await countByGroup(db, [...groups.keys()])
  return [...groups].map(([groupId, holds]) => ({
    groupId,
    holds,
    affected: counts.get(groupId) ?? 0,
  }))
}

/** How many shipments each of these groups holds back; one that holds none is missing. */
export async function countByGroup(
  db: Queryable,
  groupIds: readonly string[],
): Promise<Map<string, number>> {
  if (groupIds.length === 0) return new Map()
  const rows = await db
    .select({ groupId: shipmentHolds.groupId, count: sql<number>`count(*)::int` })
    .from(shipments)
    .innerJoin(shipmentHolds, eq(shipmentHolds.id, shipments.heldBy))
    .where(
      and(
        inArray(shipments.state, statesFor('hold')),
        inArray(shipmentHolds.groupId, [...groupIds]),
      ),
    )
    .groupBy(shipmentHolds.groupId)
  return new Map(rows.map(({ groupId, count }) => [groupId, count]))
}

export async function holdsOfGroup(db: Queryable, groupId: string): Promise<ShipmentHold[]> {
  return db.select().from(shipmentHolds).where(eq(shipmentHolds.groupId, groupId))
}

/** Open holds of one shipment alone. */
export async function ownHoldsOf(db: Queryable, shipmentId: string): Promise<ShipmentHold[]> {
  return db
    .select()
    .from(shipmentHolds)
    .where(and(eq(shipmentHolds.shipmentId, shipmentId), isNull(shipmentHolds.endedAt)))
}

export async function holdById(db: Queryable, id: string): Promise<ShipmentHold | null> {
  const [row] = await db.select().from(shipmentHolds).where(eq(shipmentHolds.id, id))
  return row ?? null
}

/** Ends a group of holds and returns them; none when it was ended before. */
export const endHolds = (
  tx: Transaction,
  groupId: string,
  { by, at }: { by: string; at: Date },
): Promise<ShipmentHold[]> =>
  tx
    .update(shipmentHolds)
    .set({ endedAt: at, endedBy: by })
    .where(and(eq(shipmentHolds.groupId, groupId), isNull(shipmentHolds.endedAt)))
    .returning()

/** How many shipments before handover a hold of these places would affect, by state. */
export async function countAffected(
  db: Queryable,
  places: readonly HoldPlace[],
): Promise<{ state: string; count: number }[]> {
  const values: SQL = sql.join(
    places.map(({ scope, place }) => sql`(${scope}::text, ${place}::text, null::uuid)`),
    sql`, `,
  )
  const { rows } = await db.execute<{ state: string; count: number }>(sql`
    select s.to_state as state, count(*)::int as count from ${shipments} as s
    where s.state in ${literals(statesFor('hold'))} and exists (
      select 1 from (values ${values}) as h (scope, place, shipment_id)
      where ${isHeldBy(sql.raw('h'))})
    group by s.to_state order by count(*) desc, s.to_state`)
  return rows
}

/** Records which shipments' customers are notified of a hold. Returns the new ones. */
export async function insertAnswers(
  tx: Transaction,
  told: readonly { groupId: string; shipmentId: string; toldAt: Date }[],
): Promise<Set<string>> {
  if (told.length === 0) return new Set()
  const rows = await tx
    .insert(holdAnswers)
    .values([...told])
    .onConflictDoNothing()
    .returning({ shipmentId: holdAnswers.shipmentId })
  return new Set(rows.map(({ shipmentId }) => shipmentId))
}

/** Records that the customer wants a shipment sent in spite of a hold. */
export async function waiveHold(
  tx: Transaction,
  answer: { groupId: string; shipmentId: string; at: Date },
): Promise<void> {
  const { groupId, shipmentId, at } = answer
  await tx
    .insert(holdAnswers)
    .values({ groupId, shipmentId, toldAt: at, sentAtRiskAt: at })
    .onConflictDoUpdate({
      target: [holdAnswers.groupId, holdAnswers.shipmentId],
      set: { sentAtRiskAt: at },
    })
}
