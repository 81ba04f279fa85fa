import { afterAll, beforeAll, expect, test } from 'vitest'

import { shipments } from '#data/schema/shipping.ts'
import { allocations } from '#data/schema/releases.ts'
import { orders } from '#data/schema/orders.ts'
import { shipmentStates } from '#domain/shipping/shipment.ts'
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

test('shipments in every state agree with themselves, and are told once', async () => {
  const lines: string[] = []
  const how = { now: new Date(), progress: (line: string) => void lines.push(line) }
  await tellStory(database.db, 'shipping', how)
  const before = await database.db.$count(shipments)
  const states = await database.db.selectDistinct({ state: shipments.state }).from(shipments)
  expect(states.map(({ state }) => state).toSorted()).toEqual(shipmentStates.toSorted())
  expect(await inconsistencies(database.url)).toEqual([])
  await tellStory(database.db, 'shipping', how)
  expect(await database.db.$count(shipments)).toBe(before)
  expect(lines[1]).toBe('shipping: it is there already')
})
