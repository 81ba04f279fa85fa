import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { auditLog } from '#platform/audit/tables.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { closeLine } from './move-line.store.server.ts'
import {
  changeWaitingLine,
  closeWaitingLine,
  openForRelease,
  viewLine,
} from './steer-line.actions.server.ts'

let testShop: TestShop
let staff: { id: string; email: string; role: 'staff'; duties: ['releases'] }
beforeAll(async () => {
  testShop = await openTestShop()
  staff = { ...(await aMember(testShop.db)), role: 'staff', duties: ['releases'] }
})
afterAll(() => testShop.close())
afterEach(() => testShop.db.transaction((tx) => closeLine(tx, 'https://shop.example')))

const hours = (count: number) => new Date(Date.now() + count * 60 * 60_000)
const aReleaseAt = async (opensAt: Date) =>
  (await aRelease(testShop.db, { opensAt, closesAt: hours(50) })).release
const open = (id: string, services = testShop.services) => openForRelease(services, staff, { id })
const lineNow = async () => (await viewLine(testShop.db))!
const logged = async () => {
  const entries = await testShop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.actorId, staff.id))
    .orderBy(auditLog.id)
  const { action, before, after } = entries.at(-1)!
  return { action, before, after }
}

test('the line is opened for the hour of a release, once, and waits until that hour is over', async () => {
  const coming = await aReleaseAt(hours(3))
  expect(await viewLine(testShop.db)).toBeNull()
  expect(await open(coming.id)).toMatchObject({ ok: true })
  expect(await lineNow()).toMatchObject({
    why: 'staff',
    capacity: 20,
    opensAt: coming.opensAt,
    isPaused: false,
    waiting: 0,
  })
  expect(await logged()).toEqual({
    action: 'line-opened',
    before: null,
    after: { opensAt: coming.opensAt.toISOString() },
  })
  const other = await aReleaseAt(hours(5))
  expect(await open(other.id)).toMatchObject({
    ok: false,
    status: 409,
    sentence: 'The line is open already.',
  })
  expect((await lineNow()).opensAt).toEqual(coming.opensAt)
  await testShop.db.execute(sql`update waiting_line set opens_at = now() - interval '1 second'`)
  expect((await lineNow()).opensAt).toBeNull()
})

test('the line is opened at once for a release that is on sale, and for none that is not there', async () => {
  expect(await open('nothing')).toMatchObject({ ok: false, status: 404 })
  expect(await viewLine(testShop.db)).toBeNull()
  const { services } = testShop
  const settings = { ...services.settings, waitingCapacity: 0 }
  const onSale = await aReleaseAt(hours(-1))
  expect(await open(onSale.id, { ...services, settings })).toMatchObject({ ok: true })
  // Without a setting it begins with what one core serves.
  expect(await lineNow()).toMatchObject({ opensAt: null, capacity: 100 })
})

test('the line is paused, goes on, and lets in as many as staff fix, as it stood when they looked', async () => {
  await open((await aReleaseAt(hours(-1))).id)
  const { version } = await lineNow()
  const change = (typed: object) => changeWaitingLine(testShop.services, staff, typed as never)
  expect(await change({ version, change: 'pause' })).toMatchObject({ ok: true })
  expect(await lineNow()).toMatchObject({ isPaused: true, version: version + 1 })
  expect(await logged()).toEqual({
    action: 'line-changed',
    before: { isPaused: false },
    after: { isPaused: true },
  })
  expect(await change({ version, change: 'go-on' })).toMatchObject({ ok: false, status: 409 })
  expect(await change({ version: version + 1, change: 'go-on' })).toMatchObject({ ok: true })
  expect((await lineNow()).isPaused).toBe(false)

  const pace = { version: version + 2, change: 'pace' }
  for (const wrong of ['0', '100001', '2.5', 'many']) {
    expect(await change({ ...pace, capacity: wrong, perMinute: '' })).toMatchObject({
      ok: false,
      status: 400,
    })
  }
  expect(await change({ ...pace, capacity: '40', perMinute: '6' })).toMatchObject({ ok: true })
  // As from the next second on, whatever was measured before.
  expect(await lineNow()).toMatchObject({ fixedCapacity: 40, mostPerMinute: 6, isPaused: false })
  expect((await lineNow()).capacity).toBe(40)
  const measured = { ...pace, version: version + 3, capacity: '', perMinute: '' }
  expect(await change(measured)).toMatchObject({ ok: true })
  expect(await lineNow()).toMatchObject({ fixedCapacity: null, mostPerMinute: null })
  // What is measured grows by hundredths; shoppers are whole.
  await testShop.db.execute(sql`update waiting_line set capacity = 38.322`)
  expect((await lineNow()).capacity).toBe(38)
  expect(await logged()).toMatchObject({
    before: { fixedCapacity: 40, mostPerMinute: 6 },
    after: { fixedCapacity: null, mostPerMinute: null },
  })
})

test('a pace that is as it was changes nothing, and is not logged', async () => {
  await open((await aReleaseAt(hours(-1))).id)
  const { version } = await lineNow()
  const same = { version, change: 'pace' as const, capacity: '', perMinute: '' }
  expect(await changeWaitingLine(testShop.services, staff, same as never)).toMatchObject({
    done: { change: null },
    said: { tone: 'info', sentence: 'Nothing to change.' },
  })
  expect((await lineNow()).version).toBe(version)
  expect((await logged()).action).toBe('line-opened')
})

test('the line is closed as it stood when they looked, and the log says how many waited', async () => {
  await open((await aReleaseAt(hours(-1))).id)
  await testShop.db.execute(sql`
    insert into waiting_places (key, ticket, place) values ('n:1', 1, 1), ('n:2', 2, 2)`)
  const { version, waiting } = await lineNow()
  expect(waiting).toBe(2)
  const close = (seen: number) => closeWaitingLine(testShop.services, staff, { version: seen })
  expect(await close(version - 1)).toMatchObject({ ok: false, status: 409 })
  expect(await close(version)).toMatchObject({ ok: true })
  expect(await viewLine(testShop.db)).toBeNull()
  expect(await logged()).toEqual({ action: 'line-closed', before: { waiting: 2 }, after: null })
  expect(await close(version)).toMatchObject({ ok: false, status: 404 })
  const { rowCount } = await testShop.db.execute(sql`select 1 from waiting_places`)
  expect(rowCount).toBe(0)
})
