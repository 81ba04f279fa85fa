import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { lockAccountOf } from '#data/people/accounts.ts'
import { lockSubscriber, subscriberById } from '#data/people/subscribers.ts'
import { may } from '#domain/admin/access.ts'
import { consentWordings } from '#domain/copy/consent.ts'
import { paths } from '#domain/paths.ts'

import { subscriberSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

import { recordNo } from './consent.ts'

type UnsubscribedSubscriber = Outcome<'not-staff' | 'gone' | 'saved-elsewhere'>

/**
 * Takes a subscriber off the mailing list for them, as their own link would, and notes it. Who has
 * left already stays so. Only for staff, and of the version that the page shows.
 */
export async function unsubscribeSubscriber(
  services: Services,
  viewer: Staff,
  id: string,
  version: number,
): Promise<UnsubscribedSubscriber> {
  const { db, log } = services
  if (!may(viewer, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<UnsubscribedSubscriber> => {
    const seen = await subscriberById(tx, id)
    // Rows are locked in the order account, list record.
    if (seen) await lockAccountOf(tx, seen.fields.email)
    const subscriber = await lockSubscriber(tx, id)
    if (!subscriber) return { ok: false, reason: 'gone' }
    if (subscriber.leftAt) return { ok: true }
    if (subscriber.version !== version) return { ok: false, reason: 'saved-elsewhere' }
    const act = { source: 'staff', wording: consentWordings.byStaff, by: viewer.email } as const
    await recordNo(services, tx, subscriber.fields.email, { ...act, page: paths.subscriber(id) })
    await writeAuditEntry(
      tx,
      viewer,
      'subscriber-unsubscribed',
      subscriberSubject(id, subscriber.fields),
      { before: { subscribed: true }, after: { subscribed: false } },
    )
    log.info({ subscriber: id }, 'taken off the mailing list by staff')
    return { ok: true }
  })
}
