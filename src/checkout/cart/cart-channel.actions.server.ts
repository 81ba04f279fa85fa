import { paymentCustomerOf } from '#accounts/account/payment-customer.actions.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { shippingTier } from '#catalogue/destinations/shipping.rules.ts'
import type { SessionRequest } from '#payments/payments.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services, ShopSettings } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { bookPayment } from '../book-payment.actions.server.ts'
import type { CheckoutChannel } from '../checkout-channel.ts'
import { hostedPage } from '../checkout-channel.ts'
import { heldUntil } from '../checkout.copy.ts'
import type { Checkout } from '../checkouts.store.server.ts'
import { isShortHold } from '../hold-limits.rules.ts'
import { requestProviderSession } from '../request-session.actions.server.ts'
import type { OpenedWithLines, PricedLine } from '../session-requests.actions.server.ts'
import {
  commonRequest,
  pricedLines,
  returnTo,
  unitsIn,
} from '../session-requests.actions.server.ts'
import { shippedTo } from '../shipped-to.actions.server.ts'

/** A cart that is paid on the provider's page. It was checked before, so there is nothing left to check. */
export const cartChannel: CheckoutChannel = {
  ...hostedPage,
  compared: ['subtotal', 'total'],
  async find({ db, payments }, { id, userId }) {
    const user = userId && (await userById(db, userId))
    return user && user.stripeCustomerId ? payments.findSession(user.stripeCustomerId, id) : null
  },
  settle: async (services, session, snapshot) =>
    session.paid
      ? bookPayment(services, { ...session, sessionId: session.id }, snapshot, null)
      : { state: 'open' },
}

/**
 * The page of a cart: with the user's customer at the provider and the chosen shipping. It leads back to `leave`
 * without a payment.
 */
export const requestCartPage = (
  services: Services,
  opened: OpenedWithLines & { user: User },
  leave: string = paths.members(undefined, { cart: 'open' }),
) =>
  requestProviderSession(services, opened.checkout, async () => {
    const { payments, settings } = services
    const lines = await pricedLines(services, opened)
    const customerId = await paymentCustomerOf(services, opened.user)
    const request = cartRequest(settings, opened.checkout, lines, { customerId, leave })
    return (key) => payments.createSession(request, key)
  })

function cartRequest(
  settings: ShopSettings,
  checkout: Checkout,
  lines: readonly PricedLine[],
  { customerId, leave }: { customerId: string; leave: string },
): SessionRequest {
  const { shipTo, shippingMethod: method } = checkout
  const tier = shippingTier(unitsIn(lines))
  if (!shipTo || !method || !tier) throw new Error(`Checkout ${checkout.id} lacks its shipping`)
  return {
    ...commonRequest(settings, checkout, lines),
    customerId,
    shippingRateId: settings.rateIds[method][tier],
    shipping: shippedTo(checkout),
    note: isShortHold(checkout)
      ? `${shipTo.statement} ${heldUntil(shopDates(settings.timeZone).time(checkout.expiresAt))}`
      : shipTo.statement,
    successUrl: returnTo(settings.publicUrl, paths.purchaseThanks()),
    cancelUrl: settings.publicUrl + leave,
  }
}
