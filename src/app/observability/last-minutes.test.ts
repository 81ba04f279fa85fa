import { expect, test } from 'vitest'

import { lastMinutes } from './last-minutes.ts'

const start = Date.parse('2026-11-20T12:00:00Z')

test('the slowest route is the one with the longest p95, within a bucket of the truth', () => {
  const figures = lastMinutes(() => start)
  for (let index = 0; index < 100; index++) {
    figures.observe('/cart', 20)
    figures.observe('/api/create-checkout-session', index < 90 ? 50 : 900)
  }
  const { route, p95 } = figures.slowest()!
  expect(route).toBe('/api/create-checkout-session')
  expect(p95).toBeGreaterThanOrEqual(900)
  expect(p95).toBeLessThan(900 * 1.2)
})

test('a few requests have no p95', () => {
  const figures = lastMinutes(() => start)
  for (let index = 0; index < 19; index++) figures.observe('/cart', 20)
  expect(figures.slowest()).toBeNull()
  figures.observe('/cart', 20)
  expect(figures.slowest()?.route).toBe('/cart')
})

test('after five minutes nothing is left', () => {
  let minute = 0
  const figures = lastMinutes(() => start + minute * 60_000)
  for (let index = 0; index < 50; index++) figures.observe('/cart', 20)
  figures.add('provider', 3)
  minute = 4
  figures.add('provider')
  expect(figures.count('provider')).toBe(4)
  expect(figures.slowest()).not.toBeNull()
  minute = 5
  expect(figures.count('provider')).toBe(1)
  expect(figures.slowest()).toBeNull()
})
