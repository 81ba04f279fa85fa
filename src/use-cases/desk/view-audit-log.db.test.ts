import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { noteInAuditLog } from '#data/audit-log.ts'
import type { User } from '#data/people.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { entriesPerPage } from './view-audit-log.ts'

let house: TestShop
let staff: User
beforeAll(async () => {
  house = await openTestShop()
  staff = await aStaffMember(house.db)
  await house.db.execute(sql`
    insert into audit_log (actor_email, action, subject_kind, subject_id, subject_label, after)
    select 'staff.' || n % 7 || '@kohue.example', 'client-updated', 'client', 'c' || n % 5000,
      'Bruno Castro bruno.' || n || '@list.example', '{"city": "Reno"}'
    from generate_series(1, 30000) as n`)
  await house.db.execute(sql`analyze audit_log`)
})
afterAll(() => house.close())

const all = { search: '', subject: null, olderThan: null }

async function ask(question: Partial<Parameters<TestShop['shop']['viewAuditLog']>[1]>) {
  const viewed = await house.shop.viewAuditLog(staff, { ...all, ...question })
  if (!viewed.ok) throw new Error(viewed.reason)
  return viewed
}

describe('the log', () => {
  test('is paged, newest first', async () => {
    const first = await ask({})
    expect(first.entries).toHaveLength(entriesPerPage)
    expect(first.hasMore).toBe(true)
    const last = first.entries.at(-1)!.id
    const second = await ask({ olderThan: last })
    expect(second.entries[0]!.id).toBe(last - 1)
  })

  test.each([
    ['bruno.12345@list.example', 1],
    ['BRUNO 1234', 11],
    ['staff.3 bruno 2999', 3],
    ["castro'; drop table audit_log --", 0],
    ['nobody', 0],
  ])('is searched by the beginnings of words: %s', async (search, count) => {
    expect((await ask({ search })).entries).toHaveLength(count)
  })

  test('shows what is about one record', async () => {
    const { entries } = await ask({ subject: { kind: 'client', id: 'c17' } })
    expect(entries).toHaveLength(6)
    expect(entries.every(({ subjectId }) => subjectId === 'c17')).toBe(true)
  })

  test('is for staff alone', async () => {
    const member: User = { ...staff, role: 'member' }
    expect(await house.shop.viewAuditLog(member, all)).toEqual({ ok: false, reason: 'not-staff' })
  })

  test('takes a name with anything in it', async () => {
    await noteInAuditLog(house.db, {
      actorId: null,
      actorEmail: 'command line (root)',
      action: 'staff-granted',
      subjectKind: 'user',
      subjectId: staff.id,
      subjectLabel: "O’Brien-Núñez & <b>Co</b> ' \\ :* !",
      before: { role: 'member' },
      after: { role: 'staff' },
    })
    expect((await ask({ search: 'núñez granted' })).entries).toHaveLength(1)
    expect((await ask({ search: staff.id.slice(0, 8) })).entries).toHaveLength(1)
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
      sql`select id from audit_log where subject_kind = 'client' and subject_id = 'c17'
        order by id desc limit 51`,
    ],
  ])('finds %s by an index', async (_what, question) => {
    const plan = await house.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${question}`)
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toMatch(/Index/)
    expect(lines).not.toMatch(/Seq Scan/)
  })
})
