import type { CheckoutChannelName } from '#catalogue/tables.ts'

import type { CheckoutChannel } from './checkout-channel.ts'

declare module '#platform/services/services.ts' {
  interface Services {
    channels: Readonly<Record<CheckoutChannelName, CheckoutChannel>>
  }
}
