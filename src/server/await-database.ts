import { setTimeout as pause } from 'node:timers/promises'

import type pg from 'pg'

import type { Log } from '#use-cases/parts.ts'

/** It is not there yet: not started, still recovering, or full of others' connections. */
const passing = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ENOENT'],
  ...['57P03', '53300'],
])

/** Waits for a database that is on its way up. Throws what waiting would not help. */
export async function awaitDatabase(pool: pg.Pool, log: Log): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      const { code } = error as { code?: string }
      if (!code || !passing.has(code)) throw error
      if (tries % 20 === 0) log.warn({ code }, 'waiting for the database')
      await pause(500)
    }
  }
}
