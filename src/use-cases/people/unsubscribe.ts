import { leaveList, listStatusById } from '#data/people/mailing-list.ts'

import type { Services } from '#use-cases/services.ts'

export type ListMembership = { email: string; subscribed: boolean }

/** The address of an unsubscribe link and whether it is on the list; null for a forged link. */
export async function viewSubscription(
  { db, mail }: Services,
  token: string,
): Promise<ListMembership | null> {
  const subscriberId = mail.tokens.read(token)
  const status = subscriberId ? await listStatusById(db, subscriberId) : null
  return status && { email: status.email, subscribed: !status.unsubscribedAt }
}

/**
 * Takes the subscriber of an unsubscribe link off the mailing list: no more emails to the list,
 * while transactional emails continue. Idempotent. False for a forged link.
 */
export async function unsubscribe({ db, mail, log }: Services, token: string): Promise<boolean> {
  const subscriberId = mail.tokens.read(token)
  if (!subscriberId) return false
  await leaveList(db, subscriberId)
  log.info({ subscriber: subscriberId }, 'left the mailing list')
  return true
}
