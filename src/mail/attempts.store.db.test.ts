import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import {
  countAttempt,
  countAttempts,
  deleteAttemptsBefore,
  uncountAttempt,
} from './attempts.store.server.ts'
import {
  isEmailAllowanceLeft,
  putBackEmailAllowance,
  takeEmailAllowance,
} from './email-allowance.store.server.ts'
import { attempts } from './tables.ts'

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

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const countsOf = async (key: string) =>
  (await testShop.db.select().from(attempts).where(eq(attempts.key, key))).map(({ count }) => count)

test('a limit allows so many attempts within its minutes, from the first, and as many after them', async () => {
  const { db } = testShop
  const attempt = () => countAttempt(db, 'a-limit', 15, 2)
  expect([await attempt(), await attempt(), await attempt()]).toEqual([true, true, false])
  const begun = (minutes: number) =>
    db
      .update(attempts)
      .set({ since: minutesAgo(minutes) })
      .where(eq(attempts.key, 'a-limit'))
  await begun(14.5)
  expect(await attempt()).toBe(false)
  await begun(15)
  expect(await attempt()).toBe(true)
  expect(await countsOf('a-limit')).toEqual([1])
})

test('of several limits each has to allow it', async () => {
  const { db } = testShop
  const both = () =>
    countAttempts(db, [
      { key: 'of-the-account', minutes: 15, max: 1 },
      { key: 'of-the-network', minutes: 15, max: 9 },
    ])
  expect([await both(), await both()]).toEqual([true, false])
  // A success starts the account anew, and takes back one attempt of the network.
  await uncountAttempt(db, 'of-the-account', ['of-the-network'])
  expect(await countsOf('of-the-account')).toEqual([0])
  expect(await countsOf('of-the-network')).toEqual([1])
  await uncountAttempt(db, 'of-the-account', ['of-the-network'])
  await uncountAttempt(db, 'of-the-account', ['of-the-network'])
  expect(await countsOf('of-the-network')).toEqual([0])
})

test('old counters are deleted, but not of a key that is blocked', async () => {
  const { db } = testShop
  const moment = minutesAgo(60)
  await db.insert(attempts).values([
    { key: 'of-the-moment', count: 1, since: moment },
    { key: 'old', count: 1, since: minutesAgo(61) },
    { key: 'old-and-blocked', count: 1, since: minutesAgo(61), blocked: true },
    { key: 'recent', count: 1, since: minutesAgo(59) },
  ])
  await deleteAttemptsBefore(db, moment)
  expect(await countsOf('old')).toEqual([])
  expect(await countsOf('of-the-moment')).toEqual([1])
  expect(await countsOf('old-and-blocked')).toEqual([1])
  expect(await countsOf('recent')).toEqual([1])
})

test('an address gets so many emails an hour, and looking takes none', async () => {
  const { db } = testShop
  const ana = 'ana@customer.example'
  const isLeft = () => isEmailAllowanceLeft(db, ana, 2)
  const take = () => takeEmailAllowance(db, ana, 2)
  expect([await isLeft(), await take(), await isLeft(), await take()]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([await isLeft(), await take()]).toEqual([false, false])
  expect(await isEmailAllowanceLeft(db, 'eva@customer.example', 2)).toBe(true)
  // Two that were not sent are put back: the third, which was refused, had counted too.
  await putBackEmailAllowance(db, ana)
  expect(await isLeft()).toBe(false)
  await putBackEmailAllowance(db, ana)
  expect(await isLeft()).toBe(true)
  await take()
  const all = () => sql`key like 'emails-to-address:%'`
  await db
    .update(attempts)
    .set({ since: minutesAgo(59.5) })
    .where(all())
  expect(await isLeft()).toBe(false)
  await db
    .update(attempts)
    .set({ since: minutesAgo(60) })
    .where(all())
  expect(await isLeft()).toBe(true)
})
