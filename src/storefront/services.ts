import type { Bound } from '#platform/services/shop.ts'

import type * as cart from './cart/cart.use-cases.ts'
import type * as offers from './offers/offers.use-cases.ts'
import type * as orders from './orders/orders.use-cases.ts'

declare module '#platform/services/shop.ts' {
  interface Shop extends Bound<typeof cart> {}
  interface Shop extends Bound<typeof offers> {}
  interface Shop extends Bound<typeof orders> {}
}
