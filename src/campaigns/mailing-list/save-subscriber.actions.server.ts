import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import {
  lockSubscriber,
  isSubscriberEmailTaken,
  writeSubscriber,
} from './subscribers.store.server.ts'
import { joinByAddress, leaveList } from '#accounts/consent/mailing-list.store.server.ts'
import { deleteDataLinksOf } from '#accounts/consent/personal-data-links.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import type { Subscriber, SubscriberFields } from './subscriber.rules.ts'
import { checkSubscriber } from './subscriber-form.rules.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'

import { subscriberSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { lastSavedBy } from '#platform/audit/record-log.actions.server.ts'

import { factsOf, settleLedger } from '#accounts/consent/consent.actions.server.ts'

export type SubscriberErrors = Partial<Record<keyof SubscriberFields, string>>

type SavedSubscriber =
  | Outcome<'not-staff', { subscriber: Subscriber }>
  | { ok: false; reason: 'gone' | 'email-taken' }
  | { ok: false; reason: 'invalid'; errors: SubscriberErrors }
  /**
   * Another staff member saved it since the form was opened: the current record, and who that was.
   */
  | { ok: false; reason: 'saved-elsewhere'; now: Subscriber; by: string | null }

/**
 * Saves a subscriber's record, if its version is unchanged. Unchanged values write nothing. Only for
 * staff.
 */
export async function saveSubscriber(
  services: Services,
  viewer: Staff,
  id: string,
  { values, version }: { values: SubscriberFields; version: number },
): Promise<SavedSubscriber> {
  const { db } = services
  if (!may(viewer, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  try {
    return await db.transaction(async (tx): Promise<SavedSubscriber> => {
      const before = await lockSubscriber(tx, id)
      if (!before) return { ok: false, reason: 'gone' }
      if (before.version !== version) {
        const by = await lastSavedBy(tx, 'subscriber', before)
        return { ok: false, reason: 'saved-elsewhere', now: before, by }
      }
      const checked = checkSubscriber(values, before.fields)
      if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
      const changes = changesBetween(before.fields, checked.fields)
      if (!changes) return { ok: true, subscriber: before }
      const isNewEmail = before.fields.email !== checked.fields.email
      const subscriber = await writeSubscriber(tx, id, checked.fields)
      if (isNewEmail) await moveEmail(services, tx, before, checked.fields.email, viewer)
      await writeAuditEntry(
        tx,
        viewer,
        'subscriber-updated',
        subscriberSubject(id, before.fields),
        changes,
      )
      return { ok: true, subscriber }
    })
  } catch (error) {
    if (isSubscriberEmailTaken(error)) return { ok: false, reason: 'email-taken' }
    throw error
  }
}

/**
 * Moves a record to another address. An address without consent stays off the list, and links to the
 * personal data that were sent to the earlier address are void.
 */
async function moveEmail(
  services: Services,
  tx: Transaction,
  before: Subscriber,
  email: string,
  viewer: Staff,
): Promise<void> {
  await joinByAddress(tx, before.id)
  await deleteDataLinksOf(tx, before.id)
  const moved = {
    source: 'staff',
    wording: consentWordings.addressMoved,
    by: viewer.email,
  } as const
  await settleLedger(services, tx, before.fields.email, moved)
  const facts = await factsOf(services, tx, email)
  const isInactive = facts.fields.account?.subscription === 'inactive'
  if (facts.latest === 'no' || facts.suppressions.length > 0 || isInactive) {
    await leaveList(tx, email)
  }
}
