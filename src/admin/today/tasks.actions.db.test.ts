import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  finishReconciliation,
  startReconciliation,
} from '#accounting/reconciliation/reconciliation.store.server.ts'
import { seedMany } from '#app/seed/bulk.ts'
import { raiseFlag, resolveFlagOf } from '#orders/flags/order-flags.store.server.ts'
import { resolveFlag } from '#orders/flags/resolve-flag.actions.server.ts'
import { disputes, orders } from '#orders/order/tables.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { isTimedTask, taskKinds } from '#platform/tasks/tasks.server.ts'
import {
  finishRequest,
  recordDataRequest,
} from '#privacy/personal-data/data-requests.actions.server.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { tasks } from './tables.ts'
import { beginTask, returnTask, viewTasks } from './tasks.actions.server.ts'
import { countTasks } from './tasks.store.server.ts'

let testShop: TestShop
let order: { id: string; number: number }
beforeAll(async () => {
  testShop = await openTestShop()
  await seedMany(testShop.db, { users: 3, orders: 1, subscribers: 0 }, () => {})
  const [row] = await testShop.db.select({ id: orders.id, number: orders.number }).from(orders)
  order = row!
})
beforeEach(async () => {
  await testShop.db.execute(sql`delete from order_flags`)
  await testShop.db.delete(tasks)
})
afterAll(() => testShop.close())

const staff = (...duties: Duty[]) => ({
  id: randomUUID(),
  email: `${duties[0]}.${randomUUID().slice(0, 4)}@kohue.example`,
  role: 'staff' as const,
  duties,
})
const stateOf = async (kind: string) =>
  (
    await testShop.db
      .select()
      .from(tasks)
      .where(sql`kind = ${kind}`)
  ).map(({ state }) => state)
const titles = async (viewer: ReturnType<typeof staff>) =>
  (await viewTasks(testShop.services, viewer)).tasks.map(({ kind }) => kind)

test.each(taskKinds().filter((kind) => !isTimedTask(kind)))(
  'a migration has a trigger that opens the task %s',
  async (kind) => {
    const { rows } = await testShop.db.execute<{ code: string }>(
      sql`select string_agg(prosrc, '') as code from pg_proc where pronamespace = 'public'::regnamespace`,
    )
    expect(rows[0]!.code.includes(`'${kind}'`)).toBe(true)
  },
)

describe('a day without tasks', () => {
  test('says what comes next, to those whose duty it is', async () => {
    const support = staff('support')
    const asked = { kind: 'erasure', email: 'later@example.com' } as const
    const recorded = await recordDataRequest(testShop.services, support, asked)
    const number = recorded.ok ? recorded.done.number : 0
    expect(await viewTasks(testShop.services, support)).toMatchObject({
      tasks: [],
      next: { kind: 'erasure-overdue', words: `Next: data request ${number} is due,` },
    })
    expect(await viewTasks(testShop.services, staff('emails'))).toMatchObject({
      tasks: [],
      next: null,
    })
    await finishRequest(testShop.services, support, { number, outcome: 'nothing-kept', note: '' })
    expect(await viewTasks(testShop.services, support)).toMatchObject({ tasks: [], next: null })
  })
})

