import { expect, test, vi } from 'vitest'

import { arrivals } from './arrivals.server.ts'
import type { Arrived } from './entry.store.server.ts'

const arrival = { token: null, network: 'n', browser: 'b', slot: 1, ticket: null }

test('who arrives together has a place each, none where the database fails, and is in once the line is closed', async () => {
  const given = vi.fn<() => Promise<Arrived[] | null>>()
  const warn = vi.fn()
  const { placeFor } = arrivals({ give: given, wait: () => 0, log: { warn } as never })
  const two = () => Promise.all([placeFor(arrival), placeFor(arrival)])
  const [one, other] = [1, 2].map((ticket): Arrived => ({ isIn: true, ticket }))
  given.mockResolvedValueOnce([one!, other!])
  expect(await two()).toEqual([one, other])
  given.mockRejectedValueOnce(new Error('away'))
  expect(await two()).toEqual([null, null])
  expect(warn).toHaveBeenCalledTimes(1)
  given.mockResolvedValueOnce(null)
  expect(await two()).toEqual([
    { isIn: true, ticket: 0 },
    { isIn: true, ticket: 0 },
  ])
  expect(given).toHaveBeenCalledTimes(3)
})
