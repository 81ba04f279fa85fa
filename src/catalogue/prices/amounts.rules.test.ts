import { expect, test } from 'vitest'

import {
  aloneParts,
  amountLines,
  amountParts,
  chargesOf,
  eachAlone,
  eachAmount,
  eachPart,
  linesTotal,
  withTotal,
} from './amounts.rules.ts'

const of = { subtotalCents: 45_000, shippingCents: 3_500, taxCents: 3_263 }

test('an order is wine, shipping and tax, of which shipping is refunded alone', () => {
  expect(amountParts).toEqual(['wine', 'shipping', 'tax'])
  expect(aloneParts).toEqual(['shipping'])
  expect(eachAmount((amount) => amount)).toEqual({
    subtotalCents: 'subtotalCents',
    shippingCents: 'shippingCents',
    taxCents: 'taxCents',
  })
  expect(eachPart((amount) => of[amount])).toEqual({ wine: 45_000, shipping: 3_500, tax: 3_263 })
  expect(eachAlone((amount, part) => `${amount} ${part}`)).toEqual({
    shippingCents: 'shippingCents shipping',
  })
})

test('its total is their sum; what is left out is nothing', () => {
  expect(withTotal(of)).toEqual({ ...of, totalCents: 51_763 })
  expect(withTotal({ taxCents: 7 })).toEqual({
    subtotalCents: 0,
    shippingCents: 0,
    taxCents: 7,
    totalCents: 7,
  })
})

test('they are shown in that order, by name or as it is asked', () => {
  expect(amountLines(of)).toEqual([
    ['Subtotal', 45_000],
    ['Shipping', 3_500],
    ['California sales tax', 3_263],
  ])
  expect(amountLines(of, ({ short }) => short).map(([name]) => name)).toEqual([
    'Wine',
    'Shipping',
    'Tax',
  ])
})

test('the provider charges wine by its price, shipping and tax by their rates, and no line beside them', () => {
  expect(chargesOf(of)).toEqual([])
  expect(linesTotal(of)).toBe(45_000)
})
