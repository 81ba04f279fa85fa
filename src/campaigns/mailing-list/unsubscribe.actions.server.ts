import { z } from 'zod'

import type { Left } from '#accounts/consent/consent.actions.server.ts'
import { factsOf, leftOf, recordNo } from '#accounts/consent/consent.actions.server.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import { listAddressById } from '#accounts/consent/mailing-list.store.server.ts'
import { lockAccountOf } from '#accounts/users/accounts.store.server.ts'
import { text, wholeNumber } from '#platform/action/form-fields.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { subscriberSubject } from '../log.copy.ts'
import { subscriberCopy } from './subscriber.copy.ts'
import { lockSubscriber, subscriberById } from './subscribers.store.server.ts'

/** `email` is null where the link was sent to another address. `gone`: the link is valid, but its record was deleted. */
type ListMembership = { email: string | null; subscribed: boolean; left: Left | null } | 'gone'

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
  const email = mail.tokens.isSentTo(token, found.email) ? found.email : null
  return { email, subscribed, left }
}

/**
 * Withdraws consent for the address of an unsubscribe link; transactional emails continue. Idempotent.
 * False for a forged link.
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

/**
 * Withdraws a subscriber's consent for them, as their own link would, if the record's version is
 * unchanged.
 */
export const unsubscribeSubscriber = staffAction({
  needs: 'edit-subscribers',
  log: 'subscriber-unsubscribed',
  form: z.object({ id: text(), version: wholeNumber() }),
  async run({ tx, services, viewer, audit, unchanged }, { id, version }) {
    const seen = await subscriberById(tx, id)
    // Rows are locked in the order account, list record.
    if (seen) await lockAccountOf(tx, seen.fields.email)
    const subscriber = await lockSubscriber(tx, id)
    if (!subscriber) return notThere()
    if (subscriber.leftAt) {
      unchanged()
      return { id }
    }
    if (subscriber.version !== version) return refuse(subscriberCopy.leave.savedElsewhere)
    const act = { source: 'staff', wording: consentWordings.byStaff, by: viewer.email } as const
    await recordNo(services, tx, subscriber.fields.email, { ...act, page: paths.subscriber(id) })
    audit(subscriberSubject(id, subscriber.fields), {
      before: { subscribed: true },
      after: { subscribed: false },
    })
    return { id }
  },
  say: ({ id }) => ({ to: paths.subscriber(id), sentence: subscriberCopy.leave.done }),
})
