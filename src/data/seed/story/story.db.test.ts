import { afterAll, beforeAll, expect, test } from 'vitest'

import { allocations } from '#data/schema/releases.ts'
import { orders } from '#data/schema/trade.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { tellStory } from './story.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a release in the middle agrees with itself, and is told once', async () => {
  const lines: string[] = []
  const how = { now: new Date(), progress: (line: string) => void lines.push(line) }
  await tellStory(database.db, 'release', how)
  const counts = async () => [
    await database.db.$count(allocations),
    await database.db.$count(orders),
  ]
  const before = await counts()
  expect(before).toEqual([100, 28])
  expect(await inconsistencies(database.url)).toEqual([])
  await tellStory(database.db, 'release', how)
  expect(await counts()).toEqual(before)
  expect(lines[1]).toBe('release: it is there already')
})
