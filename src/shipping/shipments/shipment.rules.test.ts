import { expect, test } from 'vitest'

import type { ShipmentActionFacts, ShipmentState } from './shipment.rules.ts'
import {
  isBeforeHandover,
  isUnderWay,
  mayChangeState,
  reachableByEvents,
  readOrderNumber,
  readShipmentNumber,
  shipmentStates,
  statesIn,
  whyNotShipmentAction,
} from './shipment.rules.ts'

test('a shipment is handed over only from ready, and taken back only by staff', () => {
  const from = (to: ShipmentState, by: Parameters<typeof mayChangeState>[2]) =>
    shipmentStates.filter((state) => mayChangeState(state, to, by))
  expect(from('handed-over', 'handover')).toEqual(['ready'])
  expect(from('ready', 'staff')).toEqual(['handed-over', 'missed'])
  expect(from('cancelled', 'refund')).toEqual(['waiting', 'ready', 'agreed', 'missed'])
  expect(from('collected', 'staff')).toEqual(['ready', 'agreed', 'missed'])
})

test('events lead from every state in transit to an end state, and from an end state nowhere', () => {
  for (const state of ['handed-over', 'shipped', 'out', 'attempted', 'at-depot'] as const) {
    expect(reachableByEvents(state)).toContain('delivered')
    expect(reachableByEvents(state)).toContain('returned')
  }
  for (const state of ['waiting', 'ready', 'delivered', 'returned', 'cancelled'] as const) {
    expect([...reachableByEvents(state)]).toEqual([])
  }
})

const facts = (change: Partial<ShipmentActionFacts>): ShipmentActionFacts => ({
  state: 'ready',
  isPickup: false,
  hasTracking: false,
  isReceivedBack: false,
  isSettled: false,
  isSentAgain: false,
  isRefundChosen: false,
  isApart: false,
  isReplacement: false,
  ...change,
})

test.each([
  ['undo-handover', { state: 'handed-over' }, null],
  ['undo-handover', { state: 'shipped' }, 'state'],
  ['ask-carrier', { state: 'shipped' }, 'no-tracking'],
  ['ask-carrier', { state: 'shipped', hasTracking: true }, null],
  ['mark-collected', { state: 'agreed' }, 'no-pickup'],
  ['mark-collected', { state: 'agreed', isPickup: true }, null],
  ['mark-collected', { state: 'ready' }, 'no-pickup'],
  ['mark-collected', { state: 'waiting', isPickup: true }, 'state'],
  ['add-tracking', { state: 'handed-over', isPickup: true }, 'pickup'],
  ['receive-back', { state: 'returned', isReceivedBack: true }, 'received'],
  ['receive-back', { state: 'returned', isSettled: true }, null],
  ['receive-back', { state: 'returned', isSentAgain: true }, 'settled'],
  ['ship-again', { state: 'returned', isReceivedBack: true }, 'received'],
  ['ship-again', { state: 'returned', isSettled: true }, 'settled'],
  ['replace', { state: 'lost' }, null],
  ['replace', { state: 'lost', isApart: true }, 'apart'],
  ['receive-back', { state: 'returned', isApart: true }, 'apart'],
  ['ship-again', { state: 'returned', isApart: true }, 'apart'],
  ['settle', { state: 'returned', isApart: true }, null],
  ['part', { state: 'returned', isApart: true }, null],
  ['part', { state: 'returned' }, 'apart'],
  ['part', { state: 'lost', isApart: true, isReplacement: true }, 'apart'],
  ['part', { state: 'returned', isApart: true, isSettled: true }, 'settled'],
  ['part', { state: 'delivered', isApart: true }, 'state'],
  ['replace', { state: 'delivered' }, 'state'],
] as const)('why not %s when %j: %s', (action, change, why) => {
  expect(whyNotShipmentAction(action, facts(change))).toBe(why)
})

test('numbers are read in all notations', () => {
  expect(['S-2001', 's2001', ' S 2001 '].map(readShipmentNumber)).toEqual([2001, 2001, 2001])
  expect(['K-2001', '2001', 'S-12', ''].map(readShipmentNumber)).toEqual([null, null, null, null])
  expect(['K-1001', '1001', ' k 1001 '].map(readOrderNumber)).toEqual([1001, 1001, 1001])
  expect(['S-1001', 'K-101', ''].map(readOrderNumber)).toEqual([null, null, null])
})

