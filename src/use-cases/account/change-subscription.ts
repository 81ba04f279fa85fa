import { saveSubscription } from '#data/accounts.ts'
import { queueMails } from '#data/mails.ts'
import type { Viewer } from '#data/people.ts'
import type { Subscription } from '#domain/account.ts'
import { businessMails } from '#domain/copy/business-mails.ts'

import type { Parts } from '#use-cases/parts.ts'

/** Saves the member's subscription, and tells the business when that changed it. */
export async function changeSubscription(
  { db, settings }: Parts,
  viewer: Pick<Viewer, 'id'>,
  subscription: Subscription,
): Promise<void> {
  await db.transaction(async (tx) => {
    const saved = await saveSubscription(tx, viewer.id, subscription)
    if (!saved) return
    const { firstName, lastName, email } = saved
    const letter = businessMails[subscription === 'active' ? 'subscribe' : 'unsubscribe']
    await queueMails(tx, [
      {
        kind: 'wildcard',
        recipient: settings.businessEmail,
        props: { firstName, lastName, email, ...letter },
      },
    ])
  })
}
