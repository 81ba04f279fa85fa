import type { Cents } from '#platform/text/money.rules.ts'

/** Prices and taxes at the provider, compared with those the shop shows. */
export type CataloguePayments = {
  /** Cents of a price in US dollars; null when there is no such price. */
  priceAmount(priceId: string): Promise<Cents | null>
  /**
   * The id of the price under a lookup key, created with its product when there is none. Called
   * again after any interruption it returns the same price. Throws ProviderRefused when the price
   * under that key has another amount.
   */
  ensurePrice(price: { lookupKey: string; name: string; amount: Cents }): Promise<string>
  /** Percent of a tax rate that is added to the price; null when there is no such rate. */
  taxPercent(taxRateId: string): Promise<number | null>
}
