import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'

import { openTestDatabase } from './test-shop.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

test('rows that a statement does not order come the other way around', async () => {
  const rows = async (statement: string) => (await database.db.execute(sql.raw(statement))).rows
  const three = 'select n from generate_series(1, 3) as n'
  expect(await rows(three)).toEqual([{ n: 3 }, { n: 2 }, { n: 1 }])
  expect(await rows(`${three} order by n`)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})
