import { run } from 'graphile-worker'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { queuePool } from './queue-pool.ts'

let url: string
let close: () => Promise<void>
let pool: pg.Pool
/** What the next requests for a connection fail with. */
let failure: Error | null = null
/** How many requests for a connection failed. */
let failed = 0

class FailingPool extends pg.Pool {
  override connect(callback?: unknown): never {
    if (failure && !callback) {
      failed++
      return Promise.reject(failure) as never
    }
    return super.connect(callback as never) as never
  }
}

beforeAll(async () => {
  ;({ url, close } = await openTestDatabase())
  pool = new FailingPool({ connectionString: url })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
})
afterAll(async () => {
  await pool.end()
  await close()
})

const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

// With a plain pool the rejection that is not handled fails this test.
test.each([
  ['no free connection', new Error('timeout exceeded when trying to connect')],
  ['a database that is stopped', refused],
])('a job that ends while there is %s is recorded later', async (_what, away) => {
  let runs = 0
  const runner = await run({
    pgPool: queuePool(pool),
    noHandleSignals: true,
    pollInterval: 100,
    taskList: {
      'ends-in-an-outage': async () => {
        runs++
        failure = away
      },
    },
  })
  onTestFinished(() => runner.stop())
  await runner.addJob('ends-in-an-outage', {})
  await vi.waitFor(() => expect(runs).toBe(1), { timeout: 20_000 })
  await new Promise((done) => setTimeout(done, 500))
  failure = null
  const left = async () => (await pool.query('select 1 from graphile_worker.jobs')).rowCount
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 20_000 })
  expect(runs).toBe(1)
})

test('a queue whose database is unavailable polls on, and can be stopped', async () => {
  const runner = await run({
    pgPool: queuePool(pool),
    noHandleSignals: true,
    pollInterval: 50,
    taskList: { none: async () => {} },
  })
  onTestFinished(() => {
    failure = null
  })
  failed = 0
  failure = refused
  await vi.waitFor(() => expect(failed).toBeGreaterThan(20), { timeout: 20_000 })
  await runner.stop()
}, 30_000)

test('a pool that is closed records nothing', async () => {
  const closed = new pg.Pool({ connectionString: url })
  await closed.end()
  const connecting = queuePool(closed).connect()
  expect(await Promise.race([connecting, Promise.resolve('waits')])).toBe('waits')
})
