import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { shipments } from '../tables.ts'
import { handovers, handoverShipments } from './tables.ts'

export type Handover = typeof handovers.$inferSelect
export type HandoverRow = Omit<Handover, 'file'> & { isKept: boolean }

const row = {
  id: handovers.id,
  number: handovers.number,
  profileId: handovers.profileId,
  profileName: handovers.profileName,
  madeAt: handovers.madeAt,
  madeBy: handovers.madeBy,
  requestKey: handovers.requestKey,
  shipmentCount: handovers.shipmentCount,
  caseCount: handovers.caseCount,
  sha256: handovers.sha256,
  isKept: sql<boolean>`${handovers.file} is not null`,
}

export async function handoverByRequest(
  db: Queryable,
  requestKey: string,
): Promise<HandoverRow | null> {
  const [found] = await db.select(row).from(handovers).where(eq(handovers.requestKey, requestKey))
  return found ?? null
}

export async function handoverById(db: Queryable, id: string): Promise<HandoverRow | null> {
  if (!isUuid(id)) return null
  const [found] = await db.select(row).from(handovers).where(eq(handovers.id, id))
  return found ?? null
}

/** The newest handovers. */
export async function recentHandovers(db: Queryable, limit: number): Promise<HandoverRow[]> {
  return db.select(row).from(handovers).orderBy(desc(handovers.madeAt)).limit(limit)
}

/** The file of a handover; `file` is null once it is deleted. */
export async function handoverFile(
  db: Queryable,
  id: string,
): Promise<Pick<Handover, 'number' | 'madeAt' | 'shipmentCount' | 'file'> | null> {
  if (!isUuid(id)) return null
  const { number, madeAt, shipmentCount, file } = handovers
  const [found] = await db
    .select({ number, madeAt, shipmentCount, file })
    .from(handovers)
    .where(eq(handovers.id, id))
  return found ?? null
}

/** The shipments of a handover by number, without those that were undone. */
export async function shipmentsOfHandover(
  db: Queryable,
  handoverId: string,
): Promise<{ id: string; number: number }[]> {
  return db
    .select({ id: shipments.id, number: shipments.number })
    .from(handoverShipments)
    .innerJoin(shipments, eq(shipments.id, handoverShipments.shipmentId))
    .where(and(eq(handoverShipments.handoverId, handoverId), isNull(handoverShipments.undoneAt)))
    .orderBy(asc(shipments.number))
}

/** Inserts a handover and moves its locked shipments. Returns how many were moved. */
export async function insertHandover(
  tx: Transaction,
  handover: Omit<Handover, 'id' | 'number'>,
  shipmentIds: readonly string[],
): Promise<{ handover: HandoverRow; moved: number }> {
  const [made] = await tx.insert(handovers).values(handover).returning(row)
  const ids = sql`unnest(${sql.param([...shipmentIds])}::uuid[])`
  await tx.execute(sql`
    insert into ${handoverShipments} (handover_id, shipment_id)
    select ${made!.id}::uuid, id from ${ids} as id`)
  const moved = await tx.execute(sql`
    update ${shipments} as s set state = 'handed-over', version = s.version + 1,
      handed_at = ${handover.madeAt.toISOString()}::timestamptz, waits_for = null, held_by = null
    from ${ids} as chosen (id) where s.id = chosen.id and s.state = 'ready'`)
  return { handover: made!, moved: moved.rowCount ?? 0 }
}

/** Removes a shipment from its handover. */
export async function undoHandoverOf(tx: Transaction, shipmentId: string, at: Date): Promise<void> {
  await tx
    .update(handoverShipments)
    .set({ undoneAt: at })
    .where(and(eq(handoverShipments.shipmentId, shipmentId), isNull(handoverShipments.undoneAt)))
}

/** The handover that a shipment is in now, or null. */
export async function handoverOf(db: Queryable, shipmentId: string): Promise<HandoverRow | null> {
  const [found] = await db
    .select(row)
    .from(handoverShipments)
    .innerJoin(handovers, eq(handovers.id, handoverShipments.handoverId))
    .where(and(eq(handoverShipments.shipmentId, shipmentId), isNull(handoverShipments.undoneAt)))
  return found ?? null
}

/** Who made the handovers that these shipments are in now, by shipment. */
export async function makersOfHandovers(
  db: Queryable,
  shipmentIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: handoverShipments.shipmentId, madeBy: handovers.madeBy })
    .from(handoverShipments)
    .innerJoin(handovers, eq(handovers.id, handoverShipments.handoverId))
    .where(
      and(
        inArray(handoverShipments.shipmentId, [...shipmentIds]),
        isNull(handoverShipments.undoneAt),
      ),
    )
  return new Map(rows.map(({ id, madeBy }) => [id, madeBy]))
}

/** Deletes the files of handovers from before a time. Returns how many. */
export async function deleteHandoverFiles(db: Queryable, before: Date): Promise<number> {
  const result = await db
    .update(handovers)
    .set({ file: null })
    .where(and(lt(handovers.madeAt, before), isNotNull(handovers.file)))
  return result.rowCount ?? 0
}
