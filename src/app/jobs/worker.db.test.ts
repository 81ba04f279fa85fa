import { isNotNull, sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { accountingJobs } from '#accounting/jobs.server.ts'
import { reconciliations } from '#accounting/reconciliation/tables.ts'
import { queuePictures } from '#catalogue/wines/queue-pictures.server.ts'
import { smtpTransport } from '#mail/transports/smtp-transport.adapter.server.ts'
import { closePool, openPool } from '#platform/database/connection.server.ts'
import type { ModuleJobs } from '#platform/jobs/job.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { openLog } from '../observability/log.ts'
import type { WorkerServices } from './worker.ts'
import { startWorker } from './worker.ts'

const poolSize = 6

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const jobsLeft = async () =>
  (
    await testShop.db.execute<{ attempts: number; locked: boolean }>(sql`
      select attempts, locked_at is not null as locked from graphile_worker.jobs
      where task_identifier in ('make-refund', 'create-price')`)
  ).rows

const workerOf = (jobs: ModuleJobs, directPool: pg.Pool, log = testShop.services.log) =>
  startWorker({
    directPool,
    services: { ...testShop.services, log },
    jobs,
    email: {
      transport: smtpTransport({ url: 'smtp://127.0.0.1:9' }),
      perMinute: 1,
    } as unknown as WorkerServices['email'],
  })

test('a job of the schedule runs when it is due, when staff ask for it, and by its earlier name', async () => {
  const directPool = openPool(testShop.databaseUrl, poolSize)
  const worker = await workerOf({ reconcile: accountingJobs.reconcile }, directPool)
  await queueJob(testShop.db, 'reconcile', { requestedBy: 'ana@kohue.example' })
  await testShop.db.execute(sql`
    select graphile_worker.add_job(name, '{"_cron": {}}'::json)
    from unnest(array['reconcile', 'check-books']) as name`)
  const runs = () =>
    testShop.db
      .select({ requestedBy: reconciliations.requestedBy })
      .from(reconciliations)
      .where(isNotNull(reconciliations.finishedAt))
  await vi.waitFor(async () => expect(await runs()).toHaveLength(3), 10_000)
  await worker.stop()
  await closePool(directPool)

  const askedBy = (await runs()).map(({ requestedBy }) => requestedBy)
  expect(askedBy.toSorted()).toEqual(['ana@kohue.example', null, null])
})

test('the pool closes once the end of each job in progress is written', async () => {
  const directPool = openPool(testShop.databaseUrl, poolSize)
  const ended = Promise.withResolvers<void>()
  const inProgress = new Set<string>()
  const job = (name: string) => ({ run: () => work(name) })
  const work = async (name: string) => {
    inProgress.add(name)
    await ended.promise
    if (name === 'create-price') throw new Error('The provider is unreachable.')
  }
  const jobs = { 'make-refund': job('make-refund'), 'create-price': job('create-price') }
  const worker = await workerOf(jobs, directPool)
  await queueJob(testShop.db, 'make-refund', { refundId: 'one' })
  await queueJob(testShop.db, 'create-price', { productId: 'one' })
  await vi.waitFor(() => expect(inProgress.size).toBe(2), 10_000)

  // A busy pool: the end of each job waits for a connection.
  const busy = await Promise.all(
    Array.from({ length: poolSize - directPool.totalCount + directPool.idleCount }, () =>
      directPool.connect(),
    ),
  )
  const stopped = worker.stop()
  ended.resolve()
  await stopped
  const closed = closePool(directPool)
  for (const client of busy) client.release()
  await closed

  expect(await jobsLeft()).toEqual([{ attempts: 1, locked: false }])
})

test('of a job that fails neither the log nor the queue keeps the values of its statement', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const directPool = openPool(testShop.databaseUrl, poolSize)
  const run = () => testShop.db.execute(sql`select ${'ana@kohue.example'}::int`)
  const worker = await workerOf({ 'make-refund': { run } }, directPool, log)
  await queueJob(testShop.db, 'make-refund', { refundId: 'three' })
  const failed = async () => {
    const { rows } = await testShop.db.execute<{ why: string }>(sql`
      select last_error as why from graphile_worker.jobs where last_error is not null
        and task_identifier = 'make-refund'`)
    return rows.map(({ why }) => why)
  }
  try {
    await vi.waitFor(async () => expect(await failed()).toHaveLength(1), 10_000)
  } finally {
    await worker.stop()
    await closePool(directPool)
  }
  expect(await failed()).toEqual(['Failed query: select $1::int: database: 22P02'])
  expect(lines.join('')).not.toContain('ana@')
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      ...{ level: 50, job: 'make-refund', msg: 'background job failed' },
      err: expect.objectContaining({ message: 'Failed query: select $1::int' }),
    }),
  ])
})

test('pictures that take long leave room for other jobs', async () => {
  const directPool = openPool(testShop.databaseUrl, poolSize)
  const made = Promise.withResolvers<void>()
  const refund = vi.fn(async () => {})
  const jobs = {
    'label-bottles': { run: () => made.promise },
    'make-picture-sizes': { run: () => made.promise },
    'make-refund': { run: refund },
  }
  const worker = await workerOf(jobs, directPool)
  await queuePictures(testShop.db, 'label-bottles', {}, 'label-bottles')
  await queuePictures(testShop.db, 'make-picture-sizes', { fileId: 'one' }, 'picture:one')
  await queueJob(testShop.db, 'make-refund', { refundId: 'two' })
  try {
    await vi.waitFor(() => expect(refund).toHaveBeenCalled(), 10_000)
  } finally {
    made.resolve()
    await worker.stop()
    await closePool(directPool)
  }
})
