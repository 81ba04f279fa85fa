import type { PackingPapers } from './papers/packing-papers.ts'
import type { Carriers } from './tracking/carriers.ts'

declare module '#platform/services/services.ts' {
  interface Services {
    /** Packing slips and lists for the cellar. */
    papers: PackingPapers
    /** Null where no carrier is configured. */
    carriers: Carriers | null
  }

  interface ShopSettings {
    /** Minutes between two requests to a carrier about one parcel. */
    carrierPollMinutes: number
  }
}

declare module '#catalogue/tables.ts' {
  interface ChannelsWithoutOrder {
    reshipment: true
  }
}
