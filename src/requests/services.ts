import type { Bound } from '#platform/services/shop.ts'

import type * as requests from './requests.use-cases.ts'

declare module '#platform/services/shop.ts' {
  interface Shop extends Bound<typeof requests> {}
}
