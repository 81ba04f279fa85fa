import { expect, test } from 'vitest'

import { whyNoMore } from './quantity-control.tsx'

const wine = { available: 9, release: null } as unknown as Parameters<typeof whyNoMore>[0]

test('the notice of the maximum stands at 3, and is gone at 2', () => {
  expect(whyNoMore(wine, 3)).toBe("You've reached the maximum quantity limit.")
  expect(whyNoMore(wine, 2)).toBeNull()
  expect(whyNoMore(wine, 0)).toBeNull()
})
