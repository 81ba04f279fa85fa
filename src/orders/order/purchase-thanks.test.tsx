import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { PurchaseThanks } from './purchase-thanks.tsx'

const order = {
  ...{
    id: 'o',
    number: '1042',
    wines: ['3 × 2022 Malbec', '1 × 2021 Blend'],
    by: 'Ground shipping',
  },
  ...{ isPickup: false, shipsFrom: null, to: ['Ana Ruiz', '1200 Valencia Street'] },
}

test('the thanks for a purchase', () => {
  expectParts('purchase-thanks', {
    none: <PurchaseThanks order={null} />,
    'to be sent': <PurchaseThanks order={order} />,
    'to be sent from a day on, by no method': (
      <PurchaseThanks order={{ ...order, by: '', shipsFrom: '2027-04-05' }} />
    ),
    'to be picked up': (
      <PurchaseThanks order={{ ...order, by: 'Local Pick up', isPickup: true, to: [] }} />
    ),
  })
})
