import { randomUUID } from 'node:crypto'

import { Column, eq, getTableName, is, SQL, sql, Table } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { adminLists } from '#app/lists.store.server.ts'
import { seedOrder } from '#app/seed/factory.ts'
import { mails } from '#mail/tables.ts'
import { shipments } from '#shipping/tables.ts'
import { aSubscriber } from '#tests/harness/staff.ts'
import { aMember, openTestDatabase } from '#tests/harness/test-shop.ts'

import type { Database } from '../database/connection.server.ts'
import { mailingListClients as subscribers, users } from '../database/people.tables.ts'
import { listChannel, listenToListChanges } from './list-changes.store.server.ts'

let testShop: Awaited<ReturnType<typeof openTestDatabase>>
let line: pg.Client
/** Writes on the listening connection: it is notified of each write before the response. */
let db: Database
let notified: string[] = []

beforeAll(async () => {
  testShop = await openTestDatabase()
  line = new pg.Client({ connectionString: testShop.url })
  line.on('notification', ({ payload }) => notified.push(payload!))
  await line.connect()
  await line.query(`listen ${listChannel}`)
  db = drizzle(line)
})
afterAll(async () => {
  await line.end()
  await testShop.close()
})

async function notifiedOf(work: () => Promise<unknown>): Promise<string[]> {
  notified = []
  await work()
  return notified
}

/**
 * Columns of its table that a list shows and no trigger names: a row has them from its first day (all of them in a
 * handover and in the log), they change with one that is named, such as `search_text`, or the trigger has a
 * condition for the row, as of emails. A new column of a list belongs into a trigger, by a migration, or here.
 */
const unwatched: Readonly<Record<string, string>> = {
  requests: 'number kind created_at user_id',
  allocations: '',
  releases: '',
  licenses: '',
  orders: 'number created_at channel shipping_method ship_to_state total_cents is_rehearsal',
  claims: 'id number order_id carrier',
  handovers: 'all',
  pickups: 'id number order_id',
  shipments: 'number order_id created_at',
  campaigns: 'created_at',
  joined: 'email',
  duplicates: 'id one other found_at',
  users: 'email phone stripe_customer_id',
  emails: 'id number kind recipient attempts created_at next_try_at',
  log: 'all',
}

const columnsIn = (selected: unknown): Column[] =>
  is(selected, Column)
    ? [selected]
    : is(selected, SQL)
      ? selected.queryChunks.flatMap(columnsIn)
      : []

const ofTables = adminLists.filter(({ table }) => is(table, Table))

