import type { EventKind } from '#shipping/tracking/events.rules.ts'
import type { ShipmentState } from '#orders/order/shipment.rules.ts'

/** Reports of the carrier in their order, each so many hours ago. */
type Reports = Partial<Record<EventKind, number>>

export type Box = {
  name: string
  state: ShipmentState
  isPickup?: boolean
  isTexan?: boolean
  reports?: Reports
}

/** A box in every state, with the reports of the carrier. */
export const boxes: readonly Box[] = [
  { name: 'Ana Alvarez', state: 'waiting', isTexan: true },
  { name: 'Bruno Bennett', state: 'waiting', isTexan: true },
  { name: 'Clara Castro', state: 'ready' },
  { name: 'David Duarte', state: 'ready' },
  { name: 'Elena Ellis', state: 'handed-over' },
  { name: 'Frank Fischer', state: 'handed-over' },
  { name: 'Grace Alvarez', state: 'shipped', reports: { shipped: 40 } },
  {
    name: 'Hugo Bennett',
    state: 'out',
    reports: { shipped: 44, out: 3 },
  },
  {
    name: 'Iris Castro',
    state: 'attempted',
    reports: { shipped: 46, out: 22, attempted: 18 },
  },
  {
    name: 'Jonas Duarte',
    state: 'at-depot',
    reports: { shipped: 60, out: 40, attempted: 36, 'at-depot': 12 },
  },
  ...['Ana Ellis', 'Bruno Fischer', 'Clara Alvarez'].map((name): Box => ({
    name,
    state: 'delivered',
    reports: { shipped: 90, out: 52, delivered: 48 },
  })),
  {
    name: 'David Bennett',
    state: 'returning',
    reports: { shipped: 100, attempted: 70, returning: 20 },
  },
  {
    name: 'Elena Castro',
    state: 'returned',
    reports: { shipped: 150, attempted: 120, returning: 90, returned: 70 },
  },
  {
    name: 'Frank Duarte',
    state: 'lost',
    reports: { shipped: 200, lost: 30 },
  },
  {
    name: 'Grace Ellis',
    state: 'damaged',
    reports: { shipped: 180, damaged: 100 },
  },
  { name: 'Hugo Fischer', state: 'ready', isPickup: true },
  { name: 'Iris Alvarez', state: 'agreed', isPickup: true },
  { name: 'Jonas Bennett', state: 'collected', isPickup: true },
  { name: 'Bruno Castro', state: 'missed', isPickup: true },
  { name: 'Ana Castro', state: 'cancelled' },
]
