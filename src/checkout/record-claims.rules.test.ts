import { describe, expect, test } from 'vitest'

import { isTrueOfProduct, isTrueOfUser } from './record-claims.rules.ts'

const user = { id: 'u1', email: 'ana@example.com', stripeCustomerId: 'cus_1' }
const newUser = { ...user, stripeCustomerId: null }
const wine = { id: 'malbec-2022', title: '2022 Malbec', titleCart: 'Malbec 2022', price: 45_000 }

describe('a user record', () => {
  test.each([
    ['an id', { id: 'u1' }],
    ['a payment customer’s id', { id: 'cus_1' }],
    ['a clientUID', { clientUID: 'u1' }],
    ['an email in another case', { email: ' Ana@Example.com' }],
    ['the customer', { stripeCustomerId: 'cus_1', customer: 'cus_1', stripeId: 'cus_1' }],
    ['no customer yet', { stripeCustomerId: 'none' }],
    ['fields that are not compared', { firstname: 'Eva', anything: { id: 'u2' } }],
    ['null for an absent value', { id: null, email: null }],
    ['nothing', {}],
    ['an id as text', 'u1'],
    ['an email as text', 'ana@example.com'],
    ['a customer as text', 'cus_1'],
  ])('agrees by %s', (_name, claim) => {
    expect(isTrueOfUser(claim, user)).toBe(true)
  })

  test.each([
    ['another id', { id: 'u2' }],
    ['`none` as an id', { id: 'none' }],
    ['a number as an id', { id: 1 }],
    ['another clientUID beside the right id', { id: 'u1', clientUID: 'u2' }],
    ['another email', { id: 'u1', email: 'eva@example.com' }],
    ['an empty email', { email: '' }],
    ['another customer', { stripeCustomerId: 'cus_2' }],
    ['another customer by its other names', { customerId: 'cus_2' }],
    ['an empty customer', { stripeCustomerId: '' }],
    ['another id as text', 'u2'],
    ['`none` as text', 'none'],
  ])('disagrees by %s', (_name, claim) => {
    expect(isTrueOfUser(claim, user)).toBe(false)
  })

  test('of a customer disagrees where there is none yet', () => {
    expect(isTrueOfUser({ stripeCustomerId: 'cus_1' }, newUser)).toBe(false)
    expect(isTrueOfUser({ stripeCustomerId: 'none' }, newUser)).toBe(true)
  })

  test('of a guest may not claim an identity', () => {
    for (const claim of ['u1', '', { id: 'u1' }, { id: '' }, { email: '' }, { email: 'a@b.c' }]) {
      expect(isTrueOfUser(claim, null), JSON.stringify(claim)).toBe(false)
    }
    expect(isTrueOfUser({ firstname: 'Ana', stripeCustomerId: 'none' }, null)).toBe(true)
  })
})

describe('a product record', () => {
  test.each([
    ['its id as text', 'malbec-2022'],
    ['its id', { id: 'malbec-2022' }],
    ['its title', { id: 'malbec-2022', title: '2022 Malbec' }],
    ['its title in the cart', { id: 'malbec-2022', titleCart: 'Malbec 2022' }],
    ['its price in dollars', { id: 'malbec-2022', price: 450 }],
    ['its price in words', { id: 'malbec-2022', price: ' $450.00 ' }],
    ['its price in cents', { id: 'malbec-2022', price: { unit_amount: 45_000 } }],
    ['fields that are not compared', { id: 'malbec-2022', quantity: 9, images: [] }],
  ])('agrees by %s', (_name, claim) => {
    expect(isTrueOfProduct(claim, wine)).toBe(true)
  })

  test.each([
    ['another id', { id: 'malbec-2021' }],
    ['another title', { id: 'malbec-2022', title: '2021 Malbec' }],
    ['another title in the cart', { id: 'malbec-2022', titleCart: 'Cabernet' }],
    ['a lower price', { id: 'malbec-2022', price: 1 }],
    ['a price with a fraction of a cent', { id: 'malbec-2022', price: 450.001 }],
    ['cents where dollars are meant', { id: 'malbec-2022', price: 45_000 }],
    ['dollars where cents are meant', { id: 'malbec-2022', price: { unit_amount: 450 } }],
    ['a price that is none', { id: 'malbec-2022', price: 'cheap' }],
    ['a price record without an amount', { id: 'malbec-2022', price: {} }],
    ['a boolean as a price', { id: 'malbec-2022', price: true }],
    ['another id as text', 'malbec-2021'],
    ['an amount as text', { id: 'malbec-2022', price: { unit_amount: '45000' } }],
  ])('disagrees by %s', (_name, claim) => {
    expect(isTrueOfProduct(claim, wine)).toBe(false)
  })

  test('agrees by a price that is not whole dollars', () => {
    const bottle = { ...wine, price: 15_010 }
    expect(isTrueOfProduct({ id: wine.id, price: 150.1 }, bottle)).toBe(true)
    expect(isTrueOfProduct({ id: wine.id, price: '1,150.10' }, { ...wine, price: 115_010 })).toBe(
      true,
    )
  })

  test('of a product that does not exist disagrees', () => {
    expect(isTrueOfProduct('nothing', null)).toBe(false)
  })
})
