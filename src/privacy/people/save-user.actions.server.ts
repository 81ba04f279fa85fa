import { shopToday } from '#platform/services/shop-today.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { deleteEmailChange } from '#accounts/email-change/email-changes.store.server.ts'
import { linkPurposes } from '#accounts/sign-in/tables.ts'
import { deleteGoogleOf } from '#accounts/sign-in/identities.store.server.ts'
import { deleteLinksOf } from '#accounts/links/one-time-links.store.server.ts'
import { isUserEmailTaken } from '#accounts/users/users.store.server.ts'
import { lockUserForStaff, writeStaffUser } from '#accounts/users/staff-users.store.server.ts'
import { joinListRecord } from '#accounts/consent/mailing-list.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { checkStaffUser } from './staff-user-form.rules.ts'
import type { StaffUser, StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'

import { userSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { lastSavedBy } from '#platform/audit/record-log.actions.server.ts'

import { settleLedger } from '#accounts/consent/consent.actions.server.ts'
import { noteContactChoices } from '#accounts/consent/contact-choices.actions.server.ts'
import { queueCustomerSync } from '#accounts/account/payment-customer.actions.server.ts'

export type StaffUserErrors = Partial<Record<keyof StaffUserFields, string>>

type SavedUser =
  | Outcome<'not-staff', { user: StaffUser }>
  | { ok: false; reason: 'gone' | 'email-taken' | 'staff-email' }
  | { ok: false; reason: 'invalid'; errors: StaffUserErrors }
  /**
   * Another staff member saved it since the form was opened: the current record, and who that was.
   */
  | { ok: false; reason: 'saved-elsewhere'; now: StaffUser; by: string | null }

/**
 * Saves a user's record, if its version is unchanged. A new email takes effect at once, unconfirmed:
 * links that were emailed to the old one are void, and both addresses are emailed. The email of a staff
 * account is changed by its owner only (`staff-email`). A background job updates the payment customer.
 * Only for staff.
 */
export async function saveUser(
  services: Services,
  viewer: Staff,
  id: string,
  { values, version }: { values: StaffUserFields; version: number },
): Promise<SavedUser> {
  const { db } = services
  if (!may(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  const today = shopToday(services)
  try {
    const change = { values, version, today }
    return await db.transaction((tx) => save(services, tx, viewer, id, change))
  } catch (error) {
    if (isUserEmailTaken(error)) return { ok: false, reason: 'email-taken' }
    throw error
  }
}

async function save(
  services: Services,
  tx: Transaction,
  viewer: Staff,
  id: string,
  { values, version, today }: { values: StaffUserFields; version: number; today: string },
): Promise<SavedUser> {
  const before = await lockUserForStaff(tx, id)
  if (!before) return { ok: false, reason: 'gone' }
  if (before.version !== version) {
    const by = await lastSavedBy(tx, 'user', before)
    return { ok: false, reason: 'saved-elsewhere', now: before, by }
  }
  const checked = checkStaffUser(values, today, before.fields)
  if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
  const { fields } = checked
  const changes = changesBetween(before.fields, fields)
  if (!changes) return { ok: true, user: before }
  const isNewEmail = fields.email !== before.fields.email
  if (isNewEmail && before.facts.role === 'staff') return { ok: false, reason: 'staff-email' }

  const { byEmail } = before.fields
  const byEmailOfStaff = fields.byEmail === byEmail ? null : fields.byEmail
  const user = await writeStaffUser(tx, id, fields, { isNewEmail, byEmailOfStaff })
  const { emailVerified } = user.facts
  const by = { by: viewer.email, page: paths.user(id) }
  const contact = { before: before.fields, after: user.fields, ...by }
  await noteContactChoices(services, tx, { email: fields.email, emailVerified, ...contact })
  if (isNewEmail) await moveEmail(services, tx, before, fields, viewer)
  if (before.facts.stripeCustomerId !== 'none') {
    await queueCustomerSync(tx, id)
  }
  await writeAuditEntry(tx, viewer, 'user-updated', userSubject(id, before), changes)
  return { ok: true, user }
}

/** Voids what belongs to the old address, and emails both addresses. */
async function moveEmail(
  services: Services,
  tx: Transaction,
  before: StaffUser,
  fields: StaffUserFields,
  viewer: Staff,
) {
  await joinListRecord(tx, before.id)
  const moved = {
    source: 'staff',
    wording: consentWordings.addressMoved,
    by: viewer.email,
  } as const
  await settleLedger(services, tx, before.fields.email, moved)
  await deleteLinksOf(tx, before.id, linkPurposes)
  await deleteGoogleOf(tx, before.id)
  await deleteEmailChange(tx, before.id)
  const props = {
    firstName: fields.firstname,
    oldEmail: before.fields.email,
    newEmail: fields.email,
  }
  await queueMail(tx, 'email-changed', [before.fields.email, fields.email], props)
}
