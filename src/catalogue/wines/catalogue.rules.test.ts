import { expect, test } from 'vitest'

import type { WineRelease } from '../on-sale/wine-release.rules.ts'
import type { Product } from './catalogue.rules.ts'
import { releasedTogether, whyNotAdd } from './catalogue.rules.ts'

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

const sold = { releaseState: 'on-sale', available: null } as const

test('an allocation limits what is bought of its wine', () => {
  expect(whyNotAdd({ ...sold, release: allocated(2) }, 2)).toBeNull()
  expect(whyNotAdd({ ...sold, release: allocated(2) }, 3)).toBe('allocation-used')
  expect(whyNotAdd({ ...sold, available: 2, release: allocated(2) }, 3)).toBe('allocation-used')
  expect(whyNotAdd({ ...sold, available: 0, release: allocated(2) }, 3)).toBe('sold-out')
  const own = { usable: 0 } as WineRelease['own']
  expect(whyNotAdd({ ...sold, release: release({ own }) }, 1)).toBeNull()
})

test('there are too few of a wine where fewer are left', () => {
  expect([null, 3, 2, 0].map((available) => whyNotAdd({ ...sold, available }, 3))).toEqual([
    ...[null, null, 'few-left', 'sold-out'],
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
