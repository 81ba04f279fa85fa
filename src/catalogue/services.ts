import type { Cents } from '#platform/text/money.rules.ts'

import type { CarriedMethod, ShippingMethod, ShippingTier } from './destinations/shipping.rules.ts'
import type { OfferName } from './offers/offers.rules.ts'
import type { Pictures } from './pictures/pictures.ts'
import type { Sheets } from './sheets/sheets.ts'

declare module '#platform/services/services.ts' {
  interface Services {
    pictures: Pictures
    sheets: Sheets
  }

  interface ShopSettings {
    /** Percent, such as 7.25. */
    taxPercent: number
    /** The provider's shipping rates. */
    rateIds: Readonly<Record<ShippingMethod, Readonly<Record<ShippingTier, string>>>>
    /** The provider's rates for a single bottle. */
    bottleRateIds: Readonly<Record<CarriedMethod, string>>
    /** Where an offer's Checkout leads instead, if anywhere. */
    paymentLinks: Readonly<Partial<Record<OfferName, string>>>
    bottlePrice: Cents
    /** The word that opens the coming release. Never leaves the server. */
    hiddenViewAnswer: string
  }
}
