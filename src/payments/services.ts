import type { Payments } from './payments.ts'

declare module '#platform/services/services.ts' {
  interface Services {
    payments: Payments
  }

  interface ShopSettings {
    taxRateId: string
    /** The provider's price for each product that can be bought. */
    priceIds: Readonly<Record<string, string>>
    /** The provider's browser script, and the public payment key it is opened with. */
    cardField: { scriptUrl: string; publicKey: string }
  }
}
