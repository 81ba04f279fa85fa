import { isDatabaseUnavailable } from '#platform/database/database-unavailable.ts'

/** The database is unreachable or has no free connection: responds 503 with `Retry-After`. */
export class DatabaseUnavailable extends Error {
  readonly statusCode = 503
}

/**
 * For the error boundaries: an error of an unavailable database as `DatabaseUnavailable`, every other
 * error unchanged.
 */
export const namedFailure = <Failure>(error: Failure): Failure =>
  isDatabaseUnavailable(error)
    ? (new DatabaseUnavailable('database unavailable', { cause: error }) as Failure)
    : error

/** Whether the error means only that the database or another service is unavailable. */
export const isOutage = (error: unknown): boolean =>
  (namedFailure(error) as { statusCode?: unknown } | null)?.statusCode === 503
