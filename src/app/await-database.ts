import { setTimeout as pause } from 'node:timers/promises'

import type pg from 'pg'

import { isDatabaseUnavailable } from '#platform/database/database-unavailable.ts'
import type { Log } from '#platform/services/services.ts'

/** Waits until the database accepts queries. Throws errors that waiting does not resolve. */
export async function awaitDatabase(pool: pg.Pool, log: Log): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      const failed = error as Error & { code?: string }
      const { code = failed.message } = failed
      if (tries % 20 === 0) log.warn({ code }, 'waiting for the database')
      await pause(500)
    }
  }
}
