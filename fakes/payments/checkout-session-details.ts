import type Stripe from 'stripe'

export type SessionLine = {
  id: string
  price: string
  description: string
  quantity: number
  currency: string
  amountSubtotal: number
  amountTax: number
  amountTotal: number
  taxes: { rate: string; amount: number }[]
  metadata: Stripe.Metadata
}

/** The form values of the payment page so far, without the card. */
export type BuyerDraft = Record<string, string>

/** Data of a checkout session that the API does not return. */
export type SessionDetails = {
  id: string
  lines: SessionLine[]
  intentData: Stripe.Checkout.SessionCreateParams.PaymentIntentData
  customerUpdate: Stripe.Checkout.SessionCreateParams.CustomerUpdate
  draft: BuyerDraft
}
