import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { tellStory } from '#app/seed/story/story.ts'
import { isTimedTask, taskKinds } from '#platform/tasks/tasks.server.ts'

import type { Question } from './consistency.ts'
import { allQuestions, repairsOf, violations } from './consistency.ts'
import { openTestDatabase } from './test-shop.ts'

/** A consistent shop with rows of every kind. */
let database: Awaited<ReturnType<typeof openTestDatabase>>
const client = { current: null as pg.Client | null }

beforeAll(async () => {
  database = await openTestDatabase()
  await tellStory(database.db, 'release', { now: new Date(), progress: () => {} })
  client.current = new pg.Client({ connectionString: database.url })
  await client.current.connect()
})
afterAll(async () => {
  await client.current?.end()
  await database.close()
})

const aWine = `(select id from products where stock is not null and sold > 0 order by id limit 1)`
const aPurchase = `(select id from allocations where bought > 0 order by id limit 1)`
/** An order that is neither refunded nor drawn on an allocation. */
const anOrder = `(select o.id from orders o where o.refunded_cents = 0 and o.payment_intent_id is null
  and not exists (select from checkout_allocations d where d.checkout_id = o.checkout_id)
  order by o.number limit 1)`
const aCheckout = (channel: string, state: string) => `
  insert into checkouts (channel, state, fingerprint, subtotal_cents, shipping_cents, tax_cents,
    total_cents, expires_at)
  values ('${channel}', '${state}', 'broken', 0, 3500, 0, 3500, now()) returning id`
const aConfirmation = `insert into mails (kind, recipient, props)
  select 'order-confirmation', email, jsonb_build_object('number', number) from orders where id = ${anOrder};`
const aRecord = `insert into mailing_list_clients (full_name, email, consent_source, consent_wording)
  values ('Eva Marsh', 'eva@broken.example', 'ex-join', 'I agree');`
const aWord = (
  verdict: 'yes' | 'no',
) => `insert into consents (email, kind, verdict, source, wording)
  values ('eva@broken.example', 'email', '${verdict}', 'staff', 'I agree');`

/**
 * For each invariant, writes that violate only it, one for each way to violate it. Where a constraint would
 * prevent the write, it is dropped first.
 */
