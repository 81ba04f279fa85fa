/**
 * How much limited stock buyers without a confirmed email may hold unpaid at the same time, so that
 * throw-away accounts and guests cannot hold a whole release. Buyers with a confirmed email
 * are not counted.
 */
export const unconfirmedHolds = {
  /** Units per wine from one client network. */
  perNetwork: 6,
  /** Divisor: all of them together may hold stock / `stockPart` of a wine, rounded up. */
  stockPart: 10,
  /** Minutes until the next hold after one ended unpaid. */
  waitMinutes: 10,
} as const

/**
 * The same for buyers with a confirmed email who have neither paid an order nor been allotted wine: such an
 * account costs a throw-away address.
 */
export const newBuyerHolds = {
  /**
   * Units per wine from one client network, those of buyers without a confirmed email included; of a large
   * stock, a tenth.
   */
  perNetwork: 12,
  /** Times a changed cart gets the full time; after them it keeps the time that is left. */
  renewals: 2,
} as const

/**
 * Past the limit of their network such buyers hold for a short time: thousands of phones share the few addresses
 * of a carrier. A buyer who has one gets none of the full time for an hour.
 */
export const shortHolds = {
  minutes: 10,
  /** Divisor: all of them together hold at most what nobody else has of a wine / `leftPart`. */
  leftPart: 2,
} as const

type Hold = { startedAt: Date; expiresAt: Date }

/** A hold of this kind; also one that was renewed and has no more time left than one of these. */
export const isShortHold = ({ startedAt, expiresAt }: Hold): boolean =>
  expiresAt.getTime() - startedAt.getTime() <= shortHolds.minutes * 60_000

/** Checkouts one account may start, each of which costs calls to the payment provider. */
export const checkoutStarts = { minutes: 60, max: 20 } as const
