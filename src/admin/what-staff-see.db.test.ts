import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, test } from 'vitest'

import { reconciliations } from '#accounting/reconciliation/tables.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { checkouts, providerEvents } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { orderFlags, orderLines, orders } from '#orders/order/tables.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { approvals } from '#platform/database/approvals.tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { taskKinds, taskKindsFor } from '#platform/tasks/tasks.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { beginningOf } from '#platform/text/typed-hour.rules.ts'
import { requests } from '#requests/tables.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { viewsOf } from '#tests/harness/list-views.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { raisedAlarms } from './alarms/alarms.store.server.ts'
import { alarms } from './alarms/tables.ts'
import { adminFigures } from './figures.server.ts'
import { auditLogList } from './log/audit-log-list.store.server.ts'
import { healthOf, ordersByState } from './overview/overview.rules.ts'
import { overviewFigures } from './overview/overview.store.server.ts'
import { adminTasks } from './tasks.server.ts'
import { tasks } from './today/tables.ts'
import { beginTask, returnTask, viewTasks } from './today/tasks.actions.server.ts'
import { countTasks, forgetTaker, nextDue, tasksTakenBy } from './today/tasks.store.server.ts'
import { ownLog } from './you/own-log.store.server.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
beforeEach(async () => {
  testShop = await openTestShop()
  scenario = openScenario(testShop.db)
})
afterEach(() => testShop.close())
const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

async function who(name: string, ...duties: Duty[]) {
  const { id } = await aMember(testShop.db)
  scenario.names[id] = name
  return { id, email: `${name}@kohue.example`, role: 'staff' as const, duties }
}

/** An order of that moment, of one case of a wine. */
async function anOrder(
  createdAt: Date,
  row: Partial<typeof orders.$inferInsert> = {},
  wine = 'malbec-2022',
) {
  const { db } = testShop
  const amounts = { subtotalCents: 400, shippingCents: 0, taxCents: 0, totalCents: 400 }
  const own = { ...amounts, channel: 'cart', ...row } as const
  const [checkout] = await db
    .insert(checkouts)
    .values({ ...own, state: 'paid', fingerprint: '', expiresAt: createdAt } as never)
    .returning()
  const [order] = await db
    .insert(orders)
    .values({ ...own, checkoutId: checkout!.id, email: 'a@b.example', name: 'Ana', createdAt })
    .returning()
  const line = { orderId: order!.id, productId: wine, description: 'Malbec', quantity: 1 }
  await db.insert(orderLines).values({ ...line, unitPriceCents: 400, taxCents: 0 })
  scenario.names[order!.id] = `order-${order!.number}`
  return order!
}

