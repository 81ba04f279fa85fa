import { DrizzleQueryError } from 'drizzle-orm'

type Known = { code?: unknown; syscall?: unknown; message: string }

/** System error codes of connections that were refused or lost. */
const networkCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
])

/** PostgreSQL error codes: starting, stopping, out of connections, or timed out. */
const serverCodes = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '57014', '25P03'])

/** Messages of driver errors without a code: timeouts and closed connections. */
const driverMessage =
  /^(?:timeout e|Connection terminated|Client (?:has encountered a connection error|was closed))/

function isUnavailable({ code, syscall, message }: Known): boolean {
  if (typeof code !== 'string') return driverMessage.test(message)
  // The socket of a local database, and not any missing file.
  if (code === 'ENOENT') return syscall === 'connect'
  return networkCodes.has(code) || serverCodes.has(code)
}

/**
 * Whether an error means only that the database is unreachable, has no free connection or did not respond
 * in time, so that a retry may succeed. Network errors of other services must not be passed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && isUnavailable(cause as Known)
}
