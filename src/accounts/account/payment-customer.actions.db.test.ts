import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { ProviderRefused, ProviderUnavailable } from '#payments/payments.ts'
import { users } from '#platform/database/people.tables.ts'
import { clearFaults, payAt } from '#tests/harness/provider.ts'
import { forceCart } from '#tests/harness/release-buyers.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { userById } from '../users/users.store.server.ts'
import {
  createOwnCustomer,
  matchesClaim,
  updateOwnCustomer,
} from './own-customer.actions.server.ts'
import {
  mayCallProvider,
  paymentCustomerOf,
  runCustomerSync,
  syncPaymentCustomer,
} from './payment-customer.actions.server.ts'

let testShop: TestShop
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 100)
})

/** A member who has opened the payment page, and so has a customer at the provider. */
async function aBuyer(method: 'ground' | 'pickup' = 'ground') {
  const member = await aMember(testShop.db)
  expect(await testShop.customerOf(member.id)).toBeNull()
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method })
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  return { member, url: started.url, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
}

const customerOf = async (userId: string) => {
  const customer = await testShop.stripe.customers.retrieve((await testShop.customerOf(userId))!)
  if (customer.deleted) throw new Error('The customer is deleted')
  return customer
}

const home = {
  line1: '1200 Valencia Street',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94110',
  country: 'US',
}

test('a member without a customer has one made from the profile, in the US, by checking out', async () => {
  const { member } = await aBuyer()
  expect(await customerOf(member.id)).toMatchObject({
    name: 'Ana Ruiz',
    email: member.email,
    shipping: { name: 'Ana Ruiz', address: home },
  })
})

test('the job and a checkout at the same moment create one customer with one call', async () => {
  const member = await aMember(testShop.db)
  const user = (await userById(testShop.db, member.id))!
  const { payments } = testShop.services
  let calls = 0
  const counted: typeof payments = {
    ...payments,
    createCustomer(...asked) {
      calls += 1
      return payments.createCustomer(...asked)
    },
  }
  const services = { ...testShop.services, payments: counted }
  const [id] = await Promise.all([
    paymentCustomerOf(services, user),
    syncPaymentCustomer(services, member.id),
  ])
  expect(calls).toBe(1)
  expect(await testShop.customerOf(member.id)).toBe(id)
})

describe('a saved account', () => {
  /** Moves to Austin, as the account's form saves it. */
  async function move(userId: string) {
    const viewer = (await userById(testShop.db, userId))!
    const values = {
      address: '400 Congress Avenue',
      addressExtra: 'Suite 9',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
    }
    const wish = { block: 'shipping' as const, version: viewer.version, values, password: '' }
    expect(await testShop.shop.saveAccount(viewer, wish, new Headers())).toMatchObject({ ok: true })
    await syncPaymentCustomer(testShop.services, userId)
  }

  test('of two forms at once is saved by one, and the other reads what was saved', async () => {
    const { id } = await aMember(testShop.db)
    const { db, shop } = testShop
    const viewer = (await userById(db, id))!
    const values = { address: '400 Congress Avenue', addressExtra: '', city: 'Austin' }
    const wish = {
      ...{ block: 'shipping' as const, version: viewer.version, password: '' },
      values: { ...values, state: 'TX', zipCode: '78701' },
    }
    const { saving } = await db.transaction(async (tx) => {
      const next = { city: 'Dallas', version: viewer.version + 1 }
      await tx.update(users).set(next).where(eq(users.id, id))
      const begun = shop.saveAccount(viewer, wish, new Headers())
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
      return { saving: begun }
    })
    expect(await saving).toMatchObject({
      ...{ ok: false, reason: 'saved-elsewhere' },
      account: { version: viewer.version + 1, fields: { city: 'Dallas' } },
    })
  })

  const austin = {
    line1: '400 Congress Avenue',
    line2: 'Suite 9',
    city: 'Austin',
    state: 'TX',
    postal_code: '78701',
    country: 'US',
  }

  test('is what the customer at the provider says next', async () => {
    const { member } = await aBuyer()
    const before = await testShop.customerOf(member.id)
    await move(member.id)
    expect(await testShop.customerOf(member.id)).toBe(before)
    expect((await customerOf(member.id)).shipping).toMatchObject({ address: austin })
  })

  test('makes the customer anew that was deleted at the provider', async () => {
    const { member } = await aBuyer()
    const before = (await testShop.customerOf(member.id))!
    await testShop.stripe.customers.del(before)
    await move(member.id)
    const made = (await testShop.customerOf(member.id))!
    expect(made).not.toBe(before)
    expect((await customerOf(member.id)).shipping).toMatchObject({ address: austin })
    // For the same profile as before, the provider would repeat its response for the same key.
    await testShop.stripe.customers.del(made)
    await testShop.db.update(users).set({ paymentProfile: null }).where(eq(users.id, member.id))
    await syncPaymentCustomer(testShop.services, member.id)
    expect(await testShop.customerOf(member.id)).not.toBe(made)
    expect((await customerOf(member.id)).shipping).toMatchObject({ address: austin })
  })
})

