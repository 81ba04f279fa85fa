import type {
  CountedBy,
  CountedIn,
  LicenceHolder,
} from '#catalogue/destinations/state-rules/state-rules.rules.ts'

/** What staff write about a legal hold. */
export const longestHoldReason = 200

/** What was checked for an order when it was booked; written by `write_compliance_record` in the database. */
export type OrderedFacts = {
  number: number
  channel: string
  /** `pickup`, or how it is carried. */
  method: string | null
  /** False: it was refunded whole at once, and no wine was sold. */
  isServed: boolean
  /** Version of the destinations that the shop serves at all. */
  destinations: string
  /** Null: no rule was in force. `hadMl` is the volume before this order in the rule's time. */
  rule: {
    id: string
    version: number
    countedBy: CountedBy | null
    countedIn: CountedIn | null
    limitMl: number | null
    hadMl: number | null
  } | null
  /** Why the rule would forbid it, or null. */
  verdict: string | null
  /** Volume of the order. */
  ml: number
  licences: { number: string; kind: string; holder: LicenceHolder }[]
  /** Whether a birthdate was given. The statement was shown on that page at that time; null: it was not. */
  age: { hasBirthdate: boolean; page: string | null; shownAt: string | null }
  /** Word for word; empty if nothing was stated. */
  statement: string
  wines: {
    productId: string
    description: string
    quantity: number
    unitPriceCents: number
    taxCents: number
    bottles: number
    bottleMl: number
    vintage: number
    brand: string
    class: string
    alcohol: number | null
    cola: string
    country: string
  }[]
  shippingCents: number
  taxCents: number
  totalCents: number
  /** Numbers of orders of the same address by another name, or the same name at another address. */
  near: number[]
}