test('what Today says to each duty', async () => {
  const { db, services } = testShop
  const [ana, bea] = [await who('ana', 'owner'), await who('bea', 'owner')]
  const order = await anOrder(hours(-1))
  const id = (name: string) => {
    const made = crypto.randomUUID()
    scenario.names[made] = name
    return made
  }
  // One of each kind, the oldest first.
  const kinds = taskKinds()
  const details: Partial<Record<string, string>> = {
    ...{ alarm: 'jobs-failed', 'order-review': 'amount-differs', 'shipment-silent': 'under-way' },
  }
  await db.insert(tasks).values(
    kinds.map((kind, index) => ({
      ...{
        id: id(`task-${kind}`),
        kind,
        subject: id(`of-${kind}`),
        number: 7,
        detail: details[kind] ?? '1',
      },
      ...{ since: hours(index - 100), due: null },
    })),
  )
  let placed = 0
  const task = (name: string, row: Partial<typeof tasks.$inferInsert>) =>
    db.insert(tasks).values({
      ...{ id: id(name), kind: 'dispute', subject: id(`of-${name}`), number: order.number },
      // One after the other.
      ...{ since: hours(-1 + ++placed / 1_000), ...row },
    })
  await task('overdue', { due: hours(-1) })
  await task('due', {
    number: 8,
    due: hours(23),
    state: 'taken',
    takenBy: ana.id,
    takenByEmail: ana.email,
    takenAt: hours(-1),
  })
  await task('due-later', { due: hours(25) })
  await task('done', { due: hours(-1), state: 'done', closedAt: hours(-1) })
  await task('obsolete', { state: 'obsolete', closedAt: hours(-1) })
  const same = { kind: 'order-review', detail: 'amount-differs' } as const
  await task('review', same)
  await task('review-too', { ...same, since: hours(-2) })
  await db.delete(tasks).where(sql`kind in ('refund-approval', 'release-approval')`)
  // Ana asks for a refund of one order and a release's end of the same id; a trigger opens their tasks.
  const asks = (kind: 'refund' | 'end-release', by: typeof ana, subject: string) =>
    db.insert(approvals).values({
      ...{
        id: id(`${kind} of ${by.email}`),
        kind,
        subject,
        number: order.number,
        amountCents: 500,
      },
      ...{ askedBy: by.id, askedByEmail: by.email, lapsesAt: hours(9), wish: { reason: 'Broken' } },
    })
  await asks('refund', ana, order.id)
  const other = await anOrder(hours(-1))
  await asks('refund', bea, other.id)
  const view = async (viewer: typeof ana) => {
    const { tasks: shown, isMore } = await viewTasks(services, viewer)
    const lines = shown.map(({ title, button, count, about, due, taken, atOnce }) => [
      ...[title, button, count, about, due, taken, atOnce],
    ])
    return [isMore, ...lines] as const
  }
  await step('to an owner', () => view(ana))
  await step('to another, only of second persons', async () =>
    (await view(bea)).filter((line) => String(line).includes('Approve')),
  )
  for (const duty of [
    'support',
    'shipping',
    'releases',
    'accounting',
    'emails',
    'compliance',
  ] as const) {
    const viewer = await who(duty, duty)
    await step(`to ${duty}`, async () => [
      await countTasks(db, taskKindsFor(viewer), viewer.id),
      ...taskKindsFor(viewer),
    ])
  }
  await step('the numbers of an owner and another', async () => [
    await countTasks(db, kinds, ana.id),
    await countTasks(db, ['dispute'], bea.id),
  ])
  const idOf = (name: string) => Object.entries(scenario.names).find(([, one]) => one === name)![0]
  const press = (
    name: string,
    viewer: typeof ana,
    action: typeof beginTask | typeof returnTask = beginTask,
  ) =>
    step(
      `${viewer.email}: ${action === beginTask ? 'begin' : 'return'} ${name}`,
      (): Promise<object> => action(services, viewer, { task: idOf(name) }),
    )
  await press('overdue', bea)
  await press('overdue', ana)
  await press('due', bea)
  await press('done', bea)
  await press('task-campaign-paused', await who('shipper', 'shipping'))
  await press('overdue', ana, returnTask)
  await press('overdue', bea, returnTask)
  await press('overdue', bea, returnTask)
  await step('what bea has taken', () => tasksTakenBy(db, bea.id))
  await step('bea’s account is erased', () => forgetTaker(db, bea.id))
  await db.execute(sql`insert into data_requests (kind, email, asked_at, done_at) values
    ('erasure', 'a@b.example', now() - interval '2 days', null),
    ('erasure', 'b@b.example', now() - interval '1 day', null),
    ('erasure', 'c@b.example', now() - interval '9 days', now())`)
  const ofAna = { productId: 'malbec-2022', userId: ana.id, units: 1 }
  const [granted] = await db
    .insert(requests)
    .values({ ...ofAna, kind: 'wine', state: 'granted' })
    .returning()
  await db.insert(allocations).values({
    ...{ ...ofAna, origin: 'grant', requestId: granted!.id, promiseUntil: hours(90) },
  })
  await step('what comes next', async () => [
    await nextDue(db, kinds),
    await nextDue(db, ['dispute']),
  ])
  await db.insert(alarms).values([
    { cause: 'jobs-failed', since: hours(-2), raisedAt: hours(-1) },
    { cause: 'emails-overdue', since: hours(-2) },
    { cause: 'of-later', since: hours(-2), raisedAt: hours(-1) },
  ] as never)
  await step('alarms', () => raisedAlarms(db))
  const causes = sql`select * from (${adminTasks.alarm.causes()}) as cause order by subject`
  await step('their tasks', async () => (await db.execute(causes)).rows)
  scenario.expectWritten('today')
})

