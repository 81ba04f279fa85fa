import type { Cents } from '#platform/text/money.rules.ts'

/**
 * Wines with a price at the payment provider, by product id: the setting that holds the price's id,
 * its lookup key, name and price in cents. The single bottle's price is the setting BOTTLE_PRICE.
 */
export const soldWines = {
  'malbec-2022': {
    priceSetting: 'STRIPE_PRICE_CASE',
    lookupKey: 'kohue_case',
    name: '2022 Malbec, 3-pack of 750ml',
    price: 45_000,
  },
  'malbec-2021-bottle': {
    priceSetting: 'STRIPE_PRICE_BOTTLE',
    lookupKey: 'kohue_bottle',
    name: '2021 Malbec, 1 bottle (750ml)',
    price: 'BOTTLE_PRICE',
  },
} as const satisfies Record<
  string,
  { priceSetting: string; lookupKey: string; name: string; price: Cents | 'BOTTLE_PRICE' }
>

/** Price in cents of a case of the 2021 wines, whose release is closed (specification, section 9). */
export const casePrice2021: Cents = 55_500

/** In dollars. The specification leaves the price to configuration. */
export const defaultBottlePrice = '150'
