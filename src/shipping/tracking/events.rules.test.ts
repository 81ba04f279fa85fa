import { describe, expect, test } from 'vitest'

import type { ShipmentState } from '../shipments/shipment.rules.ts'
import type { CarrierKind, StateEvent } from './events.rules.ts'
import {
  areApart,
  attemptsIn,
  contradictionsOf,
  deliveriesOf,
  parcelState,
  stateOfParcels,
} from './events.rules.ts'

const senderZip = '94558'

/** Events of one parcel: `2 delivered at Napa, CA 94558; 3 returned by staff`, hours first. */
const eventsIn = (told: string): StateEvent[] =>
  told
    .split('; ')
    .filter(Boolean)
    .map((each) => {
      const [, hour, kind, staff, place = ''] =
        /^(\d) ([a-z-]+)( by staff)?(?: at (.+))?$/.exec(each) ?? []
      return {
        at: new Date(Date.UTC(2026, 10, 2, Number(hour))),
        source: staff ? 'staff' : 'carrier',
        kind: kind as CarrierKind,
        place,
      }
    })

const stateOf = (told: string) => parcelState(eventsIn(told), { senderZip })

describe('the furthest state that the events allow', () => {
  test.each<[string, ShipmentState, string]>([
    ['no events', 'handed-over', ''],
    ['in order', 'delivered', '1 shipped; 2 out; 3 delivered'],
    ['delivered first, shipped later', 'delivered', '3 delivered; 1 shipped'],
    ['delivered twice', 'delivered', '3 delivered; 1 shipped; 4 delivered'],
    ['the events between are missing', 'delivered', '3 delivered'],
    ['a scan after the delivery', 'delivered', '3 delivered; 4 out'],
    ['an attempt, then delivered', 'delivered', '1 attempted; 2 out; 3 delivered'],
    ['at the depot after an attempt', 'at-depot', '1 attempted; 2 at-depot'],
    ['an unknown event', 'shipped', '1 shipped; 2 other'],
    ['returned', 'returned', '1 attempted; 2 returning; 3 returned'],
    ['lost, then delivered', 'lost', '1 lost; 2 delivered'],
    ['at the same moment, the one further along first', 'attempted', '1 attempted; 1 out'],
  ])('%s', (_, expected, told) => expect(stateOf(told)).toBe(expected))

  test('does not depend on the order in which events came', () => {
    const told = ['1 shipped', '2 out', '3 attempted', '4 out', '5 delivered']
    expect(stateOf(told.join('; '))).toBe('delivered')
    expect(stateOf(told.toReversed().join('; '))).toBe('delivered')
  })
})

describe('returned is never shown as delivered', () => {
  test.each(['Napa, CA 94558', 'Napa, CA, 94558-1234, US', '94558'])('at %s', (place) => {
    expect(stateOf(`1 shipped; 2 delivered at ${place}`)).toBe('returned')
  })

  test('at a ZIP code of nine digits', () => {
    const [delivered] = eventsIn('2 delivered at Napa, CA 94558')
    expect(parcelState([delivered!], { senderZip: '94558-1234' })).toBe('returned')
  })

  test('nor is a delivery on the way back', () => {
    expect(stateOf('1 returning; 2 delivered at San Jose, CA')).toBe('returned')
    expect(stateOf('2 delivered at San Jose, CA; 1 returning')).toBe('returned')
  })

  test('a delivery elsewhere is one', () => {
    expect(stateOf('2 delivered at Austin, TX 78701')).toBe('delivered')
    expect(stateOf('2 delivered at Box 945581')).toBe('delivered')
  })

  test('a return that is told after the delivery is for staff to decide', () => {
    const events = eventsIn('2 delivered at Austin, TX; 5 returning')
    expect(contradictionsOf(events, 'delivered', { senderZip })).toEqual(events.slice(1))
    expect(contradictionsOf(events.slice(0, 1), 'delivered', { senderZip })).toEqual([])
  })

  test('so is a second delivery at the sender, who alone signed for it', () => {
    const told = '2 delivered at Austin, TX 78701; 5 delivered at Napa, CA 94558'
    const events = eventsIn(told)
    expect(contradictionsOf(events, 'delivered', { senderZip })).toEqual(events.slice(1))
    expect(deliveriesOf(events, { senderZip })).toEqual(events.slice(0, 1))
    // A buyer who lives there.
    expect(contradictionsOf(events, 'delivered', { senderZip: null })).toEqual([])
    expect(deliveriesOf(events, { senderZip: null })).toEqual(events)
  })

  test('nor is a delivery the buyer’s after one was reported on its way back', () => {
    const events = eventsIn('2 delivered at Austin, TX 78701; 5 returning; 8 delivered')
    expect(deliveriesOf(events, { senderZip })).toEqual(events.slice(0, 1))
  })
})

test('staff alone undo a delivery', () => {
  const delivered = '2 delivered at Austin, TX'
  expect(stateOf(`${delivered}; 3 lost`)).toBe('delivered')
  expect(stateOf(`${delivered}; 3 returned by staff`)).toBe('returned')
  expect(stateOf(`${delivered}; 3 damaged by staff`)).toBe('damaged')
  expect(stateOf(`${delivered}; 3 lost by staff`)).toBe('lost')
})

