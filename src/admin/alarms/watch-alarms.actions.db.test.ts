import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { seedMany } from '#app/seed/bulk.ts'
import { checkoutFigures } from '#checkout/figures.server.ts'
import { removeReport, writeReport } from '#platform/processes/process-reports.store.server.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { createShop } from '#tests/harness/shop.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { raisedAlarms } from './alarms.store.server.ts'
import { turnAlarmEmails } from './watch-alarms.actions.server.ts'

let testShop: TestShop
let owner: { id: string; email: string; role: 'staff'; duties: ['owner'] }
let clock = new Date('2026-11-20T12:00:00Z')

const shopAt = () => createShop({ ...testShop.services, clock: () => clock })
const mailed = async () => {
  const { rows } = await testShop.db.execute<{ told: string }>(sql`
    select recipient || ' ' || (props ->> 'event') || ' ' || (props ->> 'cause') as told
    from mails where kind = 'operations-alert' order by number`)
  return rows.map(({ told }) => told.replace(owner.email, 'owner'))
}
const alarmTasks = async () => {
  await shopAt().openTimedTasks()
  const { rows } = await testShop.db.execute<{ subject: string }>(sql`
    select subject from tasks where kind = 'alarm' and state in ('open', 'taken')`)
  return rows.map(({ subject }) => subject)
}
const pass = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
/** An email that should have left an hour ago, or none. */
const setOverdue = (isOverdue: boolean) =>
  testShop.db.execute(
    isOverdue
      ? sql`insert into mails (kind, recipient, props, next_try_at)
          values ('register', 'a@b.example', '{}', now() - interval '1 hour')`
      : sql`delete from mails where kind = 'register'`,
  )

beforeAll(async () => {
  testShop = await openTestShop()
  owner = { ...(await aMember(testShop.db)), role: 'staff', duties: ['owner'] }
  await testShop.db.execute(sql`update users set role = 'staff' where id = ${owner.id}`)
  // Is emailed nothing: an owner whose account is being erased.
  const leaving = await aMember(testShop.db)
  await testShop.db.execute(sql`update users set role = 'staff' where id = ${leaving.id}`)
  await testShop.db.execute(sql`update users set erase_at = now() where id = ${leaving.id}`)
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await testShop.db.execute(sql`delete from mails`)
  await testShop.db.execute(sql`delete from alarms`)
  await testShop.db.execute(sql`delete from alarm_looks`)
})

describe('alarms', () => {
  test('are tasks of owners, and no emails until an owner wishes them', async () => {
    await setOverdue(true)
    await shopAt().watchAlarms()
    expect(await alarmTasks()).toEqual(['emails-overdue'])
    expect(await mailed()).toEqual([])
    await setOverdue(false)
    for (let minute = 0; minute <= 10; minute++) {
      pass(1)
      await shopAt().watchAlarms()
    }
    expect(await alarmTasks()).toEqual([])
    const accountant = { ...owner, duties: ['accounting' as const] }
    const { services, db } = testShop
    expect(await turnAlarmEmails(services, accountant, { to: 'on' })).toMatchObject({ status: 403 })
    expect(await turnAlarmEmails(services, owner, { to: 'on' })).toMatchObject({ ok: true })
    expect(await isSwitchedOn(db, 'operations-alerts')).toBe(true)
    expect(await raisedAlarms(db)).toEqual([])
  })

  test('are mailed once per cause while the database comes and goes, and once when that is over', async () => {
    await shopAt().watchAlarms()
    // Away for four minutes of every six; the job runs when it is back, in three processes at once.
    for (let time = 0; time < 8; time++) {
      pass(4)
      await Promise.all([1, 2, 3].map(() => shopAt().watchAlarms()))
      pass(1)
      await shopAt().watchAlarms()
      pass(1)
      // Cut off in the middle: nothing of that look remains.
      await expect(
        createShop({
          ...testShop.services,
          clock: () => {
            throw new Error('the connection was cut')
          },
        }).watchAlarms(),
      ).rejects.toThrow('cut')
    }
    expect(await mailed()).toEqual(['owner raised database-away'])
    for (let minute = 0; minute < 15; minute++) {
      await shopAt().watchAlarms()
      pass(1)
    }
    expect(await mailed()).toEqual(['owner raised database-away', 'owner ended database-away'])
  })

  test('are mailed again after four hours', async () => {
    await setOverdue(true)
    const began = clock.toISOString()
    for (let minute = 0; minute <= 242; minute += 2) {
      await shopAt().watchAlarms()
      pass(2)
    }
    expect(await mailed()).toEqual(['owner raised emails-overdue', 'owner again emails-overdue'])
    // Both say since when it is so.
    const { rows } = await testShop.db.execute(sql`
      select distinct props ->> 'sinceAt' as since from mails where kind = 'operations-alert'`)
    expect(rows).toEqual([{ since: began }])
  })

  test('name a process that is busy for a minute, and requests that wait for a connection', async () => {
    const report = {
      ...{ id: randomUUID(), startedAt: new Date(), notReady: null },
      ...{ slowestRoute: null, slowestP95: null, providerFailures: 0, serverErrors: 0 },
    }
    await writeReport(testShop.db, { ...report, loopDelay: 1_200, connectionsWaitedFor: 4 })
    await shopAt().watchAlarms()
    expect(await alarmTasks()).toEqual([])
    pass(1)
    await shopAt().watchAlarms()
    expect((await alarmTasks()).toSorted()).toEqual(['connections-used-up', 'process-busy'])
    await removeReport(testShop.db, report.id)
  })

  test('name a release of which nothing is bought in its first half hour', async () => {
    const { release, wine } = await aRelease(testShop.db, {
      opensAt: new Date(Date.now() - 29 * 60_000),
    })
    await shopAt().watchAlarms()
    expect(await alarmTasks()).toEqual([])
    const openedAgo = (minutes: number) =>
      testShop.db.execute(sql`
        update releases set opens_at = now() - ${minutes} * interval '1 minute'
        where id = ${release.id}::uuid`)
    await openedAgo(121)
    await shopAt().watchAlarms()
    expect(await alarmTasks()).toEqual([])
    await openedAgo(119)
    await shopAt().watchAlarms()
    expect(await alarmTasks()).toEqual(['release-unbought'])
    await openedAgo(31)
    await seedMany(testShop.db, { users: 1, orders: 1, subscribers: 0 }, () => {})
    await testShop.db.execute(sql`
      update order_lines set release_id = ${release.id}::uuid, product_id = ${wine}`)
    for (let minute = 0; minute <= 10; minute++) {
      pass(1)
      await shopAt().watchAlarms()
    }
    expect(await alarmTasks()).toEqual([])
  })

  test('name ten open payment pages beside no order of an hour, after a quarter of an hour', () => {
    const { isBad, after } = checkoutFigures.alarms!['holds-unpaid']!
    const isUnpaid = (holds: number, ordersByChannel = {}) =>
      isBad({ holds, ordersByChannel } as never, {} as never)
    expect(isUnpaid(10)).toBe(true)
    expect(isUnpaid(9)).toBe(false)
    expect(isUnpaid(10, { cart: 1 })).toBe(false)
    expect(after).toBe(15)
  })
})
