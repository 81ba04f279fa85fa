import type { Bound } from '#platform/services/shop.ts'

import type { OrderLinkTokens } from './guests/order-link-tokens.server.ts'
import type { Fulfilment } from './order/fulfilment.ts'
import type * as orders from './order/orders.use-cases.ts'

declare module '#platform/services/services.ts' {
  interface Services {
    orderLinks: OrderLinkTokens
    fulfilment: Fulfilment
  }
}

declare module '#platform/services/shop.ts' {
  interface Shop extends Bound<typeof orders> {}
}
