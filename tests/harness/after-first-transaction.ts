import type { Database } from '#platform/database/connection.server.ts'

/** The same database, in which another window does something once the first transaction has ended. */
export function afterFirstTransaction(db: Database, work: () => Promise<unknown>): Database {
  let isFirst = true
  const transaction: Database['transaction'] = async (inside) => {
    const result = await db.transaction(inside)
    if (isFirst) {
      isFirst = false
      await work()
    }
    return result
  }
  return Object.assign(Object.create(db), { transaction })
}
