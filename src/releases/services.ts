import type { Bound } from '#platform/services/shop.ts'

import type * as releases from './release/releases.use-cases.ts'

declare module '#platform/services/shop.ts' {
  interface Shop extends Bound<typeof releases> {}
}