test('a shipment changes its state by these causes alone', () => {
  const causes = ['readiness', 'handover', 'events', 'staff', 'customer', 'refund'] as const
  const changes = shipmentStates.flatMap((from) =>
    shipmentStates.flatMap((to) => {
      const by = causes.filter((cause) => mayChangeState(from, to, cause))
      return by.length === 0 ? [] : [`${from} → ${to}: ${by.join(', ')}`]
    }),
  )
  expect(changes).toEqual([
    'waiting → ready: readiness',
    'waiting → cancelled: staff, refund',
    'ready → waiting: readiness',
    'ready → handed-over: handover',
    'ready → cancelled: staff, refund',
    'ready → agreed: staff, customer',
    'ready → collected: staff',
    'handed-over → ready: staff',
    'handed-over → shipped: events',
    'handed-over → delivered: staff',
    'handed-over → returned: staff',
    'shipped → out: events',
    'shipped → attempted: events',
    'shipped → delivered: staff',
    'shipped → returned: staff',
    'shipped → lost: events, staff',
    'shipped → damaged: events, staff',
    'out → attempted: events',
    'out → delivered: events, staff',
    'out → returned: staff',
    'out → lost: events, staff',
    'out → damaged: events, staff',
    'attempted → out: events',
    'attempted → at-depot: events',
    'attempted → delivered: events, staff',
    'attempted → returning: events',
    'attempted → returned: staff',
    'attempted → lost: staff',
    'attempted → damaged: staff',
    'at-depot → delivered: events, staff',
    'at-depot → returning: events',
    'at-depot → returned: staff',
    'at-depot → lost: staff',
    'at-depot → damaged: staff',
    'delivered → returned: staff',
    'delivered → lost: staff',
    'delivered → damaged: staff',
    'returning → delivered: staff',
    'returning → returned: events, staff',
    'returning → lost: events, staff',
    'returning → damaged: events, staff',
    'agreed → cancelled: staff, refund',
    'agreed → collected: staff',
    'agreed → missed: staff',
    'missed → ready: staff',
    'missed → cancelled: staff, refund',
    'missed → collected: staff',
  ])
})

test.each([
  ['hold', ['waiting', 'ready']],
  ['undo-handover', ['handed-over']],
  ['add-tracking', ['handed-over', 'shipped', 'out', 'attempted', 'at-depot', 'returning']],
  ['ask-carrier', ['handed-over', 'shipped', 'out', 'attempted', 'at-depot', 'returning']],
  ['follow-up', ['attempted', 'at-depot']],
  ['mark-delivered', ['handed-over', 'shipped', 'out', 'attempted', 'at-depot', 'returning']],
  ['mark-lost', ['shipped', 'out', 'attempted', 'at-depot', 'delivered', 'returning']],
  ['mark-damaged', ['shipped', 'out', 'attempted', 'at-depot', 'delivered', 'returning']],
  [
    'mark-returned',
    ['handed-over', 'shipped', 'out', 'attempted', 'at-depot', 'delivered', 'returning'],
  ],
  ['receive-back', ['returned']],
  ['ship-again', ['returned']],
  ['replace', ['lost', 'damaged']],
  ['settle', ['returned', 'lost', 'damaged']],
  ['claim', ['lost', 'damaged']],
] as const)('staff can %s a box in these states alone: %j', (action, states) => {
  const open = (state: ShipmentState) =>
    whyNotShipmentAction(action, facts({ state, hasTracking: true })) === null
  expect(shipmentStates.filter(open)).toEqual(states)
  const pickup = (state: ShipmentState) =>
    whyNotShipmentAction(action, facts({ state, hasTracking: true, isPickup: true })) === null
  expect(shipmentStates.filter(pickup)).toEqual(action === 'hold' ? states : [])
})

test.each([
  ['propose-pickup', ['ready', 'missed']],
  ['mark-collected', ['ready', 'agreed', 'missed']],
  ['mark-missed', ['agreed']],
] as const)('staff can %s a pickup in these states alone: %j', (action, states) => {
  const open = (isPickup: boolean) =>
    shipmentStates.filter(
      (state) => whyNotShipmentAction(action, facts({ state, isPickup })) === null,
    )
  expect(open(true)).toEqual(states)
  expect(open(false)).toEqual([])
})

test('a settled box is not settled twice, and one whose refund was chosen is not sent again', () => {
  for (const action of ['ship-again', 'settle'] as const) {
    expect(whyNotShipmentAction(action, facts({ state: 'returned', isSettled: true }))).toBe(
      'settled',
    )
  }
  expect(whyNotShipmentAction('replace', facts({ state: 'lost', isSettled: true }))).toBe('settled')
  const chosen = facts({ state: 'returned', isRefundChosen: true })
  expect(whyNotShipmentAction('ship-again', chosen)).toBe('settled')
  expect(whyNotShipmentAction('receive-back', chosen)).toBeNull()
})

test.each([
  ['here', ['waiting', 'ready']],
  ['appointed', ['agreed', 'missed']],
  ['sent', ['handed-over', 'shipped', 'out', 'attempted', 'at-depot']],
  ['arrived', ['delivered', 'collected']],
  ['back', ['returned']],
  ['unsound', ['lost', 'damaged']],
] as const)('a box is %s in these states: %j', (stage, states) => {
  expect(statesIn(stage)).toEqual(states)
})

test('a box can be held, changed and canceled until it is handed over, and is then under way', () => {
  expect(shipmentStates.filter(isBeforeHandover)).toEqual(['waiting', 'ready', 'agreed', 'missed'])
  expect(shipmentStates.filter(isUnderWay)).toEqual([
    ...['handed-over', 'shipped', 'out', 'attempted', 'at-depot', 'returning'],
  ])
})

test('the number of a shipment is read with blanks around it', () => {
  expect(readShipmentNumber(' S-2001 ')).toBe(2001)
  expect(readShipmentNumber('S-201')).toBeNull()
})
