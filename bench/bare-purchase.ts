import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

import pg from 'pg'
import { Stripe } from 'stripe'

/**
 * Baseline for the cost of a purchase: bare `node:http`, `pg` and the
 * provider's client with separate tables and the same requests. Sends its port to the
 * parent once it listens.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
await pool.query(`
  create table if not exists bare_stock (id text primary key, held int not null, sold int not null);
  insert into bare_stock values ('wine', 0, 0) on conflict do nothing;
  create table if not exists bare_cart (buyer text primary key, quantity int not null);
  create table if not exists bare_checkout (id uuid primary key, buyer text, state text, body jsonb);
  create table if not exists bare_order (id uuid primary key, buyer text, body jsonb);
  create index if not exists bare_order_buyer on bare_order (buyer);
  create table if not exists bare_mail (id uuid primary key, body jsonb)`)

const provider = new URL(process.env['STRIPE_API_BASE']!)
const stripe = new Stripe(process.env['STRIPE_SECRET_KEY']!, {
  host: provider.hostname,
  port: provider.port,
  protocol: 'http',
  telemetry: false,
})
const anywhere = 'http://127.0.0.1:9/'

const body = JSON.stringify({ lines: [{ wine: 'malbec-2022', quantity: 1 }], total: 51_763 })

async function inTransaction(work: (client: pg.PoolClient) => Promise<void>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

const steps: Record<string, (buyer: string, session: string) => Promise<unknown>> = {
  async '/cart'(buyer) {
    await pool.query('insert into bare_cart values ($1, 1) on conflict (buyer) do nothing', [buyer])
  },
  async '/shipping'(buyer) {
    await pool.query('update bare_cart set quantity = 1 where buyer = $1', [buyer])
  },
  async '/checkout'(buyer) {
    await inTransaction(async (client) => {
      await client.query('insert into bare_checkout values ($1, $2, $3, $4)', [
        buyer,
        buyer,
        'open',
        body,
      ])
      await client.query(`update bare_stock set held = held + 1 where id = 'wine'`)
    })
    const customer = await stripe.customers.create({ email: `${buyer}@bench.example` })
    const { id, url } = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer: customer.id,
      client_reference_id: buyer,
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: 45_000, product_data: { name: 'Wine' } },
          quantity: 1,
        },
      ],
      success_url: anywhere,
      cancel_url: anywhere,
    })
    return { id, url }
  },
  async '/paid'(buyer, session) {
    const { payment_status: status } = await stripe.checkout.sessions.retrieve(session)
    if (status !== 'paid') throw new Error(`The session is ${status}`)
    await inTransaction(async (client) => {
      await client.query(`update bare_checkout set state = 'paid' where id = $1`, [buyer])
      await client.query('insert into bare_order values ($1, $2, $3)', [randomUUID(), buyer, body])
      await client.query('insert into bare_mail values ($1, $2)', [randomUUID(), body])
      await client.query('delete from bare_cart where buyer = $1', [buyer])
      await client.query(`update bare_stock set held = held - 1, sold = sold + 1 where id = 'wine'`)
    })
  },
}

steps['/thanks'] = async (buyer) =>
  (await pool.query('select body from bare_order where buyer = $1', [buyer])).rows

const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://here.invalid')
  const [buyer, session] = ['buyer', 'session'].map((name) => url.searchParams.get(name) ?? '')
  steps[url.pathname]!(buyer!, session!).then(
    (result) => response.end(JSON.stringify(result ?? 'ok')),
    (error: Error) => response.writeHead(500).end(error.message),
  )
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
process.on('disconnect', () => process.exit(0))
