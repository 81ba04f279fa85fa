import { numericDay } from '#platform/text/dates.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import type { HoldReason } from '../holds/holds.rules.ts'
import { holdReasonName } from '../holds/holds.rules.ts'
import type { WaitReason } from '../readiness/readiness.rules.ts'
import type { EventKind } from '../tracking/events.rules.ts'
import type { ShipmentAction, ShipmentState, WhyNotShipmentAction } from './shipment.rules.ts'

/** Each state of a shipment, in two or three words. */
export const shipmentStateName: Record<ShipmentState, string> = {
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
  cancelled: 'Canceled',
  agreed: 'Pickup agreed',
  collected: 'Collected',
  missed: 'Pickup missed',
}

/** Why a shipment waits, for staff. */
export const waitSentence = {
  flagged: 'The order has a flag to review.',
  'not-served': 'Today’s rules do not allow wine to this address.',
  held: 'Held.',
  'not-yet': 'Its shipping day has not come yet.',
} as const satisfies Record<WaitReason, string>

/** Why a shipment waits; a held one says what for. */
export const waitReason = (waitsFor: WaitReason, heldFor: HoldReason | null): string =>
  waitsFor === 'held' && heldFor ? `Held: ${holdReasonName[heldFor]}.` : waitSentence[waitsFor]

const onlyBeforeHandover = 'It was handed over, so it can no longer be held.'

/** What a state rules out, where somebody may look for it. */
const ruledOut: Record<ShipmentState, string> = {
  waiting: 'Tracking, loss and damage can be recorded after the handover.',
  ready: 'Tracking, loss and damage can be recorded after the handover.',
  'handed-over': 'Loss and damage can be recorded once the carrier has it.',
  shipped: onlyBeforeHandover,
  out: onlyBeforeHandover,
  attempted: onlyBeforeHandover,
  'at-depot': onlyBeforeHandover,
  delivered: 'It was delivered: it can no longer be held or tracked.',
  returning: onlyBeforeHandover,
  returned: '',
  lost: '',
  damaged: '',
  cancelled: 'It is canceled: nothing more can be done with it.',
  agreed: '',
  collected: '',
  missed: '',
}

export const notOwed =
  'Its wine was refunded, or its payment is disputed, so nothing more is sent for it.'

export const apartFirst = 'Its parcels ended differently: first say what is in which.'

/** Why no more can be done with a shipment than is offered, in one line; empty where nothing is missed. */
export function whyNoMore(
  state: ShipmentState,
  whyNot: Readonly<Record<ShipmentAction, WhyNotShipmentAction | null>>,
): string {
  const reasons = Object.values(whyNot)
  if (reasons.includes('settled')) return 'It is taken care of: there is nothing more to do.'
  if (reasons.includes('received')) return 'Its wine is back in stock.'
  if (reasons.includes('not-owed')) return notOwed
  if (whyNot['receive-back'] === 'apart' || whyNot.replace === 'apart') return apartFirst
  const tracking = reasons.includes('no-tracking') && 'It has no tracking number yet.'
  return [ruledOut[state], tracking].filter(Boolean).join(' ')
}

/** What staff confirm who change something for a buyer; `says` is what the buyer states. */
export const onThePhone = (says?: string): string =>
  says ? `On the phone with the buyer, who says: “${says}”` : 'On the phone with the buyer'

export const readToBuyer = 'Please read this to the buyer, who has to agree.'

export const leavesFromDay = (day: string) => `leaves from ${numericDay(day)}`

/** How many of the boxes of a list are selected. */
export const selectedCount = (count: number, total: number) => `${count} of ${total} selected`

/** Each kind of event, for staff. */
export const eventName = {
  ...shipmentStateName,
  other: 'Other report',
  created: 'Created',
  held: 'Held',
  'hold-ended': 'Hold ended',
  'handover-undone': 'Handover undone',
  tracking: 'Tracking number',
  'tracking-corrected': 'Tracking number corrected',
  'sent-at-risk': 'To be sent at the customer’s risk',
  'chose-again': 'Customer chose: send again',
  'chose-collect': 'Customer chose: pick up',
  'chose-refund': 'Customer chose: refund',
  'received-back': 'Received in good condition',
  replaced: 'Replacement created',
  claimed: 'Claim recorded',
  'slot-proposed': 'Appointment proposed',
  'slot-agreed': 'Appointment agreed',
  'followed-up': 'Followed up',
  settled: 'Other agreement recorded',
  changed: 'Changed',
  note: 'Note',
} as const satisfies Record<EventKind, string>

/** Why returned wine is refunded, as its buyer reads it. */
export const returnRefundReason = (wineCents: number, taxCents: number): string =>
  `Your order came back to us: ${formatAmount(wineCents)} for the wine and ${formatAmount(taxCents)} for its tax.`
