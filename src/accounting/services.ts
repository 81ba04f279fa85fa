import type { Bound } from '#platform/services/shop.ts'

import type * as months from './months/accounting.use-cases.ts'
import type * as reconciliation from './reconciliation/reconciliation.use-cases.ts'

declare module '#platform/services/shop.ts' {
  interface Shop extends Bound<typeof months> {}
  interface Shop extends Bound<typeof reconciliation> {}
}
