import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import PrintedOrders from './printed-orders.page.tsx'

type Props = Parameters<typeof PrintedOrders>[0]

const home = {
  ...{ name: 'Ana Ruiz', address: '1200 Valencia Street', addressExtra: 'Apt 4', gift: null },
  ...{ city: 'San Francisco', state: 'CA', zipCode: '94110', phone: '4155550123' },
}
const order = (number: number, change: object) => ({
  ...{ id: `o${number}`, number, createdAt: new Date('2027-03-01T18:00:00Z'), name: 'Ana Ruiz' },
  ...{ email: 'ana@example.com', shippingMethod: 'ground', shipTo: home, refundedCents: 0 },
  ...{ subtotalCents: 45_000, shippingCents: 3_500, taxCents: 4_388, totalCents: 52_888 },
  lines: [
    {
      ...{ productId: 'm', description: '2022 Malbec', quantity: 1, unitPriceCents: 45_000 },
      returned: 0,
    },
  ],
  boxes: [],
  ...change,
})
const box = (number: number, change: object = {}) => ({
  ...{ number, state: 'waiting', method: 'ground', shipTo: home, units: { m: 1 }, ...change },
})
const elsewhere = { ...home, address: '9 Congress Avenue', city: 'Austin', state: 'TX' }

const page = (orders: readonly object[]) => (
  <PrintedOrders {...({ loaderData: { orders } } as unknown as Props)} />
)

test('orders on paper', () => {
  expectParts(
    'printed-orders',
    {
      one: page([order(1042, {})]),
      none: page([]),
      'two, of which one is picked up': page([
        order(1041, { shippingMethod: 'pickup', refundedCents: 1_000 }),
        order(1040, { shipTo: { ...home, phone: '' } }),
      ]),
      'without a method or an address': page([order(1039, { shippingMethod: null, shipTo: null })]),
      'a gift': page([
        order(1038, {
          shippingMethod: null,
          shipTo: { ...home, gift: { name: 'Zoe', phone: '2125550199', note: 'For you' } },
        }),
      ]),
      'sent elsewhere since it was ordered': page([
        order(1037, { boxes: [box(2001, { shipTo: { ...elsewhere, zipCode: '78701' } })] }),
      ]),
      'picked up since it was ordered': page([
        order(1036, { boxes: [box(2002, { method: 'pickup', shipTo: null })] }),
      ]),
      'no longer a gift': page([
        order(1035, {
          shipTo: { ...home, gift: { name: 'Zoe', phone: '2125550199', note: '' } },
          boxes: [box(2003)],
        }),
      ]),
      canceled: page([order(1034, { boxes: [box(2004, { state: 'cancelled' })] })]),
      'in two boxes, of which one has left': page([
        order(1033, {
          boxes: [
            box(2005, { state: 'shipped' }),
            box(2006, { method: 'overnight', shipTo: elsewhere }),
            box(2007, { state: 'cancelled' }),
          ],
        }),
      ]),
      'fewer than were ordered': page([
        order(1032, {
          lines: [
            { ...{ productId: 'm', description: '2022 Malbec', quantity: 3, returned: 0 } },
          ].map((line) => ({ ...line, unitPriceCents: 45_000 })),
          boxes: [box(2008, { units: { m: 2 } })],
        }),
      ]),
    },
    { asChanges: true },
  )
})
