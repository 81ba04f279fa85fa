import { namingState } from '#catalogue/destinations/ship-to.copy.ts'
import { whyNotCheckoutSentence } from '#checkout/cart/cart.copy.ts'
import type { WhyNotCheckout } from '#checkout/cart/cart.rules.ts'

import type { CartView } from './view-cart.actions.server.ts'

/** Why a cart can't be checked out, with the figures where the law of a state forbids it. */
export const whyNotText = (
  whyNot: WhyNotCheckout,
  {
    shipToProblem,
    shipToState,
    stateSays,
  }: Pick<CartView, 'shipToProblem' | 'shipToState' | 'stateSays'>,
): string =>
  stateSays !== undefined && whyNot === shipToProblem
    ? stateSays
    : namingState(whyNotCheckoutSentence[whyNot], shipToState)
