import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

import pg from 'pg'

/**
 * What a purchase costs when nothing but its writes is done: bare `node:http` and `pg`, tables of
 * its own, three requests as the shop has them. Told its port to the parent once it listens.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
await pool.query(`
  create table if not exists bare_stock (id text primary key, held int not null, sold int not null);
  insert into bare_stock values ('wine', 0, 0) on conflict do nothing;
  create table if not exists bare_cart (buyer text primary key, quantity int not null);
  create table if not exists bare_checkout (id uuid primary key, buyer text, state text, body jsonb);
  create table if not exists bare_order (id uuid primary key, buyer text, body jsonb);
  create table if not exists bare_mail (id uuid primary key, body jsonb)`)

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

const steps: Record<string, (buyer: string) => Promise<void>> = {
  async '/cart'(buyer) {
    await pool.query('insert into bare_cart values ($1, 1) on conflict (buyer) do nothing', [buyer])
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
  },
  async '/paid'(buyer) {
    await inTransaction(async (client) => {
      await client.query(`update bare_checkout set state = 'paid' where id = $1`, [buyer])
      await client.query('insert into bare_order values ($1, $2, $3)', [randomUUID(), buyer, body])
      await client.query('insert into bare_mail values ($1, $2)', [randomUUID(), body])
      await client.query('delete from bare_cart where buyer = $1', [buyer])
      await client.query(`update bare_stock set held = held - 1, sold = sold + 1 where id = 'wine'`)
    })
  },
}

const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://here.invalid')
  steps[url.pathname]!(url.searchParams.get('buyer')!).then(
    () => response.end('ok'),
    (error: Error) => response.writeHead(500).end(error.message),
  )
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
process.on('disconnect', () => process.exit(0))
