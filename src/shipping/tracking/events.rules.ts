import { isOneOf } from '#platform/text/one-of.rules.ts'

import type { ShipmentState } from '../shipments/shipment.rules.ts'
import { reachableByEvents, stageOf } from '../shipments/shipment.rules.ts'

/** The events that carriers report, in the shop's terms; `other` changes no state. */
const carrierKinds = [
  'shipped',
  'out',
  'attempted',
  'at-depot',
  'delivered',
  'returning',
  'returned',
  'lost',
  'damaged',
  'other',
] as const
export type CarrierKind = (typeof carrierKinds)[number]

/** Events of the shop, its staff and its customers. */
const noteKinds = [
  'created',
  'ready',
  'waiting',
  'held',
  'hold-ended',
  'handed-over',
  'handover-undone',
  'tracking',
  'tracking-corrected',
  'sent-at-risk',
  'cancelled',
  'chose-again',
  'chose-collect',
  'chose-refund',
  'received-back',
  'replaced',
  'claimed',
  'slot-proposed',
  'slot-agreed',
  'collected',
  'missed',
  'followed-up',
  'settled',
  'changed',
  'note',
] as const

export const eventKinds = [...carrierKinds, ...noteKinds] as const
export type EventKind = (typeof eventKinds)[number]

export const eventSources = ['carrier', 'shipper-file', 'staff', 'customer', 'shop'] as const
export type EventSource = (typeof eventSources)[number]

/** Longest text of an event. */
export const maxEventText = 200
/** Longest name of who signed, as staff type it. */
export const maxSignerName = 100

/** The parts of an event that affect a state. */
export type StateEvent = {
  at: Date
  source: EventSource
  kind: EventKind
  /** Where, as the carrier has it: `Napa, CA 94558`. */
  place: string
  /** Null or missing: of all parcels of the shipment. */
  parcelId?: string | null
}

const carriersOwn: ReadonlySet<string> = new Set(carrierKinds.filter((kind) => kind !== 'other'))

const movesState = (kind: EventKind): kind is Exclude<CarrierKind, 'other'> => carriersOwn.has(kind)

/** The five-digit ZIP code in a place. */
const zipOfPlace = (place: string): string | undefined =>
  /(?:^|\D)(\d{5})(?:-\d{4})?(?:\D|$)/.exec(place)?.[1]

/** Of events at the same moment, the one further along comes last. */
const rank = new Map<EventKind, number>(carrierKinds.map((kind, index) => [kind, index]))

export const byProgress = (a: Pick<StateEvent, 'kind'>, b: Pick<StateEvent, 'kind'>): number =>
  (rank.get(a.kind) ?? 0) - (rank.get(b.kind) ?? 0)

const inOrder = <Event extends StateEvent>(events: readonly Event[]): Event[] =>
  events.toSorted((a, b) => a.at.getTime() - b.at.getTime() || byProgress(a, b))

/**
 * The state of a parcel that was handed over: the furthest that its events allow, in the order of their
 * times, so that late, repeated and out-of-order events do no harm. A delivery at the sender's ZIP code,
 * or while returning, is a return; otherwise only staff undo a delivery. What staff say of its end holds.
 */
export const parcelState = (events: readonly StateEvent[], sender: Sender): ShipmentState =>
  withStates(events, sender).at(-1)?.state ?? 'handed-over'

type Sender = { senderZip: string | null }

/** The sender's ZIP code, where a delivery to it is a return: null without one, and for a buyer who lives there. */
export const senderZipFor = ({ toZip }: { toZip: string }, senderZip: string): string | null =>
  senderZip === '' || toZip.slice(0, 5) === senderZip.slice(0, 5) ? null : senderZip

