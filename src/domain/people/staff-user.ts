import type { AccountFields } from './account-form.ts'
import { blockFields } from './account-form.ts'
import type { MembershipLevel } from './membership.ts'

/** What staff note on a member, and nobody else. */
export const noteFields = [
  'membershipText2022',
  'membershipText2023',
  'membershipText2024',
  'membershipText2025',
  'membershipTextA',
  'membershipTextB',
] as const
export type NoteField = (typeof noteFields)[number]

/** A user by the names of the staff's form: the account and what only staff may say of it. */
export type StaffUserFields = AccountFields &
  Record<NoteField, string> & {
    membership: boolean
    /** As a radio button has it; empty is none, the specification's 0. */
    membershipLevel: '' | `${MembershipLevel}`
    billDifThanShip: boolean
  }

/** What stands beside the form and is not edited there. */
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
  /** What a save must name: an older one is refused. */
  version: number
  savedAt: Date
  fields: StaffUserFields
  facts: UserFacts
}

const isBlank = (values: Partial<StaffUserFields>, names: readonly (keyof StaffUserFields)[]) =>
  names.every((name) => String(values[name] ?? '').trim() === '')

/** No shipping address is known. */
export const hasNoShipping = (values: Partial<StaffUserFields>) =>
  isBlank(values, blockFields.shipping)
/** Nothing of a billing address is known. */
export const hasNoBilling = (values: Partial<StaffUserFields>) =>
  isBlank(values, blockFields.billing)

/** A billing address of its own, which would be overwritten if billing no longer differed. */
export const hasOwnBilling = (fields: StaffUserFields): boolean => {
  const same = billingAsShipping(fields)
  return (
    fields.billDifThanShip &&
    !hasNoBilling(fields) &&
    blockFields.billing.some((name) => fields[name] !== same[name])
  )
}

/** The billing fields where billing does not differ: the shipping name and address. */
export const billingAsShipping = (fields: StaffUserFields) =>
  ({
    xfirstname: fields.firstname,
    xlastname: fields.lastname,
    xaddress: fields.address,
    xaddressExtra: fields.addressExtra,
    xcity: fields.city,
    xstate: fields.state,
    xzipCode: fields.zipCode,
  }) satisfies Partial<StaffUserFields>
