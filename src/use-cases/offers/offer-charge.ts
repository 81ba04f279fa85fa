import type { PaymentGround } from '#data/checkouts.ts'
import type { ShipToRecord } from '#data/schema/trade.ts'
import { buyerStatement } from '#domain/checkout.ts'
import type { Cents } from '#domain/money.ts'
import type { OfferName, OfferVerdict } from '#domain/offers.ts'
import { offerShipping } from '#domain/offers.ts'
import type { Address } from '#domain/ship-to.ts'
import { shipToRules } from '#domain/ship-to.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import type { Payment } from '#services/payments/offer-payments.ts'
import type { PaymentSession } from '#services/payments/payments.ts'

import { ratesOf } from './offer-at-provider.ts'
import type { ShopSettings } from '#use-cases/parts.ts'
import { addressOf } from '#use-cases/account/postal-address.ts'

/** How the buyer had an offer sent, or null when the rate is none of ours. */
export function methodChosen(
  settings: ShopSettings,
  offer: OfferName,
  quantity: number,
  session: Pick<PaymentSession, 'shippingRateId'>,
): ShippingMethod | null {
  const rates = ratesOf(settings, offer, quantity) ?? []
  return rates.find(([, id]) => id === session.shippingRateId)?.[0] ?? null
}

/** What of an order was only settled on the payment page. */
export type OfferCharge = {
  shippingMethod: ShippingMethod | null
  shippingCents: Cents
  totalCents: Cents
  shipTo: ShipToRecord | null
  /** It goes elsewhere than the buyer told us. */
  isElsewhere: boolean
}

/** The same of a payment that was taken, and whether it may be served. */
export type SettledCharge = OfferCharge & { verdict: OfferVerdict }

/** The shipping and the address that an offer was paid with. */
export function offerCharge(
  settings: ShopSettings,
  { checkout, lines }: PaymentGround,
  session: PaymentSession,
  payment: Payment,
): OfferCharge {
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const method = methodChosen(settings, checkout.channel as OfferName, quantity, session)
  // What a payment link takes for sending is the house's own setting at the provider.
  const isOurs = method !== null && session.paymentLinkId === null
  const shippingCents = isOurs ? offerShipping(method, quantity) : session.shippingCents
  const collected = payment.shipping && addressOf(payment.shipping.address)
  const isElsewhere =
    collected !== null && checkout.shipTo !== null && !isSame(collected, checkout.shipTo)
  return {
    shippingMethod: method,
    shippingCents,
    totalCents: checkout.subtotalCents + checkout.taxCents + shippingCents,
    shipTo: collected
      ? recordOf(collected, payment.shipping!, checkout.shipTo, statementOf(session))
      : checkout.shipTo,
    isElsewhere,
  }
}

const isSame = (a: Address, b: Address): boolean =>
  (['address', 'addressExtra', 'city', 'state', 'zipCode'] as const).every(
    (part) => a[part].trim().toLowerCase() === b[part].trim().toLowerCase(),
  )

/** What the buyer stated by paying: what stood above the button; a payment link may say nothing. */
const statementOf = ({ note }: PaymentSession): string =>
  note?.includes(buyerStatement) ? buyerStatement : ''

const recordOf = (
  address: Address,
  to: { name: string; phone: string },
  asked: ShipToRecord | null,
  statement: string,
): ShipToRecord => ({
  name: to.name || asked?.name || '',
  phone: to.phone || asked?.phone || '',
  birthdate: asked?.birthdate ?? null,
  ...address,
  rules: shipToRules,
  statement: asked?.statement ?? statement,
})