test.each([
  ['never scanned', '3 delivered by staff'],
  ['said to go back', '1 attempted; 2 returning; 3 delivered by staff'],
])('staff know of a delivery that no carrier reports: %s', (_, told) => {
  expect(stateOf(told)).toBe('delivered')
  const [delivery] = deliveriesOf(eventsIn(told), { senderZip })
  expect(delivery).toMatchObject({ source: 'staff' })
})

test.each<[ShipmentState[], ShipmentState]>([
  [[], 'handed-over'],
  [['delivered', 'delivered'], 'delivered'],
  [['delivered', 'shipped'], 'shipped'],
  [['delivered', 'handed-over'], 'shipped'],
  [['delivered', 'out'], 'out'],
  [['delivered', 'returned'], 'returned'],
  [['attempted', 'lost', 'returned'], 'lost'],
])('parcels %j make the shipment %s', (parcels, expected) => {
  expect(stateOfParcels(parcels, 'handed-over')).toBe(expected)
})

test.each<[ShipmentState[], boolean]>([
  [[], false],
  [['returned'], false],
  [['returned', 'returned'], false],
  [['shipped', 'at-depot'], false],
  [['returned', 'delivered'], true],
  [['returned', 'returning'], true],
  [['lost', 'out'], true],
])('whether parcels that are %j end differently: %s', (states, expected) => {
  const parcels = states.map((state) => ({ state, supersededAt: null }))
  expect(areApart(parcels)).toBe(expected)
  expect(areApart([...parcels, { state: 'collected', supersededAt: new Date(0) }])).toBe(expected)
})

test('attempts at the same moment count once', () => {
  expect(attemptsIn(eventsIn('1 attempted; 1 attempted at Austin, TX; 9 attempted'))).toBe(2)
})

test('events of the shop, of staff and of customers move no box', () => {
  const kinds = ['created', 'held', 'cancelled', 'settled', 'note', 'other'] as const
  for (const kind of kinds) {
    const event = { at: new Date(0), source: 'carrier', kind, place: '' } as const
    expect(parcelState([event], { senderZip })).toBe('handed-over')
  }
})

test.each([
  ['lost', ['lost', 'damaged', 'delivered']],
  ['damaged', ['damaged', 'returned']],
  ['returned', ['returned', 'returning']],
  ['returning', ['returning', 'at-depot']],
  ['at-depot', ['at-depot', 'attempted']],
  ['attempted', ['attempted', 'delivered']],
  ['attempted', ['attempted', 'out']],
  ['out', ['out', 'delivered']],
  ['shipped', ['shipped', 'handed-over']],
  ['shipped', ['delivered', 'handed-over']],
  ['handed-over', ['handed-over', 'handed-over']],
  ['delivered', ['delivered', 'delivered']],
] as const)('an order whose parcels are %2$j is %1$s', (state, parcels) => {
  expect(stateOfParcels(parcels, 'ready')).toBe(state)
  expect(stateOfParcels(parcels.toReversed(), 'ready')).toBe(state)
})

test('a return that is reported at or before the delivery contradicts nothing', () => {
  const against = (told: string, state: ShipmentState = 'delivered') =>
    contradictionsOf(eventsIn(told), state, { senderZip })
  expect(against('1 returning; 2 delivered; 2 returned')).toEqual([])
  expect(against('2 delivered; 3 attempted')).toEqual([])
  expect(against('2 delivered; 3 returning')).toHaveLength(1)
  expect(against('2 delivered; 3 returned')).toHaveLength(1)
  expect(against('2 delivered; 3 returned', 'returned')).toEqual([])
})

test('of several parcels the one with the most attempts counts', () => {
  const [first, second, third] = eventsIn('1 attempted; 2 attempted; 9 attempted')
  const of = (parcelId: string, event?: StateEvent) => ({ ...event!, parcelId })
  expect(attemptsIn([of('a', first), of('b', second)])).toBe(1)
  expect(attemptsIn([of('a', first), of('b', second), of('b', third)])).toBe(2)
})

test('only attempts count as attempts', () => {
  expect(attemptsIn(eventsIn('1 shipped; 2 out; 3 attempted; 4 out; 5 attempted'))).toBe(2)
})

test.each<[string, number[], string]>([
  ['to the buyer', [2], '1 shipped; 2 delivered'],
  ['reported twice', [2, 3], '1 shipped; 3 delivered; 2 delivered'],
  ['at the sender', [], '1 shipped; 2 delivered at Napa, CA 94558'],
  ['on the way back', [], '1 attempted; 2 returning; 3 delivered'],
  ['and then returned', [2], '1 shipped; 2 delivered; 3 returned by staff'],
  ['and then lost', [2], '1 shipped; 2 delivered; 3 lost by staff'],
  ['after it was lost', [], '1 lost; 2 delivered'],
  ['none', [], '1 shipped; 2 out'],
])('the deliveries to the buyer: %s', (_, hours, told) => {
  const deliveries = deliveriesOf(eventsIn(told), { senderZip })
  expect(deliveries.map(({ at }) => at.getUTCHours())).toEqual(hours)
})
