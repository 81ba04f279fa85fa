import type { Bound } from '#platform/services/shop.ts'

import type * as checkout from './checkout.use-cases.ts'

declare module '#platform/services/shop.ts' {
  interface Shop extends Bound<typeof checkout> {}
}
