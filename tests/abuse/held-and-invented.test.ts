import { afterAll, beforeAll, expect, test } from 'vitest'

import { ask } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'

const bottle = 'malbec-2021-bottle'

beforeAll(() =>
  queryDatabase('update products set stock = held + sold + 100 where id = $1', [bottle]),
)
afterAll(() => queryDatabase('update products set stock = null where id = $1', [bottle]))

test('guests of one network hold six units of a limited wine, however many pages they open', async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, () =>
      ask('/api/directlink-create-checkout-session', { json: { product: bottle, quantity: 1 } }),
    ),
  )
  const statuses = responses.map((response) => response.status).toSorted()
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 409, 409, 409, 409])
  const refused = responses.find((response) => response.status === 409)!
  expect(await refused.json()).toMatchObject({ error: { code: 'confirm-first' } })
})

test('invented session ids soon cost the payment provider nothing', async () => {
  for (let n = 0; n < 15; n++) {
    const response = await ask(`/success_offering?session_id=cs_test_invented${n}`, {
      caller: null,
    })
    expect(response.status).toBeLessThan(400)
  }
  const [row] = await queryDatabase<{ count: number }>(
    `select max(count) as count from attempts where key like 'unknown-payment:%'`,
  )
  expect(row!.count).toBeGreaterThan(10)
})

test('nothing of all this is in the log', expectQuietLog)
