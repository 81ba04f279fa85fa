import type { Cents } from '#domain/money.ts'

/** Prices and taxes at the provider, compared with those the shop shows. */
export type CataloguePayments = {
  /** Cents of a price in US dollars; null when there is no such price. */
  priceAmount(priceId: string): Promise<Cents | null>
  /** Percent of a tax rate that is added to the price; null when there is no such rate. */
  taxPercent(taxRateId: string): Promise<number | null>
}
