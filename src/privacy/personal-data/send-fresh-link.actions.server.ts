import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { releasesOfPerson } from '#campaigns/campaign/person-campaigns.store.server.ts'
import { isMailKnown, queueMailOnce } from '#mail/mails.store.server.ts'
import { personByRecord } from '../people/person.store.server.ts'
import { whoMayEnterByLink } from '#accounts/links/entry-links.store.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { may } from '#platform/access/access.rules.ts'
import { purchaseLinkEnds } from '#accounts/links/entry-link.rules.ts'

import type { Services, Staff } from '#platform/services/services.ts'
import { makePurchaseLinks } from '#accounts/links/purchase-link.actions.server.ts'
import { accountAttempt, withinLimits } from '#accounts/sign-in/rate-limits.actions.server.ts'

export type SentFreshLink =
  | { ok: true }
  | {
      ok: false
      /** `no-link`: staff, or an account whose address was never confirmed. */
      reason: 'not-staff' | 'gone' | 'no-link' | 'no-release' | 'too-many'
    }

/**
 * Emails a person a fresh purchase link to a release that concerns them, without showing it to staff: at
 * most three an hour, together with those that they request themselves. `key`, a UUID, is the
 * idempotency key of the form. Only for staff.
 */
export async function sendFreshLink(
  services: Services,
  viewer: Staff,
  id: string,
  { key, releaseId }: { key: string; releaseId: string },
): Promise<SentFreshLink> {
  if (!may(viewer, 'edit-users') || !may(viewer, 'edit-subscribers')) {
    return { ok: false, reason: 'not-staff' }
  }
  const { db, clock } = services
  const person = isUuid(key) ? await personByRecord(db, id) : null
  if (!person) return { ok: false, reason: 'gone' }
  const { userId, subscriberId, email, firstName, name } = person
  if (userId && !(await whoMayEnterByLink(db, [userId])).has(userId)) {
    return { ok: false, reason: 'no-link' }
  }
  const releases = await releasesOfPerson(db, { userId, email })
  const release = releases.find((one) => one.id === releaseId)
  if (!release) return { ok: false, reason: 'no-release' }
  if (await isMailKnown(db, key)) return { ok: true }
  if (!(await withinLimits(services, [accountAttempt('fresh-links', email)]))) {
    return { ok: false, reason: 'too-many' }
  }
  await db.transaction(async (tx) => {
    const whose = { userId, subscriberId: userId ? null : subscriberId, email }
    const until = release.closesAt
    // Of the same form sent twice at once, the second's link is never mailed and expires unused.
    const [link] = await makePurchaseLinks(services, tx, [
      { ...whose, releaseId: release.id, until },
    ])
    const expiresAt = purchaseLinkEnds(clock(), until).toISOString()
    const props = { firstName, link: link!, expiresAt }
    if (!(await queueMailOnce(tx, key, { kind: 'purchase-link', recipient: email, props }))) return
    await writeAuditEntry(
      tx,
      viewer,
      'fresh-link-sent',
      {
        kind: userId ? 'user' : 'subscriber',
        id: (userId ?? subscriberId)!,
        label: `${name} ${email}`.trim(),
      },
      { after: { release: release.name } },
    )
  })
  return { ok: true }
}