test('what the overview, the log and one’s own page count', async () => {
  const { db } = testShop
  const zone = 'America/Los_Angeles'
  const today = beginningOf(shopDates(zone).isoDay(new Date()), zone)!
  const day = (count: number, seconds = 0) => {
    const noon = new Date(today.getTime() + 43_200_000 + count * 86_400_000)
    const midnight = beginningOf(shopDates(zone).isoDay(noon), zone)!
    return new Date(midnight.getTime() + seconds * 1000)
  }
  const release = await aRelease(db, { name: 'Spring', opensAt: day(-2) })
  const wanted = { releaseId: release.release.id, productId: release.wine }
  scenario.names[release.wine] = 'wine'
  scenario.names[release.release.id] = 'release'
  const draft = await aRelease(db, { name: 'Draft', state: 'draft' })
  scenario.names[draft.wine] = 'wine-of-draft'
  const older = await aRelease(db, {
    name: 'Ended',
    state: 'ended',
    opensAt: day(-90),
    closesAt: day(-80),
  })
  scenario.names[older.wine] = 'older-wine'
  scenario.names[older.release.id] = 'older'
  await db
    .update(products)
    .set({ stock: 20, sold: 4, held: 2, promised: 3 })
    .where(eq(products.id, release.wine))
  const first = await anOrder(day(0), {}, release.wine)
  await db.insert(orderLines).values({
    orderId: first.id,
    productId: 'malbec-2021',
    description: 'Malbec',
    quantity: 2,
    unitPriceCents: 700,
    taxCents: 0,
  })
  await db
    .update(orderLines)
    .set({ quantity: 3, ...wanted })
    .where(eq(orderLines.productId, release.wine))
  await anOrder(day(0, -1), { state: 'refunded', refundedCents: 400 })
  await anOrder(day(-29), { state: 'disputed' } as never)
  await anOrder(day(-29, -1), { state: 'refunded', refundedCents: 400 })
  const flag = { orderId: first.id, raisedAt: new Date() }
  await db.insert(orderFlags).values([
    { ...flag, reason: 'amount-differs', source: '1' },
    { ...flag, reason: 'sold-out', source: '2' },
  ] as never)
  const resolved = await anOrder(day(-60))
  await db.insert(orderFlags).values({
    ...{ ...flag, orderId: resolved.id, reason: 'amount-differs', source: '1' },
    resolvedAt: new Date(),
  } as never)
  const member = async (createdAt: Date, eraseAt: Date | null = null) => {
    const { id } = await aMember(db)
    await db.update(users).set({ createdAt, eraseAt }).where(eq(users.id, id))
    return id
  }
  const ana = await member(day(0))
  await member(day(0), new Date())
  await member(day(-500))
  const listed = async (email: string, row: Partial<typeof mailingListClients.$inferInsert>) =>
    db.insert(mailingListClients).values({
      ...{ email, fullName: email, firstName: email, consentSource: 'test', consentWording: 'yes' },
      ...row,
    })
  await listed('a@b.example', { createdAt: day(0) })
  await listed('b@b.example', { createdAt: day(-400) })
  await listed('c@b.example', { createdAt: day(0), unsubscribedAt: new Date() })
  await listed('d@b.example', { createdAt: day(0), eraseAt: new Date() })
  await db.insert(requests).values([
    { kind: 'club', userId: ana, state: 'open' },
    { kind: 'club', userId: (await aMember(db)).id, state: 'declined' },
  ])
  const mail = { kind: 'register', recipient: 'a@b.example', props: {} }
  await db.insert(mails).values([
    { ...mail, nextTryAt: hours(-2) },
    { ...mail, nextTryAt: hours(-1) },
    { ...mail, kind: 'campaign', nextTryAt: hours(-9) },
    { ...mail, state: 'failed', nextTryAt: hours(-20) },
    { ...mail, state: 'dead' },
    { ...mail, state: 'sent' },
  ])
  const event = { type: 'x', createdAt: new Date() }
  await db.insert(providerEvents).values([
    { ...event, id: 'evt_1' },
    { ...event, id: 'evt_2', settledAt: new Date() },
  ])
  await queueJob(db, 'find-duplicates', {})
  await queueJob(db, 'repair-tasks', {})
  await queueJob(db, 'watch-alarms', {})
  await queueJob(db, 'process-releases', {})
  // The first has failed; the last two run, one of them for its last time.
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts
    where id in (select unnest(array[min(id), max(id)]) from graphile_worker._private_jobs)`)
  await db.execute(sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'me'
    where id in (select id from graphile_worker._private_jobs order by id desc limit 2)`)
  const run = { startedAt: new Date(), spanFrom: new Date(), spanTo: new Date() }
  await db
    .insert(reconciliations)
    .values([
      { ...run, finishedAt: hours(-3), differenceCount: 5 },
      { ...run, finishedAt: hours(-2), differenceCount: 0 },
      run,
    ])
  await step('the overview', async () => {
    const { sales, growth, ...figures } = await overviewFigures(db, zone)
    const emails = {
      ...figures.emails,
      overdueSeconds: Math.floor(figures.emails.overdueSeconds / 60),
    }
    return {
      sales: sales.flatMap(({ orders: count, cents }, index) =>
        count > 0 ? [[index - sales.length + 1, count, cents]] : [],
      ),
      growth: growth.flatMap(({ customers, subscribers }, index) =>
        customers + subscribers > 0 ? [[index - growth.length + 1, customers, subscribers]] : [],
      ),
      ...{ ...figures, emails },
      // Wines without a place are in the order of their ids, which are others each time.
      wines: figures.wines.toSorted((a, b) =>
        (scenario.names[a.id] ?? '') < (scenario.names[b.id] ?? '') ? -1 : 0,
      ),
      byState: ordersByState(figures),
      health: [
        healthOf(figures),
        healthOf({
          ...figures,
          emails: { waiting: 9, failed: 0, overdueSeconds: 900 },
          jobs: { waiting: 9, failed: 0 },
        }),
        healthOf({ ...figures, emails: { waiting: 0, failed: 0, overdueSeconds: 901 } }),
        healthOf({ ...figures, reconciliation: { at: '', differences: 0, hasFailed: true } }),
        healthOf({ ...figures, reconciliation: { at: '', differences: 1, hasFailed: false } }),
      ],
    }
  })
  const repaired = (createdAt: Date, closedAt: Date | null, isRepaired = true) => ({
    ...{ kind: 'dispute' as const, subject: crypto.randomUUID(), since: createdAt, createdAt },
    ...{ closedAt, isRepaired, state: closedAt ? ('obsolete' as const) : ('open' as const) },
  })
  await db.delete(tasks)
  await db
    .insert(tasks)
    .values([
      ...[repaired(hours(-23), null), repaired(hours(-25), null), repaired(hours(-30), hours(-1))],
      ...[repaired(hours(-23), hours(-25)), repaired(hours(-1), null, false)],
    ])
  await step('the figures', () => adminFigures.read(db))

  const entry = (
    action: string,
    subjectKind: string,
    subjectId: string,
    actor: string,
    row: object = {},
  ) => ({
    ...{ action, subjectKind, subjectId, actorEmail: `${actor}@kohue.example` },
    ...{
      actorId: actor === 'bea' ? ana : null,
      subjectLabel: subjectKind,
      ...row,
    },
  })
  const box = crypto.randomUUID()
  await db
    .insert(auditLog)
    .values([
      entry('user-updated', 'user', ana, 'ana', { before: { a: 1 }, after: { a: 2 } }),
      entry('order-note-added', 'order', first.id, 'bea', { after: { note: 'Call' } }),
      entry('order-note-added', 'order', resolved.id, 'bea'),
      entry('stock-set', 'wine', 'malbec-2022', 'bea', { at: hours(-30) }),
      entry('shipment-marked', 'shipment', box, 'ana'),
    ])
  scenario.names[ana] = 'ana'
  await db.update(orders).set({ userId: ana }).where(eq(orders.id, first.id))
  const views = ['subject=wine:malbec-2022', `person=${ana}`, 'by=bea@kohue.example', 'q=bea stock']
  await step('the log', () => viewsOf(db, auditLogList, { named: 'Action', views }))
  await step('one’s own', () => ownLog(db, ana, 2))
  await step('all of one’s own', async () => (await ownLog(db, ana)).length)
  scenario.expectWritten('overview')
})
