import { describe, expect, test } from 'vitest'

import { flagReasons } from '#orders/flags/flag-reasons.copy.ts'

import type { ReadinessFacts } from './readiness.rules.ts'
import { blocksShipping, whyWaiting } from './readiness.rules.ts'

const now = new Date('2026-11-02T18:00:00Z')

describe('ready', () => {
  const facts = (change: Partial<ReadinessFacts>): ReadinessFacts => ({
    isHeld: false,
    notBefore: null,
    shipsFrom: null,
    flags: [],
    isServed: true,
    ...change,
  })

  test.each<[Partial<ReadinessFacts>, ReturnType<typeof whyWaiting>]>([
    [{}, null],
    [{ isHeld: true }, 'held'],
    [{ flags: ['amount-differs'] }, 'flagged'],
    [{ flags: ['second-attempt'] }, null],
    [{ isServed: false }, 'not-served'],
    [{ isServed: false, flags: ['no-longer-served'] }, 'not-served'],
    [{ shipsFrom: '2026-11-03' }, 'not-yet'],
    [{ shipsFrom: '2026-11-02' }, null],
    [{ notBefore: new Date('2026-11-03T00:00:00Z'), isHeld: true }, 'held'],
  ])('%j → %s', (change, why) =>
    expect(whyWaiting(facts(change), { now, today: '2026-11-02' })).toBe(why),
  )
})

test('these flags alone keep the boxes of an order back', () => {
  expect(flagReasons.filter(blocksShipping)).toEqual([
    'stock-gone',
    'amount-short',
    'amount-differs',
    'address-differs',
    'address-not-served',
    'refund-failed',
    'disputed',
    'inquiry',
    'dispute-lost',
    'pickup-missed',
  ])
})

test('a box leaves from the moment and the day on that staff and its release say', () => {
  const at = { now: new Date('2026-11-20T20:00:00.000Z'), today: '2026-11-20' }
  const free = { isHeld: false, notBefore: null, shipsFrom: null, flags: [], isServed: true }
  const until = (text: string) => whyWaiting({ ...free, notBefore: new Date(text) }, at)
  expect(until('2026-11-20T20:00:00.000Z')).toBeNull()
  expect(until('2026-11-20T20:00:00.001Z')).toBe('not-yet')
  expect(whyWaiting({ ...free, shipsFrom: '2026-11-20' }, at)).toBeNull()
  expect(whyWaiting({ ...free, shipsFrom: '2026-11-21' }, at)).toBe('not-yet')
})