describe('an admin list is notified', () => {
  test.each(adminLists.map(({ name }) => name))(
    '%s, by triggers (else: watch_list in a migration)',
    async (list) => {
      const { rowCount } = await db.execute(sql`
      select from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where proname like 'notify_list%' and starts_with(encode(tgargs, 'escape'), ${list} || '\\000')`)
      expect(rowCount).toBeGreaterThan(0)
    },
  )

  test.each(ofTables)('$name, of each column but these', async ({ name, table, columns }) => {
    const { rows } = await db.execute<{ text: string }>(sql`
      select pg_get_triggerdef(pg_trigger.oid) as text
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where tgrelid = ${getTableName(table)}::regclass and proname like 'notify_list%'
        and tgtype & 16 > 0 and starts_with(encode(tgargs, 'escape'), ${name} || '\\000')`)
    const isWatched = (column: string) =>
      rows.some(({ text }) => {
        const named = [...text.matchAll(/(?:new\.|')"?(\w+)/g)].map(([, one]) => one)
        return named.includes(column) || !/ WHEN |notify_list_columns/.test(text)
      })
    const shown = columnsIn(sql.join(Object.values(columns))).filter((one) => one.table === table)
    const others = [...new Set(shown.map((one) => one.name))].filter((one) => !isWatched(one))
    expect(rows.length === 0 ? 'all' : others.join(' ')).toBe(unwatched[name])
  })

  test('of the rows of a table that watch_list was called for, and of the columns named', async () => {
    await db.execute(sql`create table watched (id integer, shown text, "from" text, other text)`)
    await db.execute(sql`select watch_list('joined', 'watched', 'shown', 'from')`)
    const told = (statement: SQL) => notifiedOf(() => db.execute(statement))
    expect(await told(sql`insert into watched select generate_series(1, 9)`)).toEqual(['joined'])
    expect(await told(sql`update watched set shown = 'new', "from" = 'new'`)).toEqual(['joined'])
    expect(await told(sql`update watched set shown = 'new', other = 'new'`)).toEqual([])
    expect(await told(sql`delete from watched where id > 99`)).toEqual([])
    expect(await told(sql`delete from watched`)).toEqual(['joined'])
  })

  test('of a new, a changed and a deleted row', async () => {
    let id = ''
    const joined = ['joined']
    expect(await notifiedOf(async () => (id = (await aSubscriber(db)).id))).toEqual(joined)
    const its = eq(subscribers.id, id)
    for (const change of [{ lastName: 'New' }, { unsubscribedAt: new Date() }]) {
      expect(await notifiedOf(() => db.update(subscribers).set(change).where(its))).toEqual(joined)
    }
    expect(await notifiedOf(() => db.delete(subscribers).where(its))).toEqual(joined)
  })

  test('of every change that the users list shows', async () => {
    const { id } = await aMember(db)
    for (const change of [
      { firstName: 'New' },
      { lastName: 'New' },
      { email: `${id}@new.example` },
      { phone: '4155550199' },
      { membership: true, membershipLevel: 12 },
      { stripeCustomerId: id },
      { subscription: 'inactive' as const },
      { optionalText: 'new' },
      { byEmail: true },
      { byPhone: true },
      { lastOrderAt: new Date() },
    ]) {
      const changed = () => db.update(users).set(change).where(eq(users.id, id))
      expect(await notifiedOf(changed), JSON.stringify(change)).toEqual(['users'])
      expect(await notifiedOf(changed), 'the same again').toEqual([])
    }
  })

  test('once of a thousand rows written at once', async () => {
    const written = () =>
      db.execute(sql`insert into users (name, email, first_name, last_name)
        select 'A B', 'many.' || n || '@example.com', 'A', 'B' from generate_series(1, 1000) as n`)
    expect(await notifiedOf(written)).toEqual(['users'])
    const changed = () => db.update(users).set({ optionalText: 'x' })
    expect(await notifiedOf(changed)).toEqual(['users'])
  })

  test('not of what it does not show, nor of nothing at all', async () => {
    const { id } = await aMember(db, { lastOrderAt: new Date() })
    const { email } = await aSubscriber(db)
    const quiet = async () => {
      const now = { updatedAt: new Date(), version: 9 }
      await db.update(users).set({ ...now, membershipText2024: 'two cases' })
      await db.update(users).set({ lastOrderAt: new Date() }).where(eq(users.id, id))
      await db.update(subscribers).set({ ...now, phone: '4155550100' })
      await db.delete(subscribers).where(eq(subscribers.email, 'nobody@example.com'))
      await db.execute(sql`insert into mailing_list_clients
        (full_name, email, consent_source, consent_wording)
        values ('A', ${email}, 'test', 'test') on conflict do nothing`)
    }
    expect(await notifiedOf(quiet)).toEqual([])
  })

  test('of emails that have not arrived, not of those on their way', async () => {
    const email = { kind: 'register', recipient: `${randomUUID()}@example.com`, props: {} }
    const its = eq(mails.recipient, email.recipient)
    const change = (to: Partial<typeof mails.$inferInsert>) => () =>
      db.update(mails).set(to).where(its)
    expect(await notifiedOf(() => db.insert(mails).values(email))).toEqual([])
    expect(await notifiedOf(change({ state: 'sending' }))).toEqual([])
    expect(await notifiedOf(change({ state: 'queued', lastError: '451' }))).toContain('emails')
    expect(await notifiedOf(change({ state: 'failed' }))).toContain('emails')
    expect(await notifiedOf(change({ state: 'queued', lastError: null }))).toContain('emails')
    expect(await notifiedOf(change({ state: 'sent' }))).toEqual([])
    expect(await notifiedOf(() => db.delete(mails).where(its))).toEqual([])
  })

  test('of a box that is lost, and of a pickup, where its state changes', async () => {
    const member = await aMember(db)
    const orderId = await seedOrder(db, { ...member, firstName: 'Ana', lastName: 'Ruiz' }, 0)
    const way = {
      orderId,
      kind: 'first',
      state: 'shipped',
      method: 'ground',
      toState: 'CA',
      toZip: '94110',
    } as const
    const [box] = await db.insert(shipments).values(way).returning()
    const change = (to: Partial<typeof shipments.$inferInsert>) => () =>
      db.update(shipments).set(to).where(eq(shipments.id, box!.id))
    const shipping = ['shipments', 'claims', 'pickups']
    const listsOf = async (work: () => Promise<unknown>) => {
      const told = await notifiedOf(work)
      return shipping.filter((list) => told.includes(list))
    }
    expect(await listsOf(change({ state: 'out' }))).toEqual(['shipments'])
    expect(await listsOf(change({ state: 'lost' }))).toEqual(['shipments', 'claims'])
    expect(await listsOf(change({ state: 'lost' }))).toEqual([])
    expect(await listsOf(change({ state: 'delivered' }))).toEqual(['shipments', 'claims'])
    await change({ method: 'pickup', state: 'ready' })()
    expect(await listsOf(change({ state: 'agreed' }))).toEqual(['shipments', 'pickups'])
  })

  test('only once it is so', async () => {
    const undone = () =>
      db.transaction(async (tx) => {
        await aSubscriber(tx as never)
        throw new Error('undone')
      })
    expect(await notifiedOf(() => undone().catch(() => {}))).toEqual([])
  })
})

describe('a watched list', () => {
  test('notifies, also after a reconnect; not of the other list, and not after the end', async () => {
    const changes = listenToListChanges(testShop.url)
    let calls = 0
    let others = 0
    const unwatch = changes.watch('joined', () => calls++)
    changes.watch('users', () => others++)
    const patience = { timeout: 30_000 }
    const untilHeard = async () => {
      const before = calls
      const isNotified = async () => {
        await aSubscriber(testShop.db)
        return calls > before
      }
      await expect.poll(isNotified, patience).toBe(true)
    }
    // What changed before the line was open was told to nobody: both are told once it is.
    await expect.poll(() => [calls, others], patience).toEqual([1, 1])
    await untilHeard()
    expect(others).toBe(1)

    await testShop.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kohue list changes' and datname = current_database()`)
    // Nobody knows what was missed: both are told.
    await expect.poll(() => others, patience).toBe(2)
    await untilHeard()

    unwatch()
    const last = calls
    await aSubscriber(testShop.db)
    const other = others
    await aMember(testShop.db)
    await expect.poll(() => others, patience).toBeGreaterThan(other)
    expect(calls).toBe(last)
    await changes.close()
    const linesLeft = async () => {
      const left = await testShop.db.execute(sql`
        select 1 from pg_stat_activity
        where application_name = 'kohue list changes' and datname = current_database()`)
      return left.rowCount
    }
    await expect.poll(linesLeft, patience).toBe(0)
  })
})
