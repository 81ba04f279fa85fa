import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { noAddress } from '#platform/address/address.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { complianceReports } from '../tables.ts'

/** An address without its person: the state stays, by which figures are. */
const addressOfNoPerson = (address: SQL) =>
  sql`(${JSON.stringify(noAddress)}::jsonb || jsonb_build_object('state', coalesce(${address} ->> 'state', '')))`
const shipToOfNoPerson = sql`case when ship_to is null then null
  else ship_to - 'gift' || ${addressOfNoPerson(sql`ship_to`)} || '{"name":"","phone":"","birthdate":null}' end`

/** Orders whose record still has its person so many years later, without a legal hold, oldest first. */
export async function ordersToErase(
  tx: Transaction,
  { years, at, most }: { years: number; at: Date; most: number },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select entry.order_id as id from compliance_records as entry
    join compliance_people as person on person.order_id = entry.order_id
    where entry.at < ${at.toISOString()}::timestamptz - make_interval(years => ${years})
      and (select kind from compliance_events as event where event.order_id = entry.order_id
        and kind in ('legal-hold', 'legal-hold-ended') order by place desc limit 1)
        is distinct from 'legal-hold'
    order by entry.at, entry.order_id limit ${most}`)
  return rows.map(({ id }) => id)
}

/**
 * Erases the person of orders from their records, and then from the orders, their checkouts and shipments, what was
 * changed about them and what staff noted. Figures stay, and the state that the wine went to. Returns how many.
 */
export async function eraseOrderPersons(
  tx: Transaction,
  orderIds: readonly string[],
  { years, at }: { years: number; at: Date },
): Promise<number> {
  const all = sql`${sql.param([...orderIds])}::uuid[]`
  await tx.execute(sql`select from orders where id = any(${all}) order by number for update`)
  await tx.execute(
    sql`select from shipments where order_id = any(${all}) order by number for update`,
  )
  // The record first: an address that is gone from a shipment would be recorded as one that it moved from.
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from unnest(${all}) as id
    where erase_compliance_person(id, ${years}, ${at.toISOString()}::timestamptz)`)
  if (rows.length === 0) return 0
  const erased = sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`
  await tx.execute(sql`
    update checkouts set email = null, ship_to = ${shipToOfNoPerson}, buyer_key = null, holder_network = null,
      fingerprint = '', session_url = null, confirmation_token = null
    where id in (select checkout_id from orders where id = any(${erased})
      union all select checkout_id from reshipments where order_id = any(${erased})
      union all select checkout_id from order_differences where order_id = any(${erased}))`)
  // Refunds that the buyer asked for name their email.
  await tx.execute(sql`
    update refunds set requested_by = '' 
    where order_id = any(${erased}) and request_key not like 'staff:%' and requested_by like '%@%'`)
  await tx.execute(sql`
    update orders set name = '', email = '', ship_to = ${shipToOfNoPerson} where id = any(${erased})`)
  await tx.execute(sql`
    update shipments set ship_to = ${shipToOfNoPerson}, to_zip = '', signed_by = null
    where order_id = any(${erased})`)
  await tx.execute(sql`
    update reshipments set ship_to = ${shipToOfNoPerson} where order_id = any(${erased})`)
  await tx.execute(sql`
    update order_changes set before = ${changeOfNoPerson(sql`before`)}, after = ${changeOfNoPerson(sql`after`)}
    where order_id = any(${erased}) and kind in ('address', 'gift', 'split')`)
  await tx.execute(sql`delete from order_notes where order_id = any(${erased})`)
  return rows.length
}

/** Erases the files of reports about periods that ended so many years before; their figures and hashes stay. */
export async function eraseReportFiles(
  tx: Queryable,
  { years, at }: { years: number; at: Date },
): Promise<void> {
  await tx.execute(sql`
    update ${complianceReports} set file = ''
    where file <> '' and until_day < ${at.toISOString()}::timestamptz - make_interval(years => ${years})`)
}

/** What an order had before or after a change, without its person. */
const changeOfNoPerson = (value: SQL) => sql`case
  when ${value} ? 'address'
    then jsonb_build_object('address', ${addressOfNoPerson(sql`(${value} -> 'address')`)})
  when ${value} ? 'gift' then '{"gift":null}'
  when jsonb_typeof(${value} -> 'apart') = 'object' then jsonb_set(${value}, '{apart,zipCode}', '""')
  else ${value} end`
