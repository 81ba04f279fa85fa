import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { freeStuckJobs, isJobQueued, queueJob } from './queue.server.ts'

let testShop: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  testShop = await openTestDatabase()
})
afterAll(() => testShop.close())

const rows = async () =>
  (
    await testShop.db.execute<{ payload: object; attempts: number; most: number }>(sql`
      select payload, attempts, max_attempts as most from graphile_worker._private_jobs`)
  ).rows

test('a job is tried twelve times, and queued while it waits for its first run or runs', async () => {
  const { db } = testShop
  await queueJob(db, 'make-refund', { refundId: 'one' }, 'refund:one')
  await queueJob(db, 'make-refund', { refundId: 'two' }, 'refund:one')
  expect(await rows()).toEqual([{ payload: { refundId: 'two' }, attempts: 0, most: 12 }])
  expect(await isJobQueued(db, 'refund:one')).toBe(true)
  expect(await isJobQueued(db, 'refund:two')).toBe(false)
  const isQueuedWith = async (attempts: number, isRunning: boolean) => {
    await db.execute(sql`update graphile_worker._private_jobs
      set attempts = ${attempts}, locked_at = case when ${isRunning}::boolean then now() end`)
    return isJobQueued(db, 'refund:one')
  }
  expect(await isQueuedWith(1, true)).toBe(true)
  expect(await isQueuedWith(1, false)).toBe(false)
  expect(await isQueuedWith(2, true)).toBe(true)
  expect(await isQueuedWith(12, false)).toBe(false)
})

test('a job of a process that crashed is free again after its time, and no earlier', async () => {
  const { db } = testShop
  const heldFor = async (minutes: number) => {
    await db.execute(sql`update graphile_worker._private_jobs
      set locked_by = 'crashed', locked_at = now() - make_interval(mins => ${minutes})`)
    await freeStuckJobs(db, 10)
    const { rows: held } = await db.execute(sql`
      select 1 from graphile_worker._private_jobs where locked_at is not null`)
    return held.length
  }
  expect(await heldFor(9)).toBe(1)
  expect(await heldFor(11)).toBe(0)
})
