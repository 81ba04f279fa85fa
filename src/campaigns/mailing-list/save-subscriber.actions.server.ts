import { factsOf, leaveAddress } from '#accounts/consent/consent.actions.server.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import { joinByAddress, leaveList } from '#accounts/consent/mailing-list.store.server.ts'
import { deleteDataLinksOf } from '#accounts/consent/personal-data-links.store.server.ts'
import { staffRecord, wrong, wrongFields } from '#platform/action/staff-record.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services, Staff } from '#platform/services/services.ts'

import { subscriberSubject } from '../log.copy.ts'
import { checkSubscriber, readSubscriber } from './subscriber-form.rules.ts'
import { subscriberCopy as copy } from './subscriber.copy.ts'
import type { Subscriber } from './subscriber.rules.ts'
import { subscriberFields } from './subscriber.rules.ts'
import {
  lockSubscriber,
  isSubscriberEmailTaken,
  writeSubscriber,
} from './subscribers.store.server.ts'

/** Saves a subscriber's record. Unchanged values write nothing. */
export const saveSubscriber = staffRecord({
  needs: 'edit-subscribers',
  log: 'subscriber-updated',
  kind: 'subscriber',
  names: subscriberFields,
  read: readSubscriber,
  find: lockSubscriber,
  async save({ services, tx, viewer, audit, unchanged }, values, before: Subscriber) {
    const checked = checkSubscriber(values, before.fields)
    if (!checked.ok) return wrongFields(checked.errors)
    const changes = changesBetween(before.fields, checked.fields)
    if (!changes) {
      unchanged()
      return { subscriber: before }
    }
    const { email } = checked.fields
    try {
      const subscriber = await writeSubscriber(tx, before.id, checked.fields)
      if (email !== before.fields.email) await moveEmail(services, tx, before, email, viewer)
      audit(subscriberSubject(before.id, before.fields), changes)
      return { subscriber }
    } catch (error) {
      if (isSubscriberEmailTaken(error)) return wrong('email', copy.emailTaken)
      throw error
    }
  },
  say: ({ list }) => ({ to: paths.subscriberList(list), sentence: copy.updated, at: 'content' }),
})

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
  const addresses = { from: before.fields.email, to: email, isConfirmed: true }
  await leaveAddress(services, tx, addresses, moved)
  const facts = await factsOf(services, tx, email)
  const isInactive = facts.fields.account?.subscription === 'inactive'
  if (facts.latest === 'no' || facts.suppressions.length > 0 || isInactive) {
    await leaveList(tx, email)
  }
}
