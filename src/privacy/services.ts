import type { Bound } from '#platform/services/shop.ts'

import type * as people from './people/people.use-cases.ts'

declare module '#platform/services/shop.ts' {
  interface Shop extends Bound<typeof people> {}
}