const breaks: Readonly<Record<Question, Readonly<Record<string, string>>>> = {
  'a session with two orders': {
    'one session': `alter table orders drop constraint orders_session_id_unique;
      update orders set session_id = 'cs_broken'
      where number in (select number from orders order by number limit 2)`,
  },
  'more held, sold and promised than there is': {
    'less stock': `alter table products drop constraint products_stock;
      update products set stock = held + sold + promised - 1 where id = ${aWine}`,
  },
  'promised units that no allocation explains': {
    more: `update products set promised = promised + 1, stock = stock + 1 where id = ${aWine}`,
    'of an allocation that is gone': `update allocations set is_promised = false
      where id = (select id from allocations where is_promised and units > held + bought limit 1)`,
  },
  'holds of an allocation that no open checkout explains': {
    more: `update allocations set held = held + 1, units = units + 1 where id = ${aPurchase}`,
    'of a checkout that has ended': `
      with c as (${aCheckout('cart', 'expired')}), d as (
        insert into checkout_allocations (checkout_id, allocation_id, units)
        select c.id, ${aPurchase}, 1 from c)
      update allocations set held = held + 1, units = units + 1 where id = ${aPurchase}`,
    'none for an open checkout': `with c as (${aCheckout('cart', 'open')})
      insert into checkout_allocations (checkout_id, allocation_id, units)
      select c.id, ${aPurchase}, 1 from c`,
  },
  'more bought under an allocation than it has': {
    'fewer units': `alter table allocations drop constraint allocations_taken;
      update allocations set units = bought - 1, is_promised = false where id = ${aPurchase};
      update products p set promised = (select coalesce(sum(units - held - bought), 0)
        from allocations a where a.product_id = p.id and a.is_promised)`,
  },
  'purchases of an allocation that no served order explains': {
    more: `update allocations set bought = bought + 1, units = units + 1 where id = ${aPurchase}`,
    fewer: `update allocations set bought = bought - 1, units = units - 1 where id = ${aPurchase}`,
    'returned without being counted': `update checkout_allocations set returned = units
      where allocation_id = ${aPurchase}`,
    'of an order that was not served': `
      insert into order_flags (order_id, reason) select o.id, 'stock-gone' from orders o
      join checkout_allocations d on d.checkout_id = o.checkout_id where d.allocation_id = ${aPurchase}`,
  },
  'holds that no open checkout explains': {
    more: `update products set held = held + 1, stock = stock + 1 where id = ${aWine}`,
    'none for an open checkout': `with c as (${aCheckout('cart', 'open')})
      insert into checkout_lines (checkout_id, product_id, description, quantity, unit_price_cents, tax_cents)
      select c.id, ${aWine}, 'A wine', 1, 45000, 0 from c`,
  },
  'sold units that no order explains': {
    more: `update products set sold = sold + 1, stock = stock + 1 where id = ${aWine}`,
    'returned without being counted': `update order_lines set returned = quantity
      where order_id = ${anOrder}`,
  },
  'a paid checkout without an order': { paid: aCheckout('cart', 'paid') },
  'a paid reshipment that is neither sent again nor refunded': {
    paid: `with c as (${aCheckout('reshipment', 'paid')})
      insert into reshipments (checkout_id, order_id, shipment_id, ship_to, paid_at)
      select c.id, s.order_id, s.id, '{}', now() from c, lateral (
        select * from shipments s where s.state = 'returned'
          and not exists (select from shipments n where n.replaces = s.id) limit 1) s`,
  },
  'a paid difference that is neither for a change nor refunded': {
    paid: `with c as (${aCheckout('difference', 'paid')})
      insert into order_differences (checkout_id, order_id, by, paid_at, paid_cents)
      select c.id, o.id, 'customer', now(), 6000 from c, lateral (select id from orders limit 1) o`,
  },
  'a served order without its one shipment, once the shop ships': {
    none: `update shipments set state = 'cancelled', waits_for = null where id = (
      select s.id from shipments s join orders o on o.id = s.order_id join shipping_settings begun
        on o.created_at > begun.begun_at
      where s.kind = 'first' and s.state in ('waiting', 'ready') and o.refunded_cents = 0 limit 1)`,
    two: `drop index shipments_one_first;
      insert into shipments (order_id, kind, method) select s.order_id, 'first', s.method
      from shipments s join orders o on o.id = s.order_id join shipping_settings begun
        on o.created_at > begun.begun_at
      where s.kind = 'first' and s.state in ('waiting', 'ready') and o.refunded_cents = 0 limit 1`,
  },
  'a shipment in two live handovers': {
    two: `drop index handover_shipments_once;
      with h as (insert into handovers (profile_name, made_at, made_by, request_key, shipment_count,
        case_count, sha256) values ('', now(), '', 'broken', 1, 1, '') returning id)
      insert into handover_shipments (handover_id, shipment_id)
      select h.id, l.shipment_id from h, lateral (
        select shipment_id from handover_shipments where undone_at is null limit 1) l`,
  },
  'more wine in boxes than was sold': {
    'a case more': `update shipment_lines set units = units + 1 where shipment_id = (
      select id from shipments where kind = 'first' and state = 'delivered' order by number limit 1)`,
  },
  'an order without lines, or with others than its checkout': {
    none: `delete from order_lines where order_id = ${anOrder};
      update products p set sold = (select coalesce(sum(quantity - returned), 0)
        from order_lines l where l.product_id = p.id)`,
    'another quantity': `update checkout_lines set quantity = case quantity when 1 then 2 else 1 end
      where checkout_id = (select checkout_id from orders where id = ${anOrder})`,
    'another wine': `insert into checkout_lines
        (checkout_id, product_id, description, quantity, unit_price_cents, tax_cents)
      select o.checkout_id, p.id, 'A wine', 1, 45000, 0 from orders o join products p
        on not exists (select from order_lines l where l.order_id = o.id and l.product_id = p.id)
      where o.id = ${anOrder} limit 1`,
  },
  'an order without a record of compliance whose chain is whole': {
    'no record': `alter table compliance_people disable trigger user;
      alter table compliance_records disable trigger user;
      delete from compliance_people where order_id = ${anOrder};
      delete from compliance_records where order_id = ${anOrder}`,
    'another state': `alter table compliance_records disable trigger user;
      update compliance_records set state = 'UT' where order_id = ${anOrder}`,
    'another name': `alter table compliance_people disable trigger user;
      update compliance_people set name = 'Eva Marsh' where order_id = ${anOrder}`,
  },
  'an order whose totals do not add up': {
    'a cent more': `update orders set total_cents = total_cents + 1 where id = ${anOrder}`,
    'more refunded than paid': `update orders set refunded_cents = total_cents + 1
      where id = ${anOrder}`,
  },
  'an address whose ledger and fields disagree on whether it may be written to': {
    'a yes of an address that is nowhere': aWord('yes'),
    'a yes of a record that has left': `${aRecord} ${aWord('yes')}
      update mailing_list_clients set unsubscribed_at = now() where email = 'eva@broken.example'`,
    'a no of a record that is written to': `${aRecord} ${aWord('yes')} ${aWord('no')}`,
    'a yes of an account that is inactive': `
      insert into users (name, email, first_name, last_name, email_verified, subscription)
      values ('Eva Marsh', 'eva@broken.example', 'Eva', 'Marsh', true, 'inactive');
      ${aRecord} ${aWord('yes')}`,
  },
  'a list record joined with an account of another address': {
    joined: `${aRecord} update mailing_list_clients set user_id = (select id from users u where not exists (
        select from mailing_list_clients l where l.user_id = u.id) limit 1)
      where email = 'eva@broken.example'`,
  },
  'an order that the business was told of twice': {
    twice: `insert into mails (kind, recipient, props)
      select 'order-notice', 'shop@example.com', '{"number": 1}' from generate_series(1, 2)`,
  },
  'an order without its one confirmation, or a refused one without its refund': {
    none: `update orders set payment_intent_id = 'pi_broken' where id = ${anOrder}`,
    two: `${aConfirmation} ${aConfirmation}
      update orders set payment_intent_id = 'pi_broken' where id = ${anOrder}`,
    'one of a refused order': `${aConfirmation}
      insert into order_flags (order_id, reason) values (${anOrder}, 'stock-gone');
      update orders set payment_intent_id = 'pi_broken' where id = ${anOrder}`,
  },
}

