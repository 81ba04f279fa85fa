import { expect, test } from 'vitest'

import { channels } from '#catalogue/tables.ts'

import { orderMails } from './mails.rules.ts'

/** What is known of an order since the first version. */
const queuedFirst = {
  ...{ number: 1_001, name: 'Ana Ruiz', email: 'ana@example.com' },
  createdAt: '2026-11-20T18:00:00Z',
  lines: [{ description: '2022 Malbec', quantity: 1, unitPriceCents: 45_000 }],
  ...{ subtotalCents: 45_000, shippingCents: 3_500, taxCents: 3_263, totalCents: 51_763 },
  shippingMethod: 'ground',
  shipTo: { name: 'Ana Ruiz' },
}

test('an email that an earlier version queued is sent with what was known then', () => {
  const confirmation = orderMails['order-confirmation'].props.parse(queuedFirst)
  expect(confirmation).toMatchObject({ channel: 'cart', shipsFrom: null })
  expect(confirmation.shipTo).toEqual({
    ...{ name: 'Ana Ruiz', address: '', addressExtra: '', city: '', state: '', zipCode: '' },
  })
  expect(confirmation.orderUrl).toBeUndefined()
  const refund = { name: 'Ana', number: 1_001, totalCents: 100, reason: 'Corked.' }
  expect(orderMails['order-refunded'].props.parse(refund)).toEqual({
    ...refund,
    isPart: false,
    ordered: [],
  })
  const refused = { name: 'Ana', reason: 'Not served.', totalCents: 100 }
  expect(orderMails['offer-refused'].props.parse(refused).about).toBe('address')
})

test('the emails know every way an order is sold and sent', () => {
  const { props } = orderMails['order-notice']
  const isKnown = (order: object) => props.safeParse({ ...queuedFirst, ...order }).success
  const sold = channels.filter((channel) => isKnown({ channel }))
  expect(sold).toEqual(['cart', 'card', 'offering', 'offer1', 'added'])
  for (const shippingMethod of ['overnight', 'ground', 'pickup', null]) {
    expect([shippingMethod, isKnown({ shippingMethod })]).toEqual([shippingMethod, true])
  }
  const { props: refused } = orderMails['offer-refused']
  const about = ['address', 'wine', 'payment'].map(
    (what) => refused.parse({ name: 'A', reason: 'R', totalCents: 1, about: what }).about,
  )
  expect(about).toEqual(['address', 'wine', 'payment'])
})
