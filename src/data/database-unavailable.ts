import { DrizzleQueryError } from 'drizzle-orm'

type Known = { code?: unknown; syscall?: unknown; message: string }

/** Error codes of the system for a connection that was refused or lost. */
const ofTheLine = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
])

/** Error codes of PostgreSQL: starting, stopping, out of connections, or timed out. */
const ofItself = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '57014', '25P03'])

/** Messages of the driver without a code: no free connection in time, no response, or closed. */
const ofTheDriver =
  /^(?:timeout e|Connection terminated|Client (?:has encountered a connection error|was closed))/

function isAway({ code, syscall, message }: Known): boolean {
  if (typeof code !== 'string') return ofTheDriver.test(message)
  // Only the socket of a local database, not any missing file.
  if (code === 'ENOENT') return syscall === 'connect'
  return ofTheLine.has(code) || ofItself.has(code)
}

/**
 * True where an error means only that the database is unreachable, has no free connection or did not
 * respond in time: a retry may succeed. A network error of another service is not the database's.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const fault = error instanceof DrizzleQueryError ? error.cause : error
  return fault instanceof Error && isAway(fault as Known)
}
