import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { startTestServer } from './test-server.ts'

/**
 * One shop, started as by `npm start`, for all journeys. Its locale data is older than that of any browser, or
 * newer: dates must not depend on it.
 */
export default async function setup(project: TestProject) {
  const dir = resolve('.data-test', `server-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const otherLocaleData = new URL('other-locale-data.mjs', import.meta.url).href
  const server = await startTestServer(dir, { NODE_OPTIONS: `--import ${otherLocaleData}` })
  project.provide('shops', [server.facts])
  const lifting = liftNetworkLimits(server.facts.databaseUrl)
  return async () => {
    await lifting.stop()
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * Resets rate limits per network, because all journeys share one IP address. The limits are tested in
 * `tests/abuse` and beside the use-cases.
 */
function liftNetworkLimits(databaseUrl: string): { stop(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const lift = () =>
    pool
      .query(
        `with counters as (
           update attempts set count = 1
           where count > 10 and split_part(key, ':', 1) in (
             'register-source', 'sign-in-source', 'sign-in-account-source', 'offer')
         )
         update checkouts set holder_network = null
         where state = 'open' and holder_network is not null`,
      )
      .catch(() => {})
  const timer = setInterval(lift, 500)
  return {
    async stop() {
      clearInterval(timer)
      await pool.end()
    },
  }
}
