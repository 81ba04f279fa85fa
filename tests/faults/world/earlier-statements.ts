import { randomUUID } from 'node:crypto'

import type pg from 'pg'

/*
 * The statements and row locks of a shop of an earlier version, from before requests and shipping, and the
 * values that it knows. They are not updated: today's schema has to stay compatible with them.
 */

type Person = { id: string; email: string }

const wine = 'malbec-2022'

const methods = [null, 'none', 'local', 'ground', 'overnight']

/** The shop page and the orders of a customer. */
export async function browse(client: pg.PoolClient, userId: string): Promise<void> {
  const { rows } = await client.query<{ shipping_method: string | null }>(
    `select carts.shipping_method, carts.version, users.stripe_customer_id, cart_lines.quantity,
       products.id, products.title, products.title_cart, products.price_cents, products.release_state,
       products.stock, products.held, products.sold, products.promised, products.version, users.address,
       users.address_extra, users.city, users.state, users.zip_code
     from users left join carts on carts.user_id = users.id left join products on true
     left join cart_lines on cart_lines.user_id = users.id and cart_lines.product_id = products.id
     where users.id = $1 order by cart_lines.added_at, products.position, products.id`,
    [userId],
  )
  const unknown = rows.find(({ shipping_method: method }) => !methods.includes(method))
  if (unknown) throw new Error(`a cart whose shipping method is ${unknown.shipping_method}`)
  await client.query(
    `select orders.id, number, channel, orders.state, email, name, shipping_method, ship_to,
       subtotal_cents, shipping_cents, orders.tax_cents, total_cents, refunded_cents, is_rehearsal, thanked_at,
       created_at, product_id, description, quantity, unit_price_cents, returned
     from orders join order_lines on order_id = orders.id where user_id = $1
     order by created_at desc, number limit 20`,
    [userId],
  )
  await client.query(
    `select id, first_name, last_name, email, membership_level, subscription, optional_text, version
     from users where erase_at is null and search_text like $1 order by last_name collate "und-x-icu" limit 50`,
    ['%ruiz%'],
  )
}

/** Cart, stock hold, checkout and order of one case. */
export async function buy(client: pg.PoolClient, { id, email }: Person): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `with cart as (
       insert into carts (user_id, shipping_method, version) values ($1, 'ground', 1)
       on conflict (user_id) do update set shipping_method = 'ground', version = carts.version + 1,
         updated_at = now() returning user_id, version),
     line as (
       insert into cart_lines (user_id, product_id, quantity) select user_id, $2, 1 from cart
       on conflict (user_id, product_id) do update set quantity = 1)
     select version from cart`,
    [id, wine],
  )
  const [checkout, session] = [randomUUID(), `cs_earlier_${randomUUID()}`]
  const { rowCount } = await client.query(
    `with turn as (
       update carts set version = version + 1, updated_at = now()
       where user_id = $1 and version = $2 returning 1),
     held as (
       update products set held = held + 1 from turn where id = $3 and release_state = 'on-sale'
         and (stock is null or held + sold + promised + 1 <= stock) returning 1),
     made as (
       insert into checkouts (id, user_id, channel, state, fingerprint, shipping_method, subtotal_cents,
         shipping_cents, tax_cents, total_cents, attempt, session_id, is_rehearsal, started_at, expires_at)
       select $4, $1, 'cart', 'open', 'earlier', 'ground', 55500, 3500, 4024, 63024, 1, $5, false, now(),
         now() + interval '30 minutes' from held),
     made_lines as (
       insert into checkout_lines (checkout_id, product_id, description, quantity, unit_price_cents, tax_cents)
       select $4, $3, '2022 Malbec', 1, 55500, 4024 from held)
     select 1 from held`,
    [id, rows[0]!.version, wine, checkout, session],
  )
  // Optimistic locking failed: the cart was changed meanwhile, or the wine is sold out.
  if (rowCount === 0) return
  await client.query('begin')
  await client.query('select version from carts where user_id = $1 for update', [id])
  await client.query('select state from checkouts where id = $1 for update', [checkout])
  await client.query('select stock, held, sold from products where id = $1 for update', [wine])
  await client.query(`update checkouts set state = 'paid', ended_at = now() where id = $1`, [
    checkout,
  ])
  await client.query('update products set held = held - 1, sold = sold + 1 where id = $1', [wine])
  await client.query(
    `with written as (
       insert into orders (user_id, checkout_id, channel, state, session_id, payment_intent_id, email, name,
         shipping_method, subtotal_cents, shipping_cents, tax_cents, total_cents, is_rehearsal)
       values ($1, $2, 'cart', 'paid', $3, 'pi_' || $3, $4, 'Ana Ruiz', 'ground', 55500, 3500, 4024, 63024,
         false) returning id, number),
     lines as (
       insert into order_lines (order_id, product_id, description, quantity, unit_price_cents, tax_cents)
       select id, $5, '2022 Malbec', 1, 55500, 4024 from written)
     insert into mails (kind, recipient, props)
     select 'order-confirmation', $4, jsonb_build_object('number', number) from written`,
    [id, checkout, session, email, wine],
  )
  await client.query('delete from cart_lines where user_id = $1', [id])
  await client.query('update users set last_order_at = now() where id = $1', [id])
  await client.query('commit')
}

/** A customer changes their account. */
export async function edit(client: pg.PoolClient, userId: string): Promise<void> {
  await client.query('begin')
  await client.query('select version from users where id = $1 for update', [userId])
  await client.query(
    `update users set optional_text = $2, version = version + 1, updated_at = now() where id = $1`,
    [userId, randomUUID()],
  )
  await client.query('commit')
}

export async function register(client: pg.PoolClient, at: number): Promise<void> {
  await client.query(
    `insert into users (name, email, first_name, last_name, email_verified)
     values ('Eva Marsh', $1, 'Eva', 'Marsh', false)`,
    [`registered.${at}@earlier.example`],
  )
}

export async function join(client: pg.PoolClient, at: number): Promise<void> {
  await client.query(
    `insert into mailing_list_clients (full_name, first_name, last_name, email, consent_source, consent_wording)
     values ('Eva Marsh', 'Eva', 'Marsh', $1, 'ex-join', 'I agree')`,
    [`joined.${at}@earlier.example`],
  )
}
