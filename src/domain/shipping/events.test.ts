import { describe, expect, test } from 'vitest'

import type { CarrierKind, StateEvent } from './events.ts'
import { attemptsIn, contradictsDelivery, parcelState, stateOfParcels } from './events.ts'
import type { ShipmentState } from './shipment.ts'

const senderZip = '94558'

/** `[hour, kind, place]`, told by a carrier unless staff are named. */
type Told = [hour: number, kind: CarrierKind, place?: string, source?: StateEvent['source']]

const event = ([hour, kind, place = '', source = 'carrier']: Told): StateEvent => ({
  at: new Date(Date.UTC(2026, 10, 2, hour)),
  source,
  kind,
  place,
})

const stateOf = (...told: Told[]) => parcelState(told.map(event), { senderZip })

describe('the furthest state that the events allow', () => {
  test.each<[string, ShipmentState, Told[]]>([
    ['nothing told', 'handed-over', []],
    [
      'in order',
      'delivered',
      [
        [1, 'shipped'],
        [2, 'out'],
        [3, 'delivered'],
      ],
    ],
    [
      'delivered first, shipped later',
      'delivered',
      [
        [3, 'delivered'],
        [1, 'shipped'],
      ],
    ],
    [
      'delivered twice',
      'delivered',
      [
        [3, 'delivered'],
        [1, 'shipped'],
        [4, 'delivered'],
      ],
    ],
    ['the events between are missing', 'delivered', [[3, 'delivered']]],
    [
      'a scan after the delivery',
      'delivered',
      [
        [3, 'delivered'],
        [4, 'out'],
      ],
    ],
    [
      'an attempt, then delivered',
      'delivered',
      [
        [1, 'attempted'],
        [2, 'out'],
        [3, 'delivered'],
      ],
    ],
    [
      'at the depot after an attempt',
      'at-depot',
      [
        [1, 'attempted'],
        [2, 'at-depot'],
      ],
    ],
    [
      'what is not known',
      'shipped',
      [
        [1, 'shipped'],
        [2, 'other'],
      ],
    ],
    [
      'returned',
      'returned',
      [
        [1, 'attempted'],
        [2, 'returning'],
        [3, 'returned'],
      ],
    ],
    [
      'lost, then delivered',
      'lost',
      [
        [1, 'lost'],
        [2, 'delivered'],
      ],
    ],
  ])('%s', (_name, expected, told) => expect(stateOf(...told)).toBe(expected))

  test('does not depend on the order in which events came', () => {
    const told: Told[] = [
      [1, 'shipped'],
      [2, 'out'],
      [3, 'attempted'],
      [4, 'out'],
      [5, 'delivered'],
    ]
    expect(stateOf(...told)).toBe(stateOf(...told.toReversed()))
    expect(stateOf(...told)).toBe('delivered')
  })
})

describe('returned is never shown as delivered', () => {
  test.each(['Napa, CA 94558', 'Napa, CA, 94558-1234, US', '94558'])('at %s', (place) => {
    expect(stateOf([1, 'shipped'], [2, 'delivered', place])).toBe('returned')
  })

  test('nor is a delivery on the way back', () => {
    expect(stateOf([1, 'returning'], [2, 'delivered', 'San Jose, CA'])).toBe('returned')
    expect(stateOf([2, 'delivered', 'San Jose, CA'], [1, 'returning'])).toBe('returned')
  })

  test('a delivery elsewhere is one', () => {
    expect(stateOf([2, 'delivered', 'Austin, TX 78701'])).toBe('delivered')
    expect(stateOf([2, 'delivered', 'Box 945581'])).toBe('delivered')
  })

  test('a return that is told after the delivery is for staff to decide', () => {
    const told = [event([2, 'delivered', 'Austin, TX']), event([5, 'returning'])]
    expect(contradictsDelivery(told, 'delivered')).toBe(true)
    expect(contradictsDelivery(told.slice(0, 1), 'delivered')).toBe(false)
  })
})

test('staff alone undo a delivery', () => {
  const delivered: Told = [2, 'delivered', 'Austin, TX']
  expect(stateOf(delivered, [3, 'lost'])).toBe('delivered')
  expect(stateOf(delivered, [3, 'returned', '', 'staff'])).toBe('returned')
  expect(stateOf(delivered, [3, 'damaged', '', 'staff'])).toBe('damaged')
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

test('attempts told twice are one', () => {
  const told: Told[] = [
    [1, 'attempted'],
    [1, 'attempted', 'Austin, TX'],
    [9, 'attempted'],
  ]
  expect(attemptsIn(told.map(event))).toBe(2)
})