describe('the payment page', () => {
  test.each([
    ['ground', { name: 'Ana Ruiz', address: home }],
    ['pickup', null],
  ] as const)(
    'asks for no address (%s): the checked one goes with the payment',
    async (method, to) => {
      const { member, url, sessionId } = await aBuyer(method)
      const session = await testShop.stripe.checkout.sessions.retrieve(sessionId)
      expect(session.shipping_address_collection).toBeNull()
      await payAt(url)
      const customer = (await testShop.customerOf(member.id))!
      const { data: payments } = await testShop.stripe.paymentIntents.list({ customer })
      expect(payments).toMatchObject([{ status: 'succeeded', shipping: to }])
    },
  )
})

describe('the background job for a payment customer', () => {
  const jobsFor = async (userId: string) => {
    const { rows } = await testShop.db.execute(
      sql`select id from graphile_worker._private_jobs where payload->>'userId' = ${userId}`,
    )
    return rows.length
  }
  const forgetJobs = () => testShop.db.execute(sql`delete from graphile_worker._private_jobs`)

  test('is queued once, when a cart is first viewed with something in it', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.viewCart(member)
    expect(await jobsFor(member.id)).toBe(0)
    // Filled without a press of its buyer, as a merge or the rest of an order fills one.
    await forceCart(testShop, member, wine, 1)
    await testShop.shop.viewCart(member)
    expect(await jobsFor(member.id)).toBe(1)
    await forgetJobs()
    await testShop.shop.viewCart(member)
    expect(await jobsFor(member.id)).toBe(0)
    const later = (hours: number) =>
      testShop.db.execute(sql`update attempts set since = since - make_interval(hours => ${hours})
        where key = ${`payment-customer:${member.id}`}`)
    await later(23)
    await testShop.shop.viewCart(member)
    expect(await jobsFor(member.id)).toBe(0)
    await later(1)
    await testShop.shop.viewCart(member)
    expect(await jobsFor(member.id)).toBe(1)
    await forgetJobs()
    await syncPaymentCustomer(testShop.services, member.id)
    expect(await testShop.customerOf(member.id)).toMatch(/^cus_/)
  })

  test('is queued by the press that fills the cart', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    expect(await jobsFor(member.id)).toBe(1)
    await forgetJobs()
    await testShop.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 2 })
    expect(await jobsFor(member.id)).toBe(0)
    const known = await aMember(testShop.db, { stripeCustomerId: `cus_${randomUUID()}` })
    await testShop.shop.changeCart(known, { kind: 'add', productId: wine })
    expect(await jobsFor(known.id)).toBe(0)
  })

  test('sends an unchanged profile to the provider no second time', async () => {
    const { member } = await aBuyer()
    const customer = (await testShop.customerOf(member.id))!
    await testShop.stripe.customers.update(customer, { name: 'Changed at the provider' })
    await runCustomerSync(testShop.services, member.id)
    expect((await customerOf(member.id)).name).toBe('Changed at the provider')
    await testShop.db.update(users).set({ lastName: 'Vale' }).where(eq(users.id, member.id))
    await runCustomerSync(testShop.services, member.id)
    expect((await customerOf(member.id)).name).toBe('Ana Vale')
  })

  test('sends at most twenty profiles of one account in an hour', async () => {
    const { member } = await aBuyer()
    await forgetJobs()
    for (let n = 1; n <= 21; n++) {
      const lastName = `Vale ${n}`
      await testShop.db.update(users).set({ lastName }).where(eq(users.id, member.id))
      await runCustomerSync(testShop.services, member.id)
    }
    expect((await customerOf(member.id)).name).toBe('Ana Vale 20')
    expect(await jobsFor(member.id)).toBe(1)
  })

  test('is queued when the account page opens, at most once an hour', async () => {
    const { member } = await aBuyer()
    await forgetJobs()
    await testShop.shop.openAccount(member)
    expect(await jobsFor(member.id)).toBe(1)
    await forgetJobs()
    await testShop.shop.openAccount(member)
    expect(await jobsFor(member.id)).toBe(0)
  })
})

