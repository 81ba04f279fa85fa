import type { OrderLinkTokens } from './guests/order-link-tokens.server.ts'
import type { Fulfilment } from './order/fulfilment.ts'

declare module '#platform/services/services.ts' {
  interface Services {
    orderLinks: OrderLinkTokens
    fulfilment: Fulfilment
  }

  interface ShopSettings {
    /** Whether disputes are answered at the provider with the shop’s records of the delivery. */
    sendsEvidence: boolean
  }
}
