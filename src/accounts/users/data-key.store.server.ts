import type { Queryable } from '#platform/database/connection.server.ts'

import { dataKeys } from '../consent/tables.ts'

/** Whether the keyed hashes in the database were made with this key. An empty database stores the key's hash. */
export async function isDataKey(db: Queryable, keyHash: string): Promise<boolean> {
  const known = async () => (await db.select().from(dataKeys)).map((row) => row.keyHash)
  const before = await known()
  if (before.length > 0) return before.includes(keyHash)
  await db.insert(dataKeys).values({ keyHash }).onConflictDoNothing()
  return true
}
