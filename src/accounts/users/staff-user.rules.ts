import type { MembershipLevel } from '#platform/club/club.rules.ts'

import type { AccountFields } from '../account/account-form.rules.ts'
import { blockFields } from '../account/account-form.rules.ts'

/** Notes of staff about a customer, which only staff see. */
export const noteFields = [
  'membershipText2022',
  'membershipText2023',
  'membershipText2024',
  'membershipText2025',
  'membershipTextA',
  'membershipTextB',
] as const
export type NoteField = (typeof noteFields)[number]

/** A user by the names of the staff's form: the account and the fields that only staff edit. */
export type StaffUserFields = AccountFields &
  Record<NoteField, string> & {
    membership: boolean
    /** As a radio button has it; empty is none, the specification's 0. */
    membershipLevel: '' | `${MembershipLevel}`
    billDifThanShip: boolean
  }

/** Facts that are shown beside the form and not edited there. */
export type UserFacts = {
  role: 'member' | 'staff'
  emailVerified: boolean
  /** `none` until there is a payment customer. */
  stripeCustomerId: string
  subscription: 'active' | 'inactive'
  registeredAt: Date
  lastOrderAt: Date | null
}

export type StaffUser = {
  id: string
  /** A save of an older version is refused (optimistic locking). */
  version: number
  savedAt: Date
  fields: StaffUserFields
  facts: UserFacts
}

const isBlank = (values: Partial<StaffUserFields>, names: readonly (keyof StaffUserFields)[]) =>
  names.every((name) => String(values[name] ?? '').trim() === '')

/** Whether no field of the shipping address is filled in. */
export const hasNoShipping = (values: Partial<StaffUserFields>) =>
  isBlank(values, blockFields.shipping)
/** Whether no field of the billing address is filled in. */
export const hasNoBilling = (values: Partial<StaffUserFields>) =>
  isBlank(values, blockFields.billing)

/** Whether the billing address differs from the shipping address, and would be lost with the box off. */
export const hasOwnBilling = (fields: StaffUserFields): boolean => {
  const same = billingAsShipping(fields)
  return (
    fields.billDifThanShip &&
    !hasNoBilling(fields) &&
    blockFields.billing.some((name) => fields[name] !== same[name])
  )
}

/** The billing fields where billing does not differ: the shipping name and address. */
export const billingAsShipping = (fields: AccountFields) =>
  ({
    xfirstname: fields.firstname,
    xlastname: fields.lastname,
    xaddress: fields.address,
    xaddressExtra: fields.addressExtra,
    xcity: fields.city,
    xstate: fields.state,
    xzipCode: fields.zipCode,
  }) satisfies Partial<AccountFields>
