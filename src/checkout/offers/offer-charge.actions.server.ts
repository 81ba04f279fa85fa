import { addressFromProvider } from '#accounts/account/payment-customer.actions.server.ts'
import { statementIn } from '#catalogue/destinations/buyer-statement.rules.ts'
import { shipToRules } from '#catalogue/destinations/ship-to.rules.ts'
import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import { carriedMethods } from '#catalogue/destinations/shipping.rules.ts'
import type { StateSale } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import type { OfferName, OfferVerdict } from '#catalogue/offers/offers.rules.ts'
import { offerRates, offerShipping } from '#catalogue/offers/offers.rules.ts'
import { withTotal } from '#catalogue/prices/amounts.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import type { Payment } from '#payments/offer-payments.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import type { Address } from '#platform/address/address.rules.ts'
import { addressFields, addressIn, noAddress } from '#platform/address/address.rules.ts'
import type { ShopSettings } from '#platform/services/services.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import type { PaymentSnapshot } from '../checkouts.store.server.ts'

/** The shipping method of the chosen rate, or null when the rate is not one of ours. */
export function methodChosen(
  settings: ShopSettings,
  offer: OfferName,
  quantity: number,
  session: Pick<PaymentSession, 'shippingRateId'>,
): ShippingMethod | null {
  const rates = ratesOf(settings, offer, quantity) ?? []
  return rates.find(([, id]) => id === session.shippingRateId)?.[0] ?? null
}

/** The parts of an order that are known only after the payment page. */
type OfferCharge = {
  shippingMethod: ShippingMethod | null
  shippingCents: Cents
  totalCents: Cents
  shipTo: ShipToRecord | null
  /** The address differs from the one given to us. */
  isElsewhere: boolean
}

/** The charge of a captured payment, with its verdict. */
export type SettledCharge = OfferCharge & { verdict: OfferVerdict }

/** The shipping and the address that an offer was paid with. */
export function offerCharge(
  settings: ShopSettings,
  { checkout, lines }: PaymentSnapshot,
  session: PaymentSession,
  payment: Payment,
  now: Date,
): OfferCharge {
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const method = methodChosen(settings, checkout.channel as OfferName, quantity, session)
  // A payment link's shipping price is configured at the provider, not by us.
  const isOurs = method !== null && session.paymentLinkId === null
  const shippingCents = isOurs ? offerShipping(method, quantity) : session.shippingCents
  const collected = payment.shipping && addressFromProvider(payment.shipping.address)
  const ours = checkout.shipTo && addressIn(checkout.shipTo)
  const isElsewhere = collected !== null && ours !== null && !isSame(collected, ours)
  // What the provider has no field for.
  const keptOfOurs = ours === null || isElsewhere ? noAddress : ours
  return {
    shippingMethod: method,
    shippingCents,
    totalCents: withTotal({ ...checkout, shippingCents }).totalCents,
    shipTo: collected
      ? recordOf(
          { ...keptOfOurs, ...collected },
          payment.shipping!,
          checkout.shipTo,
          statementOf(session, now),
        )
      : checkout.shipTo,
    isElsewhere,
  }
}

/** What is asked of the law of the state that a checkout's wine goes to. */
export const saleOfCheckout = (
  { id, userId }: PaymentSnapshot['checkout'],
  lines: PaymentSnapshot['lines'],
  { shipTo, email }: { shipTo: ShipToRecord; email: string | null },
): StateSale => ({
  shipTo,
  ...{ userId, email: email ?? '', checkoutId: id },
  units: Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity])),
})

const isSame = (collected: Partial<Address>, ours: Address): boolean =>
  addressFields.every((field) => {
    const part = collected[field]
    return part === undefined || part.trim().toLowerCase() === ours[field].trim().toLowerCase()
  })

type Statement = Pick<ShipToRecord, 'statement' | 'statementShown'>

/** The statement shown above the payment page's button; a payment link may show none. */
function statementOf({ note }: PaymentSession, now: Date): Statement {
  const statement = statementIn(note)
  if (!statement) return { statement: '' }
  return { statement, statementShown: { channel: 'payment-page', at: now.toISOString() } }
}

const recordOf = (
  address: Address,
  to: { name: string; phone: string },
  requested: ShipToRecord | null,
  shown: Statement,
): ShipToRecord => ({
  name: to.name || requested?.name || '',
  phone: to.phone || requested?.phone || '',
  birthdate: requested?.birthdate ?? null,
  ...address,
  rules: shipToRules,
  ...(requested
    ? {
        statement: requested.statement,
        ...(requested.statementShown && { statementShown: requested.statementShown }),
      }
    : shown),
})

/** The provider's rates of an offer in display order, cheapest delivery first. */
export function ratesOf(
  settings: ShopSettings,
  offer: OfferName,
  quantity: number,
): [ShippingMethod, string][] | null {
  const rates = offerRates(offer, quantity, {
    cases: settings.rateIds,
    bottle: settings.bottleRateIds,
  })
  if (!rates) return null
  return [...carriedMethods, 'pickup' as const].map((method) => [method, rates[method]])
}
