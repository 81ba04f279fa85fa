import { randomUUID } from 'node:crypto'

import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { subscriberList } from '#campaigns/mailing-list/subscriber-list.store.server.ts'
import { orderList } from '#orders/order/order-list.store.server.ts'
import { auditLog } from '#platform/audit/tables.ts'
import type { CsvCell } from '#platform/csv/csv.rules.ts'
import { users } from '#platform/database/people.tables.ts'
import { hasWords } from '#platform/database/word-search.ts'
import type { AdminList } from '#platform/list/admin-list.store.server.ts'
import type { ListPage } from '#platform/list/list-query.rules.ts'
import { userList } from '#privacy/people/user-list.store.server.ts'
import { aSubscriber, aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { auditLogList } from '../log/audit-log-list.store.server.ts'

let testShop: TestShop
let staff: User
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

const member = { id: randomUUID(), email: 'member@example.com', role: 'member' } as const

async function pageOf<Row>(list: AdminList<Row>, params: string) {
  const viewed = await testShop.shop.viewList(staff, list, new URLSearchParams(params))
  if (!viewed.ok) throw new Error(viewed.reason)
  return viewed.view.page as ListPage<Row>
}

const usersPage = (params: string) => pageOf(userList, params)
const joinedPage = (params: string) => pageOf(subscriberList, params)

/** People whose emails share a word nobody else has, so that a search finds just them. */
async function people(...profiles: Parameters<typeof aMember>[1][]): Promise<string> {
  const group = `g${randomUUID().replaceAll('-', '')}`
  for (const profile of profiles) {
    await aMember(testShop.db, { email: `${randomUUID()}@${group}.example`, ...profile })
  }
  return group
}

const lastNames = (page: { rows: { lastName: string }[] }) =>
  page.rows.map(({ lastName }) => lastName)

describe('admin lists', () => {
  test('are for staff alone', async () => {
    for (const list of [userList, subscriberList, orderList, auditLogList]) {
      const refused = { ok: false, reason: 'not-staff' }
      expect(await testShop.shop.viewList(member, list, new URLSearchParams())).toEqual(refused)
    }
  })

  test('say no more of people than their columns show', async () => {
    const group = await people({ lastName: 'Ruiz' })
    const { rows } = await usersPage(`q=${group}`)
    expect(Object.keys(rows[0]!).toSorted()).toEqual([
      'byEmail',
      'byPhone',
      'email',
      'firstName',
      'id',
      'lastName',
      'membershipLevel',
      'optionalText',
      'phone',
      'stripeCustomerId',
      'subscription',
    ])
  })

  test('are sorted as an alphabet is, by each column and both ways', async () => {
    const group = await people(
      { lastName: 'zapata', firstName: 'Bo', optionalText: '', subscription: 'inactive' },
      { lastName: 'Álvarez', firstName: 'Íris', optionalText: 'b', stripeCustomerId: randomUUID() },
      { lastName: 'Alvarez', firstName: 'Ana', optionalText: 'A', subscription: 'active' },
      { lastName: 'Müller', firstName: 'iva', optionalText: '' },
    )
    const sorted = async (sort: string) => lastNames(await usersPage(`q=${group}&sort=${sort}`))
    expect(await sorted('lastname')).toEqual(['Alvarez', 'Álvarez', 'Müller', 'zapata'])
    expect(await sorted('firstname')).toEqual(['Alvarez', 'zapata', 'Álvarez', 'Müller'])
    expect(await sorted('optional')).toEqual(['Alvarez', 'Álvarez', 'Müller', 'zapata'])
    expect((await sorted('stripe'))[0]).toBe('Álvarez')
    expect((await sorted('subscription')).at(-1)).toBe('zapata')
    for (const sort of ['lastname', 'firstname', 'email', 'subscription']) {
      expect(await sorted(`-${sort}`)).toEqual((await sorted(sort)).toReversed())
    }
    // Empty values come last in both directions.
    expect(await sorted('-optional')).toEqual(['Álvarez', 'Alvarez', 'zapata', 'Müller'])
    expect((await sorted('-stripe'))[0]).toBe('Álvarez')
  })

  test('put empty values last, in both directions, on every page and in the file', async () => {
    const group = await people(
      ...Array.from({ length: 30 }, (_, at) => ({ lastName: '', optionalText: `note ${at}` })),
      ...Array.from({ length: 30 }, (_, at) => ({ lastName: `L${at + 10}`, optionalText: '' })),
    )
    for (const sort of ['lastname', '-lastname', 'optional', '-optional']) {
      const column = sort.endsWith('lastname') ? 'lastName' : 'optionalText'
      const seen = []
      for (const page of [1, 2, 3]) {
        const { rows, total } = await usersPage(`q=${group}&sort=${sort}&size=25&page=${page}`)
        expect(total).toBe(60)
        seen.push(...rows)
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(60)
      expect(seen.map((row) => row[column] === '')).toEqual(
        Array.from({ length: 60 }, (_, at) => at >= 30),
      )
      const filed: string[] = []
      const params = new URLSearchParams(`q=${group}&sort=${sort}`)
      await testShop.shop.exportList(staff, userList, params, async (lines) => {
        filed.push(...lines.map((line) => String(line[2])))
      })
      expect(filed.slice(1)).toEqual(seen.map(({ email }) => email))
    }
  })

  test('find every word, anywhere, whatever its case and accents', async () => {
    const group = await people(
      { firstName: 'José', lastName: 'Peña', phone: '4155550199', stripeCustomerId: 'cus_Peña1' },
      { firstName: 'Josefa', lastName: 'Penalba' },
      { firstName: 'Li', lastName: 'Ye' },
    )
    const found = async (words: string) =>
      lastNames(await usersPage(`q=${encodeURIComponent(`${group} ${words}`)}`)).toSorted()
    expect(await found('jose')).toEqual(['Penalba', 'Peña'])
    expect(await found('PEÑA josé')).toEqual(['Penalba', 'Peña'])
    expect(await found('osef')).toEqual(['Penalba'])
    expect(await found('0199')).toEqual(['Peña'])
    expect(await found('cus_pen')).toEqual(['Peña'])
    expect(await found('li')).toEqual(['Ye'])
    // Signs between words are none; alone they are searched as they stand.
    expect(await found('%')).toEqual(['Penalba', 'Peña', 'Ye'])
    expect(lastNames(await usersPage('q=%25'))).toEqual([])
    expect(await found("' or 1=1 --")).toEqual([])
    expect(await found('zz')).toEqual([])
  })

  test('are narrowed by membership, subscription and having bought, all at once too', async () => {
    const group = await people(
      { lastName: 'A', membership: true, membershipLevel: 6 },
      { lastName: 'B', membership: true, membershipLevel: 12, subscription: 'inactive' },
      { lastName: 'C', lastOrderAt: new Date(), subscription: 'active' },
      { lastName: 'D', membership: true, membershipLevel: 6, lastOrderAt: new Date() },
    )
    const narrowed = async (filters: string) =>
      lastNames(await usersPage(`q=${group}&${filters}`)).join('')
    expect(await narrowed('membership=member')).toBe('ABD')
    expect(await narrowed('membership=6')).toBe('AD')
    expect(await narrowed('membership=12')).toBe('B')
    expect(await narrowed('membership=none')).toBe('C')
    expect(await narrowed('subscription=active')).toBe('ACD')
    expect(await narrowed('subscription=inactive')).toBe('B')
    expect(await narrowed('bought=yes')).toBe('CD')
    expect(await narrowed('bought=no')).toBe('AB')
    expect(await narrowed('membership=6&subscription=active&bought=yes')).toBe('D')
    expect(await narrowed('membership=nonsense')).toBe('ABCD')
  })

  test('show who left the mailing list, and when', async () => {
    const left = await aSubscriber(testShop.db, { lastName: 'Left', unsubscribedAt: new Date() })
    const stayed = await aSubscriber(testShop.db, { lastName: 'Stayed' })
    const { rows } = await joinedPage('size=200')
    expect(rows.find(({ id }) => id === left.id)?.unsubscribedAt).toBeInstanceOf(Date)
    expect(rows.find(({ id }) => id === stayed.id)?.unsubscribedAt).toBeNull()
    const ids = async (standing: string) =>
      (await joinedPage(`standing=${standing}&size=200`)).rows.map(({ id }) => id)
    expect(await ids('unsubscribed')).toContain(left.id)
    expect(await ids('unsubscribed')).not.toContain(stayed.id)
    expect(await ids('subscribed')).toContain(stayed.id)
    expect(await ids('subscribed')).not.toContain(left.id)
    const unasked = await aSubscriber(testShop.db, { lastName: 'Unasked', byEmail: false })
    expect(await ids('subscribed')).not.toContain(unasked.id)
    expect(await ids('not-written-to')).toContain(unasked.id)
    expect(await ids('not-written-to')).not.toContain(stayed.id)
    expect(await ids('not-written-to')).not.toContain(left.id)
  })

  test('come page by page, each row once, and the last page where there are no more', async () => {
    const group = await people(...Array.from({ length: 60 }, () => ({ lastName: 'Same' })))
    const first = await usersPage(`q=${group}&size=25&page=1`)
    const second = await usersPage(`q=${group}&size=25&page=2`)
    const third = await usersPage(`q=${group}&size=25&page=3`)
    const beyond = await usersPage(`q=${group}&size=25&page=99`)
    const ids = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))
    expect(new Set(ids).size).toBe(60)
    expect([first, second, third].map(({ total }) => total)).toEqual([60, 60, 60])
    expect(beyond).toEqual(third)
    expect(beyond.number).toBe(3)
    expect(await usersPage(`q=${group}x`)).toEqual({
      rows: [],
      number: 1,
      total: 0,
      isMore: false,
      older: null,
    })
  })
})

