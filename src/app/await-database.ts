import { setTimeout as pause } from 'node:timers/promises'

import type pg from 'pg'

import { isDatabaseUnavailable } from '#platform/database/database-unavailable.ts'
import type { Log } from '#platform/services/services.ts'

import { CannotOpen } from './cannot-open.ts'

const unknownSigner =
  'nobody known here signed the certificate of the database server; name the file of who did in NODE_EXTRA_CA_CERTS'

/** What an operator has to mend before the database can be used, by the error's code. */
const turnedAway: Readonly<Record<string, string>> = {
  '28P01': 'the database server refuses the password of this user',
  '28000': 'the database server does not let this user in',
  '3D000': 'the database server has no database of that name',
  '42501': 'this user lacks a right: migrate, as the owner of the database, gives it with --grant',
  'The server does not support SSL connections':
    'the database server speaks no TLS, which ?sslmode asks for',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownSigner,
  SELF_SIGNED_CERT_IN_CHAIN: unknownSigner,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownSigner,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownSigner,
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the database server is for another host',
}

/** What an operator may have to mend, or what waiting resolves: by what Node and the driver call it. */
const notYet: readonly (readonly [RegExp, string])[] = [
  [/^ENOTFOUND/, 'there is no machine of that name'],
  [/^EAI_AGAIN/, 'the names of machines can’t be looked up at the moment'],
  [/^ECONNREFUSED/, 'nothing takes connections at that host and port'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)/, 'no way leads to that host from here'],
  [/^ETIMEDOUT|timeout/, 'that host does not answer at that port'],
  [/^ECONNRESET|^Connection terminated/, 'what is at that host and port ended the connection'],
]

const example = 'write it as in postgres://user:password@db.example:5432/kohue'

/** An error of connecting to the database, as a sentence; null where it is another one. */
export function databaseFault(error: unknown, setting = 'DATABASE_URL'): string | null {
  const { message, code = message, syscall } = error as NodeJS.ErrnoException
  if (code in turnedAway) return `${setting}: ${turnedAway[code]} (${code})`
  // Any other missing file is no database.
  const isSocket = code === 'ENOENT' && syscall === 'connect'
  const found = isSocket
    ? 'no database server of this machine has its socket there'
    : notYet.find(([pattern]) => pattern.test(code))?.[1]
  return found === undefined ? null : `${setting}: ${found}; ${example} (${code})`
}

/**
 * Waits until the database accepts queries. Throws `CannotOpen` where the setting is wrong, and other
 * errors that waiting does not resolve.
 */
export async function awaitDatabase(
  pool: pg.Pool,
  log: Log,
  setting = 'DATABASE_URL',
): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      const failed = error as Error & { code?: string }
      const { code = failed.message } = failed
      const why = databaseFault(error, setting)
      if (why && code in turnedAway) throw new CannotOpen(why)
      if (!isDatabaseUnavailable(error)) throw error
      if (tries % 20 === 0) log.warn({ code, ...(why && { why }) }, 'waiting for the database')
      await pause(500)
    }
  }
}
