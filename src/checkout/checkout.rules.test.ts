import { expect, test } from 'vitest'

import type { Cart } from './cart/cart.rules.ts'
import { whyNotCheckout } from './checkout.rules.ts'

const today = '2026-11-20'
const nowhere = {
  firstName: 'Ana',
  lastName: '',
  address: '',
  addressExtra: '',
  city: '',
  state: '',
  zipCode: '',
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
  ['all in order', cart(3, 'overnight'), texas, null],
  ['local pickup without an address', cart(2, 'pickup'), nowhere, null],
] as const)('%s', (_name, filled, address, reason) => {
  expect(whyNotCheckout(filled, address, today)).toBe(reason)
})
