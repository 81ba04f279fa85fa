import { expect, test } from 'vitest'

import { flagReasons } from '#payments/after-sale.rules.ts'

import { dispatchEveryDay, isDispatchDay } from './dispatch-days.rules.ts'
import { blocksShipping, whyWaiting } from './readiness.rules.ts'

test('these flags alone keep the boxes of an order back', () => {
  expect(flagReasons.filter(blocksShipping)).toEqual([
    'stock-gone',
    'amount-short',
    'amount-differs',
    'address-differs',
    'address-not-served',
    'refund-failed',
    'disputed',
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

test('without other settings boxes leave on each day of the week', () => {
  const days = [16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`)
  for (const method of ['ground', 'overnight'] as const) {
    expect(days.filter((day) => isDispatchDay(dispatchEveryDay, method, day))).toEqual(days)
  }
  const christmas = { ...dispatchEveryDay, holidays: ['2026-12-25'] }
  expect(isDispatchDay(christmas, 'ground', '2026-12-24')).toBe(true)
  expect(isDispatchDay(christmas, 'ground', '2026-12-25')).toBe(false)
})