/** The violations after these writes, which are rolled back. */
async function foundAfter(writes: string) {
  const connection = client.current!
  await connection.query('begin')
  try {
    await connection.query(writes)
    return await violations(connection)
  } finally {
    await connection.query('rollback')
  }
}

test('a shop whose rows agree violates nothing', async () => {
  expect(await violations(client.current!)).toEqual({})
  expect(await repairsOf(database.db)).toEqual([])
})

describe.each(allQuestions)('%s', (question) => {
  test.each(Object.entries(breaks[question]))(
    'is found, and nothing else: %s',
    async (_, writes) => {
      const found = await foundAfter(writes)
      expect(Object.keys(found)).toEqual([question])
    },
  )
})

describe('what a job would mend', () => {
  /** The repairs after these writes, which are rolled back. */
  async function repairsAfter(...writes: string[]) {
    const undone = new Error('Undone')
    let found: string[] = []
    const looking = database.db.transaction(async (tx) => {
      for (const write of writes) await tx.execute(sql.raw(write))
      found = await repairsOf(tx)
      throw undone
    })
    await looking.catch((error: unknown) => {
      if (error !== undone) throw error
    })
    return found
  }

  const kinds = taskKinds().filter((kind) => !isTimedTask(kind))

  test.each(kinds)('is found in a task without a cause: %s', async (kind) => {
    const write = `insert into tasks (kind, subject, since) values ('${kind}', '${crypto.randomUUID()}', now())`
    expect(await repairsAfter(write)).toEqual([
      `tasks of the kind ${kind}: 0 missing, 1 without a cause`,
    ])
  })

  test('is found in a task that is missing, of each kind that the shop has', async () => {
    const { rows } = await client.current!.query<{ kind: string; count: string }>(
      `select kind, count(*) from tasks where state in ('open', 'taken') group by 1 order by 1`,
    )
    const there = rows.filter(({ kind }) => (kinds as readonly string[]).includes(kind))
    expect(there.length).toBeGreaterThan(2)
    for (const { kind, count } of there) {
      expect(await repairsAfter(`delete from tasks where kind = '${kind}'`)).toEqual([
        `tasks of the kind ${kind}: ${count} missing, 0 without a cause`,
      ])
    }
  })
})
