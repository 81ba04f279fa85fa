import { isOneOf } from '#platform/text/one-of.rules.ts'

/**
 * Kinds of shipments: the order's wine, a part of it that goes apart, the same box again, or other wine as a
 * replacement.
 */
export const shipmentKinds = ['first', 'split', 'reshipment', 'replacement'] as const

/**
 * Before the handover it is `here`, and can be held and changed, or `appointed`: a pickup whose time is agreed or
 * was missed. `sent` and `returning`: the carrier is asked about it. The others end it; `unsound`: lost or damaged.
 */
type Stage =
  | 'here'
  | 'appointed'
  | 'sent'
  | 'returning'
  | 'arrived'
  | 'back'
  | 'unsound'
  | 'cancelled'

type StateFacts = {
  stage: Stage
  /** What staff have to do with it, until they have. */
  staffDo: 'follow-up' | 'propose-pickup' | 'settle' | null
}

/** Each state, with the facts from which rules and queries take their states. */
const stateFacts = {
  waiting: { stage: 'here', staffDo: null },
  ready: { stage: 'here', staffDo: null },
  'handed-over': { stage: 'sent', staffDo: null },
  shipped: { stage: 'sent', staffDo: null },
  out: { stage: 'sent', staffDo: null },
  attempted: { stage: 'sent', staffDo: 'follow-up' },
  'at-depot': { stage: 'sent', staffDo: 'follow-up' },
  delivered: { stage: 'arrived', staffDo: null },
  returning: { stage: 'returning', staffDo: null },
  returned: { stage: 'back', staffDo: 'settle' },
  lost: { stage: 'unsound', staffDo: 'settle' },
  damaged: { stage: 'unsound', staffDo: 'settle' },
  cancelled: { stage: 'cancelled', staffDo: null },
  agreed: { stage: 'appointed', staffDo: null },
  collected: { stage: 'arrived', staffDo: null },
  missed: { stage: 'appointed', staffDo: 'propose-pickup' },
} as const satisfies Record<string, StateFacts>

export type ShipmentState = keyof typeof stateFacts
export const shipmentStates = Object.keys(stateFacts) as [ShipmentState, ...ShipmentState[]]

const statesWith = (holds: (facts: StateFacts) => boolean): readonly ShipmentState[] =>
  shipmentStates.filter((state) => holds(stateFacts[state]))

export const stageOf = (state: ShipmentState): Stage => stateFacts[state].stage
export const statesIn = (...stages: readonly Stage[]) =>
  statesWith(({ stage }) => isOneOf(stages, stage))

/** Before the handover: can be canceled. */
export const beforeHandover = statesIn('here', 'appointed')
/** In transit to the customer or back: the carrier is asked about these. */
export const underWay = statesIn('sent', 'returning')
/** The same without those that the carrier has not scanned. */
export const scanned = underWay.filter((state) => state !== 'handed-over')
export const notOver = statesIn('here', 'appointed', 'sent', 'returning')
/** With a task of staff: it ends by what they decide or follow up. */
export const withTask = statesWith(({ staffDo }) => staffDo !== null)

export const isBeforeHandover = (state: ShipmentState): boolean => isOneOf(beforeHandover, state)
export const isUnderWay = (state: ShipmentState): boolean => isOneOf(underWay, state)

/** The causes of state transitions. */
export type TransitionCause = 'readiness' | 'handover' | 'events' | 'staff' | 'customer' | 'refund'

const both = ['events', 'staff'] as const
/** Not every carrier is asked, and one that is may fall silent: staff learn how it ended. */
const endedByStaff = { delivered: ['staff'], returned: ['staff'] } as const

/** The state machine of shipments: from which state to which, by which causes. */
const shipmentTransitions: Record<
  ShipmentState,
  Partial<Record<ShipmentState, readonly TransitionCause[]>>
> = {
  waiting: { ready: ['readiness'], cancelled: ['refund', 'staff'] },
  ready: {
    waiting: ['readiness'],
    'handed-over': ['handover'],
    cancelled: ['refund', 'staff'],
    agreed: ['customer', 'staff'], // a pickup
    collected: ['staff'], // a pickup without an appointment
  },
  'handed-over': { ready: ['staff'], shipped: ['events'], ...endedByStaff },
  shipped: {
    out: ['events'],
    attempted: ['events'],
    lost: both,
    damaged: both,
    ...endedByStaff,
  },
  out: {
    attempted: ['events'],
    lost: both,
    damaged: both,
    ...endedByStaff,
    delivered: both,
  },
  attempted: {
    out: ['events'],
    'at-depot': ['events'],
    returning: ['events'],
    lost: ['staff'],
    damaged: ['staff'],
    ...endedByStaff,
    delivered: both,
  },
  'at-depot': {
    returning: ['events'],
    lost: ['staff'],
    damaged: ['staff'],
    ...endedByStaff,
    delivered: both,
  },
  delivered: { returned: ['staff'], lost: ['staff'], damaged: ['staff'] },
  returning: { lost: both, damaged: both, ...endedByStaff, returned: both },
  returned: {},
  lost: {},
  damaged: {},
  cancelled: {},
  agreed: { collected: ['staff'], missed: ['staff'], cancelled: ['refund', 'staff'] },
  collected: {},
  missed: { ready: ['staff'], collected: ['staff'], cancelled: ['refund', 'staff'] },
}

const targets = (from: ShipmentState): [ShipmentState, readonly TransitionCause[]][] =>
  Object.entries(shipmentTransitions[from]) as [ShipmentState, readonly TransitionCause[]][]

