import { countAttempt } from '#data/sign-in/attempts.ts'
import type { Queryable } from '#data/connection.server.ts'
import { queueJob } from '#data/queue.ts'

/** Asks for the member's payment customer to be created, once a day at most: the job retries itself. */
export async function queueCustomerOnce(db: Queryable, userId: string): Promise<void> {
  if (!(await countAttempt(db, `payment-customer:${userId}`, 24 * 60, 1))) return
  await queueJob(db, 'sync-payment-customer', { userId }, `customer:${userId}`)
}

/** Asks for the member's payment customer to be brought in line with the profile, once an hour. */
export async function queueCustomerSync(db: Queryable, userId: string): Promise<void> {
  if (!(await countAttempt(db, `payment-customer-sync:${userId}`, 60, 1))) return
  await queueJob(db, 'sync-payment-customer', { userId }, `customer:${userId}`)
}
