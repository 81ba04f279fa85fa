import { beforeAll, describe, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, fillCart, withAddress } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let buyer: Caller

beforeAll(async () => {
  buyer = await withAddress(await aMember())
  await fillCart(buyer)
})

const checkoutsOf = async (id: string) =>
  (
    await queryDatabase<{ n: number }>(
      'select count(*)::int as n from checkouts where user_id = $1',
      [id],
    )
  )[0]!.n

describe('what a buyer says of price, tax, shipping and count is not obeyed', () => {
  const path = '/api/create-checkout-session'

  test.each([
    ['another price', { priceProductId: 'price_of_one_cent' }],
    ['another wine', { product: 'malbec-2021' }],
    ['a wine that is not for sale', { product: { id: 'malbec-2021-bottle' } }],
    ['more than is in the cart', { quantity: 3 }],
    ['another shipping rate', { stripeShippingId: 'shr_free' }],
    ['another tax', { californiaTaxId: 'txr_none' }],
    ['a lower price in the product', { product: { id: 'malbec-2022', price: 1 } }],
    ['its cents', { product: { id: 'malbec-2022', price: { unit_amount: 1 } } }],
    ['another title', { product: { id: 'malbec-2022', title: '2021 Malbec' } }],
    ['another email', { user: { email: 'eva@example.com' } }],
    ['another customer', { user: { stripeCustomerId: 'cus_of_another' } }],
    ['another id', { user: { clientUID: '00000000-0000-4000-8000-000000000001' } }],
  ])('%s is refused', async (_what, claim) => {
    const before = await checkoutsOf(buyer.id)
    const response = await ask(path, { caller: buyer, json: claim })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'disagrees' } })
    expect(await checkoutsOf(buyer.id)).toBe(before)
  })

  test.each([
    ['nothing', { quantity: 0 }, 'quantity'],
    ['less than nothing', { quantity: -1 }, 'quantity'],
    ['half a case', { quantity: 1.5 }, 'quantity'],
    ['a text', { quantity: '1' }, 'quantity'],
    ['a hundred', { quantity: 100 }, 'quantity'],
    ['an amount of its own', { amount: 1 }, 'body'],
    ['a total of its own', { total: 1, currency: 'ars' }, 'body'],
    ['a product whose id is a number', { product: { id: 7 } }, 'product'],
    ['where to be sent after paying', { success_url: 'https://evil.example' }, 'body'],
  ])('%s is not even read', async (_what, claim, field) => {
    const response = await ask(path, { caller: buyer, json: claim })
    expect(response.status).toBe(422)
    expect((await response.json()).error.message).toBe(`These values can't be accepted: ${field}.`)
  })

  test.each([0, 4, -1, 1e9, 2.5, Number.NaN])(
    '%s cases never get into a cart',
    async (quantity) => {
      const member = await withAddress(await aMember())
      const form = { kind: 'set-quantity', productId: 'malbec-2022', quantity: String(quantity) }
      const response = await ask('/cart', { caller: member, form })
      expect([200, 303, 400]).toContain(response.status)
      const lines = await queryDatabase('select quantity from cart_lines where user_id = $1', [
        member.id,
      ])
      expect(lines).toEqual([])
    },
  )

  test('a card pays the server’s amount or nothing', async () => {
    for (const amount of [1, 51_762, 51_764, 99_999_999]) {
      const response = await ask('/api/cardTokenCharge', {
        caller: buyer,
        json: { token: 'ctoken_forged', amount },
      })
      expect([400, 422], String(amount)).toContain(response.status)
    }
    const response = await ask('/api/stripe_checkout', {
      caller: buyer,
      json: { stripeToken: 'ctoken_forged', cantidad: 3 },
    })
    expect(response.status).toBe(400)
  })

  test.each([
    ['another price', { product: { id: 'malbec-2022', price: 1 } }],
    ['another email', { user: { email: 'eva@example.com' } }],
    ['another customer', { user: { stripeCustomerId: 'cus_of_another' } }],
  ])('a card is not charged on the word of %s', async (_what, claim) => {
    for (const [call, body] of [
      ['cardTokenCharge', { token: 'ctoken_forged', amount: 51_763 }],
      ['stripe_checkout', { stripeToken: 'ctoken_forged', cantidad: 1 }],
    ] as const) {
      const response = await ask(`/api/${call}`, { caller: buyer, json: { ...body, ...claim } })
      expect(response.status, call).toBe(400)
      expect(await response.json(), call).toMatchObject({ error: { code: 'disagrees' } })
    }
  })

  test('an offer costs what the server says', async () => {
    for (const claim of [
      { priceProductId: 'price_of_one_cent' },
      { stripeShippingId1: 'shr_free' },
      { californiaTaxId: 'txr_none' },
      { product: { id: 'malbec-2021-bottle', price: 1 } },
      { user: { id: buyer.id } },
    ]) {
      const wish = { product: 'malbec-2021-bottle', quantity: 1, ...claim }
      const response = await ask('/api/directlink-create-checkout-session', { json: wish })
      expect(response.status).toBe(400)
    }
  })

  test('the honest cart is charged as the server adds it up', async () => {
    const response = await ask(path, {
      caller: buyer,
      json: { quantity: 1, product: 'malbec-2022' },
    })
    expect(response.status).toBe(200)
    const [row] = await queryDatabase(
      `select total_cents, tax_cents, shipping_cents from checkouts where user_id = $1`,
      [buyer.id],
    )
    expect(row).toEqual({ total_cents: 51_763, tax_cents: 3_263, shipping_cents: 3_500 })
  })
})

