import type { WaitReason } from '#domain/shipping/readiness.ts'
import type { HoldPlace } from '#domain/shipping/holds.ts'
import type { ShipmentState } from '#domain/shipping/shipment.ts'

/** Each state of a shipment, in two or three words. */
export const shipmentStateName = {
  waiting: 'Waiting',
  ready: 'Ready',
  'handed-over': 'Handed over',
  shipped: 'Shipped',
  out: 'Out for delivery',
  attempted: 'Delivery attempted',
  'at-depot': 'At the depot',
  delivered: 'Delivered',
  returning: 'On its way back',
  returned: 'Returned',
  lost: 'Lost',
  damaged: 'Damaged',
  cancelled: 'Cancelled',
  agreed: 'Pickup agreed',
  collected: 'Collected',
  missed: 'Pickup missed',
} as const satisfies Record<ShipmentState, string>

/** Why a shipment waits, for staff. */
export const waitSentence = {
  flagged: 'The order has a flag to review.',
  'not-served': 'Wine may not go to this address under today’s rules.',
  held: 'Held.',
  'not-yet': 'Its day has not come yet.',
} as const satisfies Record<WaitReason, string>

/** `TX, AZ, 850` */
export const holdSummary = (places: readonly HoldPlace[]): string =>
  places
    .map(({ scope, place }) => (scope === 'all' ? 'All' : scope === 'shipment' ? 'One' : place))
    .join(', ')
