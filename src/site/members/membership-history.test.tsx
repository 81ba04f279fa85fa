import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'

import { CartContext } from '#storefront/cart/cart-provider.tsx'
import { partText } from '#tests/harness/what-parts-say.tsx'

import { MembershipHistory } from './membership-history.tsx'

/** A wine of which a release has set two cases aside. */
const malbec = {
  ...{ id: 'malbec-2022', title: '2022 Malbec', available: 12 },
  release: {
    ...{ kind: 'allocated', promise: null, phase: 'open', isRehearsal: false },
    own: { units: 2, bought: 0, left: 2, usable: 2, opensAt: null, keptUntil: null },
  },
}
const ended = { ...malbec, release: { ...malbec.release, phase: 'closed' } }

function shown(membership: object, products: object[] = []): string[] {
  const value = { products } as never
  const every = { textA: '', textB: '', allocations: {}, ...membership } as ComponentProps<
    typeof MembershipHistory
  >['membership']
  const part = (
    <CartContext value={value}>
      <MembershipHistory membership={every} />
    </CartContext>
  )
  return partText(part).slice(2)
}

const nothing = 'Your allocations will appear here as we set them aside for you.'
const thisRelease = ['### [This release](/members?view=current)', '2022 Malbec', '2 cases']

test.each([
  ['nothing', {}, [], [nothing]],
  ['the first text alone', { textA: 'Since 2019' }, [], ['Since 2019']],
  ['the second text alone', { textB: 'Twelve bottles' }, [], ['Twelve bottles']],
  ['a year alone', { allocations: { 2024: '6 bottles' } }, [], ['2024', '6 bottles']],
  ['this release alone', {}, [malbec], thisRelease],
  ['a release that has ended', {}, [ended], [nothing]],
  [
    'all of it',
    { textA: 'Since 2019', textB: 'Twelve', allocations: { 2023: '3', 2025: '6' } },
    [malbec],
    ['Since 2019', 'Twelve', ...thisRelease, '2023', '3', '2025', '6'],
  ],
])('of a member with %s', (_what, membership, products, lines) => {
  expect(shown(membership, products)).toEqual(lines)
})
