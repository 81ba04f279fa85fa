import { expect, test } from 'vitest'

import { offerOf, offerRates, offerShipping, whyNotServe } from './offers.rules.ts'

const rates = {
  cases: {
    overnight: { 1: 'o1', 2: 'o2', 3: 'o3' },
    ground: { 1: 'g1', 2: 'g2', 3: 'g3' },
    pickup: { 1: 'l', 2: 'l', 3: 'l' },
  },
  bottle: { overnight: 'bo', ground: 'bg' },
}
const today = '2026-11-20'
const utah = {
  address: '10 Temple Sq',
  addressExtra: '',
  city: 'SLC',
  state: 'UT',
  zipCode: '84101',
}

test('each offered wine has one page, other wines have none', () => {
  expect(offerOf('malbec-2022')).toBe('offering')
  expect(offerOf('malbec-2021-bottle')).toBe('offer1')
  expect(offerOf('malbec-2021')).toBeNull()
})

test.each([
  ['offering', 2, { overnight: 'o2', ground: 'g2', pickup: 'l' }],
  ['offer1', 1, { overnight: 'bo', ground: 'bg', pickup: 'l' }],
  ['offer1', 2, null],
  ['offering', 4, null],
  ['offering', 0, null],
] as const)('%s of %i goes by these rates', (offer, quantity, expected) => {
  expect(offerRates(offer, quantity, rates)).toEqual(expected)
})

test('shipping an offer costs what shipping that many cases costs', () => {
  expect(offerShipping('overnight', 3)).toBe(13_000)
  expect(offerShipping('pickup', 1)).toBe(0)
})

test('an address that is not allowed is not served, unless the wine is picked up', () => {
  expect(whyNotServe({ method: 'ground', address: utah }, today)).toBe('state-not-served')
  expect(whyNotServe({ method: null, address: utah }, today)).toBe('state-not-served')
  expect(whyNotServe({ method: 'ground', address: null }, today)).toBe('no-address')
  expect(whyNotServe({ method: 'pickup', address: utah }, today)).toBeNull()
})
