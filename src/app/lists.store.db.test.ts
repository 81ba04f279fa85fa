import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { subscriberList } from '#campaigns/mailing-list/subscriber-list.store.server.ts'
import { orderList } from '#orders/order/order-list.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import type { ListShape } from '#platform/list/list-query.rules.ts'
import { readListQuery } from '#platform/list/list-query.rules.ts'
import { userList } from '#privacy/people/user-list.store.server.ts'
import type { Plans } from '#tests/harness/plans.ts'
import { openPlans } from '#tests/harness/plans.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { adminLists } from './lists.store.server.ts'
import { seedMany } from './seed/bulk.ts'

/** Enough that no planner would read them all to show fifty. */
const many = 20_000

let testShop: Awaited<ReturnType<typeof openTestDatabase>>
let plans: Plans

beforeAll(async () => {
  testShop = await openTestDatabase()
  await seedMany(testShop.db, { users: many, subscribers: many, orders: 500 }, () => {})
  plans = openPlans(testShop.url)
})
afterAll(async () => {
  await plans.pool.end()
  await testShop.close()
})

const bothWays = (shape: ListShape) => shape.sorts.flatMap((sort) => [sort, `-${sort}`])
const usersView = (address: string) => readListQuery(userList.shape, new URLSearchParams(address))
const joinedView = (address: string) =>
  readListQuery(subscriberList.shape, new URLSearchParams(address))

const texts = adminLists.flatMap((list) =>
  Object.entries(list.shape.filters).flatMap(([filter, values]) =>
    values === 'text' ? [{ list, name: list.name, filter }] : [],
  ),
)
test.each(texts)('$name: a $filter that there is not finds nothing', async ({ list, filter }) => {
  await testShop.db.execute(sql`
    insert into audit_log (actor_email, action, subject_kind, subject_id, subject_label)
    values ('a@b.example', 'list-exported', 'list', 'users', '')`)
  const query = readListQuery(list.shape, new URLSearchParams({ [filter]: 'no-such:thing' }))
  expect(await list.count(testShop.db, query)).toEqual({ total: 0, isMore: false })
})

test('what the search of all looks for is counted first, and few matches are looked up', async () => {
  const plan = (typed: string) => plans.planOf((db) => orderList.finder!.find(db, typed, 5))
  const none = await plan('nobody')
  expect(none).toMatch(/^Aggregate/)
  expect(none).not.toMatch(/Sort|orders_newest/)
  // Few are looked up before they are put in order, as the planner takes them for many.
  const [{ number } = { number: 0 }] = await testShop.db.select().from(orders).limit(1)
  expect(await plan(`K-${number}`)).toMatch(/^Aggregate[^]*Limit[^]*Sort/)
})

describe('the users list', () => {
  test.each(bothWays(userList.shape))('sorted by %s is a walk along its index', async (sort) => {
    for (const rest of ['', '&page=40', '&bought=yes', '&membership=none&subscription=active']) {
      const plan = await plans.planOf((db) => userList.rows(db, usersView(`sort=${sort}${rest}`)))
      expect(plan).toMatch(/Index Only Scan (Backward )?using users_by_/)
      expect(plan).not.toMatch(/Seq Scan/)
    }
  })

  test.each(['ruiz ana', '41550', 'cus_bulk_77', 'ana', 'an', 'bulk', 'nobody at all'])(
    'searched for “%s” is looked up, in any order and with filters',
    async (words) => {
      for (const rest of ['', '&sort=-email', '&sort=optional&bought=yes&membership=6']) {
        const view = usersView(`q=${encodeURIComponent(words)}${rest}`)
        const plan = await plans.planOf((db) => userList.rows(db, view))
        expect(plan).toMatch(/users_(search|filters)|Index Only Scan (Backward )?using users_by_/)
        // Neither through all rows, nor through all of them by way of an index.
        expect(plan).not.toMatch(/Seq Scan|[^y] Scan (Backward )?using users_(by|email)_/)
      }
    },
  )

  test('is counted in an index, with and without filters', async () => {
    for (const address of ['', 'bought=no', 'membership=12&subscription=inactive']) {
      const plan = await plans.planOf((db) => userList.count(db, usersView(address)))
      expect(plan).toMatch(/Index Only Scan using/)
    }
    expect(await plans.planOf((db) => userList.count(db, usersView('q=ruiz+100')))).toContain(
      'users_search',
    )
  })
})

describe('the joined list', () => {
  test.each(bothWays(subscriberList.shape))(
    'sorted by %s is a walk along its index',
    async (sort) => {
      for (const rest of ['', '&page=40']) {
        const plan = await plans.planOf((db) =>
          subscriberList.rows(db, joinedView(`sort=${sort}${rest}`)),
        )
        expect(plan).toMatch(/Index Only Scan (Backward )?using mailing_list_by_/)
        expect(plan).not.toMatch(/Seq Scan/)
      }
      // Whether they agreed stands in no index.
      const subscribed = await plans.planOf((db) =>
        subscriberList.rows(db, joinedView(`sort=${sort}&standing=subscribed`)),
      )
      expect(subscribed).toMatch(/Index Scan (Backward )?using mailing_list_by_/)
      expect(subscribed).not.toMatch(/Seq Scan/)
    },
  )

  test('searched is looked up, and counted in an index', async () => {
    const plan = await plans.planOf((db) => subscriberList.rows(db, joinedView('q=list.1234')))
    expect(plan).toContain('mailing_list_search')
    const counted = await plans.planOf((db) =>
      subscriberList.count(db, joinedView('standing=unsubscribed')),
    )
    expect(counted).toMatch(/Index Only Scan using/)
  })
})
