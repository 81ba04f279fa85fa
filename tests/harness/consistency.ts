import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import { alignTasks } from '#admin/today/tasks.store.server.ts'
import { amounts } from '#catalogue/prices/amounts.rules.ts'
import { orders } from '#orders/order/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import '#app/modules.server.ts'
import { isTimedTask, taskKinds } from '#platform/tasks/tasks.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

/** Each query finds rows that violate an invariant, named by its first column. */
const questions = {
  'a session with two orders': `
    select session_id from orders where session_id is not null group by 1 having count(*) > 1`,
  'more held, sold and promised than there is': `
    select id from products where stock is not null and held + sold + promised > stock`,
  'promised units that no allocation explains': `
    select p.id || ' promises ' || p.promised || ', allocations ' || coalesce(sum(a.units - a.held - a.bought), 0)
    from products p left join allocations a on a.product_id = p.id and a.is_promised
    group by p.id, p.promised having p.promised <> coalesce(sum(a.units - a.held - a.bought), 0)`,
  'holds of an allocation that no open checkout explains': `
    select a.id || ' holds ' || a.held || ', open are ' || coalesce(sum(d.units), 0)
    from allocations a left join (checkout_allocations d join checkouts c
      on c.id = d.checkout_id and c.state = 'open') on d.allocation_id = a.id
    group by a.id, a.held having a.held <> coalesce(sum(d.units), 0)`,
  'more bought under an allocation than it has': `
    select id::text from allocations where held + bought > units`,
  'purchases of an allocation that no served order explains': `
    select a.id || ' has ' || a.bought || ' bought, served are ' || coalesce(sum(d.units - d.returned), 0)
    from allocations a left join (checkout_allocations d join orders o
      on o.checkout_id = d.checkout_id and not exists (select 1 from order_flags f
        where f.order_id = o.id and f.reason in ('stock-gone', 'amount-short', 'address-not-served')))
      on d.allocation_id = a.id
    group by a.id, a.bought having a.bought <> coalesce(sum(d.units - d.returned), 0)`,
  'holds that no open checkout explains': `
    select p.id || ' holds ' || p.held || ', open are ' || coalesce(sum(l.quantity), 0)
    from products p left join (checkout_lines l join checkouts c
      on c.id = l.checkout_id and c.state = 'open') on l.product_id = p.id
    group by p.id, p.held having p.held <> coalesce(sum(l.quantity), 0)`,
  'sold units that no order explains': `
    select p.id || ' has ' || p.sold || ' sold, ordered are ' || coalesce(sum(l.quantity - l.returned), 0)
    from products p left join order_lines l on l.product_id = p.id
    group by p.id, p.sold having p.sold <> coalesce(sum(l.quantity - l.returned), 0)`,
  'a paid checkout without an order': `
    select c.id from checkouts c left join orders o on o.checkout_id = c.id
    where c.state = 'paid' and c.channel not in ('reshipment', 'difference') and o.id is null`,
  'a paid reshipment that is neither sent again nor refunded': `
    select r.checkout_id::text from reshipments r where r.paid_at is not null
      and r.refund_wanted_at is null and not exists (
        select 1 from shipments s where s.replaces = r.shipment_id and s.kind = 'reshipment')`,
  'a paid difference that is neither for a change nor refunded': `
    select d.checkout_id::text from order_differences d where d.paid_at is not null
      and d.refund_cents < d.paid_cents and not exists (
        select 1 from order_changes c where c.request_key = 'difference:' || d.checkout_id)`,
  'a served order without its one shipment, once the shop ships': `
    select o.number::text from orders o join shipping_settings begun on o.created_at > begun.begun_at
    where o.state = 'paid' and o.refunded_cents = 0
      and not exists (select 1 from refunds r where r.order_id = o.id)
      and (select count(*) from shipments s
        where s.order_id = o.id and s.kind = 'first' and s.state <> 'cancelled') <> 1`,
  'a shipment in two live handovers': `
    select shipment_id::text from handover_shipments where undone_at is null
    group by 1 having count(*) > 1`,
  'more wine in boxes than was sold': `
    select o.number::text from orders o
      join order_lines l on l.order_id = o.id
      join shipments s on s.order_id = o.id and s.kind <> 'replacement'
        and s.state not in ('cancelled', 'returned', 'lost', 'damaged')
      join shipment_lines packed on packed.shipment_id = s.id and packed.product_id = l.product_id
    group by o.number, l.product_id, l.quantity having sum(packed.units) > l.quantity`,
  'an order without lines, or with others than its checkout': `
    select o.number::text from orders o where not exists (
        select 1 from order_lines l where l.order_id = o.id)
      or exists (select product_id, quantity from checkout_lines c where c.checkout_id = o.checkout_id
        except select product_id, quantity from order_lines l where l.order_id = o.id)`,
  'an order without a record of compliance whose chain is whole': `
    select number || ' ' || compliance_chain_break(id) from orders
    where compliance_chain_break(id) is not null`,
  'an order whose totals do not add up': `
    select number::text from orders
    where (${amounts.map((amount) => orders[amount].name).join(' + ')} <> total_cents
        and not exists (select 1 from order_flags f
          where f.order_id = orders.id and f.reason = 'amount-short'))
      or refunded_cents > total_cents`,
  'an address whose ledger and fields disagree on whether it may be written to': `
    select said.email || ' ' || said.verdict from (
        select distinct on (email) email, verdict from consents
        where kind = 'email' and counts order by email, id desc) said
      left join mailing_list_clients l on l.email = said.email
      left join users u on u.email = said.email and u.email_verified and u.erase_at is null
    where not exists (select from users d where d.email = 'deleted:' || said.email)
      and (said.verdict = 'yes') <> (coalesce(l.unsubscribed_at is null and l.by_email, true)
        and coalesce(u.subscription, 'active') = 'active'
        and (l.id is not null or coalesce(u.by_email and not u.by_email_of_staff, false)))`,
  'a list record joined with an account of another address': `
    select l.email from mailing_list_clients l join users u on u.id = l.user_id
    where u.email <> l.email and u.erase_at is null`,
  'an order that the business was told of twice': `
    select props->>'number' from mails where kind = 'order-notice' group by 1 having count(*) > 1`,
  'an order without its one confirmation, or a refused one without its refund': `
    select o.number || ' ' || o.state || coalesce(' ' || max(f.reason), '') || ' ' || count(distinct m.id)
    from orders o left join mails m on m.kind = 'order-confirmation'
      and m.props->>'number' = o.number::text
      left join order_flags f on f.order_id = o.id
        and f.reason in ('stock-gone', 'amount-short')
    where o.payment_intent_id is not null
    group by o.id having count(distinct m.id) <> (case when bool_or(f.id is not null) then 0 else 1 end)`,
} as const satisfies Record<string, string>

