import { postalAddressOf } from '#accounts/account/payment-customer.actions.server.ts'
import { buyerStatement } from '#catalogue/destinations/buyer-statement.rules.ts'
import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import type { OfferSessionRequest } from '#payments/offer-payments.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services, ShopSettings } from '#platform/services/services.ts'

import { bookPayment } from '../book-payment.actions.server.ts'
import type { CheckoutChannel } from '../checkout-channel.ts'
import { hostedPage } from '../checkout-channel.ts'
import type { Checkout } from '../checkouts.store.server.ts'
import { requestProviderSession } from '../request-session.actions.server.ts'
import type { OpenedWithLines, PricedLine } from '../session-requests.actions.server.ts'
import {
  commonRequest,
  pricedLines,
  returnTo,
  unitsIn,
} from '../session-requests.actions.server.ts'
import { offerCharge, ratesOf } from './offer-charge.actions.server.ts'
import { offersCopy } from './offers.copy.ts'
import { refuseOffer } from './refuse-offer.actions.server.ts'
import { settleAuthorised } from './settle-authorised.actions.server.ts'

/** An offer, which is only authorised: it is captured or cancelled after its address is checked. */
export const offerChannel: CheckoutChannel = {
  ...hostedPage,
  // The shipping is chosen on the page.
  compared: ['subtotal'],
  find: ({ payments }, { id, startedAt }) => payments.findOfferSession(id, startedAt),
  async settle(services, session, snapshot) {
    const settled = await settleAuthorised(services, session, snapshot)
    if (settled.state === 'open') return { state: 'open' }
    if (settled.state === 'refused') {
      await refuseOffer(services, snapshot, session, settled)
      return { state: 'refused', reason: settled.reason }
    }
    const { verdict, payment } = settled
    const charge = offerCharge(services.settings, snapshot, session, payment, services.clock())
    const paid = { ...session, sessionId: session.id, amountTotal: payment.amount }
    return bookPayment(services, paid, snapshot, { ...charge, verdict })
  },
}

/** The page of an offer: with its three shipping rates to choose from, the card only authorised. */
export const requestOfferPage = (services: Services, opened: OpenedWithLines) =>
  requestProviderSession(services, opened.checkout, async () => {
    const { payments, settings } = services
    const request = offerRequest(settings, opened.checkout, await pricedLines(services, opened))
    return (key) => payments.createOfferSession(request, key)
  })

function offerRequest(
  settings: ShopSettings,
  checkout: Checkout,
  lines: readonly PricedLine[],
): OfferSessionRequest {
  const offer = checkout.channel as OfferName
  const rates = ratesOf(settings, offer, unitsIn(lines))
  if (!rates) throw new Error(`Checkout ${checkout.id} has a quantity that is not offered`)
  const isPickup = checkout.shippingMethod === 'pickup'
  const statement = checkout.shipTo?.statement ?? buyerStatement(checkout.shippingMethod)
  return {
    ...commonRequest(settings, checkout, lines),
    email: checkout.email,
    shippingRateIds: rates.flatMap(([method, id]) => (!isPickup || method === 'pickup' ? id : [])),
    shipping: offerShippingOf(checkout),
    note: `${statement} ${offersCopy.paymentNote}`,
    successUrl: returnTo(settings.publicUrl, paths.offerThanks(offer)),
    cancelUrl: settings.publicUrl + paths.offer(offer, unitsIn(lines)),
  }
}

function offerShippingOf({ shippingMethod, shipTo }: Checkout): OfferSessionRequest['shipping'] {
  if (shippingMethod === 'pickup') return null
  if (!shipTo) return 'ask'
  return { name: shipTo.name, phone: shipTo.phone, address: postalAddressOf(shipTo) }
}
