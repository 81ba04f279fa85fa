import { sql } from 'drizzle-orm'
import { getTableConfig, PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { shipments } from '../tables.ts'
import { shipmentStates, withTask } from './shipment.rules.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

/** The words in quotation marks of a condition, which the database writes in other forms. */
const wordsOf = (condition: string) =>
  [...condition.matchAll(/'([\w-]+)'/g)].map(([, word]) => word)

test('partial indexes of shipments have the states for which the tables ask', async () => {
  const asked = getTableConfig(shipments).indexes.flatMap(({ config: { name, where } }) =>
    where ? [[name, wordsOf(new PgDialect().sqlToQuery(where).sql)]] : [],
  )
  const { rows } = await testShop.db.execute<{ name: string; condition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_expr(indpred, indrelid) as condition
    from pg_index where indrelid = 'shipments'::regclass and indpred is not null`)
  const kept = rows.map(({ name, condition }) => [name, wordsOf(condition)])
  expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(asked))
  expect(Object.fromEntries(kept)).toMatchObject({ shipments_depot: ['attempted', 'at-depot'] })
})

test('the triggers open tasks in the states that have one', async () => {
  const { rows } = await testShop.db.execute<{ state: string }>(sql`
    select state from unnest(${sql.param(shipmentStates)}::text[]) as state
    where task_of_shipment(state, null, null) is not null`)
  expect(rows.map(({ state }) => state).toSorted()).toEqual(withTask.toSorted())
})
