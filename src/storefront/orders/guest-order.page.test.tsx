import type { ComponentProps } from 'react'
import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import GuestOrderPage from './guest-order.page.tsx'

const paid = {
  ...{ number: 1001, state: 'paid', shippingMethod: 'ground', shipsFrom: null },
  ...{ createdAt: new Date('2027-03-05T18:00:00Z'), place: { city: 'Austin', state: 'TX' } },
  linkEnds: new Date('2027-07-03T18:00:00Z'),
  lines: [
    { productId: 'a', description: '2022 Malbec, 3-pack', quantity: 2, unitPriceCents: 45_000 },
    { productId: 'b', description: '2021 Blend, 3-pack', quantity: 1, unitPriceCents: 40_000 },
  ].map((line) => ({ ...line, returned: 0 })),
  ...{ subtotalCents: 130_000, shippingCents: 8_500, taxCents: 9_425, totalCents: 147_925 },
  ...{ refundedCents: 0, refunds: [], isRefunding: false, pictures: {}, shipments: [] },
}
const refund = (day: number, amountCents: number) => ({
  ...{ madeAt: new Date(Date.UTC(2027, 2, day, 20)), amountCents },
})

function page(change: object | null, isSignedIn = false) {
  const loaderData = {
    ...{ order: change && { ...paid, ...change }, changes: null, isSignedIn },
    ...{ email: 'hello@kohue.example', phone: '+1 (305) 555-0142' },
  }
  const props = { loaderData } as unknown as ComponentProps<typeof GuestOrderPage>
  return <GuestOrderPage {...props} />
}

test('what the page of a guest’s order says', () => {
  expectParts('guest-order', {
    'paid, before anything is sent': page({}),
    'whose wine leaves later': page({ shipsFrom: '2027-04-05' }),
    'to be collected': page({ shippingMethod: 'pickup', place: null }),
    'with a refund of all of it under way': page({ isRefunding: true }),
    'for who is signed in': page({}, true),
    'one case was refunded': page({
      ...{ state: 'partly-refunded', refundedCents: 48_263, refunds: [refund(8, 48_263)] },
      lines: [{ ...paid.lines[0], returned: 1 }, paid.lines[1]],
    }),
    'refunded twice, and in all': page({
      ...{ state: 'refunded', refundedCents: 147_925 },
      refunds: [refund(8, 48_263), refund(9, 99_662)],
    }),
    'refunded in a way that is not known here': page({ state: 'refunded', refundedCents: 147_925 }),
    disputed: page({ state: 'disputed' }),
    'whose link is over': page(null),
  })
})
