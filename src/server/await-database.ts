import { setTimeout as pause } from 'node:timers/promises'

import type pg from 'pg'

import type { Log } from '#use-cases/parts.ts'

/** It is not there yet: not started, still recovering, or full of others' connections. */
const passing = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ENOENT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
  ...['57P03', '53300'],
])

/** What the driver says, without a code, of a machine that takes a connection and never speaks, or hangs up. */
const passingWords = /^(timeout e|Connection terminated)/

const isPassing = ({ code, message }: { code?: string; message: string }): boolean =>
  code ? passing.has(code) : passingWords.test(message)

/** Waits for a database that is on its way up. Throws what waiting would not help. */
export async function awaitDatabase(pool: pg.Pool, log: Log): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      const failed = error as Error & { code?: string }
      if (!isPassing(failed)) throw error
      const { code = failed.message } = failed
      if (tries % 20 === 0) log.warn({ code }, 'waiting for the database')
      await pause(500)
    }
  }
}
