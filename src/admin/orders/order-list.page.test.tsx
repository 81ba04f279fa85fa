import { test } from 'vitest'

import { orderList } from '#orders/order/order-list.store.server.ts'
import { expectParts, listView } from '#tests/harness/what-parts-say.tsx'

import Orders from './order-list.page.tsx'

type Props = Parameters<typeof Orders>[0]

const createdAt = new Date('2027-03-02T18:00:00Z')
const line = { quantity: 3, description: '2022 Malbec, 3-pack' }
const order = (number: number, change: object) => ({
  ...{ id: `o${number}`, number, createdAt, buyer: 'Ana Ruiz', totalCents: 151_663 },
  ...{ lines: [line], state: 'paid', flags: [], isRehearsal: false, notes: 0, channel: 'cart' },
  ...{ shippingMethod: 'ground', shipToState: 'CA', refundedCents: 0, ...change },
})
const offer = (id: string, change: object) => ({
  ...{ id, email: 'zoe@example.com', endedAt: createdAt, reason: 'stock-gone', ...line },
  shipTo: { name: 'Zoe Paz', city: 'Reno', state: 'NV', zipCode: '89501', phone: '2125550199' },
  ...change,
})

function page(rows: readonly object[], change: object = {}, totals?: object) {
  const list = listView('orders', orderList.shape, rows)
  const loaderData = {
    list: { ...list, page: { ...list.page, totals } },
    ...{ isStale: false, flagged: 0, wines: [], releases: [], voided: [], isMoreVoided: false },
    ...change,
  }
  return <Orders {...({ loaderData } as unknown as Props)} />
}

test('the list of orders', () => {
  expectParts(
    'order-list',
    {
      none: page([]),
      'some, and their sums': page(
        [
          order(1042, { flags: ['stock-gone'], notes: 1 }),
          order(1041, { state: 'refunded', refundedCents: 51_000, notes: 2, channel: 'offering' }),
          order(1040, { shippingMethod: 'pickup', lines: [line, { ...line, quantity: 1 }] }),
          order(1039, { shippingMethod: null, shipToState: null, isRehearsal: true }),
        ],
        {
          ...{ flagged: 1, wines: [{ id: 'malbec-2022', name: '2022 Malbec 3-pack' }] },
          releases: [{ id: 'r', name: 'Spring' }],
        },
        { total: 4, isMore: false, sums: { total: 606_652, refunded: 51_000 } },
      ),
      'more than are counted': page(
        [order(1042, {})],
        { flagged: 2 },
        {
          ...{ total: 10_000, isMore: true, sums: null },
        },
      ),
      'one without a refund, and an offer that was not served': page(
        [order(1042, {})],
        { voided: [offer('a', {})] },
        { total: 1, isMore: false, sums: { total: 151_663, refunded: 0 } },
      ),
      'more offers than are listed, one of nobody': page([], {
        voided: [
          offer('a', { reason: 'amount-short' }),
          offer('b', { shipTo: null, email: null, endedAt: null }),
        ],
        isMoreVoided: true,
      }),
      'two offers': page([], { voided: [offer('a', {}), offer('b', {})] }),
    },
    { asChanges: true },
  )
})
