import { sql } from 'drizzle-orm'

import { consents, pendingConsents } from '#accounts/consent/tables.ts'
import { suppressions } from '#mail/tables.ts'
import type { Database } from '#platform/database/connection.server.ts'

/** Deletes the consent ledger between tests, which the shop's own database role may not. */
export async function emptyConsents(db: Database): Promise<void> {
  await db.delete(pendingConsents)
  await db.delete(suppressions)
  await db.execute(sql`select erase_consents(email) from (select distinct email from ${consents})`)
}
