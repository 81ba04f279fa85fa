import { expect, test } from 'vitest'

import type { Cart } from '#checkout/cart/cart.rules.ts'
import { emptyCart } from '#checkout/cart/cart.rules.ts'

import type { CartChange, ChangedCart } from './cart-change.rules.ts'
import { changedCart } from './cart-change.rules.ts'

const wine = { id: 'malbec', price: 45_000, releaseState: 'on-sale', available: 10 } as const
const holding = (quantity: number): Cart => ({
  lines: [{ productId: wine.id, unitPrice: wine.price, quantity }],
  shipping: 'ground',
})
const add: CartChange = { kind: 'add', productId: wine.id }
const set = (quantity: number): CartChange => ({
  kind: 'set-quantity',
  productId: wine.id,
  quantity,
})
const refused = (reason: string) => ({ ok: false, reason })
const line = (productId: string, quantity: number) => ({ productId, unitPrice: 45_000, quantity })
const allocated = (usable: number) => ({
  ...{ id: 'spring', kind: 'allocated', phase: 'open' },
  own: { usable, left: usable, opensAt: null },
})

test.each<[string, Cart, CartChange, Partial<typeof wine> | object, object]>([
  [
    'adding to an empty cart',
    emptyCart,
    add,
    {},
    { ok: true, cart: { ...holding(1), shipping: null } },
  ],
  ['adding once more', holding(1), add, {}, { ok: true, cart: holding(2) }],
  ['a first, submitted twice', holding(1), { ...add, upTo: 1 }, {}, { ok: true, cart: holding(1) }],
  ['a second, submitted once', holding(1), { ...add, upTo: 2 }, {}, { ok: true, cart: holding(2) }],
  ['a fourth, submitted twice', holding(3), { ...add, upTo: 4 }, {}, refused('cart-full')],
  ['a third, submitted twice', holding(3), { ...add, upTo: 3 }, {}, { ok: true, cart: holding(3) }],
  ['a fourth', holding(3), add, {}, refused('cart-full')],
  ['more than an order', holding(1), set(4), {}, refused('bad-quantity')],
  ['less than none', holding(1), set(-1), {}, refused('bad-quantity')],
  ['a part of one', holding(1), set(1.5), {}, refused('bad-quantity')],
  [
    'a wine beside a full order',
    { ...holding(3), lines: [line('pinot', 3)] },
    set(1),
    {},
    refused('cart-full'),
  ],
  [
    'more than an allocation',
    holding(1),
    set(2),
    { release: allocated(1) },
    refused('allocation-used'),
  ],
  [
    'all of an allocation',
    holding(1),
    set(2),
    { release: allocated(2) },
    { ok: true, cart: holding(2) },
  ],
  ['a fourth beyond the stock', holding(3), add, { available: 3 }, refused('cart-full')],
  ['down to 0 clears the method', holding(1), set(0), {}, { ok: true, cart: emptyCart }],
  ['the same quantity', holding(2), set(2), {}, { ok: true, cart: holding(2) }],
  ['an announced wine', emptyCart, add, { releaseState: 'announced' }, refused('announced')],
  ['a closed wine', emptyCart, add, { releaseState: 'closed' }, refused('closed')],
  ['a wine that is gone', emptyCart, add, { available: 0 }, refused('sold-out')],
  [
    'the last one',
    emptyCart,
    add,
    { available: 1 },
    { ok: true, cart: { ...holding(1), shipping: null } },
  ],
  ['one more than is left', holding(1), add, { available: 1 }, refused('few-left')],
  ['up to more than is left', holding(1), set(3), { available: 2 }, refused('few-left')],
  [
    'fewer, yet more than is left',
    holding(3),
    set(2),
    { available: 1 },
    { ok: true, cart: holding(2) },
  ],
  [
    'less of a wine that is gone',
    holding(2),
    set(1),
    { available: 0 },
    { ok: true, cart: holding(1) },
  ],
  [
    'a method for nothing',
    emptyCart,
    { kind: 'choose-shipping', method: 'pickup' },
    {},
    refused('empty-cart'),
  ],
  [
    'a method for a wine',
    holding(1),
    { kind: 'choose-shipping', method: 'pickup' },
    {},
    { ok: true, cart: { ...holding(1), shipping: 'pickup' } },
  ],
])('%s', (_what, before, change, of, after) => {
  expect<ChangedCart>(changedCart(before, change, { ...wine, ...of })).toEqual(after)
})

test('an unknown wine', () => {
  expect(changedCart(emptyCart, add, null)).toEqual(refused('unknown-product'))
})

test('what is more than one order holds is set apart for the next, and can be put back', () => {
  const five: Cart = { lines: [line('malbec', 2), line('cabernet', 3)], shipping: 'ground' }
  const kept: Cart = {
    lines: [line('malbec', 2), line('cabernet', 1)],
    shipping: 'ground',
    later: [line('cabernet', 2)],
  }
  const keep = { kind: 'keep-one-order' } as const
  expect(changedCart(five, keep, null)).toEqual({ ok: true, cart: kept })
  // Pressed twice it is one change.
  expect(changedCart(kept, keep, null)).toEqual({ ok: true, cart: kept })
  const back = { kind: 'put-back' } as const
  expect(changedCart(kept, back, null)).toEqual({ ok: true, cart: five })
  expect(changedCart(five, back, null)).toEqual({ ok: true, cart: five })
})

test('what is set apart stays when the cart is emptied, and when a wine of it is added again', () => {
  const later = [line('malbec', 3)]
  const emptied = changedCart({ ...holding(1), later }, set(0), { ...wine, id: 'malbec' } as never)
  expect(emptied).toEqual({ ok: true, cart: { ...emptyCart, later } })
  const full: Cart = { lines: [line('cabernet', 3), line('malbec', 3)], shipping: null, later }
  expect(changedCart(full, { kind: 'keep-one-order' }, null)).toEqual({
    ok: true,
    cart: { lines: [line('cabernet', 3)], shipping: null, later: [line('malbec', 6)] },
  })
})