describe('a search', () => {
  test('finds phones and names as people write them', async () => {
    const group = await people(
      { lastName: 'O’Brien', phone: '4155550100' },
      { lastName: 'Ruiz-Paz', phone: '4155550101' },
      { lastName: 'Dacosta' },
    )
    const found = async (typed: string) =>
      lastNames(await usersPage(`q=${encodeURIComponent(`${typed} ${group}`)}`))
    expect(await found('(415) 555-0100')).toEqual(['O’Brien'])
    expect(await found('+1 415 555 0101')).toEqual(['Ruiz-Paz'])
    expect(await found('555-0100')).toEqual(['O’Brien'])
    expect(await found('O’Brien')).toEqual(['O’Brien'])
    for (const typed of ["o'brien", 'OBRIEN', 'obrien', 'O Brien']) {
      expect(await found(typed), typed).toEqual(['O’Brien'])
    }
    expect(await found('Da’Costa')).toEqual(['Dacosta'])
    expect(await found('Ruiz‑Paz')).toEqual(['Ruiz-Paz'])
  })
})

test('a name is found by the index, with whatever apostrophe', async () => {
  await people(...Array.from({ length: 300 }, (_, n) => ({ lastName: `Nobody${n}` })))
  await people({ lastName: 'O’Brien' })
  await testShop.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_indexonlyscan = off`)
    await tx.execute(sql`set local enable_indexscan = off`)
    const [condition] = hasWords(users.searchText, 'OBRIEN')
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
      sql`explain (analyze, costs off, timing off) select id from users where ${condition}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    // Few rows are compared that have not the name.
    expect(plan).toMatch(/Bitmap Index Scan on users_search \(actual rows=\d\b/)
  })
})

