import { saveSubscription } from '#data/people/accounts.ts'
import { queueMails } from '#data/emails/mails.ts'
import { recordRequest } from '#data/requests/requests.ts'
import type { Viewer } from '#data/people/users.ts'
import type { Subscription } from '#domain/people/account.ts'
import { businessEmails } from '#domain/copy/business-emails.ts'

import type { Services } from '#use-cases/services.ts'

/** Saves the member's subscription, and tells the business when that changed it. */
export async function changeSubscription(
  { db, settings }: Services,
  viewer: Pick<Viewer, 'id'>,
  subscription: Subscription,
): Promise<void> {
  await db.transaction(async (tx) => {
    const saved = await saveSubscription(tx, viewer.id, subscription)
    if (!saved) return
    await recordRequest(tx, { kind: 'subscription', userId: viewer.id, text: subscription })
    const { firstName, lastName, email } = saved
    const letter = businessEmails[subscription === 'active' ? 'subscribe' : 'unsubscribe']
    await queueMails(tx, [
      {
        kind: 'wildcard',
        recipient: settings.businessEmail,
        props: { firstName, lastName, email, ...letter },
      },
    ])
  })
}
