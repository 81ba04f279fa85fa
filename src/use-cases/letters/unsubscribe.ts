import { leaveList, listStandingById } from '#data/mailing-list.ts'

import type { Parts } from '#use-cases/parts.ts'

export type ListMembership = { email: string; subscribed: boolean }

/** Whose link this is and whether they are still on the list; null when it is not one of ours. */
export async function viewSubscription(
  { db, mail }: Parts,
  token: string,
): Promise<ListMembership | null> {
  const clientId = mail.tokens.read(token)
  const standing = clientId ? await listStandingById(db, clientId) : null
  return standing && { email: standing.email, subscribed: standing.subscribed }
}

/**
 * Takes whom the link belongs to off the mailing list: no more letters of the list, while receipts
 * and answers go on. As often as wanted. False when the link is not one of ours.
 */
export async function unsubscribe({ db, mail, log }: Parts, token: string): Promise<boolean> {
  const clientId = mail.tokens.read(token)
  if (!clientId) return false
  await leaveList(db, clientId)
  log.info({ client: clientId }, 'left the mailing list')
  return true
}
