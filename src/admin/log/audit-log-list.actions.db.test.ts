import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { AuditAction } from '#platform/audit/audit.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import type { ListPage } from '#platform/list/list-query.rules.ts'
import { shipmentsTo, shippingStaff } from '#tests/harness/shipping.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { auditLogList } from './audit-log-list.store.server.ts'

type Box = Awaited<ReturnType<typeof shipmentsTo>>[number]

let testShop: TestShop
let staff: User
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
  await testShop.db.execute(sql`
    insert into audit_log (actor_email, action, subject_kind, subject_id, subject_label, after)
    select 'staff.' || n % 7 || '@kohue.example', 'subscriber-updated', 'subscriber', 'c' || n % 5000,
      'Bruno Castro bruno.' || n || '@list.example', '{"city": "Reno"}'
    from generate_series(1, 30000) as n`)
  await testShop.db.execute(sql`analyze audit_log`)
})
afterAll(() => testShop.close())

async function view(params: Record<string, string>) {
  const viewed = await testShop.shop.viewList(staff, auditLogList, new URLSearchParams(params))
  if (!viewed.ok) throw new Error(viewed.reason)
  return viewed.view.page as ListPage<ListRow<typeof auditLogList>>
}

describe('the log', () => {
  test('is paged, newest first', async () => {
    const first = await view({})
    expect(first.rows).toHaveLength(50)
    const last = first.rows.at(-1)!.id
    expect(first.older).toBe(last)
    const second = await view({ before: String(last) })
    expect(second.rows[0]!.id).toBe(last - 1)
    await testShop.db.execute(sql`
      insert into audit_log (actor_email, action, subject_kind, subject_id, subject_label)
      select 'fifty@kohue.example', 'stock-set', 'wine', 'malbec', '' from generate_series(1, 50)`)
    const whole = await view({ by: 'fifty@kohue.example' })
    expect([whole.rows.length, whole.older]).toEqual([50, null])
  })

  test.each([
    ['bruno.12345@list.example', 1],
    ['BRUNO 1234', 11],
    ['staff.3 bruno 2999', 3],
    ["castro'; drop table audit_log --", 0],
    ['nobody', 0],
  ])('is searched by the beginnings of words: %s', async (search, count) => {
    expect((await view({ q: search })).rows).toHaveLength(count)
  })

  test('is narrowed by who did it, what was done, and on which days of the shop', async () => {
    const by = (await view({ by: 'staff.3@kohue.example' })).rows
    expect(by).toHaveLength(50)
    expect(new Set(by.map(({ actorEmail }) => actorEmail))).toEqual(
      new Set(['staff.3@kohue.example']),
    )
    const write = (action: AuditAction, at: string) =>
      testShop.db.execute(sql`insert into audit_log
        (actor_email, action, subject_kind, subject_id, subject_label, at)
        values ('narrowed@kohue.example', ${action}, 'wine', 'malbec', 'Malbec', ${at})`)
    await write('stock-set', '2026-03-02T07:59:59Z')
    await write('wine-updated', '2026-03-02T08:00:00Z')
    await write('stock-set', '2026-03-03T07:59:59Z')
    const narrowed = async (params: Record<string, string>) =>
      (await view({ by: 'narrowed@kohue.example', ...params })).rows.map(({ at }) =>
        at.toISOString(),
      )
    const [first, second, third] = [
      '2026-03-02T07:59:59.000Z',
      '2026-03-02T08:00:00.000Z',
      '2026-03-03T07:59:59.000Z',
    ]
    expect(await narrowed({ action: 'stock-set' })).toEqual([third, first])
    // The second of March in Los Angeles.
    expect(await narrowed({ from: '2026-03-02', to: '2026-03-02' })).toEqual([third, second])
    expect(await narrowed({ to: '2026-03-01' })).toEqual([first])
    expect(await narrowed({ from: '2026-03-03' })).toEqual([])
  })

  test('shows what is about one record', async () => {
    const { rows: entries } = await view({ subject: 'subscriber:c17' })
    expect(entries).toHaveLength(6)
    expect(entries.every(({ subjectId }) => subjectId === 'c17')).toBe(true)
  })

  test('is for staff alone', async () => {
    const member: User = { ...staff, role: 'member' }
    expect(await testShop.shop.viewList(member, auditLogList, new URLSearchParams())).toEqual({
      ok: false,
      reason: 'not-staff',
    })
  })

  test('takes a name with anything in it', async () => {
    const label = "O’Brien-Núñez & <b>Co</b> ' \\ :* !"
    await writeAuditEntry(
      testShop.db,
      { id: null, email: 'command line (root)' },
      'staff-granted',
      { kind: 'user', id: staff.id, label },
      { before: { role: 'member' }, after: { role: 'staff' } },
    )
    for (const typed of ['núñez granted', 'OBRIEN', 'O’Brien', "o'brien-núñez"]) {
      expect((await view({ q: typed })).rows, typed).toHaveLength(1)
    }
    expect((await view({ q: staff.id.slice(0, 8) })).rows).toHaveLength(1)
  })

  test.each([
    ['a page', sql`select id from audit_log where id < 20000 order by id desc limit 51`],
    [
      'a search',
      sql`select id from audit_log where words @@ to_tsquery('simple', 'bruno:* & 12345:*')
        order by id desc limit 51`,
    ],
    [
      'a record',
      sql`select id from audit_log where subject_kind = 'subscriber' and subject_id = 'c17'
        order by id desc limit 51`,
    ],
  ])('finds %s by an index', async (_what, question) => {
    const plan = await testShop.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${question}`)
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toMatch(/Index/)
    expect(lines).not.toMatch(/Seq Scan/)
  })
})

describe('the log is narrowed', () => {
  test('by person, action and days, and the file has the same', async () => {
    await testShop.db.execute(sql`insert into audit_log
      (at, actor_email, action, subject_kind, subject_id, subject_label) values
      ('2026-03-08T07:59:00Z', 'maria@kohue.example', 'stock-set', 'wine', 'w', 'w'),
      ('2026-03-08T08:00:00Z', 'maria@kohue.example', 'stock-set', 'wine', 'w', 'w'),
      ('2026-03-09T06:59:00Z', 'maria@kohue.example', 'wine-made', 'wine', 'w', 'w')`)
    const by = 'maria@kohue.example'
    expect((await view({ by })).rows).toHaveLength(3)
    expect((await view({ by, action: 'stock-set' })).rows).toHaveLength(2)
    // The day begins at midnight of the shop, also when it has 23 hours.
    expect((await view({ by, from: '2026-03-08', to: '2026-03-08' })).rows).toHaveLength(2)
    expect((await view({ by, to: '2026-03-07' })).rows).toHaveLength(1)
    expect((await view({ by, action: 'no-such' })).rows).toEqual([])
  })

  test('to the whole history of a person: account, orders, requests, shipments', async () => {
    const { db } = testShop
    const boxes = await shipmentsTo(testShop, await shippingStaff(testShop), 'CA', 2)
    const [own, other] = boxes as [Box, Box]
    const person = own.order.userId!
    const { rows } = await db.execute<{ id: string }>(sql`insert into requests (kind, user_id)
      values ('club', ${person}) returning id`)
    for (const [kind, id] of [
      ['user', person],
      ['request', rows[0]!.id],
      ['order', own.order.id],
      ['shipment', own.shipment.id],
      ['user', other.order.userId],
      ['order', other.order.id],
      ['shipment', other.shipment.id],
    ]) {
      await db.execute(sql`insert into audit_log
        (actor_email, action, subject_kind, subject_id, subject_label)
        values ('x', 'history', ${kind}, ${id}, 'x')`)
    }
    const found = await view({ person })
    const added = found.rows.filter(({ action }) => action === 'history')
    expect(added.map(({ subjectId }) => subjectId)).toEqual([
      ...[own.shipment.id, own.order.id, rows[0]!.id, person],
    ])
    expect((await view({ person: "x' or true --" })).rows).toEqual([])
  })
})
