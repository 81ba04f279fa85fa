import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import {
  insertProviderEvent,
  settledAmong,
  unsettledEvents,
} from './provider-events.store.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

test('an event waits until it is settled, and stays settled', async () => {
  const { db } = testShop
  const [first, later] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-20T11:00:00Z')]
  const received = async (id: string, settledAt: Date | null) =>
    insertProviderEvent(
      db,
      { id, type: 'payment_intent.succeeded', objectId: 'pi_1', createdAt: first },
      settledAt,
    )
  for (const id of ['evt_c', 'evt_a', 'evt_b']) await received(id, null)
  const waiting = async (limit = 9) =>
    (await unsettledEvents(db, limit)).map(({ id }) => id).toSorted()
  expect(await waiting()).toEqual(['evt_a', 'evt_b', 'evt_c'])
  expect(await waiting(2)).toHaveLength(2)
  const settledAt = async () => {
    const { rows } = await db.execute(sql`select settled_at as at from provider_events
      where id = 'evt_a'`)
    return rows.map(({ at }) => new Date(at as string))
  }
  await received('evt_a', first)
  expect(await settledAt()).toEqual([first])
  await received('evt_a', null)
  await received('evt_a', later)
  expect(await settledAt()).toEqual([first])
  expect(await waiting()).toEqual(['evt_b', 'evt_c'])
  const known = ['evt_a', 'evt_b', 'evt_unknown']
  expect(await settledAmong(db, known)).toEqual(new Set(['evt_a']))
})
