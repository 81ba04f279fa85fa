import { sql } from 'drizzle-orm'

import type { Database } from '#platform/database/connection.server.ts'

export type Wanted = { users: number; orders: number; subscribers: number }

const first = sql`(array['Ana','Bruno','Carla','Diego','Elena','Franco','Grace','Hugo','Irene','Jack',
  'Kate','Liam','Maya','Noah','Olga','Peter','Rosa','Sam','Tess','Victor'])`
const last = sql`(array['Ruiz','Bell','Castro','Doyle','Evans','Flores','Gomez','Hill','Ibarra','Jones',
  'Klein','Lopez','Moore','Nash','Ortega','Price','Quinn','Reyes','Stone','Turner'])`

/** Rows written by one statement. An order takes longest, because it writes its compliance record. */
const steps = { users: 10_000, subscribers: 10_000, orders: 2_000 }

/**
 * Inserts users, orders and mailing-list subscribers that the database generates. Rows of an earlier run
 * stay, and their emails are skipped.
 */
export async function seedMany(
  db: Database,
  wanted: Wanted,
  say: (line: string) => void,
): Promise<void> {
  await inSteps(wanted.users, 'users', say, async (from, to) => {
    await db.execute(sql`
      insert into users (name, email, first_name, last_name, phone, membership, membership_level,
        subscription, city, state, zip_code, address, by_email, stripe_customer_id)
      select f || ' ' || l, lower(f || '.' || l) || '.' || n || '@bulk.example', f, l,
        '4155' || lpad((n % 1000000)::text, 6, '0'), n % 10 = 0,
        case when n % 20 = 0 then 12 when n % 10 = 0 then 6 else 0 end,
        case n % 3 when 0 then 'active' when 1 then 'inactive' end,
        'San Francisco', 'CA', '94110', n || ' Valencia Street', n % 2 = 0,
        case when n % 4 = 0 then 'cus_bulk_' || n end
      from (select n, ${first}[1 + n % 20] as f, ${last}[1 + (n / 20) % 20] as l
        from generate_series(${from}::int, ${to}::int) as n) as names
      on conflict do nothing`)
  })
  await inSteps(wanted.subscribers, 'subscribers', say, async (from, to) => {
    await db.execute(sql`
      insert into mailing_list_clients (full_name, first_name, last_name, email, consent_source,
        consent_wording)
      select f || ' ' || l, f, l, 'list.' || n || '@bulk.example', 'seed', 'made for trying things'
      from (select n, ${first}[1 + n % 20] as f, ${last}[1 + (n / 20) % 20] as l
        from generate_series(${from}::int, ${to}::int) as n) as names
      on conflict do nothing`)
  })
  await inSteps(wanted.orders, 'orders', say, async (from, to) => {
    await db.execute(sql`
      with buyers as (
        select id, email, name, row_number() over () as n
        from (select id, email, name from users order by id limit 20000) as chosen
      ), counted as (select count(*) as buyers from buyers),
      made as (
        insert into checkouts (user_id, channel, state, fingerprint, shipping_method, subtotal_cents,
          shipping_cents, tax_cents, total_cents, session_id, started_at, expires_at, ended_at)
        select buyers.id, 'cart', 'paid', 'bulk', 'ground', 55500, 3500, 4024, 63024,
          'cs_bulk_' || gen_random_uuid(), at, at, at
        from generate_series(${from}::int, ${to}::int) as s, counted,
          lateral (select now() - make_interval(mins => s) as at) as moment
        join buyers on true
        where buyers.n = 1 + s % counted.buyers
        returning id, user_id, session_id, started_at
      ), made_lines as (
        insert into checkout_lines (checkout_id, product_id, description, quantity,
          unit_price_cents, tax_cents)
        select id, 'malbec-2021', '2021 Malbec, 3-pack of 750ml', 1, 55500, 4024 from made
      ), written as (
        insert into orders (user_id, checkout_id, channel, session_id, email, name, shipping_method,
          subtotal_cents, shipping_cents, tax_cents, total_cents, thanked_at, created_at)
        select made.user_id, made.id, 'cart', made.session_id, buyers.email, buyers.name, 'ground',
          55500, 3500, 4024, 63024, started_at, started_at
        from made join buyers on buyers.id = made.user_id
        returning id
      ), lines as (
        insert into order_lines (order_id, product_id, description, quantity, unit_price_cents,
          tax_cents)
        select id, 'malbec-2021', '2021 Malbec, 3-pack of 750ml', 1, 55500, 4024 from written
      ), dated as (
        update users set last_order_at = newest.at
        from (select user_id, max(started_at) as at from made group by user_id) as newest
        where id = newest.user_id and last_order_at is distinct from newest.at
      )
      update products set sold = sold + (select count(*) from made) where id = 'malbec-2021'`)
  })
  // As autovacuum does later, so that lists use index-only scans.
  await db.execute(sql`vacuum analyze`)
}

async function inSteps(
  count: number,
  what: keyof Wanted,
  say: (line: string) => void,
  write: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (let from = 1; from <= count; from += steps[what]) {
    const to = Math.min(from + steps[what] - 1, count)
    await write(from, to)
    say(`${to.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} ${what}`)
  }
}
