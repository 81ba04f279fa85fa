import { expect, test } from 'vitest'

import type { Product } from '#catalogue/wines/catalogue.rules.ts'

import { wineToFill } from './filled-cart.rules.ts'

const wine = (
  id: string,
  usable: number | null,
  available: number | null = 3,
  release: { id?: string; phase?: string } = {},
) =>
  ({
    id,
    available,
    releaseState: 'closed',
    release: {
      id: 'spring',
      kind: 'allocated',
      phase: 'open',
      own: usable === null ? null : { usable, left: usable, opensAt: null },
      ...release,
    },
  }) as unknown as Product

const withoutRelease = (id: string) =>
  ({ id, available: 3, releaseState: 'on-sale' }) as unknown as Product

test.each([
  ['less than an order', [wine('a', 2)], { productId: 'a', quantity: 2 }],
  ['more than an order', [wine('a', 12)], { productId: 'a', quantity: 3 }],
  ['one of a stock without an end', [wine('a', 1, null)], { productId: 'a', quantity: 1 }],
  ['one that is gone', [wine('a', 1, 0)], null],
  ['beside another release', [withoutRelease('b'), wine('a', 2)], { productId: 'a', quantity: 2 }],
  ['more than is left in the shop', [wine('a', 3, 1)], { productId: 'a', quantity: 1 }],
  ['nothing left', [wine('a', 0)], null],
  ['no allocation', [wine('a', null)], null],
  ['several wines', [wine('a', 2), wine('b', 2)], null],
  ['of a release that is paused', [wine('a', 2, 3, { phase: 'paused' })], null],
  [
    'beside one of another release',
    [wine('b', 2, 3, { id: 'autumn' }), wine('a', 1)],
    { productId: 'a', quantity: 1 },
  ],
] as const)('a cart is filled from an allocation: %s', (_name, wines, filled) => {
  expect(wineToFill(wines, { releaseId: 'spring', returnTo: null })).toEqual(filled)
})

test('without a release the only wine allocated to the customer counts', () => {
  const link = { releaseId: null, returnTo: null }
  expect(wineToFill([wine('a', 2), wine('b', 0), wine('c', null)], link)).toEqual({
    productId: 'a',
    quantity: 2,
  })
  expect(wineToFill([wine('a', 1), withoutRelease('b')], link)).toEqual({
    productId: 'a',
    quantity: 1,
  })
})

test('of a grant the granted wine counts, whatever else is allocated', () => {
  const link = { releaseId: null, returnTo: '/members?view=current#wine-b' }
  expect(wineToFill([wine('a', 2), wine('b', 1)], link)).toEqual({ productId: 'b', quantity: 1 })
  expect(wineToFill([wine('a', 2), withoutRelease('b')], link)).toBeNull()
})
