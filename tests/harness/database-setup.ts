import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { TestProject } from 'vitest/node'

import { migrateDatabase } from '#app/migrate/migrate.server.ts'
import { startFakes } from '#fakes/start.ts'
import { startDatabase } from '#launch/database.ts'
import { openPool } from '#platform/database/connection.server.ts'

import { withoutDurability } from './without-durability.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    payments: { url: string; secretKey: string; webhookSecret: string; smtpUrl: string }
  }
}

/** One PostgreSQL and one set of fake servers for all files; each file has its own database. */
export default async function setup(project: TestProject) {
  const dir = resolve('.data-test', `database-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const [database, fakes] = await Promise.all([
    startDatabase(dir, () => {}),
    startFakes({ dataDir: join(dir, 'fakes'), webhookUrl: 'http://127.0.0.1:9/' }),
  ])
  await withoutDurability(database.url)
  const pool = openPool(database.url, 2)
  await migrateDatabase(pool)
  await pool.end()
  project.provide('databaseUrl', database.url)
  project.provide('payments', {
    url: fakes.url,
    secretKey: fakes.secretKey,
    webhookSecret: fakes.webhookSecret,
    smtpUrl: fakes.smtpUrl,
  })
  return async () => {
    await fakes.stop()
    await database.child.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
