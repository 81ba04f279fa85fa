import type { AllocationYear } from '#platform/club/club.rules.ts'

import type { AccountFields } from './account-form.rules.ts'

export type Subscription = 'active' | 'inactive'

export type Account = {
  id: string
  /** A save of an older version is refused (optimistic locking). */
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
