import { DrizzleQueryError } from 'drizzle-orm'

type Known = { code?: unknown; syscall?: unknown; message: string }

/** What the system says of a connection that can't be had, or was lost. */
const ofTheLine = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
])

/** What PostgreSQL says of itself: starting, stopping, out of connections, or waited too long for. */
const ofItself = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '57014', '25P03'])

/** What the driver says, without a code: none was free in time, one that never speaks, or hung up. */
const ofTheDriver =
  /^(?:timeout e|Connection terminated|Client (?:has encountered a connection error|was closed))/

function isAway({ code, syscall, message }: Known): boolean {
  if (typeof code !== 'string') return ofTheDriver.test(message)
  // The socket of a database on this machine, not any file.
  if (code === 'ENOENT') return syscall === 'connect'
  return ofTheLine.has(code) || ofItself.has(code)
}

/**
 * True where something failed only because the database is not there, has no connection free or did
 * not answer in time: the same may succeed in a moment. What lies behind another party's failure is
 * that party's line, not the database's.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const fault = error instanceof DrizzleQueryError ? error.cause : error
  return fault instanceof Error && isAway(fault as Known)
}
