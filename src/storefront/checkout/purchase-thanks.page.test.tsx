import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import { CartContext } from '../cart/cart-provider.tsx'
import PurchaseThanksPage from './purchase-thanks.page.tsx'

const ordered = {
  ...{ id: 'o', number: '1042', by: 'Ground shipping', isPickup: false, shipsFrom: null },
  wines: ['2 × 2022 Malbec', '1 × 2021 Blend'],
  to: ['Ana Ruiz', '12 Vine Street', 'Napa, CA 94558'],
}
const past = {
  ...{ number: '1041', placedAt: '2027-03-09T18:00:00.000Z', day: '3/9/2027', state: 'paid' },
  where: 'Being checked',
  lines: [{ productId: 'a', description: '2022 Malbec, 3-pack of 750ml', quantity: 1 }],
}

function page(order: object, change: object = {}) {
  const history = { orders: [past], page: 1, hasMore: false }
  const loaderData = { order: { ...ordered, ...order }, history, firstName: 'Ana', ...change }
  return (
    <CartContext value={{ cart: { lines: [], shipping: null } } as never}>
      {pageWith(PurchaseThanksPage, { loaderData })}
    </CartContext>
  )
}

test('what buyers are thanked with', () => {
  expectParts(
    'purchase-thanks',
    {
      'of what leaves soon': page({}),
      'of what leaves later': page({ shipsFrom: '2027-04-05' }),
      'of what is collected': page({ by: 'Local Pick up', isPickup: true, to: [] }),
      'whose orders are not shown, nor their name': page(
        { by: '' },
        { history: null, firstName: '' },
      ),
    },
    { asChanges: true },
  )
})
