import { isOneOf } from '#platform/text/one-of.rules.ts'

import type { HoldReason } from '../holds/holds.rules.ts'
import { holdForBuyer } from '../holds/holds.rules.ts'
import type { WaitReason } from '../readiness/readiness.rules.ts'
import type { ShipmentState } from '../shipments/shipment.rules.ts'
import { statesIn } from '../shipments/shipment.rules.ts'

/** The facts of a shipment that the page of an order shows. */
export type Whereabouts = {
  state: ShipmentState
  isPickup: boolean
  waitsFor: WaitReason | null
  hold: { reason: HoldReason; until: Date | null } | null
  /** Earliest calendar day on which it may leave, where there is one. */
  leavesFrom: string | null
  /** Calendar day on which the carrier expects to deliver, where it says one. */
  expectedOn: string | null
  /** Today's calendar day, in the shop's time zone. */
  today: string
  now: Date
  /** The calendar day of a moment, in the shop's time zone. */
  dayOf: (at: Date) => string
  placedAt: Date
  handedAt: Date | null
  shippedAt: Date | null
  /** Of a pickup: when it was collected. */
  deliveredAt: Date | null
  returnedAt: Date | null
  depotUntil: Date | null
  appointment: { from: Date; until: Date } | null
}

/** The steps to a delivery and to a pickup; the first is the payment. */
const deliverySteps = ['ordered', 'packed', 'shipped', 'out', 'delivered'] as const
export const pickupSteps = ['ordered', 'prepared', 'ready', 'agreed', 'collected'] as const
export type StepName =
  | (typeof deliverySteps)[number]
  | (typeof pickupSteps)[number]
  | ('attempted' | 'kept' | 'returning' | 'returned' | 'lost' | 'damaged')

export type Step = {
  name: StepName
  is: 'done' | 'now' | 'to-come'
  /** When it was reached, where that is known. */
  at: Date | null
}

/** The index of the step that each state has reached, and how a delivery ends that did not go as planned. */
const progress: Record<ShipmentState, { reached: number; detour?: readonly StepName[] }> = {
  waiting: { reached: 0 },
  // It is packed for the handover.
  ready: { reached: 0 },
  'handed-over': { reached: 1 },
  shipped: { reached: 2 },
  out: { reached: 3 },
  attempted: { reached: 3, detour: ['attempted', 'delivered'] },
  'at-depot': { reached: 3, detour: ['kept', 'delivered'] },
  delivered: { reached: 4 },
  returning: { reached: 3, detour: ['returning', 'returned'] },
  returned: { reached: 4, detour: ['returning', 'returned'] },
  lost: { reached: 3, detour: ['lost'] },
  damaged: { reached: 3, detour: ['damaged'] },
  cancelled: { reached: 0 },
  agreed: { reached: 3 },
  collected: { reached: 4 },
  missed: { reached: 2 },
}

const readyToCollect = 2

/** The steps of a shipment, with the moments that are known. */
export function stepsOf(shipment: Whereabouts): Step[] {
  const names = namesOf(shipment)
  const isReadyPickup = shipment.isPickup && shipment.state === 'ready'
  const at = isReadyPickup ? readyToCollect : progress[shipment.state].reached
  // A box that is lost or damaged has not arrived: its last step stays the present one.
  const isOver = at === names.length - 1 && at === progress.delivered.reached
  const moments: Partial<Record<StepName, Date | null>> = {
    ordered: shipment.placedAt,
    packed: shipment.handedAt,
    shipped: shipment.shippedAt,
    delivered: shipment.deliveredAt,
    returned: shipment.returnedAt,
    collected: shipment.deliveredAt,
  }
  return names.map((name, index) => ({
    name,
    is: index < at || (isOver && index === at) ? 'done' : index === at ? 'now' : 'to-come',
    at: index <= at ? (moments[name] ?? null) : null,
  }))
}

function namesOf({ state, isPickup }: Whereabouts): readonly StepName[] {
  if (isPickup) return pickupSteps
  const { detour } = progress[state]
  return detour ? [...deliverySteps.slice(0, 3), ...detour] : deliverySteps
}

