import { seedCatalogue } from '#catalogue/wines/seeded-wines.store.server.ts'

import { seedMany } from '../seed/bulk.ts'
import { isStory, storyNames, tellStory } from '../seed/story/story.ts'
import { end, optionsOf, wholeNumber, withShopDatabase } from './command-line.ts'

const usage =
  'npm run db:seed -- --users 100000 --orders 1000000 --subscribers 100000, or -- --story release'

/** Books to try things on. */
const values = optionsOf(usage, {
  users: { type: 'string', default: '1000' },
  orders: { type: 'string', default: '0' },
  subscribers: { type: 'string', default: '0' },
  story: { type: 'string' },
})
const wanted = {
  users: wholeNumber('users', values.users),
  orders: wholeNumber('orders', values.orders),
  subscribers: wholeNumber('subscribers', values.subscribers),
}
const { story } = values
if (story !== undefined && !isStory(story)) {
  end(`--story takes one of ${storyNames.join(', ')}; it is '${story}'.`)
}
// A million orders take longer than any page may.
await withShopDatabase(async (db) => {
  await seedCatalogue(db, 15_000)
  const progress = (line: string) => process.stdout.write(`${line}\n`)
  if (story === undefined) await seedMany(db, wanted, progress)
  else await tellStory(db, story, { now: new Date(), progress })
}, 0)
