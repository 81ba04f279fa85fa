import type pg from 'pg'

import { isDatabaseUnavailable } from '#platform/database/database-unavailable.ts'

/** `cannot_connect_now`: after it graphile-worker 0.18 retries 100 times, at intervals of 3 s to 2 min. */
const retriedCode = '57P03'

/**
 * The pool for graphile-worker, which records the end of a job without awaiting the statement and
 * retries only after errors with certain codes: any other is an unhandled rejection, which ends the
 * process. For these statements this pool gives every error of an unavailable database such a code. It
 * leaves other statements alone: graphile-worker polls for the next job anyway, and a retry would delay
 * its shutdown by minutes. (Its own batching of these statements does not help: it ends the queue at the
 * first error.) Once the pool is closed nothing is recorded; another process repeats those jobs.
 */
export const queuePool = (pool: pg.Pool): pg.Pool =>
  withMethods(pool, {
    connect: async (listen?: Listen) => {
      if (listen) return pool.connect(listen)
      if (pool.ending) return new Promise(() => {})
      const client = await pool.connect().catch(failingClient)
      return withMethods(client, {
        query: (query: pg.QueryConfig, values?: unknown[]) =>
          client.query(query, values).catch((error: unknown) => {
            throw endsJob(query) && isDatabaseUnavailable(error) ? retriedError(error) : error
          }),
      })
    },
  })

/** graphile-worker prepares these statements under these names. */
const endsJob = ({ name = '' }: pg.QueryConfig): boolean => /^(?:complete|fail)_job/.test(name)

/** Stands in for a connection that failed: only the query tells whether it ends a job. */
const failingClient = (error: unknown) => ({
  query: async (_query: pg.QueryConfig, _values?: unknown[]): Promise<never> => {
    throw error
  },
  release: () => {},
})

const retriedError = (cause: unknown): Error =>
  Object.assign(new Error('database unavailable', { cause }), { code: retriedCode })

type Listen = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** The object with some of its methods replaced. */
const withMethods = <Target extends object>(target: Target, methods: object): Target =>
  new Proxy(target, {
    get(_, key) {
      if (Object.hasOwn(methods, key)) return Reflect.get(methods, key) as unknown
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
