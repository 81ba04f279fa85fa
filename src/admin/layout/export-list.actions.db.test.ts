import { randomUUID } from 'node:crypto'

import { desc, eq, sql } from 'drizzle-orm'
import type { LoaderFunctionArgs } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { auditLog } from '#platform/audit/tables.ts'
import { readCsv } from '#platform/csv/csv-reader.rules.ts'
import { csvLine, exportName } from '#platform/csv/csv.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { sendListFile } from '#platform/list/list-route.ts'
import { userList } from '#privacy/people/user-list.store.server.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { loader as loadOverview } from '../overview/overview-csv.route.ts'

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

test('ten files asked for at once have no more rows than one after another', async () => {
  const owner = await aStaffMember(testShop.db)
  const group = `i${randomUUID().slice(0, 8)}`
  await testShop.db.execute(sql`insert into users (name, first_name, last_name, email)
    select 'A', 'A', 'A', ${group} || '.' || n || '@example.com' from generate_series(1, 300) as n`)
  const params = new URLSearchParams(`q=${group}`)
  let lines = 0
  const made = await Promise.all(
    Array.from({ length: 10 }, () =>
      testShop.shop.exportList(
        owner,
        userList,
        params,
        async (some) => void (lines += some.length),
      ),
    ),
  )
  expect(made.filter(Boolean)).toHaveLength(3)
  expect(lines).toBe(3 * 301)
})

test('of ten files asked for at once those that are too many lead to the second factor', async () => {
  const owner = await aStaffMember(testShop.db)
  const group = `j${randomUUID().slice(0, 8)}`
  await testShop.db.execute(sql`insert into users (name, first_name, last_name, email)
    select 'A', 'A', 'A', ${group} || '.' || n || '@example.com' from generate_series(1, 300) as n`)
  const load = loadedBy(testShop, owner)
  const files = await Promise.all(
    Array.from({ length: 10 }, async () => {
      let lines = 0
      const loaded = await load(
        async (args: LoaderFunctionArgs) => {
          const file = await sendListFile(userList, args, paths.usersList)
          lines = (await file.text()).split('\r\n').length
        },
        { path: '/usersadmin.csv', query: `q=${group}` },
      )
      return lines || loaded
    }),
  )
  expect(files.filter((one) => one === 302)).toHaveLength(3)
  const others = files.filter((one) => one !== 302)
  expect(others).toHaveLength(7)
  for (const other of others) {
    expect(other).toEqual([
      '/account/second-factor',
      'To download more than 500 people in a file, or 1,000 of a list in a day, set up a second factor first.',
    ])
  }
})

test('what was exported counts for who did, in their list, and for a day', async () => {
  const group = `k${randomUUID().slice(0, 8)}`
  await testShop.db.execute(sql`insert into users (name, first_name, last_name, email)
    select 'A', 'A', 'A', ${group} || '.' || n || '@example.com' from generate_series(1, 500) as n`)
  const params = new URLSearchParams(`q=${group}`)
  const exported = async (of: { actor: string; list: string; hoursAgo: number }) =>
    testShop.db.execute(sql`
      insert into audit_log (at, actor_id, actor_email, action, subject_kind, subject_id,
        subject_label, after)
      values (now() - make_interval(hours => ${of.hoursAgo}), ${of.actor}, 'a@b.example',
        'list-exported', 'list', ${of.list}, '', '{"rows":501}')`)
  const [viewer, colleague] = [await aStaffMember(testShop.db), await aStaffMember(testShop.db)]
  const needs = (isCodeStale?: boolean) =>
    testShop.shop.exportNeeds(
      { ...viewer, ...(isCodeStale !== undefined && { isCodeStale }) },
      userList,
      params,
    )
  expect(await needs()).toBeNull()
  await exported({ actor: colleague.id, list: 'users', hoursAgo: 1 })
  await exported({ actor: viewer.id, list: 'orders', hoursAgo: 1 })
  await exported({ actor: viewer.id, list: 'users', hoursAgo: 25 })
  expect(await needs()).toBeNull()
  await exported({ actor: viewer.id, list: 'users', hoursAgo: 23 })
  expect([await needs(), await needs(true), await needs(false)]).toEqual(['factor', 'code', null])
  await testShop.db.execute(sql`insert into users (name, first_name, last_name, email)
    values ('A', 'A', 'A', ${`${group}.501@example.com`})`)
  expect(await testShop.shop.exportNeeds(colleague, userList, params)).toBe('factor')
})

test('a file that broke off is in the log as far as it came, with its filter', async () => {
  const viewer = { ...(await aStaffMember(testShop.db)), isCodeStale: false }
  const group = `m${randomUUID().slice(0, 8)}`
  await testShop.db.execute(sql`insert into users (name, first_name, last_name, email)
    values ('A', 'A', 'A', ${`${group}@example.com`})`)
  const params = new URLSearchParams(`q=${group}&membership=none`)
  let batches = 0
  const exported = testShop.shop.exportList(viewer, userList, params, async () => {
    batches++
    if (batches === 2) throw new Error('the browser went away')
  })
  await expect(exported).rejects.toThrow('the browser went away')
  const logged = await testShop.db.select().from(auditLog).where(eq(auditLog.actorId, viewer.id))
  expect(logged).toMatchObject([
    { after: { rows: 0, search: group, filter: 'membership: none', brokenOff: true } },
  ])
})

test('the name of a file says what, when and who', async () => {
  expect(exportName('users', '2026-11-20', 'ana+x@kohue.example')).toBe(
    'kohue-users-2026-11-20-ana-x.csv',
  )
  const { services } = testShop
  const ofUsers = (args: LoaderFunctionArgs) => sendListFile(userList, args, paths.usersList)
  for (const [loader, query] of [
    [ofUsers, 'q=nobody'],
    [loadOverview, 'table=wines'],
  ] as const) {
    const dayIn = async (timeZone: string) => {
      const there = { services: { ...services, settings: { ...services.settings, timeZone } } }
      const load = loadedBy(there, { ...staff, isCodeStale: false })
      const file = await load<Response>(loader, { query, site: { timeZone } })
      await file.body?.cancel()
      return /-(20\d\d-\d\d-\d\d)[-.]/.exec(file.headers.get('content-disposition')!)?.[1]
    }
    // Their clocks are 25 hours apart, so it is never the same day in both.
    const [west, east] = [await dayIn('Pacific/Pago_Pago'), await dayIn('Pacific/Kiritimati')]
    expect(Date.parse(east!) - Date.parse(west!)).toBeGreaterThan(0)
  }
})
