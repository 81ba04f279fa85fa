import type { CheckoutChannelName } from '#catalogue/tables.ts'
import type { Bound } from '#platform/services/shop.ts'

import type { CheckoutChannel } from './checkout-channel.ts'
import type * as checkout from './checkout.use-cases.ts'

declare module '#platform/services/services.ts' {
  interface Services {
    channels: Readonly<Record<CheckoutChannelName, CheckoutChannel>>
  }
}

declare module '#platform/services/shop.ts' {
  interface Shop extends Bound<typeof checkout> {}
}
