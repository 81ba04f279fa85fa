import { test } from 'vitest'

import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { CartContext } from '../cart/cart-provider.tsx'
import { ReleaseCard } from './release-card.tsx'

const malbec = {
  ...{ id: 'malbec-2022', title: '2022 Malbec', titleCart: 'Malbec 2022', vintage: 2022 },
  ...{ subtitle: '3-pack of 750ml', price: 45_000, image: 'none', specSheet: null },
  ...{ description: 'Dark.', descriptionA: 'From Altamira.', descriptionB: '' },
  ...{ releaseState: 'on-sale', available: null },
}

const open = {
  ...{ id: 'r', name: 'Spring', kind: 'open', promise: null, phase: 'open', isRehearsal: false },
  ...{ opensAt: '2027-03-05T17:00:00Z', closesAt: '2027-03-13T01:00:00Z', pauseReason: '' },
  own: null,
}
const own = {
  ...{ units: 2, bought: 0, left: 2, usable: 2, opensAt: null, keptUntil: null },
  ...{ takesMore: false, askedMore: 0, isAnsweredHere: false },
}
const allocated = { ...open, kind: 'allocated', own }
const used = { ...own, bought: 2, left: 0, usable: 0, takesMore: true }

type Seen = { quantity?: number; others?: number; shipping?: string; shipToProblem?: string }

/** The card of a wine beside a cart with so many cases of it, and of another. */
function card(product: object, seen: Seen = {}) {
  const { quantity = 0, others = 0, shipping = null, shipToProblem = null } = seen
  const lines = [
    { productId: 'malbec-2022', quantity, unitPrice: 45_000 },
    { productId: 'other', quantity: others, unitPrice: 40_000 },
  ]
  const cart = { lines: lines.filter((line) => line.quantity > 0), shipping }
  const view = { cart, taxPercent: 7.25, shipToProblem, shipToState: 'CA' }
  return (
    <CartContext value={view as never}>
      <ReleaseCard product={{ ...malbec, ...product } as Product} />
    </CartContext>
  )
}

test('what the card of a wine says and offers', () => {
  expectParts('release-card', {
    'on sale': card({}),
    'one in the cart': card({}, { quantity: 1 }),
    'one beside another wine': card({}, { quantity: 1, others: 2 }),
    'none beside the most of another wine': card({}, { others: 3 }),
    'the most that an order has': card({}, { quantity: 3 }),
    'one, and no more left': card({ available: 1 }, { quantity: 1 }),
    'more than is left': card({ available: 1 }, { quantity: 2 }),
    announced: card({ releaseState: 'announced' }),
    closed: card({ releaseState: 'closed' }),
    'sold out': card({ available: 0 }),
    'sold out meanwhile, one in the cart': card({ available: 0 }, { quantity: 1 }),
    'in an open release, one in the cart': card({ release: open }, { quantity: 1 }),
    'two of it, overnight': card({ release: open }, { quantity: 2, shipping: 'overnight' }),
    'one of it beside another wine': card({ release: open }, { quantity: 1, others: 1 }),
    'without an address': card(
      { release: open },
      { quantity: 1, shipping: 'pickup', shipToProblem: 'no-address' },
    ),
    'to a state that is not served': card(
      { release: open },
      { quantity: 1, shipToProblem: 'state-not-served' },
    ),
    'collected, from a state that is not served': card(
      { release: open },
      { quantity: 1, shipping: 'pickup', shipToProblem: 'state-not-served' },
    ),
    'before its release': card({ release: { ...open, phase: 'before' } }),
    'rehearsed by staff': card({ release: { ...open, phase: 'before', isRehearsal: true } }),
    paused: card({ release: { ...open, phase: 'paused', pauseReason: 'Back at noon.' } }),
    'of a closed release': card({ release: { ...open, phase: 'closed' } }),
    'by allocation, none for this buyer': card({ release: { ...allocated, own: null } }),
    'two allocated': card({ release: allocated }),
    'two allocated, one in the cart': card({ release: allocated }, { quantity: 1 }),
    'two allocated, both in the cart': card({ release: allocated }, { quantity: 2 }),
    'one bought, one kept': card({
      release: {
        ...allocated,
        own: { ...own, bought: 1, left: 1, usable: 1, keptUntil: '2027-03-12T01:00:00Z' },
      },
    }),
    'allocated from a later hour': card({
      release: { ...allocated, own: { ...own, usable: 0, opensAt: '2027-03-06T17:00:00Z' } },
    }),
    'two allocated, more may be asked for': card({
      release: { ...allocated, own: { ...own, takesMore: true } },
    }),
    'used up, more may be asked for': card({ release: { ...allocated, own: used } }),
    'used up, more is asked for': card({
      release: { ...allocated, own: { ...used, askedMore: 1, isAnsweredHere: true } },
    }),
    'more is asked for where requests are not shown': card({
      release: { ...allocated, own: { ...used, askedMore: 2 } },
    }),
    'allocated and sold out': card({ release: allocated, available: 0 }),
  })
})