/** What happens next with a shipment, with its date where that is known. */
export type NextStep =
  | {
      kind: 'received' | 'checked' | 'leaves-soon' | 'handed-over' | 'arrives' | 'out' | 'out-today'
    }
  | { kind: 'leaves-from'; day: string }
  | { kind: 'waits-until'; at: Date }
  | { kind: 'waits' }
  | { kind: 'held'; sentence: string; short: string }
  | { kind: 'arrives-on'; day: string }
  | { kind: 'sign' }
  | { kind: 'sign-until' | 'fetch-until' | 'kept-over'; at: Date }
  | { kind: 'fetch' }
  | { kind: 'delivered' | 'returned' | 'collected'; at: Date | null }
  | { kind: 'returning' | 'lost' | 'damaged' | 'cancelled' }
  | { kind: 'pickup-received' | 'pickup-waits' | 'choose-slot' | 'missed' }
  | { kind: 'pickup-from'; day: string }
  | { kind: 'agreed' | 'time-over'; from: Date; until: Date }

/** What happens next with a shipment; dates only where they are known. */
export function nextOf(shipment: Whereabouts): NextStep {
  const { state, isPickup, depotUntil, expectedOn, appointment } = shipment
  switch (state) {
    case 'waiting':
      return whileWaiting(shipment)
    case 'ready':
      return { kind: isPickup ? 'choose-slot' : 'leaves-soon' }
    case 'handed-over':
      return { kind: 'handed-over' }
    case 'shipped':
      // An expected day in the past is not shown.
      return expectedOn !== null && expectedOn >= shipment.today
        ? { kind: 'arrives-on', day: expectedOn }
        : { kind: 'arrives' }
    case 'out':
      return { kind: expectedOn === shipment.today ? 'out-today' : 'out' }
    case 'attempted':
      return depotUntil ? keptUntil('sign-until', depotUntil, shipment) : { kind: 'sign' }
    case 'at-depot':
      return depotUntil ? keptUntil('fetch-until', depotUntil, shipment) : { kind: 'fetch' }
    case 'delivered':
      return { kind: 'delivered', at: shipment.deliveredAt }
    case 'returned':
      return { kind: 'returned', at: shipment.returnedAt }
    case 'collected':
      return { kind: 'collected', at: shipment.deliveredAt }
    case 'agreed':
      if (!appointment) return { kind: 'choose-slot' }
      // Until staff record that it was collected, or that nobody came.
      return { kind: appointment.until < shipment.now ? 'time-over' : 'agreed', ...appointment }
    case 'missed':
      return { kind: 'missed' }
    case 'returning':
    case 'lost':
    case 'damaged':
    case 'cancelled':
      return { kind: state }
  }
}

/** Once the last day is over, and until the carrier reports a return, no day is promised. */
const keptUntil = (
  kind: 'sign-until' | 'fetch-until',
  at: Date,
  { today, dayOf }: Pick<Whereabouts, 'today' | 'dayOf'>,
): NextStep => ({ kind: dayOf(at) < today ? 'kept-over' : kind, at })

function whileWaiting(shipment: Whereabouts): NextStep {
  const { waitsFor, hold, leavesFrom, isPickup } = shipment
  if (waitsFor === 'held' && !leavesAfterHold(shipment)) {
    if (hold?.until) return { kind: 'waits-until', at: hold.until }
    if (isPickup) return { kind: 'pickup-waits' }
    const told = hold && holdForBuyer[hold.reason]
    return told ? { kind: 'held', ...told } : { kind: 'waits' }
  }
  if ((waitsFor === 'held' || waitsFor === 'not-yet') && leavesFrom) {
    return { kind: isPickup ? 'pickup-from' : 'leaves-from', day: leavesFrom }
  }
  if (waitsFor === 'not-yet') return { kind: isPickup ? 'pickup-waits' : 'waits' }
  // Null until the job of each minute has evaluated it.
  if (waitsFor !== null) return { kind: 'checked' }
  return { kind: isPickup ? 'pickup-received' : 'received' }
}

/** Whether it leaves later than its hold ends, so that the hold changes nothing for its buyer. */
export const leavesAfterHold = ({
  hold,
  leavesFrom,
  dayOf,
}: Pick<Whereabouts, 'hold' | 'leavesFrom' | 'dayOf'>): boolean =>
  Boolean(hold?.until && leavesFrom !== null && leavesFrom > dayOf(hold.until))

/** Whether a delivery still lies ahead, for which an adult has to sign. */
export const needsSignature = ({ state, isPickup }: Pick<Whereabouts, 'state' | 'isPickup'>) =>
  !isPickup && isOneOf(statesIn('here', 'sent'), state)
