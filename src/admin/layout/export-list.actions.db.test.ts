import { randomUUID } from 'node:crypto'

import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { auditLog } from '#platform/audit/tables.ts'
import { readCsv } from '#platform/csv/csv-reader.rules.ts'
import { csvLine, exportName } from '#platform/csv/csv.rules.ts'
import { userList } from '#privacy/people/user-list.store.server.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

let testShop: TestShop
let staff: Awaited<ReturnType<typeof aStaffMember>>
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

test('a file of 10,000 users has no formula, and is in the log with its count and filter', async () => {
  const group = `g${randomUUID().slice(0, 8)}`
  await testShop.db.execute(sql`insert into users (name, first_name, last_name, email)
    select '=1', (array['=1+1', '+cmd', '-2', '@sum', E'\t=1', E'\r=1', 'Ana'])[n % 7 + 1],
      '=HYPERLINK("http://evil.example")', ${group} || '.' || n || '@example.com'
    from generate_series(1, 10000) as n`)
  let file = ''
  const params = new URLSearchParams(`q=${group}`)
  const isMade = await testShop.shop.exportList(
    { ...staff, isCodeStale: false },
    userList,
    params,
    async (lines) => {
      file += lines.map(csvLine).join('')
    },
  )
  expect(isMade).toBe(true)
  const read = readCsv(file)
  const rows = read.ok ? read.rows.map(({ cells }) => cells) : []
  expect(rows).toHaveLength(10_001)
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  const [entry] = await testShop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.actorId, staff.id))
    .orderBy(desc(auditLog.id))
    .limit(1)
  expect(entry).toMatchObject({
    action: 'list-exported',
    actorEmail: staff.email,
    subjectId: 'users',
    after: { rows: 10_000, search: group },
  })
})

test('many people in several files of a day need a second factor as in one', async () => {
  const owner = await aStaffMember(testShop.db)
  const group = `h${randomUUID().slice(0, 8)}`
  await testShop.db.execute(sql`insert into users (name, first_name, last_name, email)
    select 'A', 'A', 'A', ${group} || '.' || n || '@example.com' from generate_series(1, 400) as n`)
  const params = new URLSearchParams(`q=${group}`)
  const take = () => testShop.shop.exportList(owner, userList, params, async () => {})
  expect([await take(), await take(), await take()]).toEqual([true, true, false])
  expect(await testShop.shop.exportNeeds(owner, userList, params)).toBe('factor')
  const few = new URLSearchParams(`q=${group}.1`)
  expect(await testShop.shop.exportNeeds(owner, userList, few)).toBeNull()
})

test('the name of a file says what, when and who', () => {
  expect(exportName('users', '2026-11-20', 'ana+x@kohue.example')).toBe(
    'kohue-users-2026-11-20-ana-x.csv',
  )
})
