import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { shippingMethods, shippingPrices } from '#catalogue/destinations/shipping.rules.ts'

import type { Cart } from './cart.rules.ts'
import {
  addToCart,
  chooseShipping,
  emptyCart,
  isFull,
  itemCount,
  keepOneOrder,
  laterCount,
  putBack,
  quantityOf,
  setQuantity,
  totalsOf,
} from './cart.rules.ts'

const wines = { 'malbec-2022': 45_000, 'malbec-2021': 55_500, odd: 12_345 } as const
type WineId = keyof typeof wines

type Step =
  | { do: 'add'; wine: WineId }
  | { do: 'set'; wine: WineId; quantity: number }
  | { do: 'ship'; method: (typeof shippingMethods)[number] }

const wine = fc.constantFrom(...(Object.keys(wines) as WineId[]))
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), wine }),
  fc.record({
    do: fc.constant('set' as const),
    wine,
    quantity: fc.oneof(fc.integer({ min: -2, max: 6 }), fc.constantFrom(1.5, 1e9, Number.NaN)),
  }),
  fc.record({ do: fc.constant('ship' as const), method: fc.constantFrom(...shippingMethods) }),
)

const applyStep = (cart: Cart, one: Step): Cart => {
  if (one.do === 'add') return addToCart(cart, one.wine, wines[one.wine])
  if (one.do === 'set') return setQuantity(cart, one.wine, one.quantity)
  return chooseShipping(cart, one.method)
}

const walk = (steps: Step[]) =>
  steps.reduce<Cart[]>((all, one) => [...all, applyStep(all.at(-1)!, one)], [emptyCart])

describe('a cart after any sequence of steps', () => {
  const always = (holds: (cart: Cart) => boolean) =>
    fc.assert(fc.property(fc.array(step, { maxLength: 30 }), (steps) => walk(steps).every(holds)))

  test('has 1 to 3 of each wine, each on one line', () => {
    always(
      ({ lines }) =>
        lines.every(({ quantity }) => [1, 2, 3].includes(quantity)) &&
        new Set(lines.map((line) => line.productId)).size === lines.length,
    )
  })

  test('totals the sum of its parts, in whole cents', () => {
    always((cart) => {
      const { subtotal, shipping, tax, total, charged, items } = totalsOf(cart, 7.25)
      const sum = cart.lines.reduce((all, line) => all + line.quantity * line.unitPrice, 0)
      return (
        subtotal === sum &&
        total === subtotal + (shipping ?? 0) &&
        charged === total + tax &&
        Number.isInteger(charged) &&
        items === itemCount(cart)
      )
    })
  })

  test('has a shipping price only with 1 to 3 items, by their count', () => {
    always((cart) => {
      const { items, shipping } = totalsOf(cart, 0)
      if (cart.shipping === null || items < 1 || items > 3) return shipping === null
      return shipping === shippingPrices[cart.shipping][items as 1 | 2 | 3]
    })
  })

  test('clears the shipping choice when it is emptied', () => {
    always((cart) => cart.lines.length > 0 || cart.shipping === null)
  })

  test('adds nothing once a line has three', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), wine, (steps, id) => {
        const cart = walk(steps).at(-1)!
        const next = addToCart(cart, id, wines[id])
        return isFull(cart) ? next === cart : itemCount(next) === itemCount(cart) + 1
      }),
    )
  })
})

test('adding a wine makes a line of one, adding it again raises the quantity', () => {
  const one = addToCart(emptyCart, 'malbec-2022', 45_000)
  expect(one.lines).toEqual([{ productId: 'malbec-2022', unitPrice: 45_000, quantity: 1 }])
  expect(quantityOf(addToCart(one, 'malbec-2022', 45_000), 'malbec-2022')).toBe(2)
})

test.each([-1, 1.5, 4, Number.NaN])('a quantity of %d changes nothing', (quantity) => {
  const three = setQuantity(addToCart(emptyCart, 'malbec-2022', 45_000), 'malbec-2022', 3)
  expect(setQuantity(three, 'malbec-2022', quantity)).toBe(three)
})

test('the method stays chosen when the count changes, and its price follows', () => {
  const one = chooseShipping(addToCart(emptyCart, 'malbec-2022', 45_000), 'overnight')
  expect(totalsOf(one, 0).shipping).toBe(9_000)
  expect(totalsOf(setQuantity(one, 'malbec-2022', 3), 0).shipping).toBe(13_000)
})

test('the last line takes the shipping choice with it', () => {
  const line = { productId: 'malbec-2022', unitPrice: 45_000, quantity: 1 }
  const cart: Cart = { lines: [line], shipping: 'ground' }
  expect(setQuantity(cart, 'malbec-2022', 0)).toEqual({ lines: [], shipping: null })
})

const line = (productId: string, quantity: number) => ({ productId, unitPrice: 45_000, quantity })

test('tax is that of each line together, and shipping comes on top', () => {
  const cart: Cart = { lines: [line('malbec', 1), line('odd', 2)], shipping: 'ground' }
  expect(totalsOf(cart, 7.25)).toEqual({
    ...{ items: 3, subtotal: 135_000, shipping: 8_500, total: 143_500 },
    ...{ tax: 9_788, charged: 153_288 },
  })
})

test('of what is set apart, three of each wine are put back, also of one that is in the cart no more', () => {
  const cart: Cart = {
    lines: [line('malbec', 2)],
    shipping: 'ground',
    later: [line('malbec', 5), line('cabernet', 1), line('syrah', 4)],
  }
  expect(laterCount(cart)).toBe(10)
  expect(putBack(cart)).toEqual({
    lines: [line('malbec', 3), line('cabernet', 1), line('syrah', 3)],
    shipping: 'ground',
    later: [line('malbec', 4), line('syrah', 1)],
  })
  expect(laterCount({ lines: [], shipping: null })).toBe(0)
})

test('at most 99 cases of a wine are set apart', () => {
  const cart: Cart = { lines: [line('malbec', 3), line('odd', 3)], shipping: null }
  const later = [line('malbec', 1), line('odd', 98)]
  expect(keepOneOrder({ ...cart, later }).later).toEqual([line('malbec', 1), line('odd', 99)])
})
