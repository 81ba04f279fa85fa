/**
 * How much limited stock buyers without a confirmed email may hold unpaid at the same time, so that
 * throw-away accounts and guests cannot hold a whole release. Buyers with a confirmed email are
 * neither limited nor counted.
 */
export const unconfirmedHolds = {
  /** Units per wine from one client network. */
  perNetwork: 6,
  /** Divisor: all of them together may hold stock / `stockPart` of a wine, rounded up. */
  stockPart: 10,
  /** Minutes until the next hold after one ended unpaid. */
  waitMinutes: 10,
} as const
