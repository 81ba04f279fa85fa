import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { requestRefund } from '#orders/refunds/request-refund.actions.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'

import { readMovements } from './read-movements.actions.server.ts'
import { viewMonth } from './view-accounting.actions.server.ts'

const { testShop, staff, anOrder } = await openOrdersShop()

test('a month has the tax of the case that was refunded, not a share of the refund', async () => {
  const order = await anOrder(2)
  const refund = (fields: object) =>
    requestRefund(
      testShop.services,
      staff,
      { number: order.number, reason: 'Corked.', ...fields },
      { key: randomUUID() },
    )
  const month = shopDates('America/Los_Angeles').isoDay(testShop.services.clock()).slice(0, 7)
  const refunded = async () => {
    // What is newer than a minute is read the next time.
    testShop.pass(2)
    await readMovements(testShop.services)
    const accountant = { ...staff, duties: ['accounting' as const] }
    return (await viewMonth(testShop.services, accountant, month))!.figures.sales[0]!.refunded
  }
  await refund({ only: 'wine.malbec-2022' })
  expect(await refunded()).toEqual({
    ...{ wine: -45_000, shipping: 0, tax: -3_262, goodwill: 0, other: 0 },
  })
  await refund({ amount: '20.00' })
  expect(await refunded()).toEqual({
    ...{ wine: -45_000, shipping: 0, tax: -3_262, goodwill: -2_000, other: 0 },
  })
  // In the provider's dashboard, for something unknown: the rest.
  await testShop.stripe.refunds.create({ payment_intent: order.paymentIntentId!, amount: 51_263 })
  expect(await refunded()).toEqual({
    ...{ wine: -90_000, shipping: -5_000, tax: -6_525, goodwill: 0, other: 0 },
  })
})
