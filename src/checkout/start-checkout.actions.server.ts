import { renewPaymentCustomer } from '#accounts/account/payment-customer.actions.server.ts'
import type { Typed } from '#catalogue/destinations/typed-fields.rules.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Outcome, Services } from '#platform/services/services.ts'

import { askToConfirm } from './ask-to-confirm.actions.server.ts'
import { requestCartPage } from './cart/cart-channel.actions.server.ts'
import type { WhyNotOpened } from './checkout.rules.ts'
import type { CheckoutClaims } from './open-checkout.actions.server.ts'
import { openOrReuseCheckout } from './open-checkout.actions.server.ts'
import { retryOnConflict } from './with-one-checkout.actions.server.ts'

export type WhyNotStarted = WhyNotOpened | 'already-paid' | 'provider-away' | 'provider-refused'

export type StartedCheckout =
  | Outcome<WhyNotStarted, { url: string }>
  /** Its sentence has figures. */
  | { ok: false; reason: WhyNotStarted; sentence: string }

/**
 * Leads from the user's cart to the provider's payment page. Checks cart and address, records the
 * checkout and holds its stock in one transaction, then requests the page with an idempotency key
 * of the checkout. The same cart again gives the same page; a changed one closes the older page
 * first, and if that turns out to be paid the result is `already-paid`. On `confirm-first` a
 * confirmation link that leads back to the cart has been sent.
 */
export async function startCheckout(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
  claims: CheckoutClaims = {},
  address = '',
  typed: Typed = {},
): Promise<StartedCheckout> {
  const started = await retryOnConflict(
    services,
    () => openOrReuseCheckout(services, viewer, { claims, channel: 'cart', address, typed }),
    (opened) => requestCartPage(services, opened),
  )
  if (!started.ok && started.reason === 'confirm-first') await askToConfirm(services, viewer.id)
  if (!started.ok && started.reason === 'provider-refused') {
    await renewPaymentCustomer(services.db, viewer.id)
  }
  return started
}
