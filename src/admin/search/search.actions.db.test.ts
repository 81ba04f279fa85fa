import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Duty } from '#platform/access/duties.rules.ts'
import { findEverywhere } from '#platform/admin/finders.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'
import { aSubscriber } from '#tests/harness/staff.ts'
import { aMember } from '#tests/harness/test-shop.ts'

const { testShop, anOrder } = await openOrdersShop()

const found = async (typed: string, duty: Duty) =>
  (await findEverywhere(testShop.db, { role: 'staff', duties: [duty] }, typed)).map(
    ({ title, hits }) => [title, hits.map((hit) => hit.title)],
  )

test('finds what one’s duties may open, and nothing else', async () => {
  const order = await anOrder(1)
  const lastName = `n${randomUUID().slice(0, 8)}`
  await testShop.db
    .update(users)
    .set({ firstName: 'Nora', lastName })
    .where(eq(users.id, order.userId!))
  await aSubscriber(testShop.db, { firstName: 'Nora', lastName })
  expect(await found(lastName, 'support')).toEqual([
    ['Joined', [`Nora ${lastName}`]],
    ['Users', [`Nora ${lastName}`]],
  ])
  expect(await found(lastName, 'shipping')).toEqual([])
  expect(await found(`K-${order.number}`, 'support')).toContainEqual([
    'Orders',
    [`K-${order.number}`],
  ])
  expect(await found(`K-${order.number}`, 'releases')).toEqual([])
  expect(await found('2022 malb', 'releases')).toEqual([['Wines', ['2022 Malbec']]])
})

test('shows five of a kind, and leads to all of them', async () => {
  const lastName = `m${randomUUID().slice(0, 8)}`
  for (let n = 0; n < 5; n++) await aMember(testShop.db, { lastName })
  const owner = { role: 'staff', duties: ['owner'] } as const
  expect((await findEverywhere(testShop.db, owner, lastName))[0]!.all).toBeNull()
  await aMember(testShop.db, { lastName })
  const [kind] = await findEverywhere(testShop.db, owner, lastName)
  expect(kind!.hits).toHaveLength(5)
  expect(kind!.all).toBe(`/usersadmin?q=${lastName}`)
})

test.each(['', ' ', '!', "%' or 1=1"])('finds nothing for %j', async (typed) => {
  await anOrder(1)
  expect(await found(typed, 'owner')).toEqual([])
})
