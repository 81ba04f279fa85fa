import { expect, test } from 'vitest'

import {
  isOffer,
  offeredQuantity,
  offerOf,
  offerRates,
  offers,
  offerShipping,
  whyForbidden,
} from './offers.rules.ts'

const rates = {
  cases: {
    overnight: { 1: 'o1', 2: 'o2', 3: 'o3' },
    ground: { 1: 'g1', 2: 'g2', 3: 'g3' },
    pickup: { 1: 'l', 2: 'l', 3: 'l' },
  },
  bottle: { overnight: 'bo', ground: 'bg' },
}

test('each offered wine has one page, other wines have none', () => {
  expect(offerOf('malbec-2022')).toBe('offering')
  expect(offerOf('malbec-2021-bottle')).toBe('offer1')
  expect(offerOf('malbec-2021')).toBeNull()
  expect(['offering', 'offer1', 'offer2', 'toString'].filter(isOffer)).toEqual([
    'offering',
    'offer1',
  ])
  // Staff choose what is sold at /offering; the bottle stays what it is.
  expect(offers.offering).toMatchObject({ most: 3, isChosen: true })
  expect(offers.offer1).toMatchObject({ most: 1, isChosen: false })
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

test('the page of an offer begins with the number of its URL, where so many are offered', () => {
  const begins = (path: string) => {
    const url = new URL(path, 'https://shop.example')
    return offeredQuantity(url.pathname === '/offering' ? 'offering' : 'offer1', url)
  }
  expect(['', '?quantity=1', '?quantity=3'].map((query) => begins(`/offering${query}`))).toEqual([
    ...[1, 1, 3],
  ])
  const others = ['0', '4', '-1', '1.5', 'two', '']
  expect(others.map((number) => begins(`/offering?quantity=${number}`))).toEqual([
    ...[null, null, null, null, null, null],
  ])
  expect([begins('/offer1'), begins('/offer1?quantity=2')]).toEqual([1, null])
})

test('shipping an offer costs what shipping that many cases costs', () => {
  expect(offerShipping('overnight', 3)).toBe(13_000)
  expect(offerShipping('pickup', 1)).toBe(0)
  // A quantity that is not sold costs what one does.
  expect(offerShipping('ground', 4)).toBe(3_500)
})

test('only an address is why wine may not go somewhere', () => {
  expect(['serve', 'stock-gone', null].map((verdict) => whyForbidden(verdict as null))).toEqual([
    ...[null, null, null],
  ])
  expect(whyForbidden('po-box')).toBe('po-box')
})
