import type pg from 'pg'

import { isDatabaseUnavailable } from '#data/database-unavailable.ts'

/** `cannot_connect_now`: graphile-worker 0.18 tries again after 3 s to 2 min, 100 times. */
const triedAgain = '57P03'

/**
 * The pool for graphile-worker. It records the end of a job without waiting for the outcome, and tries
 * again only after errors with certain codes: any other would be an unhandled rejection and end the
 * process. Here every error that means a database that is away has such a code. (Its batches, which
 * handle errors themselves, end the queue at the first one.) Once the pool is closed nothing is recorded
 * any more; a job that ended then is run again by another process.
 */
export const queuePool = (pool: pg.Pool): pg.Pool =>
  withOwn(pool, {
    connect: async (listen?: Listen) => {
      if (listen) return pool.connect(listen)
      if (pool.ending) return new Promise(() => {})
      const client = await pool.connect().catch(throwTriedAgain)
      return withOwn(client, {
        query: (query: pg.QueryConfig, values?: unknown[]) =>
          client.query(query, values).catch(throwTriedAgain),
      })
    },
  })

type Listen = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

function throwTriedAgain(error: unknown): never {
  if (!isDatabaseUnavailable(error)) throw error
  throw Object.assign(new Error('database unavailable', { cause: error }), { code: triedAgain })
}

/** The object with some methods of its own. */
const withOwn = <Target extends object>(target: Target, own: object): Target =>
  new Proxy(target, {
    get(_, key) {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key) as unknown
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
