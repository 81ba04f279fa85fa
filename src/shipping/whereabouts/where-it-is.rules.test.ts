import { describe, expect, test } from 'vitest'

import { shipmentStates } from '../shipments/shipment.rules.ts'
import type { Whereabouts } from './where-it-is.rules.ts'
import { needsSignature, nextOf, stepsOf } from './where-it-is.rules.ts'

const noon = new Date('2026-11-20T20:00:00Z')
const shipment: Whereabouts = {
  state: 'waiting',
  isPickup: false,
  waitsFor: null,
  hold: null,
  leavesFrom: null,
  expectedOn: null,
  today: '2026-11-20',
  now: noon,
  dayOf: (at) => at.toISOString().slice(0, 10),
  placedAt: noon,
  handedAt: null,
  shippedAt: null,
  deliveredAt: null,
  returnedAt: null,
  depotUntil: null,
  appointment: null,
}
const stepsIn = (change: Partial<Whereabouts>) =>
  stepsOf({ ...shipment, ...change }).map(({ is }) => is)
const next = (change: Partial<Whereabouts>) => nextOf({ ...shipment, ...change })

describe('the steps', () => {
  test('stand in their order, and one at most is now', () => {
    for (const state of shipmentStates) {
      for (const isPickup of [true, false]) {
        const is = stepsIn({ state, isPickup })
        const endsOnTheWay = !isPickup && (state === 'lost' || state === 'damaged')
        expect(is).toHaveLength(endsOnTheWay ? 4 : 5)
        expect(is.filter((one) => one === 'now').length).toBeLessThanOrEqual(1)
        expect(is.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))).toEqual(is)
      }
    }
  })
  const order = ['done', 'now', 'to-come']

  test('a box is packed only once it is handed over', () => {
    expect(stepsIn({ state: 'ready' })).toEqual(stepsIn({ state: 'waiting' }))
    expect(stepsIn({ state: 'handed-over' }).slice(0, 2)).toEqual(['done', 'now'])
  })

  test('a delivery is done only once it is delivered', () => {
    expect(stepsIn({ state: 'shipped' })).toEqual(['done', 'done', 'now', 'to-come', 'to-come'])
    expect(stepsIn({ state: 'delivered' })).toEqual(['done', 'done', 'done', 'done', 'done'])
    for (const state of ['returning', 'attempted', 'at-depot'] as const) {
      expect(stepsIn({ state }).at(-1)).toBe('to-come')
    }
    for (const state of ['lost', 'damaged'] as const) {
      expect(stepsIn({ state })).toEqual(['done', 'done', 'done', 'now'])
    }
  })

  test('name where a box is that was not delivered, never a delivery that did not happen', () => {
    const names = (state: Whereabouts['state'], isPickup = false) =>
      stepsOf({ ...shipment, state, isPickup, returnedAt: noon }).map(({ name }) => name)
    const way = ['ordered', 'packed', 'shipped']
    expect(names('out')).toEqual([...way, 'out', 'delivered'])
    expect(names('attempted')).toEqual([...way, 'attempted', 'delivered'])
    expect(names('at-depot')).toEqual([...way, 'kept', 'delivered'])
    expect(names('returning')).toEqual([...way, 'returning', 'returned'])
    expect(names('returned')).toEqual(names('returning'))
    expect(names('lost')).toEqual([...way, 'lost'])
    expect(names('damaged')).toEqual([...way, 'damaged'])
    expect(names('missed', true)).toEqual(names('ready', true))
    expect(stepsOf({ ...shipment, state: 'returned', returnedAt: noon }).at(-1)).toEqual({
      name: 'returned',
      is: 'done',
      at: noon,
    })
  })

  test.each([
    ['waiting', false, 0],
    ['handed-over', false, 1],
    ['shipped', false, 2],
    ['out', false, 3],
    ['cancelled', false, 0],
    ['waiting', true, 0],
    ['ready', true, 2],
    ['missed', true, 2],
    ['agreed', true, 3],
  ] as const)('of a box that is %s (pickup: %s) is at number %i', (state, isPickup, at) => {
    expect(stepsIn({ state, isPickup }).indexOf('now')).toBe(at)
  })

  test('end with the pickup or the return', () => {
    const done = ['done', 'done', 'done', 'done', 'done']
    expect(stepsIn({ state: 'collected', isPickup: true })).toEqual(done)
    expect(stepsIn({ state: 'returned' })).toEqual(done)
    const delivered = { state: 'shipped', shippedAt: noon, deliveredAt: noon } as const
    expect(stepsOf({ ...shipment, ...delivered }).at(-1)).toEqual({
      ...{ name: 'delivered', is: 'to-come', at: null },
    })
    // Nothing says when a box went out.
    expect(stepsOf({ ...shipment, state: 'out' })[3]).toEqual({ name: 'out', is: 'now', at: null })
  })

  test('have the moments that are known, and no others', () => {
    const steps = stepsOf({ ...shipment, state: 'shipped', handedAt: noon, shippedAt: noon })
    expect(steps.map(({ at }) => at !== null)).toEqual([true, true, true, false, false])
    expect(stepsOf({ ...shipment, deliveredAt: noon, state: 'returned' }).at(-1)!.at).toBeNull()
  })
})

