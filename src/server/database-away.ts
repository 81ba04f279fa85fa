import { isDatabaseAway } from '#data/database-away.ts'
import type { Shop } from '#use-cases/shop.ts'

/** The database is not there, or has no connection free: 503, to be asked again. */
export class DatabaseAway extends Error {
  readonly statusCode = 503
}

/** The same shop, which throws DatabaseAway where only the database was missing. */
export function tellingAway(shop: Shop): Shop {
  const told = Object.entries(shop).map(([name, useCase]) => [
    name,
    async (...asked: unknown[]) => {
      try {
        return await (useCase as (...asked: unknown[]) => unknown)(...asked)
      } catch (error) {
        throw isDatabaseAway(error)
          ? new DatabaseAway(`${name}: no database`, { cause: error })
          : error
      }
    },
  ])
  return Object.fromEntries(told) as Shop
}
