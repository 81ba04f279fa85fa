import { queueCustomerSync } from '#accounts/account/payment-customer.actions.server.ts'
import { carryNo, settleLedger } from '#accounts/consent/consent.actions.server.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import { noteContactChoices } from '#accounts/consent/contact-choices.actions.server.ts'
import { joinListRecord, moveListRecord } from '#accounts/consent/mailing-list.store.server.ts'
import { deleteDataLinksOf } from '#accounts/consent/personal-data-links.store.server.ts'
import { deleteEmailChange } from '#accounts/email-change/email-changes.store.server.ts'
import { deleteLinksOf } from '#accounts/links/one-time-links.store.server.ts'
import { deleteGoogleOf } from '#accounts/sign-in/identities.store.server.ts'
import { linkPurposes } from '#accounts/sign-in/tables.ts'
import type { StaffUser, StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import { lockUserForStaff, writeStaffUser } from '#accounts/users/staff-users.store.server.ts'
import { isUserEmailTaken } from '#accounts/users/users.store.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { isOwnAccount, ownAccount } from '#platform/action/own-account.ts'
import { staffRecord, wrong, wrongFields } from '#platform/action/staff-record.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services, Staff } from '#platform/services/services.ts'

import { userSubject } from '../log.copy.ts'
import { checkStaffUser, readStaffUser, staffUserFields } from './staff-user-form.rules.ts'
import { userCopy as copy } from './user.copy.ts'

/**
 * Saves a user's record. A new email takes effect at once, unconfirmed: links that were emailed to the old
 * one are void, and both addresses are emailed. The email of a staff account is changed by its owner only. A
 * background job updates the payment customer.
 */
export const saveUser = staffRecord({
  needs: 'edit-users',
  log: 'user-updated',
  kind: 'user',
  names: staffUserFields,
  read: readStaffUser,
  find: lockUserForStaff,
  async save(acting, values, before: StaffUser) {
    const { services, tx, viewer, today, audit, unchanged } = acting
    const checked = checkStaffUser(values, today, before.fields)
    if (!checked.ok) return wrongFields(checked.errors)
    const { fields } = checked
    const changes = changesBetween(before.fields, fields)
    if (!changes) {
      unchanged()
      return
    }
    const { id } = before
    const isNewEmail = fields.email !== before.fields.email
    if (isNewEmail && before.facts.role === 'staff') return wrong('email', copy.emailOfStaff)

    const isNewMembership =
      fields.membership !== before.fields.membership ||
      fields.membershipLevel !== before.fields.membershipLevel
    if (isNewMembership && (await isOwnAccount(tx, viewer, [id]))) {
      return wrong('membership', ownAccount)
    }

    const { byEmail } = before.fields
    const byEmailOfStaff = fields.byEmail === byEmail ? null : fields.byEmail
    try {
      const user = await writeStaffUser(tx, id, fields, { isNewEmail, byEmailOfStaff })
      const { emailVerified } = user.facts
      const by = { by: viewer.email, page: paths.user(id) }
      const contact = { before: before.fields, after: user.fields, ...by }
      await noteContactChoices(services, tx, { email: fields.email, emailVerified, ...contact })
    } catch (error) {
      if (isUserEmailTaken(error)) return wrong('email', copy.emailTaken)
      throw error
    }
    if (isNewEmail) await moveEmail(services, tx, before, fields, viewer)
    if (before.facts.stripeCustomerId !== 'none') await queueCustomerSync(tx, id)
    audit(userSubject(id, before), changes)
  },
  say: ({ list }) => ({ to: paths.usersList(list), sentence: copy.updated, at: 'content' }),
})

/** Voids what belongs to the old address, and emails both addresses. */
async function moveEmail(
  services: Services,
  tx: Transaction,
  before: StaffUser,
  fields: StaffUserFields,
  viewer: Staff,
) {
  for (const { changeAddress } of services.personalData) {
    await changeAddress?.(tx, { userId: before.id, from: before.fields.email, to: fields.email })
  }
  const listed = await moveListRecord(tx, before.id, fields.email)
  if (listed) await deleteDataLinksOf(tx, listed)
  // The new address is not confirmed: its record is nobody's until it is.
  await joinListRecord(tx, before.id)
  const moved = {
    source: 'staff',
    wording: consentWordings.addressMoved,
    by: viewer.email,
  } as const
  await carryNo(services, tx, before.fields.email, fields.email, moved)
  await settleLedger(services, tx, before.fields.email, moved)
  await deleteLinksOf(tx, before.id, linkPurposes)
  const googleRemoved = (await deleteGoogleOf(tx, before.id)).length > 0
  await deleteEmailChange(tx, before.id)
  const props = {
    firstName: fields.firstname,
    oldEmail: before.fields.email,
    newEmail: fields.email,
    googleRemoved,
  }
  await queueMail(tx, 'email-changed', [before.fields.email, fields.email], props)
}
