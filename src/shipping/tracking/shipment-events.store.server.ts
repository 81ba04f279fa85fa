import { asc, eq, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import type { ShopSettings } from '#platform/services/services.ts'
import { endOfDay } from '#platform/text/typed-hour.rules.ts'

import { shipmentEvents } from '../tables.ts'
import { byProgress, maxEventText } from './events.rules.ts'

export type ShipmentEvent = typeof shipmentEvents.$inferSelect
export type NewShipmentEvent = Omit<typeof shipmentEvents.$inferInsert, 'id' | 'recordedAt'>

/**
 * Inserts events, without existing ones; to one that is there without a signer, whom the carrier names now is added.
 * Returns how many are new.
 */
export async function insertEvents(
  db: Queryable,
  events: readonly NewShipmentEvent[],
): Promise<number> {
  if (events.length === 0) return 0
  const rows = events.map((event) => ({ ...event, text: event.text?.slice(0, maxEventText) }))
  const result = await db.insert(shipmentEvents).values(rows).onConflictDoNothing()
  for (const { parcelId, at, kind, place = '', signer } of rows) {
    if (!parcelId || !signer) continue
    await db.execute(
      sql`select name_signer(${parcelId}, ${at.toISOString()}::timestamptz, ${kind}, ${place}, ${signer})`,
    )
  }
  return result.rowCount ?? 0
}

/** Inserts one event; one that is there already stays as it is. */
export const insertEvent = async (db: Queryable, event: NewShipmentEvent): Promise<void> => {
  await insertEvents(db, [event])
}

/** Inserts the same event for several shipments, in one statement. */
export async function insertEventForAll(
  db: Queryable,
  shipmentIds: readonly string[],
  { at, source, kind, text = '' }: Pick<NewShipmentEvent, 'at' | 'source' | 'kind' | 'text'>,
): Promise<void> {
  if (shipmentIds.length === 0) return
  await db.execute(sql`
    insert into ${shipmentEvents} (shipment_id, at, source, kind, text)
    select id, ${at.toISOString()}::timestamptz, ${source}, ${kind}, ${text.slice(0, maxEventText)}
    from unnest(${sql.param([...shipmentIds])}::uuid[]) as id`)
}

/** All events of a shipment in chronological order; one that only has a day comes last on that day. */
export async function eventsOf(
  { db, settings: { timeZone } }: EventReader,
  shipmentId: string,
): Promise<ShipmentEvent[]> {
  const { id, shipmentId: owner } = shipmentEvents
  const events = await db
    .select()
    .from(shipmentEvents)
    .where(eq(owner, shipmentId))
    .orderBy(asc(id))
  const timeOf = ({ at, isDay }: ShipmentEvent) => (isDay ? endOfDay(at, timeZone) : at).getTime()
  return events.toSorted(
    (one, other) =>
      timeOf(one) - timeOf(other) || (one.isDay && other.isDay ? byProgress(one, other) : 0),
  )
}

type EventReader = { db: Queryable; settings: Pick<ShopSettings, 'timeZone'> }
