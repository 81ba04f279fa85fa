import type { Bound } from '#platform/services/shop.ts'

import type * as campaigns from './campaign/campaigns.use-cases.ts'

declare module '#platform/services/shop.ts' {
  interface Shop extends Bound<typeof campaigns> {}
}