/** Whether a cause may change a shipment from one state directly to another. */
export const mayChangeState = (
  from: ShipmentState,
  to: ShipmentState,
  by: TransitionCause,
): boolean => targets(from).some(([state, movers]) => state === to && movers.includes(by))

/** The states that events can lead to from a state, also when events in between are missing. */
export function reachableByEvents(from: ShipmentState): ReadonlySet<ShipmentState> {
  const known = reachable.get(from)
  if (known) return known
  const found = new Set<ShipmentState>()
  const next = [from]
  for (let state = next.pop(); state; state = next.pop()) {
    for (const [to, movers] of targets(state)) {
      if (movers.includes('events') && !found.has(to)) {
        found.add(to)
        next.push(to)
      }
    }
  }
  reachable.set(from, found)
  return found
}

const reachable = new Map<ShipmentState, ReadonlySet<ShipmentState>>()

/** The states from which staff change a shipment directly to this one. */
const leadingTo = (to: ShipmentState) =>
  shipmentStates.filter((state) => mayChangeState(state, to, 'staff'))

/** What staff can do with one shipment, and in which states. */
const actionStates = {
  hold: statesIn('here'),
  'undo-handover': ['handed-over'],
  'add-tracking': underWay,
  'ask-carrier': underWay,
  'follow-up': statesWith(({ staffDo }) => staffDo === 'follow-up'),
  'mark-delivered': leadingTo('delivered'),
  'mark-lost': leadingTo('lost'),
  'mark-damaged': leadingTo('damaged'),
  'mark-returned': leadingTo('returned'),
  'receive-back': statesIn('back'),
  'ship-again': statesIn('back'),
  replace: statesIn('unsound'),
  settle: statesWith(({ staffDo }) => staffDo === 'settle'),
  part: statesWith(({ staffDo }) => staffDo === 'settle'),
  claim: statesIn('unsound'),
  'propose-pickup': ['ready', 'missed'],
  'mark-collected': leadingTo('collected'),
  'mark-missed': leadingTo('missed'),
} as const satisfies Record<string, readonly ShipmentState[]>

export type ShipmentAction = keyof typeof actionStates
export const statesFor = (action: ShipmentAction): readonly ShipmentState[] => actionStates[action]
export const shipmentActions = Object.keys(actionStates) as ShipmentAction[]

/** The facts that decide which actions a shipment allows. */
export type ShipmentActionFacts = {
  state: ShipmentState
  isPickup: boolean
  hasTracking: boolean
  /** Its wine was received back undamaged and is in stock again. */
  isReceivedBack: boolean
  /** It was settled: shipped again, refunded or replaced. */
  isSettled: boolean
  /** Its wine went out again with another shipment. */
  isSentAgain: boolean
  /** Its buyer wants the money back, which is refunded once the box is received. */
  isRefundChosen: boolean
  /** Its parcels ended differently. */
  isApart: boolean
  /** It replaces another. */
  isReplacement: boolean
}

export type WhyNotShipmentAction =
  | 'state'
  | 'pickup'
  | 'no-pickup'
  | 'no-tracking'
  | 'received'
  | 'settled'
  /** Its parcels ended differently, or for parting it: they did not. */
  | 'apart'
  /** Its wine was refunded, or its payment is disputed. */
  | 'not-owed'

const pickupActions: ReadonlySet<ShipmentAction> = new Set([
  'propose-pickup',
  'mark-collected',
  'mark-missed',
])
const settling: ReadonlySet<ShipmentAction> = new Set(['ship-again', 'replace', 'settle', 'part'])
/** These are done with all of its wine. */
const wholly: ReadonlySet<ShipmentAction> = new Set(['receive-back', 'ship-again', 'replace'])

/** Why the action is not possible with the shipment now, or null. */
export function whyNotShipmentAction(
  action: ShipmentAction,
  facts: ShipmentActionFacts,
): WhyNotShipmentAction | null {
  if (pickupActions.has(action) && !facts.isPickup) return 'no-pickup'
  if (!pickupActions.has(action) && facts.isPickup && action !== 'hold') return 'pickup'
  if (!isOneOf<ShipmentState>(actionStates[action], facts.state)) return 'state'
  if (action === 'ask-carrier' && !facts.hasTracking) return 'no-tracking'
  if (settling.has(action) && facts.isSettled) return 'settled'
  if (wholly.has(action) && facts.isApart) return 'apart'
  if (action === 'part' && facts.isReceivedBack) return 'received'
  if (action === 'part' && (!facts.isApart || facts.isReplacement)) return 'apart'
  if (action === 'receive-back' && facts.isReceivedBack) return 'received'
  if (action === 'receive-back' && facts.isSentAgain) return 'settled'
  if (action === 'ship-again' && facts.isReceivedBack) return 'received'
  if (action === 'ship-again' && facts.isRefundChosen) return 'settled'
  return null
}

/** `S-2001` */
export const shipmentNumber = (number: number): string => `S-${number}`

/** Reads `S-2001` or `s 2001`, or null. */
export function readShipmentNumber(text: string): number | null {
  const found = /^s[\s-]*(\d{4,9})$/i.exec(text.trim())
  return found ? Number(found[1]) : null
}

/** Reads `K-1001`, or null. */
export function readOrderNumber(text: string): number | null {
  const found = /^k?[\s-]*(\d{4,9})$/i.exec(text.trim())
  return found ? Number(found[1]) : null
}

/** The notice printed on every box: an adult has to sign. */
export const signatureText =
  'Contains alcohol; signature of a person 21 or older required for delivery'
