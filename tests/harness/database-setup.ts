import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { TestProject } from 'vitest/node'

import { openPool } from '#data/connection.server.ts'
import { migrateDatabase } from '#data/migrate.server.ts'
import { startDatabase } from '#launch/database.ts'
import { startStandIns } from '#stand-ins/start.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    payments: { url: string; secretKey: string; webhookSecret: string; smtpUrl: string }
  }
}

/** One PostgreSQL and one set of stand-ins for all files; each file has a database of its own. */
export default async function setup(project: TestProject) {
  const dir = resolve('.data-test', `database-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const [database, standIns] = await Promise.all([
    startDatabase(dir, () => {}),
    startStandIns({ dataDir: join(dir, 'parties'), webhookUrl: 'http://127.0.0.1:9/' }),
  ])
  const pool = openPool(database.url, 2)
  await migrateDatabase(pool)
  await pool.end()
  project.provide('databaseUrl', database.url)
  project.provide('payments', {
    url: standIns.url,
    secretKey: standIns.secretKey,
    webhookSecret: standIns.webhookSecret,
    smtpUrl: standIns.smtpUrl,
  })
  return async () => {
    await standIns.stop()
    await database.part.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
