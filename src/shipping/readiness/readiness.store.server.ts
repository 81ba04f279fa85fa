import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { releases } from '#catalogue/on-sale/tables.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import type { FlagReason } from '#orders/flags/flag-reasons.copy.ts'
import { orderFlags, orderLines, orders } from '#orders/order/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import type { HoldReason } from '../holds/holds.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { unitsToState } from '../shipments/units-to-state.store.server.ts'
import { holdAnswers, shipmentHolds, shipmentLines, shipments } from '../tables.ts'
import type { WaitReason } from './readiness.rules.ts'

/** Facts that decide whether a shipment is ready, and its customer. */
export type ShipmentFacts = {
  id: string
  number: number
  state: Shipment['state']
  version: number
  waitsFor: WaitReason | null
  heldBy: string | null
  method: Shipment['method']
  notBefore: Date | null
  shipsFrom: string | null
  shipTo: ShipToRecord | null
  orderId: string
  orderNumber: number
  orderState: (typeof orders.$inferSelect)['state']
  userId: string | null
  orderedAt: Date
  email: string
  name: string
  flags: FlagReason[]
  holdId: string | null
  holdGroup: string | null
  holdReason: HoldReason | null
  holdUntil: Date | null
  isTold: boolean
  /** The law of its state forbids that it leaves today. */
  isForbidden: boolean
}

/**
 * SQL condition: a hold applies to the shipment `s`, by its id, state, first three digits of the ZIP code, or
 * to all. Only a hold by id applies to a pickup, which is not transported.
 */
export const isHeldBy = (hold: SQL): SQL => sql`(
  ${hold}.shipment_id = s.id
  or s.method <> 'pickup' and (
    ${hold}.scope = 'all'
    or ${hold}.scope = 'state' and ${hold}.place = s.to_state
    or ${hold}.scope = 'zip' and ${hold}.place = left(s.to_zip, 3)))`

const h = sql.raw('h')

/** The latest shipping day of the releases from which the wines in shipment `s` were bought. */
export const shipsFrom = sql`(
  select max(release.ships_from)::text from ${shipmentLines} as line
  join ${orderLines} as sold on sold.order_id = s.order_id and sold.product_id = line.product_id
  join ${releases} as release on release.id = sold.release_id
  where line.shipment_id = s.id)`

/** From which calendar day the releases let shipments go that wait for their day, by their ids. */
export async function leavingDays(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; day: string | null }>(sql`
    select s.id, ${shipsFrom} as day
    from ${shipments} as s
    where s.id = any(${sql.param([...ids])}::uuid[]) and s.waits_for = 'not-yet'`)
  return new Map(rows.flatMap(({ id, day }) => (day === null ? [] : [[id, day]])))
}

