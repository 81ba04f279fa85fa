import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { countAttempts, uncountAttempt } from './attempts.store.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

test('log-ins of one account from several networks at once do not deadlock', async () => {
  const { db } = testShop
  const account = 'sign-in-account:m'
  // Hashes come in any order: some before the account's, some after it.
  const networks = ['sign-in-source:a', 'sign-in-source:z', 'a:1', 'z:1', 'b:1', 'y:1']
  const attempt = (key: string) => ({ key, minutes: 15, max: 10_000 })
  const logIn = async (n: number) => {
    const mine = [networks[n % 6]!, networks[(n * 5 + 1) % 6]!].filter(
      (key, index, all) => all.indexOf(key) === index,
    )
    await countAttempts(db, [attempt(account), ...mine.map(attempt)])
    await uncountAttempt(db, account, mine.toReversed())
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 400 }, (_, n) => logIn(n)))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
})
