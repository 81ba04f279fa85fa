import { expect, test } from 'vitest'

import type { Buyer } from '#tests/harness/card-shop.ts'
import { openCardShop } from '#tests/harness/card-shop.ts'
import { clearFaults, setFault } from '#tests/harness/provider.ts'

const { testShop, aBuyer, pay, paid, checkoutsOf } = await openCardShop()

const panelOf = (member: Buyer, source: string | null = null) =>
  testShop.shop.viewCardPanel({ ...member, isLimited: false }, source, '198.51.100.7')
const paymentOf = async (member: Buyer) => (await checkoutsOf(member))[0]!.paymentIntentId!

const billing = {
  billingFirstName: 'Maya',
  billingLastName: 'Cruz',
  billingAddress: '350 Fifth Avenue',
  billingAddressExtra: 'Floor 7',
  billingCity: 'New York',
  billingState: 'NY',
  billingZipCode: '10118',
}

test('the card is of the billing address where it differs and is whole, else of the shipping address', async () => {
  const member = await aBuyer({ ...billing, billingDiffers: true })
  const { owner, shipTo } = await panelOf(member)
  expect(owner).toEqual({
    name: 'Maya Cruz',
    email: member.email,
    phone: '4155550123',
    address: {
      line1: '350 Fifth Avenue',
      line2: 'Floor 7',
      city: 'New York',
      state: 'NY',
      postalCode: '10118',
    },
  })
  expect(shipTo).toEqual(['Ana Ruiz', '1200 Valencia Street', 'San Francisco, California 94110'])

  const own = {
    name: 'Ana Ruiz',
    address: {
      line1: '1200 Valencia Street',
      line2: '',
      city: 'San Francisco',
      state: 'CA',
      postalCode: '94110',
    },
  }
  const same = await panelOf(await aBuyer({ ...billing, billingDiffers: false }))
  expect(same.owner).toMatchObject(own)
  const half = await panelOf(await aBuyer({ ...billing, billingDiffers: true, billingZipCode: '' }))
  expect(half.owner).toMatchObject(own)
})

test('a declined payment says why to who comes back from it, and to nobody else', async () => {
  const member = await aBuyer()
  await pay(member, '4000000000000002')
  const source = await paymentOf(member)
  expect(await panelOf(member, source)).toMatchObject({
    settled: null,
    problem: expect.stringContaining('declined'),
  })
  expect(await panelOf(member)).toMatchObject({ settled: null, problem: null })
  expect(await panelOf(await aBuyer(), source)).toMatchObject({ settled: null, problem: null })
})

test('a paid payment leads to its thanks, also without a sign of it in the address', async () => {
  const member = await aBuyer()
  await paid(member)
  expect(await panelOf(member, await paymentOf(member))).toMatchObject({ settled: 'paid' })
  expect(await panelOf(member)).toMatchObject({ settled: 'paid', problem: null })
  await testShop.shop.thankBuyer(member, true)
  expect(await panelOf(member)).toMatchObject({ settled: null })
})

test('a payment of which nothing can be asked is being confirmed, after thirty calls too', async () => {
  const member = await aBuyer()
  await pay(member, '4000000000000002')
  const source = await paymentOf(member)
  await setFault({ match: '*', fault: 'drop-before', times: 20 })
  expect(await panelOf(member, source)).toMatchObject({ settled: 'being-confirmed', keptCards: [] })
  await clearFaults()
  // Two calls each: of the payment, and of the saved cards.
  for (let panel = 2; panel <= 15; panel++) {
    expect((await panelOf(member, source)).settled).toBeNull()
  }
  expect(await panelOf(member, source)).toMatchObject({ settled: 'being-confirmed' })
})
