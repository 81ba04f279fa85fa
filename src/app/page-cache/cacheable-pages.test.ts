import { expect, test } from 'vitest'

import { cacheablePages } from './cacheable-pages.ts'

test('what a sale or a switch changes is two seconds old at most, a text ten minutes', () => {
  const pages = (['text', 'catalogue', 'switched', 'form'] as const).map((cached) => ({
    path: `/${cached}`,
    cached,
  }))
  expect(cacheablePages([...pages, { path: '/never', inSitemap: true }])).toEqual({
    '/text': 600_000,
    '/catalogue': 2_000,
    '/switched': 2_000,
    '/form': 1_000,
  })
})
