import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import OrderPage from './order.page.tsx'

const paid = {
  ...{ number: 1042, state: 'paid', shippingMethod: 'overnight', shipsFrom: null },
  ...{ createdAt: new Date('2027-03-05T18:00:00Z'), name: 'Ana Ruiz', email: 'ana@example.com' },
  lines: [
    {
      ...{ productId: 'a', description: '2022 Malbec, 3-pack', quantity: 2, returned: 0 },
      unitPriceCents: 45_000,
    },
  ],
  ...{ subtotalCents: 90_000, shippingCents: 11_000, taxCents: 6_525, totalCents: 107_525 },
  ...{ refundedCents: 0, refunds: [], isRefunding: false, pictures: {}, shipments: [] },
  shipTo: {
    ...{ name: 'Ana Ruiz', address: '12 Vine Street', addressExtra: 'Apt 3', city: 'Napa' },
    ...{ state: 'CA', zipCode: '94558', phone: '' },
  },
}

function page(change: object) {
  const site = { email: 'hello@kohue.example', phone: '+1 (305) 555-0142' }
  const loaderData = { order: { ...paid, ...change }, changes: null, site }
  const props = { loaderData, params: { number: '1042' } }
  return { part: pageWith(OrderPage, props), at: '/members/orders/1042' }
}

const collected = { shippingMethod: 'pickup', shippingCents: 0, totalCents: 96_525 }

test('what the page of one’s own order says', () => {
  expectParts(
    'order-page',
    {
      'to be sent': page({}),
      'to be collected': page(collected),
      'to be collected, at a time that can be chosen': page({
        ...collected,
        shipments: [
          {
            ...{ id: 's', number: 2001, kind: 'first', state: 'ready', isPickup: true, part: null },
            ...{ next: { kind: 'choose-slot' }, steps: [], slots: [], parcels: [], events: [] },
            ...{ paidAgain: [], returned: null },
          },
        ],
      }),
      'not collected, but refunded': page({ ...collected, state: 'refunded' }),
      'not collected, with a refund under way': page({ ...collected, isRefunding: true }),
      'with a refund under way': page({ isRefunding: true }),
      'whose address and method are not known': page({ shipTo: null, shippingMethod: null }),
    },
    { asChanges: true },
  )
})
