import { expect, test } from 'vitest'

import { whyNoMore } from './quantity-control.tsx'

const wine = { releaseState: 'on-sale', available: 9 } as unknown as Parameters<typeof whyNoMore>[0]

test('the notice of the maximum stands at 3, and is gone at 2', () => {
  expect(whyNoMore(wine, 3)).toBe("You've reached the maximum quantity limit.")
  expect(whyNoMore(wine, 2)).toBeNull()
  expect(whyNoMore(wine, 0)).toBeNull()
})

test('what stops the wine is said before one more is tried', () => {
  expect(whyNoMore({ ...wine, available: 2 }, 2)).toBe('Only 2 left')
  expect(whyNoMore({ ...wine, available: 0 }, 1)).toBe('Sold out')
  expect(whyNoMore({ ...wine, releaseState: 'closed' }, 1)).toBe('This release is closed.')
})