export type Question = keyof typeof questions
export const allQuestions = Object.keys(questions) as Question[]

/** The rows that violate each invariant; a question without any is left out. */
export async function violations(
  client: pg.ClientBase,
): Promise<Partial<Record<Question, string[]>>> {
  const found: Partial<Record<Question, string[]>> = {}
  for (const question of allQuestions) {
    const { rows } = await client.query<[string]>({ text: questions[question], rowMode: 'array' })
    if (rows.length > 0) found[question] = rows.map(([named]) => named)
  }
  return found
}

/** Inconsistencies in a shop's database, read directly; empty when there are none. */
export async function inconsistencies(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const found = Object.entries(await violations(client)).flatMap(([question, rows]) =>
      rows.map((named) => `${question}: ${named}`),
    )
    return [...found, ...(await repairsOf(drizzle(client)))]
  } finally {
    await client.end()
  }
}

/** What the job that compares tasks with their rows would repair; rolled back. */
export async function repairsOf(db: Queryable): Promise<string[]> {
  const repairs: string[] = []
  const timeZone = 'America/Los_Angeles'
  const moment = {
    timeZone,
    today: shopDates(timeZone).isoDay(new Date()),
  }
  const undone = new Error('Undone')
  const looking = db.transaction(async (tx) => {
    for (const kind of taskKinds()) {
      // Tasks with a due time are opened by a job that runs every minute.
      if (isTimedTask(kind)) continue
      const { opened, obsolete } = await alignTasks(tx, kind, moment)
      if (opened + obsolete > 0) {
        repairs.push(`tasks of the kind ${kind}: ${opened} missing, ${obsolete} without a cause`)
      }
    }
    throw undone
  })
  await looking.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return repairs
}

/** A digest of all rows of each table, to compare two databases. */
export async function contentsOf(databaseUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    const contents: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
         as digest from "${name}" t`,
      )
      contents[name] = rows[0]!.digest
    }
    return contents
  } finally {
    await client.end()
  }
}
