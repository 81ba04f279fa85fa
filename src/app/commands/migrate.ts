import { openPool } from '#platform/database/connection.server.ts'

import { migrateDatabase } from '../migrate/migrate.server.ts'
import { grantRuntimeRole } from '../migrate/runtime-role.server.ts'
import { databaseUrl, end, optionsOf, sentenceOf } from './command-line.ts'

/**
 * `npm run migrate -- --grant kohue_shop`: brings the database up to date as its owner, whom
 * DATABASE_URL names, and lets the role that the shop connects with work on it.
 */
const usage = 'npm run migrate -- --grant ROLE'
const { grant } = optionsOf(usage, { grant: { type: 'string' } })

const pool = openPool(databaseUrl(), 2, 0)
try {
  await migrateDatabase(pool)
  if (grant) {
    const client = await pool.connect()
    await grantRuntimeRole(client, grant).finally(() => client.release())
  }
} catch (error) {
  end(`The database was not migrated: ${sentenceOf(error as Error)}`)
}
await pool.end()
end(grant ? `Migrated; ${grant} may work on it.` : 'Migrated.', 0)
