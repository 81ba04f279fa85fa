import { isDatabaseUnavailable } from '#data/database-unavailable.ts'

/** The database is unreachable or has no free connection: 503 with `Retry-After`. */
export class DatabaseUnavailable extends Error {
  readonly statusCode = 503
}

/**
 * For the error boundaries: a failure of the database alone as `DatabaseUnavailable`, every other
 * error as it is.
 */
export const namedFailure = <Failure>(error: Failure): Failure =>
  isDatabaseUnavailable(error)
    ? (new DatabaseUnavailable('database unavailable', { cause: error }) as Failure)
    : error

/** Whether the database, or a service with a 503 of its own, is all that failed. */
export const isOutage = (error: unknown): boolean =>
  (namedFailure(error) as { statusCode?: unknown } | null)?.statusCode === 503
