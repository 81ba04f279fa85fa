import {
  closeDataRequests,
  insertDataRequest,
} from '#accounts/consent/data-requests.store.server.ts'
import { forgetMailsTo, queueMail } from '#mail/mails.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'

/**
 * Records the erasure of an address as a data request and queues the last email to it, which says what
 * is retained. Earlier emails to it are deleted from the outbox.
 */
export async function confirmErasure(
  tx: Transaction,
  email: string,
  /** What is erased, and how many orders stay. */
  { orders, ...isErased }: { account: boolean; list: boolean; orders: number },
): Promise<void> {
  const number = await insertDataRequest(tx, 'erasure', email)
  await queueMail(tx, 'erasure-confirmed', email, { number, orders, isErased })
  await forgetMailsTo(tx, email)
  await closeDataRequests(tx, email)
}
