import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { userList } from '#privacy/people/user-list.store.server.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { lockExports } from '../audit/audit-log.store.server.ts'
import { auditLog } from '../audit/tables.ts'
import type { CsvCell } from '../csv/csv.rules.ts'
import { exportList, exportNeeds } from './view-list.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
  for (const count of [1, 499, 500, 501]) {
    await testShop.db.execute(sql`insert into users (id, name, email)
      select gen_random_uuid(), 'Many', n || ${`@of${count}.example`} from generate_series(1, ${count}::int) as n`)
  }
})
afterAll(() => testShop.close())

/** Staff whose code is fresh (false) or due (true), or without a second factor (undefined). */
async function staffWith(isCodeStale?: boolean) {
  const { id, email } = await aStaffMember(testShop.db)
  const viewer = { id, email, role: 'staff', duties: ['owner'] } as const
  return isCodeStale === undefined ? viewer : { ...viewer, isCodeStale }
}
type Viewer = Awaited<ReturnType<typeof staffWith>>

const of = (count: number) => new URLSearchParams({ q: `of${count}` })

/** What is exported of that many people: whether it was, and how many lines below the headings. */
async function exported(viewer: Viewer, count: number) {
  const lines: (readonly CsvCell[])[] = []
  const take = async (batch: (readonly CsvCell[])[]) => void lines.push(...batch)
  const isGiven = await exportList(testShop.services, viewer, userList, of(count), take)
  return { isGiven, lines: lines.length }
}

const needs = (viewer: Viewer, count: number) =>
  exportNeeds(testShop.services, viewer, userList, of(count))

const logged = async (viewer: Viewer) => {
  const entries = await testShop.db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.actorId, viewer.id))
    .orderBy(desc(auditLog.id))
  return entries.map(({ after }) => after)
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await testShop.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`)
  return rows[0]!.count
}

test('five hundred people leave without a fresh code, one more does not', async () => {
  for (const [isCodeStale, due] of [
    [true, 'code'],
    [undefined, 'factor'],
  ] as const) {
    const viewer = await staffWith(isCodeStale)
    expect(await needs(viewer, 501)).toBe(due)
    expect(await exported(viewer, 501)).toEqual({ isGiven: false, lines: 0 })
    expect(await logged(viewer)).toEqual([])
    expect(await needs(viewer, 500)).toBeNull()
    expect(await exported(viewer, 500)).toEqual({ isGiven: true, lines: 501 })
    expect(await logged(viewer)).toEqual([{ rows: 500, search: 'of500' }])
  }
})

test('with a fresh code any number leaves', async () => {
  const viewer = await staffWith(false)
  expect(await needs(viewer, 501)).toBeNull()
  for (const count of [501, 501, 501]) {
    expect(await exported(viewer, count)).toEqual({ isGiven: true, lines: 502 })
  }
  expect(await logged(viewer)).toHaveLength(3)
})

test('in a day a thousand leave without a code, and not one more, also of two files at once', async () => {
  const viewer = await staffWith(true)
  expect(await exported(viewer, 500)).toMatchObject({ isGiven: true })
  // Both were let through by the limit before either is counted.
  const started = await testShop.db.transaction(async (tx) => {
    await lockExports(tx, viewer, userList.name)
    const files = [exported(viewer, 499), exported(viewer, 500)] as const
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(2))
    return files
  })
  const both = await Promise.all(started)
  expect(both.toSorted((one, other) => one.lines - other.lines)).toEqual([
    { isGiven: false, lines: 0 },
    { isGiven: true, lines: expect.any(Number) },
  ])
  const [first] = both
  expect(await exported(viewer, 1)).toMatchObject({ isGiven: first.isGiven })
  expect(await exported(viewer, 1)).toEqual({ isGiven: false, lines: 0 })
  expect(await needs(viewer, 1)).toBe('code')
})

test('a file that breaks off is logged as such, with what has left', async () => {
  const viewer = await staffWith(false)
  const take = async (batch: (readonly CsvCell[])[]) => {
    if (batch.length > 1) throw new Error('the connection is gone')
  }
  const taking = exportList(testShop.services, viewer, userList, of(501), take)
  await expect(taking).rejects.toThrow('the connection is gone')
  expect(await logged(viewer)).toEqual([{ rows: 0, search: 'of501', brokenOff: true }])
})