test('a network causes three hundred calls to the provider in ten minutes, for all its accounts together', async () => {
  const call = (address: string) =>
    mayCallProvider(testShop.services, { id: randomUUID() }, address)
  const calls: boolean[] = []
  for (let n = 0; n < 301; n++) calls.push(await call('203.0.113.90'))
  expect(calls.indexOf(false)).toBe(300)
  expect(await call('203.0.113.91')).toBe(true)
})

describe('a caller who claims a customer', () => {
  const profile = {
    name: 'Ana Ruiz',
    email: 'ana@example.com',
    phone: '',
    shipping: {
      name: 'Ana Ruiz',
      address: {
        line1: '1200 Valencia Street',
        line2: '',
        city: 'San Francisco',
        state: 'CA',
        postalCode: '94110',
        country: 'US' as const,
      },
    },
  }
  const all = {
    name: 'Ana Ruiz',
    email: 'ana@example.com',
    shipping: {
      name: 'Ana Ruiz',
      address: {
        line1: '1200 Valencia Street',
        line2: '',
        city: 'San Francisco',
        state: 'CA',
        postal_code: '94110',
      },
    },
  }
  const toAddress = (address: object) => ({ shipping: { address } })

  test.each([
    {},
    all,
    { name: ' Ana Ruiz ' },
    { email: 'ANA@example.com' },
    { shipping: {} },
    toAddress({}),
    toAddress({ line2: null }),
    toAddress({ state: 'California' }),
    toAddress({ state: 'ca' }),
  ])('agrees with the profile: %j', (claim) => {
    expect(matchesClaim(profile, claim)).toBe(true)
  })

  test.each([
    { name: 'Eva Ruiz' },
    { name: '' },
    { name: null },
    { email: 'eva@example.com' },
    { shipping: { name: 'Eva Ruiz' } },
    toAddress({ line1: '1 Main Street' }),
    toAddress({ line2: 'Suite 9' }),
    toAddress({ city: 'Oakland' }),
    toAddress({ state: 'Texas' }),
    toAddress({ state: null }),
    toAddress({ postal_code: '94111' }),
  ])('disagrees with it: %j', (claim) => {
    expect(matchesClaim(profile, claim)).toBe(false)
  })

  test('without a name agrees with an account that has none, whose email the provider has instead', () => {
    const nameless = { ...profile, name: profile.email, shipping: null }
    const nowhere = { line1: '', line2: '', city: '', state: '', postal_code: '' }
    const claims = ['', ' ', 'Eva Ruiz'].map((name) => ({
      name,
      shipping: { name, address: nowhere },
    }))
    expect(claims.map((claim) => matchesClaim(nameless, claim))).toEqual([true, true, false])
    expect(matchesClaim(nameless, { shipping: { name: 'Eva Ruiz' } })).toBe(false)
  })

  test('gets their own, made once, and nothing for a claim that disagrees or another id', async () => {
    const { services } = testShop
    const member = await aMember(testShop.db)
    const caller = { id: member.id, address: '203.0.113.7' }
    const disagrees = { ok: false, reason: 'disagrees' }
    const wrong = { name: 'Eva Marsh' }
    expect(await createOwnCustomer(services, caller, wrong)).toEqual(disagrees)
    expect(await updateOwnCustomer(services, caller, 'none', wrong)).toEqual(disagrees)
    expect(await testShop.customerOf(member.id)).toBeNull()
    const made = await createOwnCustomer(services, caller, { name: 'Ana Ruiz' })
    const id = await testShop.customerOf(member.id)
    expect(id).toMatch(/^cus_/)
    expect(made).toEqual({ ok: true, customer: { id, name: 'Ana Ruiz', email: member.email } })
    expect(await createOwnCustomer(services, caller)).toEqual(made)
    const others = { ok: false, reason: 'no-customer' }
    expect(await updateOwnCustomer(services, caller, 'cus_another')).toEqual(others)
    expect(await updateOwnCustomer(services, caller, 'none')).toEqual(others)
    expect(await updateOwnCustomer(services, caller, id!)).toEqual(made)
  })

  /** What the provider's customers are asked, each refused with that error. */
  function failing(error?: Error) {
    const asked: string[] = []
    const { payments } = testShop.services
    const ask = <Call extends 'createCustomer' | 'updateCustomer'>(name: Call) =>
      (async (...given: never[]) => {
        asked.push(name)
        if (error) throw error
        return (payments[name] as (...all: never[]) => Promise<never>)(...given)
      }) as never
    const counted = {
      ...payments,
      createCustomer: ask('createCustomer'),
      updateCustomer: ask('updateCustomer'),
    }
    return { asked, services: { ...testShop.services, payments: counted } }
  }

  test('whose profile the provider has asks it nothing, and is sent a changed one', async () => {
    const { asked, services } = failing()
    const { id } = await aMember(testShop.db)
    const caller = { id, address: '203.0.113.8' }
    await createOwnCustomer(services, caller)
    const customer = (await testShop.customerOf(id))!
    expect(await updateOwnCustomer(services, caller, customer)).toMatchObject({ ok: true })
    expect(asked).toEqual(['createCustomer'])
    await testShop.db.update(users).set({ lastName: 'Vale' }).where(eq(users.id, id))
    expect(await updateOwnCustomer(services, caller, customer)).toMatchObject({
      customer: { id: customer, name: 'Ana Vale' },
    })
    expect(asked).toEqual(['createCustomer', 'updateCustomer'])
    expect((await customerOf(id)).name).toBe('Ana Vale')
  })

  test.each([
    [new ProviderUnavailable('away'), 'provider-away'],
    [new ProviderRefused('api_error', 'refused'), 'provider-refused'],
  ])('learns that it was not made: %s', async (error, reason) => {
    const { id } = await aMember(testShop.db)
    const { services } = failing(error)
    const asked = await createOwnCustomer(services, { id, address: '203.0.113.8' })
    expect(asked).toEqual({ ok: false, reason })
    expect(await testShop.customerOf(id)).toBeNull()
  })

  test('is refused after thirty calls to the provider in ten minutes', async () => {
    const { services } = testShop
    const [{ id }, { id: other }] = [await aMember(testShop.db), await aMember(testShop.db)]
    const caller = { id, address: '203.0.113.8' }
    for (let n = 0; n < 30; n++) {
      expect(await mayCallProvider(services, caller, caller.address)).toBe(true)
    }
    const refused = { ok: false, reason: 'too-many-calls' }
    expect(await createOwnCustomer(services, caller)).toEqual(refused)
    expect(await updateOwnCustomer(services, caller, 'none')).toEqual(refused)
    expect(await createOwnCustomer(services, { ...caller, id: other })).toMatchObject({ ok: true })
  })
})
