import { seedMany } from '#data/seed/bulk.ts'
import { seedCatalogue } from '#data/seed/catalogue.ts'

import { optionsOf, wholeNumber, withShopDatabase } from './command-line.ts'

const usage = 'npm run db:seed -- --users 100000 --orders 1000000 --clients 100000'

/** Books to try things on. */
const values = optionsOf(usage, {
  users: { type: 'string', default: '1000' },
  orders: { type: 'string', default: '0' },
  clients: { type: 'string', default: '0' },
})
const wanted = {
  users: wholeNumber('users', values.users),
  orders: wholeNumber('orders', values.orders),
  clients: wholeNumber('clients', values.clients),
}
// A million orders take longer than any page may.
await withShopDatabase(async (db) => {
  await seedCatalogue(db, 15_000)
  await seedMany(db, wanted, (line) => process.stdout.write(`${line}\n`))
}, 0)
