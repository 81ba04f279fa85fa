import type { Gift } from '#catalogue/destinations/gift.rules.ts'
import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import type { OrderState } from '#payments/after-sale.rules.ts'
import type { Address } from '#platform/address/address.rules.ts'
import { writtenWeekday } from '#platform/text/dates.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'
import type { DispatchDays } from '#shipping/readiness/dispatch-days.rules.ts'
import { addDays, isDispatchDay } from '#shipping/readiness/dispatch-days.rules.ts'
import type { ShipmentState } from '#shipping/shipments/shipment.rules.ts'
import { stageOf } from '#shipping/shipments/shipment.rules.ts'

export const orderChangeKinds = [
  'address',
  'earliest',
  'hold',
  'gift',
  'fewer',
  'cancel',
  'method',
  'split',
] as const

/**
 * What an order had, or has now: where it goes, the calendar day before which it does not leave, whether it is
 * held until its buyer says so, who receives it as a gift, its cases by product, its shipping method, what of it
 * goes apart, or nothing any more. `refundCents`: what that refunds. `cents`: what was paid for it, or is refunded, below zero.
 * Of a hold that ended, `earliest` is the day that still keeps it back. `reason`: why staff gave a dearer method free of charge.
 */
export type ChangedValue =
  | { address: Address }
  | { earliest: string | null }
  | { isHeld: boolean; earliest?: string }
  | { gift: Gift | null }
  | { kept: Readonly<Record<string, number>>; refundCents: Cents }
  | { isCancelled: true; refundCents: Cents }
  | { method: ShippingMethod; cents: Cents; reason?: string }
  | { apart: { cases: number; state: string; zipCode: string; earliest: string | null } | null }

/** Changes of one order that its buyer makes alone. */
export const mostChanges = 10

/** Characters of why staff change an order in place of its buyer. */
export const longestReason = 120

/** How far ahead the earliest day may be. */
export const mostDaysAhead = 180

export type ChangeFacts = {
  orderState: OrderState
  /** Something about the order waits for a review by staff. */
  isFlagged: boolean
  /** Those that are not canceled. */
  shipments: readonly { state: ShipmentState; method: ShippingMethod }[]
  /** How often it was changed. */
  changes: number
}

/**
 * `over`: nothing of it is left to be changed, so that nothing is said about it. `partly-sent`: one shipment has
 * come to its end, and another is still here, such as the replacement of a damaged one.
 */
export type WhyNoChange =
  | 'over'
  | 'handed-over'
  | 'partly-sent'
  | 'appointment'
  | 'under-review'
  | 'too-many'
  | 'split'

/** Why its buyer cannot change an order, or null. */
export function whyNoChange(facts: ChangeFacts): WhyNoChange | null {
  const { orderState, isFlagged, shipments, changes } = facts
  if (orderState === 'refunded') return 'over'
  const stages = shipments.map(({ state }) => stageOf(state))
  if (stages.includes('appointed')) return 'appointment'
  // A carrier that brings a box back does not turn it around.
  if (stages.includes('sent')) return 'handed-over'
  if (!stages.includes('here')) return 'over'
  if (stages.some((stage) => stage !== 'here')) return 'partly-sent'
  if (orderState === 'disputed' || isFlagged) return 'under-review'
  if (changes >= mostChanges) return 'too-many'
  return shipments.length > 1 ? 'split' : null
}

/** Minutes within which staff can take back what they changed. */
export const undoMinutes = 10

const undoable = ['address', 'earliest', 'hold', 'gift'] as const

/** Whether the last change of an order is one that staff can still take back: it moved no money. */
export const canUndo = (
  last: { by: string; kind: string; after: ChangedValue; at: Date } | undefined,
  now: Date,
): boolean =>
  last?.by === 'staff' &&
  (isOneOf(undoable, last.kind) || 'reason' in last.after) &&
  now.getTime() - last.at.getTime() <= undoMinutes * 60_000

/** Why a box may not wait for that calendar day, as a sentence, or null. */
export function whyNotEarliest(
  day: string,
  {
    today,
    shipsFrom,
    shipsUntil,
    dispatch,
    methods,
  }: {
    today: string
    /** The first day on which the releases of its wine let it leave, or null. */
    shipsFrom: string | null
    /** The last day on which the release of its wine leaves, or null. */
    shipsUntil: string | null
    dispatch: DispatchDays
    methods: readonly ShippingMethod[]
  },
): string | null {
  if (day < today) return 'That day is over.'
  const last = addDays(today, mostDaysAhead)
  if (day > last)
    return `We keep your wine until ${writtenWeekday(last)}. For longer, please write to us.`
  if (shipsUntil !== null && day > shipsUntil) {
    return `This wine leaves until ${writtenWeekday(shipsUntil)}. For longer, please write to us.`
  }
  const isEarly = shipsFrom !== null && day < shipsFrom
  const first = isEarly ? shipsFrom : day
  const leaves = (on: string) => methods.every((method) => isDispatchDay(dispatch, method, on))
  const next = Array.from({ length: 31 }, (_, ahead) => addDays(first, ahead)).find(leaves)
  if (next === day) return null
  if (isEarly) return `This wine leaves from ${writtenWeekday(next ?? first)}.`
  const isAllowed =
    next !== undefined && next <= last && (shipsUntil === null || next <= shipsUntil)
  const offer = isAllowed
    ? `The next day is ${writtenWeekday(next)}.`
    : 'Please choose another day.'
  return `Nothing leaves on ${writtenWeekday(day)}. ${offer}`
}
