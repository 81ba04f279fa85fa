import { writeConsent } from '#accounts/consent/consents.store.server.ts'
import { saveSubscription } from '#accounts/users/accounts.store.server.ts'
import { recordRequest } from './requests.store.server.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Subscription } from '#accounts/account/account.rules.ts'
import { businessEmails } from '#mail/business/business-emails.copy.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { notifyBusiness } from '#mail/business/notify-business.actions.server.ts'
import type { Services } from '#platform/services/services.ts'

import { recordNo, recordYes } from '#accounts/consent/consent.actions.server.ts'

/**
 * Saves the customer's subscription, and emails the business if that changed it. Inactive leaves the
 * mailing list, active is consent and joins it; the list stays as it is while the account's address is
 * not confirmed.
 */
export async function changeSubscription(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
  subscription: Subscription,
): Promise<void> {
  const { db, settings } = services
  await db.transaction(async (tx) => {
    const saved = await saveSubscription(tx, viewer.id, subscription)
    if (!saved) return
    await recordRequest(tx, { kind: 'subscription', userId: viewer.id, text: subscription })
    const { firstName, lastName, email, emailVerified } = saved
    const isYes = subscription === 'active'
    const act = {
      source: 'account',
      wording: consentWordings[isYes ? 'subscribe' : 'unsubscribe'],
      page: paths.members('account'),
    } as const
    if (!emailVerified) {
      const verdict = isYes ? 'yes' : 'no'
      await writeConsent(tx, { email, kind: 'email', verdict, ...act, counts: false })
    } else if (isYes) {
      await recordYes(services, tx, email, act, { listName: `${firstName} ${lastName}`.trim() })
    } else await recordNo(services, tx, email, act, { always: true })
    await notifyBusiness(tx, settings, saved, businessEmails[isYes ? 'subscribe' : 'unsubscribe'])
  })
}
