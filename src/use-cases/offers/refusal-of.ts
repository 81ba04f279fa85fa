import type { Checkout } from '#data/checkout/checkouts.ts'
import type { OfferRefusal } from '#domain/offers/offers.ts'

/** Why a refused offer was not served; if it was to be served, its authorisation had lapsed. */
export const refusalOf = ({ verdict }: Pick<Checkout, 'verdict'>): OfferRefusal =>
  verdict === null || verdict === 'serve' ? 'authorisation-ended' : verdict