describe('a list as a file', () => {
  const view = (address: string) => new URLSearchParams(address)

  test('is all that fits, in order and in batches, and for staff alone', async () => {
    const group = `g${randomUUID().replaceAll('-', '')}`
    await testShop.db.execute(sql`insert into users (name, email, first_name, last_name)
      select 'A', n || '@' || ${group}::text || '.example', 'A', lpad(n::text, 5, '0')
      from generate_series(1, 2500) as n`)
    const query = view(`q=${group}&sort=-lastname&page=3&size=25`)
    const batches: string[][] = []
    const take = async (lines: (readonly CsvCell[])[]) => {
      batches.push(lines.map(([, lastName]) => String(lastName)))
    }
    expect(await testShop.shop.exportList(member, userList, query, take)).toBe(false)
    expect(batches).toEqual([])
    // Who has no second factor downloads no more than 500 people.
    expect(await testShop.shop.exportList(staff, userList, query, take)).toBe(false)
    const sure = { ...staff, isCodeStale: false }
    expect(await testShop.shop.exportList(sure, userList, query, take)).toBe(true)
    expect(batches.shift()).toEqual(['Last name'])
    expect(batches.map((batch) => batch.length)).toEqual([1000, 1000, 500])
    const [entry] = await testShop.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'list-exported'))
      .orderBy(desc(auditLog.id))
    expect(entry).toMatchObject({
      actorId: staff.id,
      subjectId: 'users',
      after: { rows: 2500, search: group },
    })
    const all = batches.flat()
    expect([all[0], all.at(-1)]).toEqual(['02500', '00001'])
    expect(all).toEqual(all.toSorted().toReversed())
    expect((await usersPage(`q=${group}`)).isMore).toBe(true)
    expect((await usersPage(`q=${group}&page=999`)).number).toBe(40)
  })

  test('holds no connection once its reader has left', async () => {
    const leave = () => Promise.reject(new Error('left'))
    for (let times = 0; times < 12; times++) {
      const sure = { ...staff, isCodeStale: false }
      await expect(testShop.shop.exportList(sure, userList, view(''), leave)).rejects.toThrow(
        'left',
      )
    }
    expect((await usersPage('')).rows.length).toBeGreaterThan(0)
  })

  test('of the mailing list says who left it, and when', async () => {
    const group = randomUUID()
    await aSubscriber(testShop.db, {
      email: `a@${group}.example`,
      consentedAt: new Date('2026-01-02T03:04:05Z'),
      unsubscribedAt: new Date('2026-03-04T23:59:00Z'),
    })
    const lines: unknown[] = []
    const query = view(`q=${group}`)
    const take = async (batch: unknown[]) => void lines.push(...batch)
    expect(await testShop.shop.exportList(member, subscriberList, query, take)).toBe(false)
    expect(lines).toEqual([])
    expect(await testShop.shop.exportList(staff, subscriberList, query, take)).toBe(true)
    expect(lines[1]).toEqual([
      'Bruno',
      '',
      'Bruno Castro',
      `a@${group}.example`,
      'no',
      // The shop's days: it was still the first there.
      '2026-01-01',
      '2026-03-04',
    ])
  })

  test('is there for every list, with a heading for each cell', async () => {
    for (const list of [userList, subscriberList, orderList, auditLogList]) {
      const lines: (readonly CsvCell[])[] = []
      const sure = { ...staff, isCodeStale: false }
      await testShop.shop.exportList(sure, list, view(''), async (batch) => {
        lines.push(...batch)
      })
      for (const line of lines) expect(line).toHaveLength(lines[0]!.length)
    }
  })
})
