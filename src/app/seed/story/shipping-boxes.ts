import type { ShipmentState } from '#shipping/shipments/shipment.rules.ts'
import type { EventKind } from '#shipping/tracking/events.rules.ts'

/** Reports of the carrier in their order, each so many hours ago. */
type Reports = Partial<Record<EventKind, number>>

export type Box = {
  state: ShipmentState
  isPickup?: boolean
  isTexan?: boolean
  reports?: Reports
}

/** A box in every state, with the reports of the carrier. */
export const boxes: readonly Box[] = [
  { state: 'waiting', isTexan: true },
  { state: 'waiting', isTexan: true },
  { state: 'ready' },
  { state: 'ready' },
  { state: 'handed-over' },
  { state: 'handed-over' },
  { state: 'shipped', reports: { shipped: 40 } },
  {
    state: 'out',
    reports: { shipped: 44, out: 3 },
  },
  {
    state: 'attempted',
    reports: { shipped: 46, out: 22, attempted: 18 },
  },
  {
    state: 'at-depot',
    reports: { shipped: 60, out: 40, attempted: 36, 'at-depot': 12 },
  },
  ...[90, 114, 138].map((shipped): Box => ({
    state: 'delivered',
    reports: { shipped, out: shipped - 38, delivered: shipped - 42 },
  })),
  {
    state: 'returning',
    reports: { shipped: 100, attempted: 70, returning: 20 },
  },
  {
    state: 'returned',
    reports: { shipped: 150, attempted: 120, returning: 90, returned: 70 },
  },
  {
    state: 'lost',
    reports: { shipped: 200, lost: 30 },
  },
  {
    state: 'damaged',
    reports: { shipped: 180, damaged: 100 },
  },
  { state: 'ready', isPickup: true },
  { state: 'agreed', isPickup: true },
  { state: 'collected', isPickup: true },
  { state: 'missed', isPickup: true },
  { state: 'cancelled' },
]
