import type { Cents } from '#platform/text/money.rules.ts'

import type { HostedPage, OpenedSession, ShippedTo } from './payment-session.ts'

/** A hosted session for shipping a box once more, or a dearer way: one amount, without wine and tax. */
type ReshipmentSessionRequest = HostedPage & {
  /** Filled in on the page; null for a guest's order, whose link tells no email. */
  email: string | null
  /** What the page and the provider's receipt call it. */
  title: string
  amount: Cents
  shipping: ShippedTo
}

export type ReshipmentPayments = {
  /** Its lost response is found by `findOfferSession`. */
  createReshipmentSession(request: ReshipmentSessionRequest, key: string): Promise<OpenedSession>
}
