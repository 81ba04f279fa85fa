import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  finishReconciliation,
  startReconciliation,
} from '#accounting/reconciliation/reconciliation.store.server.ts'
import { accountingTasks } from '#accounting/tasks.server.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { catalogueTasks } from '#catalogue/tasks.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import { flagReasons } from '#orders/flags/flag-reasons.copy.ts'
import { raiseFlag, resolveFlagOf } from '#orders/flags/order-flags.store.server.ts'
import { disputes } from '#orders/order/tables.ts'
import { ordersTasks } from '#orders/tasks.server.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { tasks } from './tables.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

type Task = {
  causes: () => SQL
  title: (task: { subject: string; number: number | null; detail: string }) => string
  href: (task: { subject: string; number: number | null }) => string
}

/** What the list of tasks says of each cause that is there now. */
async function said(task: unknown): Promise<string[]> {
  const { causes, title, href } = task as Task
  const { rows } = await testShop.db.execute<{ subject: string; number: number; detail: string }>(
    sql`select * from (${causes()}) as causes order by subject, detail`,
  )
  return rows.map((row) => `${title(row)} (${href(row)})`)
}

test('a wine is to be seen to once it is sold out and still on sale, or has no price', async () => {
  const { db } = testShop
  const soldOut = () => said(catalogueTasks['wine-sold-out'])
  const { wine, release } = await aRelease(db, { stock: 10 })
  const sell = (sold: number) => db.update(products).set({ sold }).where(eq(products.id, wine))
  const becomes = (change: Partial<typeof releases.$inferInsert>) =>
    db.update(releases).set(change).where(eq(releases.id, release.id))
  await sell(9)
  expect(await soldOut()).toEqual([])
  await sell(10)
  const here = `2023 Malbec, 3-pack of 750ml is sold out and still on sale (/admin/wines/${wine})`
  expect(await soldOut()).toEqual([here])
  const soon = new Date(Date.now() + 60_000)
  const past = new Date(Date.now() - 60_000)
  for (const change of [
    { state: 'paused' },
    { state: 'scheduled', opensAt: soon },
    { opensAt: new Date(past.getTime() - 60_000), closesAt: past },
  ] as const) {
    await becomes(change)
    expect(await soldOut()).toEqual([])
  }
  await db.update(products).set({ releaseState: 'on-sale' }).where(eq(products.id, wine))
  expect(await soldOut()).toEqual([here])
  await db.update(products).set({ stock: null }).where(eq(products.id, wine))
  expect(await soldOut()).toEqual([])

  const unpriced = () => said(catalogueTasks['price-missing'])
  expect(await unpriced()).toEqual([
    `2023 Malbec, 3-pack of 750ml has no price at the payment provider (/admin/wines/${wine})`,
  ])
  await db.update(products).set({ priceId: 'price_1' }).where(eq(products.id, wine))
  expect(await unpriced()).toEqual([])
})

test('the newest comparison that has ended says how many differences there are, or that it failed', async () => {
  const { db } = testShop
  const at = new Date()
  const compared = async (result: Parameters<typeof finishReconciliation>[2] | null) => {
    const run = { requestedBy: null, startedAt: at, spanFrom: at, spanTo: at }
    const id = await startReconciliation(db, run)
    if (result) await finishReconciliation(db, id, { finishedAt: at, ...result })
    return said(accountingTasks['reconciliation-differs'])
  }
  const where = '(/admin/reconciliation)'
  expect(await compared(null)).toEqual([])
  expect(await compared({ differenceCount: 0 })).toEqual([])
  const one = `1 difference from the payment provider’s ledger ${where}`
  expect(await compared({ differenceCount: 1 })).toEqual([one])
  expect(await compared({ differenceCount: 12 })).toEqual([
    `12 differences from the payment provider’s ledger ${where}`,
  ])
  const failed = `The comparison with the payment provider failed ${where}`
  expect(await compared({ hasFailed: true })).toEqual([failed])
  // One that runs says nothing yet.
  expect(await compared(null)).toEqual([failed])
  expect(await compared({ differenceCount: 0 })).toEqual([])
})