/** The deliveries of a parcel to whom it was sent, rather than back to the sender, as a later one may be. */
export function deliveriesOf<Event extends StateEvent>(
  events: readonly Event[],
  sender: Sender,
): Event[] {
  const delivered = withStates(events, sender)
    .filter(({ event, state }) => event.kind === 'delivered' && state === 'delivered')
    .map(({ event }) => event)
  const turn = contradictionsOf(events, 'delivered', sender)[0]?.at ?? null
  return delivered.filter(({ at }) => turn === null || at < turn)
}

/** Each event in the order of their times, with the state after it. */
function withStates<Event extends StateEvent>(
  events: readonly Event[],
  { senderZip }: Sender,
): { event: Event; state: ShipmentState }[] {
  let state: ShipmentState = 'handed-over'
  return inOrder(events).map((event) => {
    state = stateAfter(state, event, senderZip)
    return { event, state }
  })
}

function stateAfter(
  state: ShipmentState,
  { kind, place, source }: StateEvent,
  senderZip: string | null,
): ShipmentState {
  if (!movesState(kind)) return state
  if (source === 'staff' && isOneOf(staffEnds, kind)) return kind
  const isBack = kind === 'delivered' && isAtSender(place, senderZip)
  const wanted: ShipmentState = isBack || goesBack(kind, state) ? 'returned' : kind
  return reachableByEvents(state).has(wanted) ? wanted : state
}

const goesBack = (kind: EventKind, state: ShipmentState): boolean =>
  kind === 'delivered' && state === 'returning'

const isAtSender = (place: string, senderZip: string | null): boolean =>
  senderZip !== null && zipOfPlace(place) === senderZip.slice(0, 5)

const staffEnds = ['delivered', 'returned', 'lost', 'damaged'] as const

/** A carrier's reports of a return after a delivery, which staff have to clarify, in the order of their times. */
export function contradictionsOf(
  events: readonly StateEvent[],
  state: ShipmentState,
  { senderZip }: Sender,
): readonly StateEvent[] {
  if (state !== 'delivered') return []
  const told = inOrder(events)
  const delivered = told.find(({ kind }) => kind === 'delivered')
  if (!delivered) return []
  return told.filter(
    ({ kind, at, place, source }) =>
      source !== 'staff' &&
      at > delivered.at &&
      (kind === 'returning' ||
        kind === 'returned' ||
        (kind === 'delivered' && isAtSender(place, senderZip))),
  )
}

/** The state of several parcels is the first of these that any of them has. */
const mostUrgentFirst = [
  'lost',
  'damaged',
  'returned',
  'returning',
  'at-depot',
  'attempted',
] as const

/** The state of a shipment from the states of its parcels; `without` where it has none. */
export function stateOfParcels(
  parcels: readonly ShipmentState[],
  without: ShipmentState,
): ShipmentState {
  if (parcels.length === 0) return without
  const care = mostUrgentFirst.find((state) => parcels.includes(state))
  if (care) return care
  if (parcels.every((state) => state === 'delivered')) return 'delivered'
  if (parcels.includes('out')) return 'out'
  return parcels.some((state) => state !== 'handed-over') ? 'shipped' : 'handed-over'
}

/** Whether the parcels of a shipment end differently, so that what one came to is not true of all of its wine. */
export const areApart = (
  parcels: readonly { state: ShipmentState; supersededAt: Date | null }[],
): boolean =>
  new Set(
    parcels.filter(({ supersededAt }) => supersededAt === null).map(({ state }) => stageOf(state)),
  ).size > 1

/**
 * How often a delivery was attempted; attempts at the same moment count once. Several parcels come with one truck: the
 * one with the most attempts counts.
 */
export function attemptsIn(events: readonly StateEvent[]): number {
  const attempts = events.filter(({ kind }) => kind === 'attempted')
  const byParcel = Map.groupBy(attempts, ({ parcelId }) => parcelId ?? '')
  const counts = [...byParcel.values()].map(
    (own) => new Set(own.map(({ at }) => at.getTime())).size,
  )
  return Math.max(0, ...counts)
}
