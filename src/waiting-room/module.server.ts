import type { Module } from '#platform/module/module.ts'

import { waitingRoomLog } from './log.copy.ts'

declare module '#platform/services/services.ts' {
  interface ShopSettings {
    /** Shoppers at once at which the waiting line opens; 0: it opens by staff alone. */
    waitingCapacity: number
  }
}

export const waitingRoomModule: Module = { log: waitingRoomLog }
