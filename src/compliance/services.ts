import type { Years } from './records/retention.rules.ts'

declare module '#platform/services/services.ts' {
  interface ShopSettings {
    /** After which the person of an order is erased from it and from its record. */
    recordRetentionYears: Years
  }
}
