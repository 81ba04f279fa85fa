import type { Subscription } from '#accounts/account/account.rules.ts'
import { noteUnconfirmedYes } from '#accounts/consent/confirm-subscription.actions.server.ts'
import { factsOf, recordNo, recordYes } from '#accounts/consent/consent.actions.server.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import { saveSubscription } from '#accounts/users/accounts.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { notifyBusinessOfPress } from '#mail/business/notify-business.actions.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { businessEmails } from './business-emails.copy.ts'
import { recordRequest } from './requests.store.server.ts'

/**
 * Saves the customer's subscription, and emails the business if that changed something. Inactive leaves the
 * mailing list at once, whether or not the address is confirmed. Active is consent and joins the list; of
 * an address that is not confirmed it is asked for by email, where somebody said no.
 */
export async function changeSubscription(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
  subscription: Subscription,
): Promise<void> {
  demandConfirmed(viewer)
  const { db, settings } = services
  const isYes = subscription === 'active'
  await db.transaction(async (tx) => {
    const changed = await saveSubscription(tx, viewer.id, subscription)
    const user = changed ?? (isYes ? await userById(tx, viewer.id) : null)
    if (!user) return
    const { firstName, lastName, email, emailVerified } = user
    const facts = await factsOf(services, tx, email)
    const why = whyNotWriteTo(facts)
    // Active already; something else than the subscription may still stop the emails.
    if (!changed && (why === null || !emailVerified || !user.byEmail)) return
    await recordRequest(tx, { kind: 'subscription', userId: viewer.id, text: subscription })
    const act = {
      source: 'account',
      wording: consentWordings[isYes ? 'subscribe' : 'unsubscribe'],
      page: paths.members('account'),
    } as const
    if (!isYes) await recordNo(services, tx, email, act, { always: true })
    else if (emailVerified) {
      await recordYes(services, tx, email, act, { listName: `${firstName} ${lastName}`.trim() })
    } else await noteUnconfirmedYes(services, tx, { ...facts, email, act })
    await notifyBusinessOfPress(
      tx,
      settings,
      user,
      businessEmails[isYes ? 'subscribe' : 'unsubscribe'],
    )
  })
}
