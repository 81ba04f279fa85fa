import type pg from 'pg'

import { isDatabaseUnavailable } from '#data/database-unavailable.ts'

/** `cannot_connect_now`: graphile-worker 0.18 tries again after 3 s to 2 min, 100 times. */
const triedAgain = '57P03'

/**
 * The pool for graphile-worker. It records the end of a job without waiting for the outcome, and tries
 * again only after errors with certain codes: any other would be an unhandled rejection and end the
 * process. Here, for these statements alone, every error that means a database that is away has such a
 * code: for the next job it asks by itself, and would wait for minutes while it stops. (Its batches,
 * which handle errors themselves, end the queue at the first one.) Once the pool is closed nothing is
 * recorded any more; a job that ended then is run again by another process.
 */
export const queuePool = (pool: pg.Pool): pg.Pool =>
  withOwn(pool, {
    connect: async (listen?: Listen) => {
      if (listen) return pool.connect(listen)
      if (pool.ending) return new Promise(() => {})
      const client = await pool.connect().catch(clientThatFails)
      return withOwn(client, {
        query: (query: pg.QueryConfig, values?: unknown[]) =>
          client.query(query, values).catch((error: unknown) => {
            throw endsJob(query) && isDatabaseUnavailable(error) ? triedAgainAfter(error) : error
          }),
      })
    },
  })

/** graphile-worker names these statements so, since they are prepared. */
const endsJob = ({ name = '' }: pg.QueryConfig): boolean => /^(?:complete|fail)_job/.test(name)

/** In place of a connection that there is not: only the query tells what it was for. */
const clientThatFails = (error: unknown) => ({
  query: async (_query: pg.QueryConfig, _values?: unknown[]): Promise<never> => {
    throw error
  },
  release: () => {},
})

const triedAgainAfter = (cause: unknown): Error =>
  Object.assign(new Error('database unavailable', { cause }), { code: triedAgain })

type Listen = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** The object with some methods of its own. */
const withOwn = <Target extends object>(target: Target, own: object): Target =>
  new Proxy(target, {
    get(_, key) {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key) as unknown
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
