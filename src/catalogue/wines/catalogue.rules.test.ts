import { expect, test } from 'vitest'

import type { WineRelease } from '../on-sale/wine-release.rules.ts'
import type { Product } from './catalogue.rules.ts'
import { hasTooFew, isAllocationUsed, releasedTogether, whyNotAdd } from './catalogue.rules.ts'

const release = (change: Partial<WineRelease> = {}) =>
  ({ id: 'spring', kind: 'open', phase: 'open', own: null, ...change }) as WineRelease
const allocated = (usable: number) =>
  release({ kind: 'allocated', own: { usable } as WineRelease['own'] })

test.each<[Parameters<typeof whyNotAdd>[0], ReturnType<typeof whyNotAdd>]>([
  [{ releaseState: 'on-sale', available: null }, null],
  [{ releaseState: 'on-sale', available: 1 }, null],
  [{ releaseState: 'on-sale', available: 0 }, 'sold-out'],
  [{ releaseState: 'on-sale', available: -1 }, 'sold-out'],
  [{ releaseState: 'announced', available: 3 }, 'announced'],
  [{ releaseState: 'closed', available: 3 }, 'closed'],
  // The release decides, not the state that the wine has without one.
  [{ releaseState: 'closed', available: 3, release: release() }, null],
  [{ releaseState: 'on-sale', available: 3, release: release({ phase: 'paused' }) }, 'paused'],
  [{ releaseState: 'on-sale', available: 0, release: release() }, 'sold-out'],
])('%j is put in a cart, or not: %s', (product, why) => {
  expect(whyNotAdd(product)).toBe(why)
})

test('an allocation limits what is bought of its wine', () => {
  expect(isAllocationUsed({ release: allocated(2) }, 2)).toBe(false)
  expect(isAllocationUsed({ release: allocated(2) }, 3)).toBe(true)
  expect(isAllocationUsed({ release: release({ kind: 'allocated' }) }, 3)).toBe(false)
  const own = { usable: 0 } as WineRelease['own']
  expect(isAllocationUsed({ release: release({ own }) }, 1)).toBe(false)
  expect(isAllocationUsed({}, 1)).toBe(false)
})

test('there are too few of a wine where fewer are left', () => {
  expect([null, 3, 2].map((available) => hasTooFew({ available }, 3))).toEqual([
    ...[false, false, true],
  ])
})

test('the wines of the first release that has not closed belong together', () => {
  const wine = (id: string, of?: WineRelease) => ({ id, ...(of && { release: of }) }) as Product
  const fall = release({ id: 'fall', phase: 'before' })
  const wines = [
    wine('none'),
    wine('over', release({ id: 'summer', phase: 'closed' })),
    wine('malbec', fall),
    wine('other', release()),
    wine('tannat', fall),
  ]
  expect(releasedTogether(wines).map(({ id }) => id)).toEqual(['malbec', 'tannat'])
  expect(releasedTogether([wine('none')])).toEqual([])
})
