import { expect, test } from 'vitest'

import type { ShipmentActionFacts, ShipmentState } from './shipment.rules.ts'
import {
  mayChangeState,
  reachableByEvents,
  readOrderNumber,
  readShipmentNumber,
  shipmentStates,
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
  ['replace', { state: 'delivered' }, 'state'],
] as const)('why not %s when %j: %s', (action, change, why) => {
  expect(whyNotShipmentAction(action, facts(change))).toBe(why)
})

test('numbers are read in all notations', () => {
  expect(['S-2001', 's2001', ' S 2001 '].map(readShipmentNumber)).toEqual([2001, 2001, 2001])
  expect(['K-2001', '2001', 'S-12', ''].map(readShipmentNumber)).toEqual([null, null, null, null])
  expect(['K-1001', '1001'].map(readOrderNumber)).toEqual([1001, 1001])
})
