import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import { shippingMethodWord } from '#catalogue/destinations/shipping.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

/** The page behind a purchase link. */
export const purchaseCopy = {
  title: 'Your order',
  addressTitle: 'Where should it go?',
  addressExtra: 'Apartment, suite (optional)',
  saveAddress: 'Use this address',
  moreWines: 'See the whole release',
} as const

/** `2 cases, ground, to California: $1,015.25 in all` */
export function landedSentence({
  quantity,
  method,
  state,
  cents,
}: {
  quantity: number
  method: ShippingMethod
  state: string
  cents: number
}): string {
  const to = method === 'pickup' ? [] : [`to ${stateName(state)}`]
  return `${[plural(quantity, 'case'), shippingMethodWord[method], ...to].join(', ')}: ${formatAmount(cents)} in all`
}
