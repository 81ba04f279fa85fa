import type { Bound } from '#platform/services/shop.ts'

import type * as admin from './layout/admin.use-cases.ts'
import type * as emails from './emails/emails.use-cases.ts'

declare module '#platform/services/shop.ts' {
  interface Shop extends Bound<typeof admin> {}
  interface Shop extends Bound<typeof emails> {}
}
