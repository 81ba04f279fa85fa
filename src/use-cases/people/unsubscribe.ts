import { listAddressById } from '#data/people/mailing-list.ts'
import { consentWordings } from '#domain/copy/consent.ts'
import { whyNotWriteTo } from '#domain/people/consent.ts'
import { paths } from '#domain/paths.ts'

import type { Services } from '#use-cases/services.ts'

import type { Left } from './consent.ts'
import { factsOf, leftOf, recordNo } from './consent.ts'

/** `gone`: the link is ours, and nobody has that record any more. */
export type ListMembership = { email: string; subscribed: boolean; left: Left | null } | 'gone'

/** The address of an unsubscribe link and whether it is on the list; null for a forged link. */
export async function viewSubscription(
  services: Services,
  token: string,
): Promise<ListMembership | null> {
  const { db, mail } = services
  const id = mail.tokens.read(token)
  if (!id) return null
  const found = await listAddressById(db, id)
  if (!found) return 'gone'
  const facts = await factsOf(services, db, found.email)
  const subscribed = whyNotWriteTo(facts) === null
  const left = subscribed ? null : await leftOf(db, found.email)
  return { email: found.email, subscribed, left }
}

/**
 * Takes the address of an unsubscribe link off everywhere: no more emails to the list, while
 * transactional emails continue. Idempotent. False for a forged link.
 */
export async function unsubscribe(
  services: Services,
  token: string,
  { source = 'link', address }: { source?: 'link' | 'one-click'; address?: string } = {},
): Promise<boolean> {
  const { db, mail, log } = services
  const id = mail.tokens.read(token)
  if (!id) return false
  await db.transaction(async (tx) => {
    const found = await listAddressById(tx, id)
    if (!found) return
    const act = { source, wording: consentWordings.leave, page: paths.unsubscribe('') }
    const isNews = await recordNo(services, tx, found.email, {
      ...act,
      ...(address && { address }),
    })
    if (isNews) log.info({ subscriber: id }, 'left the mailing list')
  })
  return true
}