/** From which calendar day the releases let a shipment go, whatever it waits for; null where none says one. */
export async function shipsFromOf(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select ${shipsFrom} as day from ${shipments} as s where s.id = ${id}`)
  return rows[0]?.day ?? null
}

/** All shipments that wait or are ready, or some of them. */
export type WhichShipments = { ids: readonly string[] } | { orderId: string } | 'all'

const chosen = (which: WhichShipments): SQL => {
  if (which === 'all') return sql`true`
  if ('orderId' in which) return sql`s.order_id = ${which.orderId}`
  return sql`s.id = any(${sql.param([...which.ids])}::uuid[])`
}

/** Whether the law forbids that shipment `s` of order `o` leaves at that moment: also what was allowed when it was ordered. */
const isForbidden = (at: SQL) => sql<boolean>`case
  when s.method = 'pickup' or not has_state_rules(s.to_state, s.to_zip) then false
  else exists (select from state_verdict(jsonb_build_object(
    'shipTo', s.ship_to || jsonb_build_object('birthdate', coalesce(nullif(s.ship_to ->> 'birthdate', ''),
      (select buyer.birthdate::text from ${users} as buyer where buyer.id = o.user_id))),
    'userId', o.user_id, 'email', o.email, 'orderId', o.id, 'before', o.number,
    'units', ${unitsToState({ orderId: sql`s.order_id`, state: sql`s.to_state`, id: sql`s.id` })}),
    ${at}, false) where verdict is not null)
  end`

/**
 * Facts of shipments that wait or are ready, by number: at most `limit` after the number `after`. Of several holds,
 * the one that ends last, and of those without an end the buyer's own: the others do not say when it leaves.
 */
export async function readinessFacts(
  db: Queryable,
  which: WhichShipments,
  now: Date,
  { after = 0, limit = 2_500 }: { after?: number; limit?: number } = {},
): Promise<ShipmentFacts[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute(sql`
    select s.id, s.number, s.state, s.version, s.waits_for as "waitsFor", s.held_by as "heldBy",
      s.method, s.not_before as "notBefore", ${shipsFrom} as "shipsFrom",
      s.ship_to as "shipTo", s.order_id as "orderId", o.number as "orderNumber",
      o.state as "orderState", o.user_id as "userId", o.email, o.name,
      o.created_at as "orderedAt",
      array(select flag.reason from ${orderFlags} as flag
        where flag.order_id = s.order_id and flag.resolved_at is null) as flags,
      hold.id as "holdId", hold.group_id as "holdGroup", hold.reason as "holdReason",
      hold.until as "holdUntil", answer.shipment_id is not null as "isTold",
      ${isForbidden(at)} as "isForbidden"
    from ${shipments} as s
    join ${orders} as o on o.id = s.order_id
    left join lateral (
      select h.id, h.group_id, h.reason, h.until from ${shipmentHolds} as h
      where h.ended_at is null and h."from" <= ${at} and (h.until is null or h.until > ${at})
        and ${isHeldBy(h)}
        and not exists (select 1 from ${holdAnswers} as a where a.group_id = h.group_id
          and a.shipment_id = s.id and a.sent_at_risk_at is not null)
      order by h.until desc nulls first, h.reason <> 'customer', h.created_at, h.id limit 1
    ) as hold on true
    left join ${holdAnswers} as answer
      on answer.group_id = hold.group_id and answer.shipment_id = s.id
    where s.state in ('waiting', 'ready') and s.number > ${after} and ${chosen(which)}
    order by s.number limit ${limit}`)
  return rows.map((row) => withDates(row as Record<string, unknown>))
}

const dateColumns = ['notBefore', 'holdUntil', 'orderedAt'] as const

/** Converts times, which a raw statement returns as text. */
function withDates(row: Record<string, unknown>): ShipmentFacts {
  const dates = dateColumns.map((name) => {
    const value = row[name]
    return [name, value === null ? null : new Date(value as string)]
  })
  return { ...row, ...Object.fromEntries(dates) } as ShipmentFacts
}

export type NewReadiness = {
  id: string
  version: number
  state: 'waiting' | 'ready'
  waitsFor: WaitReason | null
  heldBy: string | null
}

/** Saves changed readiness of shipments whose version is unchanged (optimistic locking). Returns their ids. */
export async function writeReadiness(
  tx: Queryable,
  changes: readonly NewReadiness[],
): Promise<Set<string>> {
  if (changes.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${shipments} as s set state = change.state, waits_for = change.waits_for,
      held_by = change.held_by, version = s.version + 1
    from unnest(
      ${sql.param(changes.map(({ id }) => id))}::uuid[],
      ${sql.param(changes.map(({ version }) => version))}::int[],
      ${sql.param(changes.map(({ state }) => state))}::text[],
      ${sql.param(changes.map(({ waitsFor }) => waitsFor))}::text[],
      ${sql.param(changes.map(({ heldBy }) => heldBy))}::uuid[]
    ) as change (id, version, state, waits_for, held_by)
    where s.id = change.id and s.version = change.version and s.state in ('waiting', 'ready')
    returning s.id`)
  return new Set(rows.map(({ id }) => id))
}