describe('what happens next', () => {
  test('has a date only where one is known', () => {
    expect(next({ waitsFor: 'not-yet', leavesFrom: '2026-11-30' })).toEqual({
      kind: 'leaves-from',
      day: '2026-11-30',
    })
    expect(next({ waitsFor: 'not-yet' })).toEqual({ kind: 'waits' })
    expect(next({ state: 'ready' })).toEqual({ kind: 'leaves-soon' })
    expect(next({ state: 'shipped' })).toEqual({ kind: 'arrives' })
    expect(next({ state: 'shipped', expectedOn: '2026-11-20' })).toEqual({
      kind: 'arrives-on',
      day: '2026-11-20',
    })
    expect(next({ state: 'shipped', expectedOn: '2026-11-19' })).toEqual({ kind: 'arrives' })
    expect(next({ state: 'out', expectedOn: '2026-11-20' })).toEqual({ kind: 'out-today' })
    expect(next({ state: 'out', expectedOn: '2026-11-19' })).toEqual({ kind: 'out' })
    expect(next({ state: 'at-depot' })).toEqual({ kind: 'fetch' })
    expect(next({ state: 'at-depot', depotUntil: noon })).toEqual({ kind: 'fetch-until', at: noon })
    expect(next({ state: 'attempted' })).toEqual({ kind: 'sign' })
    expect(next({ state: 'delivered', deliveredAt: noon })).toEqual({ kind: 'delivered', at: noon })
    for (const state of ['handed-over', 'returning', 'lost', 'damaged', 'cancelled'] as const) {
      expect(next({ state })).toEqual({ kind: state })
    }
    expect(next({ state: 'attempted', depotUntil: noon })).toEqual({ kind: 'sign-until', at: noon })
    const over = { depotUntil: noon, today: '2026-11-21' }
    for (const state of ['attempted', 'at-depot'] as const) {
      expect(next({ state, ...over })).toEqual({ kind: 'kept-over', at: noon })
    }
  })

  test('says why it waits, and nothing of what staff check', () => {
    const weather = { reason: 'weather', until: null } as const
    const weatherTold = {
      kind: 'held',
      sentence:
        'It is waiting here for better weather: heat or frost on the way would harm the wine.',
      short: 'Held here for now',
    }
    expect(next({ waitsFor: 'held', hold: weather })).toEqual(weatherTold)
    const own = { reason: 'customer', until: null } as const
    expect(next({ waitsFor: 'held', hold: own })).toEqual({
      kind: 'held',
      sentence: 'We are holding it until you tell us to send it.',
      short: 'Held until you tell us',
    })
    expect(next({ waitsFor: 'held', hold: { ...weather, until: noon } })).toEqual({
      kind: 'waits-until',
      at: noon,
    })
    for (const reason of ['address', 'compliance', 'staff'] as const) {
      expect(next({ waitsFor: 'held', hold: { reason, until: null } })).toEqual({ kind: 'waits' })
    }
    // The day that its buyer chose is later than the hold's last one.
    const later = { waitsFor: 'held', leavesFrom: '2026-12-24' } as const
    expect(next({ ...later, hold: { ...weather, until: noon } })).toEqual({
      ...{ kind: 'leaves-from', day: '2026-12-24' },
    })
    expect(next({ ...later, hold: weather })).toEqual(weatherTold)
    expect(next({ state: 'waiting', waitsFor: null })).toEqual({ kind: 'received' })
    expect(next({ waitsFor: 'flagged' })).toEqual({ kind: 'checked' })
    expect(next({ waitsFor: 'not-served' })).toEqual({ kind: 'checked' })
  })

  test('a box that went back is never called delivered', () => {
    expect(next({ state: 'returned', deliveredAt: noon, returnedAt: noon })).toEqual({
      kind: 'returned',
      at: noon,
    })
  })

  test('a pickup asks for a time, then names it', () => {
    expect(next({ isPickup: true, state: 'waiting' })).toEqual({ kind: 'pickup-received' })
    const notYet = { isPickup: true, state: 'waiting', waitsFor: 'not-yet' } as const
    expect(next({ ...notYet, leavesFrom: '2026-11-30' })).toEqual({
      kind: 'pickup-from',
      day: '2026-11-30',
    })
    expect(next(notYet)).toEqual({ kind: 'pickup-waits' })
    expect(next({ isPickup: true, state: 'ready' })).toEqual({ kind: 'choose-slot' })
    expect(next({ isPickup: true, state: 'missed' })).toEqual({ kind: 'missed' })
    const appointment = { from: noon, until: noon }
    expect(next({ isPickup: true, state: 'agreed', appointment })).toEqual({
      ...{ kind: 'agreed', from: noon, until: noon },
    })
    const later = new Date(noon.getTime() + 1)
    expect(next({ isPickup: true, state: 'agreed', appointment, now: later })).toEqual({
      ...{ kind: 'time-over', from: noon, until: noon },
    })
    expect(next({ isPickup: true, state: 'agreed' })).toEqual({ kind: 'choose-slot' })
    expect(next({ isPickup: true, state: 'collected', deliveredAt: noon })).toEqual({
      ...{ kind: 'collected', at: noon },
    })
    expect(next({ isPickup: true, waitsFor: 'held' })).toEqual({ kind: 'pickup-waits' })
  })
})

test('an adult has to sign for what is still to be delivered', () => {
  const ahead = shipmentStates.filter((state) => needsSignature({ state, isPickup: false }))
  expect(ahead).toEqual([
    ...['waiting', 'ready', 'handed-over', 'shipped', 'out', 'attempted', 'at-depot'],
  ])
  expect(needsSignature({ state: 'ready', isPickup: true })).toBe(false)
})
