import { expect, test, vi } from 'vitest'

import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { isDatabaseUnavailable } from './database-unavailable.ts'
import { planEachTime } from './prepared-client.server.ts'

/** With no statement named yet: a process names a thousand, and other tests run in this one. */
vi.resetModules()
const { openDatabase, openPool } = await import('./connection.server.ts')

test('a statement is prepared once per connection, whatever its values', async () => {
  const { url, close } = await openTestDatabase()
  const pool = openPool(url, 1)
  const add = (by: number) => pool.query('select $1::int + 1 as sum', [by])
  expect((await add(1)).rows).toEqual([{ sum: 2 }])
  expect((await add(41)).rows).toEqual([{ sum: 42 }])
  const { rows } = await pool.query(
    `select calls.generic_plans + calls.custom_plans as calls
     from pg_prepared_statements as calls where statement like 'select $1::int + 1%'`,
  )
  expect(rows).toEqual([{ calls: '2' }])
  await pool.end()
  await close()
})

test('one that is to be planned for its values each time is not prepared', async () => {
  const { url, close } = await openTestDatabase()
  const pool = openPool(url, 1)
  await pool.query(`select $1::int + 2 as sum ${planEachTime}`, [1])
  const { rows } = await pool.query(
    `select 1 from pg_prepared_statements where statement like 'select $1::int + 2%'`,
  )
  expect(rows).toEqual([])
  await pool.end()
  await close()
})

test('several statements at once, without values, go through as they are', async () => {
  const { url, close } = await openTestDatabase()
  const pool = openPool(url, 1)
  const both = await pool.query('select 1 as one; select 2 as two')
  expect(both).toMatchObject([{ rows: [{ one: 1 }] }, { rows: [{ two: 2 }] }])
  await pool.end()
  await close()
})

test('a server that is frozen is given up, and what was begun there is undone', async () => {
  const { url, close } = await openTestDatabase()
  const pool = openPool(url, 1, 200)
  await pool.query('create table kept (text text)')
  const pidOf = async () =>
    (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  let frozen = 0
  const begun = openDatabase(pool).transaction(async (tx) => {
    await tx.execute(`insert into kept values ('half')`)
    const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid')
    frozen = rows[0]!.pid
    process.kill(frozen, 'SIGSTOP')
    await tx.execute(`insert into kept values ('done')`)
  })
  const error = await begun.catch((thrown: unknown) => thrown)
  process.kill(frozen, 'SIGCONT')
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect((await pool.query('select * from kept')).rows).toEqual([])
  // A statement of its own is sent with a callback.
  const other = await pidOf()
  expect(other).not.toBe(frozen)
  process.kill(other, 'SIGSTOP')
  const alone = await pool.query('select 1').catch((thrown: unknown) => thrown)
  process.kill(other, 'SIGCONT')
  expect(isDatabaseUnavailable(alone)).toBe(true)
  expect(await pidOf()).not.toBe(other)
  await pool.end()
  await close()
})