/** Fields of a record that only staff or the server write. */
const forbidden = {
  role: 'staff',
  membership: 'true',
  membershipLevel: '12',
  membershipTextA: 'mine',
  membership_level: '12',
  stripeCustomerId: 'cus_of_another',
  stripe_customer_id: 'cus_of_another',
  clientUID: '00000000-0000-4000-8000-000000000001',
  id: '00000000-0000-4000-8000-000000000001',
  emailVerified: 'true',
  email_verified: 'true',
  version: '99',
}

const standing = async (email: string) =>
  (
    await queryDatabase(
      `select role, membership, membership_level, membership_text_a, stripe_customer_id,
         email_verified from users where email = $1`,
      [email],
    )
  )[0]

const ordinary = {
  role: 'member',
  membership: false,
  membership_level: 0,
  membership_text_a: '',
  stripe_customer_id: null,
  email_verified: false,
}

describe('what only others may write is not written by the way (mass assignment)', () => {
  test('at registration', async () => {
    const email = 'greedy@example.com'
    const form = { firstname: 'Ana', lastname: 'Ruiz', email, password: 'altamira', ...forbidden }
    expect((await ask('/signin', { form })).status).toBe(302)
    expect(await standing(email)).toEqual(ordinary)
  })

  test('by the identity service', async () => {
    const email = 'greedier@example.com'
    const person = { email, password: 'altamira', firstname: 'Ana', lastname: 'Ruiz' }
    const response = await ask('/api/identity/sign-up', { json: { ...person, ...forbidden } })
    expect(response.status).toBe(422)
    expect(await standing(email)).toBeUndefined()
  })

  test('in the account’s forms', async () => {
    const member = await aMember()
    const own = { firstname: 'Ana', lastname: 'Luz', email: member.email, phone: '', birthdate: '' }
    const form = { ...forbidden, intent: 'personal', ...own, optionalText: '', version: '1' }
    const saved = await ask('/edit', { caller: member, form })
    expect(saved.status).toBe(303)
    const { stripe_customer_id: customer, ...rest } = (await standing(member.email))!
    expect({ ...rest, stripe_customer_id: null }).toEqual(ordinary)
    expect(customer).not.toBe(forbidden.stripeCustomerId)
    const [row] = await queryDatabase('select last_name from users where id = $1', [member.id])
    expect(row).toEqual({ last_name: 'Luz' })
  })

  test('on the mailing list', async () => {
    const form = { fullname: 'Ana Ruiz', email: 'list@example.com', ...forbidden, state: 'CA' }
    expect((await ask('/ex-join', { form })).status).toBe(303)
    const [row] = await queryDatabase(
      `select id, state from mailing_list_clients where email = 'list@example.com'`,
    )
    expect(row).toMatchObject({ state: '' })
    expect(row!['id']).not.toBe(forbidden.id)
  })
})

test('the database still holds one staff account only', async () => {
  const staff = await queryDatabase<{ email: string }>(
    `select email from users where role = 'staff' and email not like '%@example.com'`,
  )
  expect(staff).toEqual([{ email: theShop().admin.email }])
})

test('nothing of all this is in the log', expectQuietLog)