describe('a task', () => {
  test('opens and closes with its cause, in the same transaction', async () => {
    const { db } = testShop
    await expect(
      db.transaction(async (tx) => {
        await raiseFlag(tx, order.id, 'address-differs')
        throw new Error('the process ends here')
      }),
    ).rejects.toThrow('ends here')
    expect(await stateOf('order-review')).toEqual([])

    await raiseFlag(db, order.id, 'address-differs')
    await raiseFlag(db, order.id, 'address-differs')
    expect(await titles(staff('support'))).toEqual(['order-review'])
    expect(await titles(staff('shipping'))).toEqual([])
    const [open] = (await viewTasks(testShop.services, staff('owner'))).tasks
    const flagId = open!.subject
    await resolveFlag(testShop.services, staff('support'), { number: order.number, flag: flagId })
    expect(await stateOf('order-review')).toEqual(['done'])
    // Raised again, it is a task again.
    await raiseFlag(db, order.id, 'address-differs')
    expect((await stateOf('order-review')).toSorted()).toEqual(['done', 'open'])
  })

  test('leads to its block, and names buyer and wine on the page alone', async () => {
    const { db } = testShop
    await raiseFlag(db, order.id, 'address-differs')
    const [row] = (await viewTasks(testShop.services, staff('support'))).tasks
    const [sold] = await db.select().from(orders).where(eq(orders.id, order.id))
    const { rows } = await db.execute<{ wines: string }>(sql`
      select string_agg(quantity || ' × ' || description, ', ' order by description) as wines
      from order_lines where order_id = ${order.id}`)
    expect(row).toMatchObject({ about: `${sold!.name}, ${rows[0]!.wines}`, count: 1 })
    const viewer = staff('support')
    const begun = await beginTask(testShop.services, viewer, { task: row!.id })
    expect(begun).toMatchObject({
      ok: true,
      said: { to: `/admin/orders/${order.number}#order-flags` },
    })
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.actorEmail, viewer.email))
    expect(JSON.stringify(entry)).not.toContain(sold!.name)
  })

  test('that says the same as others and leads to the same place is one row with a count', async () => {
    const { db } = testShop
    const mark = randomUUID().slice(0, 8)
    for (const n of [1, 2, 3, 4]) {
      await db.execute(sql`insert into mails (kind, recipient, props, state, attempts, last_error)
        values ('register', ${`${mark}${n}@customer.example`}, '{"firstName":"Ana","email":"a@b.example"}',
          'sending', 12, '550 No such person')`)
    }
    await db.execute(sql`update mails set state = 'failed' where recipient like ${`${mark}%`}`)
    const { tasks: rows } = await viewTasks(testShop.services, staff('emails'))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ kind: 'email-failed', count: 4, button: 'See the emails' })
    expect(rows[0]!.atOnce).toBe(null)
    expect(rows[0]!.about).toMatch(/^\S+@customer\.example; \S+; \S+ and 1 more$/)

    await db.execute(sql`delete from mails where recipient like ${`${mark}%`} and recipient not like
      ${`${mark}1%`}`)
    const { rows: left } = await db.execute<{ id: string }>(
      sql`select id from mails where recipient like ${`${mark}%`}`,
    )
    const [alone] = (await viewTasks(testShop.services, staff('emails'))).tasks
    expect(alone!.atOnce).toEqual({
      button: 'Send again',
      intent: 'resend',
      fields: { id: left[0]!.id },
      action: '/admin/emails',
    })
    await db.execute(sql`delete from mails where recipient like ${`${mark}%`}`)
  })

  test('is one for a dispute, however often its event comes, until it is answered', async () => {
    const { db } = testShop
    const row = {
      id: 'dp_1',
      orderId: order.id,
      amountCents: 100,
      state: 'needs-response' as const,
      reason: 'fraudulent',
      respondBy: new Date(Date.now() + 3_600_000),
      openedAt: new Date(),
    }
    for (let event = 0; event < 5; event++) {
      await db
        .insert(disputes)
        .values(row)
        .onConflictDoUpdate({ target: disputes.id, set: { state: row.state } })
      await raiseFlag(db, order.id, 'disputed', { source: row.id })
    }
    expect(await titles(staff('owner'))).toEqual(['dispute'])
    await db.update(disputes).set({ state: 'under-review' }).where(eq(disputes.id, row.id))
    expect(await stateOf('dispute')).toEqual(['done'])
    await resolveFlagOf(db, { orderId: order.id, reason: 'disputed', source: row.id })
    await db.delete(disputes)
  })

  test('says what its cause says now, with its deadline, and keeps its age and who took it', async () => {
    const { db, shop, services } = testShop
    const at = new Date(Date.now() - 3_600_000)
    const owner = staff('owner')
    const compared = async (result: { differenceCount?: number; hasFailed?: boolean }) => {
      const run = { requestedBy: null, startedAt: at, spanFrom: at, spanTo: at }
      const id = await startReconciliation(db, run)
      await finishReconciliation(db, id, { finishedAt: new Date(), ...result })
      return (await viewTasks(services, owner)).tasks.map(({ id: task, title, since }) => {
        return { task, title, since }
      })
    }
    const [first] = await compared({ hasFailed: true })
    expect(first!.title).toBe('The comparison with the payment provider failed')
    await beginTask(services, owner, { task: first!.task })
    for (const [differenceCount, title] of [
      [12, '12 differences from the payment provider’s ledger'],
      [1, '1 difference from the payment provider’s ledger'],
    ] as const) {
      expect(await compared({ differenceCount })).toEqual([{ ...first, title }])
    }
    expect(await stateOf('reconciliation-differs')).toEqual(['taken'])
    await compared({ differenceCount: 0 })

    const due = async () => (await viewTasks(services, owner)).tasks.map((task) => task.due)
    const dispute = { id: 'dp_2', orderId: order.id, amountCents: 100, reason: 'fraudulent' }
    const [soon, later] = [new Date(Date.now() + 3_600_000), new Date(Date.now() + 7_200_000)]
    const state = 'needs-response' as const
    await db.insert(disputes).values({ ...dispute, state, respondBy: soon, openedAt: at })
    await db.update(disputes).set({ state, respondBy: later })
    expect(await due()).toEqual([later])
    // Where no trigger hears of it, within the hour; it is no correction.
    await db.update(disputes).set({ respondBy: soon })
    expect(await shop.repairTasks()).toEqual({ opened: 0, obsolete: 0 })
    expect(await due()).toEqual([soon])
    expect((await db.select().from(tasks)).some(({ isRepaired }) => isRepaired)).toBe(false)
    await db.delete(disputes)
  })

  test('is obsolete within the hour when its cause is deleted, and counted', async () => {
    const { db, shop } = testShop
    await raiseFlag(db, order.id, 'amount-differs')
    expect(await shop.repairTasks()).toEqual({ opened: 0, obsolete: 0 })
    await db.execute(sql`delete from order_flags`)
    expect(await shop.repairTasks()).toEqual({ opened: 0, obsolete: 1 })
    expect(await stateOf('order-review')).toEqual(['obsolete'])
    // And a cause without a task gets one.
    await raiseFlag(db, order.id, 'amount-differs')
    await db.delete(tasks)
    expect(await shop.repairTasks()).toEqual({ opened: 1, obsolete: 0 })
  })

  test('is deleted ninety days after it was closed', async () => {
    const { db, shop } = testShop
    for (const days of [89, 91]) {
      await db.insert(tasks).values({
        kind: 'order-review',
        subject: randomUUID(),
        detail: `${days} days`,
        since: new Date(),
        state: 'done',
        closedAt: new Date(Date.now() - days * 24 * 60 * 60_000),
      })
    }
    await shop.repairTasks()
    const kept = await db.select().from(tasks).where(eq(tasks.state, 'done'))
    expect(kept.map(({ detail }) => detail)).toEqual(['89 days'])
  })

  test('is taken by one at a time', async () => {
    const { db, shop } = testShop
    await raiseFlag(db, order.id, 'amount-differs')
    const [ana, bruno] = [staff('owner'), staff('support')]
    const [task] = (await viewTasks(testShop.services, ana)).tasks
    const begin = (who: ReturnType<typeof staff>) =>
      beginTask(testShop.services, who, { task: task!.id })
    const giveBack = (who: typeof ana) => returnTask(testShop.services, who, { task: task!.id })
    const both = await Promise.all([begin(ana), begin(bruno)])
    const takers = both.map((one) => one.ok && one.done.by)
    expect(takers.filter((by) => by === null)).toHaveLength(1)
    const [now] = (await viewTasks(testShop.services, ana)).tasks
    const taker = takers[0] === null ? ana : bruno
    expect(takers).toContain(taker.email)
    expect(now!.taken).toMatchObject({ by: taker.email, isOwn: taker === ana })
    expect(await begin(staff('shipping'))).toMatchObject({ status: 403 })
    await giveBack(taker === ana ? bruno : ana)
    expect((await viewTasks(testShop.services, ana)).tasks[0]!.taken).not.toBeNull()
    await giveBack(taker)
    expect((await viewTasks(testShop.services, ana)).tasks[0]!.taken).toBeNull()
    const log = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, task!.id))
      .orderBy(auditLog.id)
    expect(log.map(({ action }) => action)).toEqual(['task-taken', 'task-returned'])
    await db.execute(sql`delete from order_flags`)
    await shop.repairTasks()
    expect(await begin(ana)).toMatchObject({ done: { href: null } })
  })

  test('is a colleague’s to take over after half an hour', async () => {
    const { db, services } = testShop
    await raiseFlag(db, order.id, 'amount-differs')
    const [ana, bruno] = [staff('owner'), staff('support')]
    const [task] = (await viewTasks(services, ana)).tasks
    const begin = async (who: typeof ana) => {
      const begun = await beginTask(services, who, { task: task!.id })
      return begun.ok && begun.done.by
    }
    const taken = (minutes: number) =>
      db.update(tasks).set({ takenAt: new Date(Date.now() - minutes * 60_000) })
    expect(await begin(ana)).toBe(null)
    await taken(29)
    expect(await begin(bruno)).toBe(ana.email)
    await taken(31)
    // Who has it already takes it no second time.
    expect(await begin(ana)).toBe(null)
    expect(await begin(bruno)).toBe(null)
    expect(await begin(ana)).toBe(bruno.email)
    const log = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, task!.id))
      .orderBy(auditLog.id)
    expect(log.map(({ actorEmail, before }) => [actorEmail, before])).toEqual([
      [ana.email, null],
      [bruno.email, { takenBy: ana.email }],
    ])
  })

  test('of a day opens by itself, and closes when it is answered', async () => {
    const { db, shop } = testShop
    const { id } = await aMember(db, { emailVerified: true })
    const { rows } = await db.execute<{ id: string }>(sql`insert into requests
      (kind, user_id, created_at) values ('club', ${id}, now() - interval '12 days') returning id`)
    // What the hour causes is no correction, whichever job is first.
    expect(await shop.repairTasks()).toEqual({ opened: 0, obsolete: 0 })
    await shop.openTimedTasks()
    await shop.openTimedTasks()
    expect(await titles(staff('support'))).toEqual(['request-overdue'])
    await db.execute(sql`update requests set state = 'declined' where id = ${rows[0]!.id}`)
    expect(await stateOf('request-overdue')).toEqual(['done'])
    expect(await titles(staff('support'))).toEqual([])
  })

  test('of a sold-out wine is never written by a purchase, and closed by new stock', async () => {
    const { db, shop } = testShop
    await db.execute(sql`update products set stock = sold + 1 where id = 'malbec-2022'`)
    await db.execute(sql`update products set sold = sold + 1 where id = 'malbec-2022'`)
    expect(await stateOf('wine-sold-out')).toEqual([])
    await shop.openTimedTasks()
    expect(await titles(staff('releases'))).toEqual(['wine-sold-out'])
    await db.execute(sql`update products set stock = stock + 5 where id = 'malbec-2022'`)
    expect(await stateOf('wine-sold-out')).toEqual(['done'])
    await db.execute(sql`update products set stock = null, sold = 0 where id = 'malbec-2022'`)
  })

  test('every kind has causes that can be read, and what failed mail opens, sending again closes', async () => {
    const { db, shop } = testShop
    await db.execute(sql`insert into mails (kind, recipient, props, state)
      values ('join', 'x@example.com', '{}', 'sending')`)
    await db.execute(sql`update mails set state = 'failed' where recipient = 'x@example.com'`)
    expect(await stateOf('email-failed')).toEqual(['open'])
    expect(await shop.repairTasks()).toEqual({ opened: 0, obsolete: 0 })
    await db.execute(sql`update mails set state = 'queued' where recipient = 'x@example.com'`)
    expect(await stateOf('email-failed')).toEqual(['done'])
  })
})

test('the number beside Today counts what is open, overdue, and due within a day', async () => {
  const { db } = testShop
  const viewer = staff('owner')
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const task = (due: Date | null, more: Partial<typeof tasks.$inferInsert> = {}) =>
    db.insert(tasks).values({
      ...{ kind: 'dispute', subject: randomUUID(), since: new Date(), due },
      ...more,
    })
  await task(null)
  await task(inHours(-1))
  await task(inHours(23), { state: 'taken', takenBy: viewer.id, takenAt: new Date() })
  await task(inHours(25))
  await task(inHours(-1), { state: 'done' })
  await task(inHours(-1), { kind: 'email-failed' })
  expect(await countTasks(db, ['dispute', 'order-review'], viewer.id)).toEqual({
    open: 4,
    overdue: 1,
    today: 1,
  })
  expect(await countTasks(db, ['order-review'], viewer.id)).toEqual({
    open: 0,
    overdue: 0,
    today: 0,
  })
})
