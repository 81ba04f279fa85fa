import { parseArgs } from 'node:util'

import { openDatabase, openPool } from '#data/connection.server.ts'
import { migrateDatabase } from '#data/migrate.server.ts'
import { seedMany } from '#data/seed/bulk.ts'
import { seedCatalogue } from '#data/seed/catalogue.ts'

/** `npm run db:seed -- --users 100000 --orders 1000000 --clients 100000`: books to try things on. */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000' },
    orders: { type: 'string', default: '0' },
    clients: { type: 'string', default: '0' },
  },
})

const wanted = {
  users: wholeNumber('users', values.users),
  orders: wholeNumber('orders', values.orders),
  clients: wholeNumber('clients', values.clients),
}
// A million orders take longer than any page may.
const pool = openPool(process.env['DATABASE_URL']!, 2, 0)
await migrateDatabase(pool)
const db = openDatabase(pool)
await seedCatalogue(db, 15_000)
await seedMany(db, wanted, (line) => process.stdout.write(`${line}\n`))
await pool.end()

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,8}$/.test(text)) return Number(text)
  process.stderr.write(`--${name} takes a whole number; it is '${text}'.\n`)
  process.exit(1)
}