test('differences stay until a comparison as long and as late finds none', async () => {
  const { db } = testShop
  const day = (number: number) => new Date(Date.UTC(2026, 9, number))
  const compared = async (from: number, to: number, differenceCount: number, isWhole = true) => {
    const run = { requestedBy: null, startedAt: day(to), spanFrom: day(from), spanTo: day(to) }
    const id = await startReconciliation(db, run)
    await finishReconciliation(db, id, { finishedAt: day(to), differenceCount, isWhole })
    const task = await db
      .select({ detail: tasks.detail })
      .from(tasks)
      .where(and(eq(tasks.kind, 'reconciliation-differs'), inArray(tasks.state, ['open', 'taken'])))
    const causes = await said(accountingTasks['reconciliation-differs'])
    expect(causes.length).toBe(task.length)
    return task.map(({ detail }) => detail)
  }
  const found = ['3']
  expect(await compared(1, 36, 3)).toEqual(found)
  // Of the month that runs, of a month before, and one that broke off.
  expect(await compared(32, 37, 0)).toEqual(found)
  expect(await compared(-30, 31, 0)).toEqual(found)
  expect(await compared(2, 37, 0, false)).toEqual(found)
  expect(await compared(32, 37, 1)).toEqual(['1'])
  expect(await compared(32, 37, 0)).toEqual(found)
  // The next night's begins an hour later where clocks were set back.
  expect(await compared(2, 37, 0)).toEqual([])
  expect(await compared(32, 38, 0)).toEqual([])
})

test('an order is to be seen to for each open flag but those of a box and a dispute, which is one of its own', async () => {
  const { db } = testShop
  const { id: userId } = await aMember(db)
  const { rows } = await db.execute<{ id: string; number: number }>(sql`
    with begun as (
      insert into checkouts (channel, state, fingerprint, subtotal_cents, shipping_cents, tax_cents,
        total_cents, expires_at)
      values ('cart', 'paid', '', 1, 0, 0, 1, now()) returning id)
    insert into orders (checkout_id, user_id, channel, email, name, subtotal_cents, shipping_cents,
      tax_cents, total_cents)
    select id, ${userId}, 'cart', 'a@b.example', 'A', 1, 0, 0, 1 from begun returning id, number`)
  const { id, number } = rows[0]!
  for (const reason of flagReasons) await raiseFlag(db, id, reason, { source: 'here' })
  const page = `/admin/orders/${number}`
  const review = () => said(ordersTasks['order-review'])
  const failed = () => said(ordersTasks['refund-failed'])
  expect(await failed()).toEqual([`Refund of K-${number} failed (${page}#order-refund)`])
  const flag = `Review K-${number}: `
  const reviewed = (await review()).map((one) => one.slice(flag.length).split(' (')[0])
  // Of the others shipping has tasks of its own.
  expect(reviewed.toSorted()).toEqual([
    'address differs',
    'address not served',
    'amount differs',
    'bank asks about the payment',
    'delivered without a signature',
    'delivered, then reported as returned',
    'dispute lost',
    'evidence not accepted',
    'near match in a state with a limit',
    'paid for other shipping, too late',
    'paid to be sent again, too late',
    'paid too little',
    'payment for shipping disputed',
    'refunded after handover',
    'returned box to refund',
    'sold out before payment',
    'state closed since',
    'wants to pick up a returned box',
  ])
  for (const reason of flagReasons) await resolveFlagOf(db, { orderId: id, reason, source: 'here' })
  expect([await review(), await failed()]).toEqual([[], []])

  const disputed = () => said(ordersTasks.dispute)
  const dispute = { id: 'dp_1', orderId: id, amountCents: 1, reason: 'fraudulent' }
  await db.insert(disputes).values({ ...dispute, state: 'needs-response', openedAt: new Date() })
  expect(await disputed()).toEqual([
    `The dispute of K-${number} needs a response (${page}#order-disputes)`,
  ])
  for (const state of ['under-review', 'won', 'lost', 'withdrawn'] as const) {
    await db.update(disputes).set({ state })
    expect(await disputed()).toEqual([])
  }
})
