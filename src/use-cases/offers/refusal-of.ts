import type { Checkout } from '#data/checkouts.ts'
import type { OfferRefusal } from '#domain/offers.ts'

/** Why a refused offer was not served: what was to be taken and could not be had lapsed. */
export const refusalOf = ({ verdict }: Pick<Checkout, 'verdict'>): OfferRefusal =>
  verdict === null || verdict === 'serve' ? 'authorisation-ended' : verdict
