import type { Viewer } from '#data/people.ts'

import { askForPage } from './ask-for-page.ts'
import { cartPage } from '#use-cases/cart/cart-page.ts'
import type { CheckoutClaims, WhyNotOpened } from './open-checkout.ts'
import { openOrReuseCheckout } from './open-checkout.ts'
import type { Parts } from '#use-cases/parts.ts'
import { withOneCheckout } from './with-one-checkout.ts'

export type WhyNotStarted = WhyNotOpened | 'already-paid' | 'provider-away' | 'provider-refused'

export type StartedCheckout = { ok: true; url: string } | { ok: false; reason: WhyNotStarted }

/**
 * From the member's cart to the provider's payment page. Cart and address are checked, the checkout
 * is recorded and its stock held in one transaction, then the page is asked for with a key of the
 * checkout's. The same cart again gives the same page; a changed one closes the older page first,
 * and one that turns out to be paid answers `already-paid`: nobody pays twice.
 */
export async function startCheckout(
  parts: Parts,
  viewer: Pick<Viewer, 'id'>,
  claims: CheckoutClaims = {},
): Promise<StartedCheckout> {
  return withOneCheckout(
    parts,
    () => openOrReuseCheckout(parts, viewer, { claims, channel: 'cart' }),
    (opened) => askForPage(parts, opened.checkout, () => cartPage(parts, opened)),
  )
}
