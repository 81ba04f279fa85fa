import { expect, test } from 'vitest'

import {
  runCustomerSync,
  syncPaymentCustomer,
} from '#accounts/account/payment-customer.actions.server.ts'
import type { Buyer } from '#tests/harness/card-shop.ts'
import { openCardShop } from '#tests/harness/card-shop.ts'
import { payAt } from '#tests/harness/provider.ts'

const { testShop, aBuyer, pay, paid, ordersOf, checkoutsOf, stockOf, chargesOf } =
  await openCardShop()

/** A buyer whose customer was deleted at the provider since. */
async function aForgottenBuyer(): Promise<Buyer> {
  const member = await aBuyer()
  await syncPaymentCustomer(testShop.services, member.id)
  await testShop.stripe.customers.del((await testShop.customerOf(member.id))!)
  return member
}

/** A purchase that the provider refuses holds nothing, and has the customer made again. */
async function expectNothingHeld(member: Buyer): Promise<void> {
  expect((await checkoutsOf(member)).map(({ state }) => state)).toEqual(['cancelled'])
  expect(await stockOf()).toEqual({ held: 0, sold: 0 })
  await runCustomerSync(testShop.services, member.id)
}

test('a card payment that the provider refuses holds nothing, and the next press pays', async () => {
  const member = await aForgottenBuyer()
  expect(await pay(member)).toEqual({ ok: false, reason: 'provider-refused' })
  await expectNothingHeld(member)
  await paid(member)
  expect(await ordersOf(member)).toHaveLength(1)
  expect(await chargesOf(member)).toHaveLength(1)
})

test('a payment page that the provider refuses holds nothing, and the next press opens it', async () => {
  const member = await aForgottenBuyer()
  expect(await testShop.shop.startCheckout(member)).toEqual({
    ok: false,
    reason: 'provider-refused',
  })
  await expectNothingHeld(member)
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  await testShop.shop.settlePendingPayments()
  expect(await ordersOf(member)).toHaveLength(1)
})

test('all customers of a network try a hundred cards an hour together', async () => {
  const address = '203.0.113.40'
  const people = await Promise.all(Array.from({ length: 6 }, () => aBuyer()))
  const tries = async (member: Buyer, times: number) => {
    const asked = { token: 'ctoken_nobody', amount: 1, address }
    const results = []
    for (let n = 0; n < times; n++) results.push(await testShop.shop.payByCard(member, asked))
    return results.map((result) => (result.ok ? 'paid' : result.reason))
  }
  const [last, ...before] = people
  const all = await Promise.all(before.map((member) => tries(member, 20)))
  expect(new Set(all.flat())).toEqual(new Set(['disagrees']))
  expect(await tries(last!, 1)).toEqual(['too-many-tries'])
})
