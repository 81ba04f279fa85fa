import { test } from 'vitest'

import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { RefundForm } from './refund-form.tsx'

type Props = Parameters<typeof RefundForm>[0]

const malbec = { productId: 'malbec-2022', description: '2022 Malbec, 3-pack', quantity: 3 }
const bottle = { productId: 'malbec-2021-bottle', description: '2021 Malbec, bottle', quantity: 2 }
const line = (of: typeof malbec, returned = 0) =>
  ({ ...of, returned, unitPriceCents: 45_000 }) as OrderForStaff['lines'][number]

const whole = {
  order: { number: 1042 } as OrderForStaff['order'],
  lines: [line(malbec)],
  refundable: 151_800,
  left: {
    wines: [{ productId: 'malbec-2022', units: 3, oneCents: 48_263 }],
    shippingCents: 3_500,
  },
  ...{ whyNotRefundable: null, mayReturnToAllocation: false, formKey: 'k' },
  ...{ approval: null, approvalOverCents: null, asksBox: false, sent: null },
} as unknown as Props

const form = (change: object) => <RefundForm {...whole} {...change} />

const sent = {
  ...{ intent: 'review-refund', refusal: null, shown: null },
  values: {
    ...{ 'wine.malbec-2022': '4', amount: '5,00', reason: 'Broken', shipping: 'on' },
    ...{ box: 'comes-back', toAllocation: 'on' },
  },
  errors: { amount: 'An amount such as 12.50, please.' },
}

test('what a refund may have, of what is left of a payment', () => {
  expectParts('refund-form', {
    'nothing refunded yet': form({}),
    'two of three cases are in stock again, one was refunded': form({
      lines: [line(malbec, 2)],
      refundable: 100_000,
      left: {
        wines: [{ productId: 'malbec-2022', units: 2, oneCents: 48_263 }],
        shippingCents: 0,
      },
    }),
    'all of it is in stock again, and goodwill has used up what a case costs': form({
      lines: [line(malbec, 3)],
      refundable: 3_000,
    }),
    'of two wines, one refunded whole': form({
      lines: [line(malbec), line(bottle, 1)],
      left: {
        wines: [
          { productId: 'malbec-2022', units: 0, oneCents: 0 },
          { productId: 'malbec-2021-bottle', units: 2, oneCents: 16_088 },
        ],
        shippingCents: 3_500,
      },
    }),
    'with a box on its way, of wine that was allocated, over an amount that needs a second person':
      form({ asksBox: true, mayReturnToAllocation: true, approvalOverCents: 50_000 }),
    'refused, as it was typed': form({ asksBox: true, mayReturnToAllocation: true, sent }),
    'another waits for a second person': form({ approval: { state: 'open' } }),
    'without a payment': form({ whyNotRefundable: 'no-payment' }),
  })
})
