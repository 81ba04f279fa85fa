import type { ShipmentState } from '#shipping/shipments/shipment.rules.ts'

import type { Box } from './shipping-boxes.ts'

export const hour = 60 * 60 * 1_000

/** Recorded as the person who acted. */
export const by = 'story'

export type Told = {
  box: Box
  orderedAt: Date
  orderId: string
  shipmentId: string
  town: string
}
export type Ago = (hours: number) => Date

export const ofState = (told: readonly Told[], ...states: ShipmentState[]) =>
  told.filter(({ box }) => states.includes(box.state) && !box.isPickup)
