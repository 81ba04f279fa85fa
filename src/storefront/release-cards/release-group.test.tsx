import { test } from 'vitest'

import type { ReleasedProduct } from '#catalogue/wines/catalogue.rules.ts'
import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { CartContext } from '../cart/cart-provider.tsx'
import { ReleaseGroup } from './release-group.tsx'

const release = {
  ...{ id: 'r', name: 'Spring', banner: 'Spring release', text: 'Three parcels.', shipsFrom: null },
  ...{ kind: 'allocated', promise: null, phase: 'open', isRehearsal: false, pauseReason: '' },
  ...{ opensAt: '2027-03-05T17:00:00Z', closesAt: '2027-03-13T01:00:00Z' },
}
const own = {
  ...{ bought: 0, opensAt: null, keptUntil: null },
  ...{ takesMore: false, askedMore: 0, isAnsweredHere: false },
}

/** A release of which so many cases of each wine are still there for this customer. */
function group(...left: (number | null)[]) {
  const products = left.map((units, index) => ({
    ...{ id: `wine-${index}`, title: `Wine ${index}`, titleCart: `Wine ${index}`, vintage: 2022 },
    ...{ subtitle: '3-pack of 750ml', price: 45_000, image: 'none', specSheet: null },
    ...{ description: 'Dark.', descriptionA: '', descriptionB: '' },
    ...{ releaseState: 'on-sale', available: null },
    release: {
      ...release,
      own: units === null ? null : { ...own, units, left: units, usable: units },
    },
  }))
  const view = { cart: { lines: [], shipping: null }, taxPercent: 7.25, shipToState: 'CA' }
  return (
    <CartContext value={{ ...view, shipToProblem: null } as never}>
      <ReleaseGroup products={products as unknown as ReleasedProduct[]} />
    </CartContext>
  )
}

test('what a release says above its wines', () => {
  expectParts('release-group', {
    'nothing allocated': group(null, null),
    'three allocated, as many as an order holds': group(2, 1),
    'four allocated of one wine': group(4),
    'two allocated of each': group(2, 2),
  })
})
