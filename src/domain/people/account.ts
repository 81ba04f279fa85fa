import type { AllocationYear } from './membership.ts'

/** The blocks of the account, edited one at a time. */
export const accountBlocks = ['personal', 'shipping', 'billing'] as const
export type AccountBlock = (typeof accountBlocks)[number]

export const isAccountBlock = (text: unknown): text is AccountBlock =>
  accountBlocks.includes(text as AccountBlock)

/** A member's account by the names of the specification's forms. Missing texts are empty. */
export type AccountFields = {
  firstname: string
  lastname: string
  email: string
  phone: string
  /** `YYYY-MM-DD` or empty. */
  birthdate: string
  byEmail: boolean
  byPhone: boolean
  optionalText: string
  address: string
  addressExtra: string
  city: string
  state: string
  zipCode: string
  xfirstname: string
  xlastname: string
  xaddress: string
  xaddressExtra: string
  xcity: string
  xstate: string
  xzipCode: string
}

export type Subscription = 'active' | 'inactive'

export type Account = {
  id: string
  /** What a save must name: an older one is refused. */
  version: number
  fields: AccountFields
  billingDiffers: boolean
  subscription: Subscription
  membership: {
    textA: string
    textB: string
    allocations: Record<AllocationYear, string>
  }
}

/** A missing subscription is active. */
export const subscriptionOf = (kept: Subscription | null): Subscription => kept ?? 'active'
