import { expect, test } from 'vitest'

import { soldLineOf } from './stripe-offers.adapter.server.ts'

test('a discounted line has the charged amounts: with its tax it adds up to what was paid', () => {
  const line = {
    price: 'price_case' as never,
    quantity: 2,
    amount_subtotal: 90_000,
    amount_discount: 9_000,
    amount_tax: 5_873,
    amount_total: 86_873,
  }
  expect(soldLineOf(line)).toEqual({
    priceId: 'price_case',
    quantity: 2,
    subtotal: 81_000,
    tax: 5_873,
  })
})
