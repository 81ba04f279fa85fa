import { expect, test } from 'vitest'

import { noAddress } from '#platform/address/address.rules.ts'

import type { Cart } from './cart/cart.rules.ts'
import {
  holdMinutes,
  leavesTime,
  mayBecome,
  mayRequestPage,
  sessionMinutes,
  unpaidRetentionDays,
  whyNotCheckout,
  whyNotOpened,
} from './checkout.rules.ts'

const today = '2026-11-20'
const nowhere = {
  firstName: 'Ana',
  lastName: '',
  birthdate: null,
  ...noAddress,
}
const texas = {
  ...nowhere,
  address: '400 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
}

const cart = (quantity: number, shipping: Cart['shipping']): Cart => ({
  lines: quantity === 0 ? [] : [{ productId: 'malbec-2022', unitPrice: 45_000, quantity }],
  shipping,
})

test.each([
  ['an empty cart', cart(0, null), texas, 'empty-cart'],
  ['more than three', cart(4, 'ground'), texas, 'too-many'],
  ['no method', cart(1, null), texas, 'choose-shipping'],
  ['no address', cart(1, 'ground'), nowhere, 'no-address'],
  ['a state that is not served', cart(1, 'ground'), { ...texas, state: 'UT' }, 'state-not-served'],
  ['nobody named', cart(1, 'pickup'), { ...nowhere, firstName: ' ' }, 'no-name'],
  ['nobody named, shipped', cart(1, 'ground'), { ...texas, firstName: '' }, 'no-name'],
  [
    'somebody of 20',
    cart(1, 'ground'),
    { ...texas, state: 'UT', birthdate: '2005-11-21' },
    'under-21',
  ],
  ['… who picks it up', cart(1, 'pickup'), { ...nowhere, birthdate: '2005-11-21' }, 'under-21'],
  ['… on their birthday', cart(1, 'ground'), { ...texas, birthdate: '2005-11-20' }, null],
  ['all in order', cart(3, 'overnight'), texas, null],
  ['local pickup without an address', cart(2, 'pickup'), nowhere, null],
] as const)('%s', (_name, filled, address, reason) => {
  expect(whyNotCheckout(filled, address, today)).toBe(reason)
})

test('a checkout has names of its own for a release that does not sell', () => {
  expect(whyNotOpened('announced')).toBe('release-closed')
  expect(whyNotOpened('closed')).toBe('release-closed')
  expect(whyNotOpened('paused')).toBe('release-paused')
  expect(whyNotOpened('few-left')).toBe('few-left')
})

test('a checkout ends once, and a late payment still counts unless it was refused', () => {
  const states = ['open', 'paid', 'expired', 'cancelled', 'refused'] as const
  const next = Object.fromEntries(
    states.map((from) => [from, states.filter((to) => mayBecome(from, to))]),
  )
  expect(next).toEqual({
    open: ['paid', 'expired', 'cancelled', 'refused'],
    paid: [],
    expired: ['paid', 'refused'],
    cancelled: ['paid', 'refused'],
    refused: [],
  })
})

test('an open checkout is used again while more than five minutes are left to pay', () => {
  const now = new Date('2026-11-20T20:00:00.000Z')
  const until = (text: string) => leavesTime({ expiresAt: new Date(text) }, now)
  expect(until('2026-11-20T20:05:00.001Z')).toBe(true)
  expect(until('2026-11-20T20:05:00.000Z')).toBe(false)
  expect(until('2026-11-20T19:30:00.000Z')).toBe(false)
})

test('wine is held for half an hour, and the provider’s page is open three minutes longer', () => {
  expect(holdMinutes).toBe(30)
  expect(sessionMinutes).toBe(33)
})

test('a page is requested within two minutes of the start, so that it ends late enough', () => {
  const startedAt = new Date('2026-11-20T20:00:00.000Z')
  const at = (text: string) => mayRequestPage({ startedAt }, new Date(text))
  expect(at('2026-11-20T20:01:59.999Z')).toBe(true)
  expect(at('2026-11-20T20:02:00.000Z')).toBe(false)
})

test('who did not pay is erased after thirty days', () => {
  expect(unpaidRetentionDays).toBe(30)
})
