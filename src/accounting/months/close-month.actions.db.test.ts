import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Duty } from '#platform/access/duties.rules.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { nextMonth } from '#platform/text/accounting-month.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { chargeFee, closeDispute } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { closeMonth, reopenMonth } from './close-month.actions.server.ts'
import { takeMonthFile } from './month-files.actions.server.ts'
import type { Parts } from './month-lines.rules.ts'
import { prepareMonth, readMovements } from './read-movements.actions.server.ts'
import { accountingFiles } from './tables.ts'
import { viewMonth } from './view-accounting.actions.server.ts'

let testShop: TestShop
let month: string
let accountant: { id: string; email: string; role: 'staff'; duties: Duty[] }
let owner: typeof accountant

const wine = 'malbec-2022'
const states = ['CA', 'NY', 'TX', 'FL', '']
const channels = ['cart', 'card', 'offering', 'offer1']
const address = (state: string) => ({ state, name: 'A', rules: '1' })

const staff = async (duty: Duty) => ({
  ...(await aMember(testShop.db)),
  role: 'staff' as const,
  duties: [duty],
})

/** Runs a job for each, sixteen at a time. */
async function each<T>(items: readonly T[], job: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await job(item)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

const pay = (amount: number, checkout: string, card = 'pm_card_visa') =>
  testShop.stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    confirm: true,
    payment_method: card,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { checkout },
  })

type Sold = { id: string; payment: string; total: number }

/** An order as the shop writes it, with its payment. */
async function anOrder(index: number): Promise<Sold> {
  const id = randomUUID()
  const cases = (index % 3) + 1
  const [subtotal, tax, shipping] = [45_000 * cases, 3_263 * cases, 3_500 + (index % 5) * 100]
  const total = subtotal + tax + shipping
  const intent = await pay(total, id, index % 97 === 0 ? 'pm_card_createDispute' : 'pm_card_visa')
  const state = states[index % states.length]!
  await testShop.db.execute(sql`
    with begun as (
      insert into checkouts (id, channel, state, fingerprint, shipping_method, subtotal_cents,
        shipping_cents, tax_cents, total_cents, payment_intent_id, expires_at)
      values (${id}, ${channels[index % 4]}, 'paid', ${id}, ${state ? 'ground' : 'pickup'},
        ${subtotal}, ${shipping}, ${tax}, ${total}, ${intent.id}, now())),
    ordered as (
      insert into orders (id, checkout_id, channel, payment_intent_id, email, name, shipping_method,
        ship_to, subtotal_cents, shipping_cents, tax_cents, total_cents)
      values (${id}, ${id}, ${channels[index % 4]}, ${intent.id}, 'a@b.example', 'A',
        ${state ? 'ground' : 'pickup'}, ${JSON.stringify(address(state))}, ${subtotal}, ${shipping},
        ${tax}, ${total})),
    line as (
      insert into order_lines (order_id, product_id, description, quantity, unit_price_cents, tax_cents)
      values (${id}, ${wine}, 'Malbec', ${cases}, 45000, ${tax}))
    update products set sold = sold + ${cases} where id = ${wine}`)
  return { id, payment: intent.id, total }
}

async function aRefund({ id, payment }: Sold, amount: number): Promise<void> {
  const made = await testShop.stripe.refunds.create({ payment_intent: payment, amount })
  await testShop.db.execute(sql`
    with written as (
      insert into refunds (order_id, request_key, provider_id, cause, state, amount_cents, settled_at)
      values (${id}, ${made.id}, ${made.id}, 'staff', 'made', ${amount}, now()))
    update orders set refunded_cents = refunded_cents + ${amount} where id = ${id}`)
}

async function aReshipment({ id: order }: Sold, index: number): Promise<void> {
  const id = randomUUID()
  const amount = 3_500 + index * 10
  const { id: payment } = await pay(amount, id)
  const shipTo = JSON.stringify(address('NY'))
  await testShop.db.execute(sql`
    with box as (
      insert into shipments (order_id, kind, state, method, ship_to)
      values (${order}, 'first', 'returned', 'ground', ${shipTo}) returning id),
    begun as (
      insert into checkouts (id, channel, state, fingerprint, shipping_method, subtotal_cents,
        shipping_cents, tax_cents, total_cents, payment_intent_id, expires_at)
      values (${id}, 'reshipment', 'paid', ${id}, 'ground', 0, ${amount}, 0, ${amount}, ${payment},
        now()) returning id)
    insert into reshipments (checkout_id, order_id, shipment_id, ship_to, paid_at, paid_cents)
    select ${id}, ${order}, box.id, ${shipTo}, now(), ${amount} from box, begun`)
}

/** Everything that moved the provider's balance, asked of the provider itself. */
async function theirMovements(): Promise<Stripe.BalanceTransaction[]> {
  const all: Stripe.BalanceTransaction[] = []
  for await (const one of testShop.stripe.balanceTransactions.list({ limit: 100 })) all.push(one)
  return all
}

const sumOf = (rows: readonly Stripe.BalanceTransaction[], field: 'amount' | 'fee' | 'net') =>
  rows.reduce((sum, row) => sum + row[field], 0)

async function viewed(of = month) {
  const found = await viewMonth(testShop.services, accountant, of)
  return found!
}

const close = async () =>
  closeMonth(testShop.services, accountant, { month, seen: (await viewed()).seen })
const refused = (words: string) => ({ ok: false, sentence: expect.stringContaining(words) })
const prepare = () => prepareMonth(testShop.services, { month, requestedBy: accountant.email })

let sold: Sold[] = []

beforeAll(async () => {
  testShop = await openTestShop()
  accountant = await staff('accounting')
  owner = await staff('owner')
  month = shopDates('America/Los_Angeles').isoDay(new Date()).slice(0, 7)
  await testShop.db.execute(sql`update products set stock = null where id = ${wine}`)
  await each(
    Array.from({ length: 1_000 }, (_, index) => index),
    async (index) => void sold.push(await anOrder(index)),
  )
  const disputes = (await testShop.stripe.disputes.list({ limit: 100 })).data
  const disputed = new Set(disputes.map(({ payment_intent: payment }) => payment))
  for (const { id, amount, payment_intent: payment } of disputes) {
    const order = sold.find((one) => one.payment === payment)!
    await testShop.db.execute(sql`
      insert into disputes (id, order_id, amount_cents, state, reason, opened_at)
      values (${id}, ${order.id}, ${amount}, 'under-review', 'fraudulent', now())`)
  }
  await closeDispute(disputes[0]!.id, 'won')
  sold = sold.filter(({ payment }) => !disputed.has(payment))
  await each(sold.slice(0, 120), async (order) => {
    await aRefund(order, Math.round(order.total / 3))
    await aRefund(order, 1_111)
  })
  await each(sold.slice(120, 160), async (order) => aRefund(order, order.total))
  await each(
    sold.slice(160, 190).map((order, index) => [order, index] as const),
    async ([order, index]) => aReshipment(order, index),
  )
  await testShop.stripe.paymentIntents.create({
    amount: 9_900,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  await chargeFee(1_234)
  await testShop.stripe.payouts.create({ amount: 5_000_000, currency: 'usd' })
}, 120_000)
afterAll(() => testShop.close())

describe('a month of 1,000 orders with refunds, reshipments, disputes, a fee and a payout', () => {
  test('is not closed before it is over, read and compared', async () => {
    expect(await close()).toMatchObject(refused('is not over yet'))
    testShop.pass(40 * 24 * 60)
    expect(await close()).toMatchObject(refused('have not been read to the end of the month'))
    await readMovements(testShop.services)
    const before = new Date(Date.parse(`${month}-01T00:00:00Z`) - 86_400_000).toISOString()
    const earlier = { month: before.slice(0, 7), seen: '' }
    expect(await closeMonth(testShop.services, accountant, earlier)).toMatchObject(
      refused('there is nothing to close'),
    )
    expect(await close()).toMatchObject(refused('has not been compared with the provider'))
  })

  test('is not closed with a difference', async () => {
    const right = sold[300]!
    const set = (total: number) =>
      testShop.db.execute(sql`update orders set total_cents = ${total},
        subtotal_cents = subtotal_cents + ${total} - total_cents where id = ${right.id}`)
    await set(right.total + 1)
    await prepare()
    expect(await close()).toMatchObject(refused('found differences'))
    expect((await viewed()).unexplained).toMatchObject([
      { kind: 'amount', ours: right.total + 1, theirs: right.total },
    ])
    await set(right.total)
    expect(await close()).toMatchObject(refused('found differences'))
    // A refund that failed moved nothing.
    await testShop.db.execute(sql`
      insert into refunds (order_id, request_key, provider_id, cause, state, amount_cents, settled_at)
      values (${right.id}, 're_failed', 're_failed', 'staff', 'failed', 5000, now())`)
    await prepare()
    const { whyNot, unexplained } = await viewed()
    expect({ whyNot, unexplained }).toEqual({ whyNot: null, unexplained: [] })
  })

  test('is closed once, by one of two, and only as it was looked at', async () => {
    const { seen } = await viewed()
    const lookedAt = () => closeMonth(testShop.services, accountant, { month, seen })
    // What a refund was for has become known: its sum is the same, and what it is of is not.
    const knows = (purpose: object | null) =>
      testShop.db.execute(sql`update refunds set purpose = ${purpose && JSON.stringify(purpose)}
        where id = (select id from refunds where state = 'made' and amount_cents = 1111 order by id limit 1)`)
    await knows({ wines: {}, goodwillCents: 1_111 })
    expect(await lookedAt()).toMatchObject(refused('lines changed since you looked'))
    await knows(null)
    const twice = await Promise.all(
      [1, 2].map(() => closeMonth(testShop.services, owner, { month, seen })),
    )
    expect(twice.map((one) => one.ok && one.done.wasClosed).toSorted()).toEqual([false, true])
  })

  test('has the figures of the provider’s balance transactions, and lines that sum to them', async () => {
    const theirs = await theirMovements()
    const { figures } = await viewed()
    const ofType = (type: string) => theirs.filter((one) => one.type === type)
    for (const [kind, type] of [
      ['charge', 'charge'],
      ['refund', 'refund'],
      ['dispute', 'adjustment'],
      ['fee', 'stripe_fee'],
      ['payout', 'payout'],
    ] as const) {
      const rows = ofType(type)
      expect(figures.moved[kind], kind).toEqual({
        count: rows.length,
        amount: sumOf(rows, 'amount'),
        fee: sumOf(rows, 'fee'),
        net: sumOf(rows, 'net'),
      })
    }
    expect(figures.moved.other.count).toBe(0)
    expect(figures.moved.charge.count).toBe(1_000 + 30 + 1)
    expect(figures.moved.refund.count).toBe(280)
    expect(figures.moved.dispute.count).toBe(11 + 1)
    const balance = await testShop.stripe.balance.retrieve()
    expect([figures.opening, figures.closing]).toEqual([0, balance.available[0]!.amount])

    const { rows } = await testShop.db.execute<Record<string, string>>(sql`
      select sum(subtotal_cents)::text as wine, sum(shipping_cents)::text as shipping,
        sum(tax_cents)::text as tax from orders`)
    const total = (part: 'wine' | 'shipping' | 'tax') =>
      figures.sales
        .filter(({ channel }) => channel !== 'reshipment')
        .reduce((sum, { sold: parts }) => sum + parts[part], 0)
    expect([total('wine'), total('shipping'), total('tax')].map(String)).toEqual([
      rows[0]!['wine'],
      rows[0]!['shipping'],
      rows[0]!['tax'],
    ])
    const totalOf = (parts: Parts) => parts.wine + parts.shipping + parts.tax + parts.other
    const soldSum = figures.sales.reduce((sum, group) => sum + totalOf(group.sold), 0)
    const backSum = figures.sales.reduce((sum, group) => sum + totalOf(group.refunded), 0)
    expect(soldSum).toBe(figures.moved.charge.amount)
    expect(backSum).toBe(figures.moved.refund.amount)
    expect(figures.sales.find(({ channel }) => channel === 'reshipment')).toMatchObject({
      state: 'NY',
      payments: 30,
      sold: { wine: 0, tax: 0, other: 0 },
    })
    expect(figures.sales.find(({ channel }) => channel === 'foreign')!.sold.other).toBe(9_900)
  })

  test('keeps three files with their hashes, whose lines sum to the figures', async () => {
    const { figures, closed } = await viewed()
    const lines = await takeMonthFile(testShop.services, accountant, { month, kind: 'lines' })
    if (!lines.ok) throw new Error(lines.sentence)
    const [head, ...rows] = lines.done.file.toString('utf8').slice(1).trimEnd().split('\r\n')
    const at = (name: string) => head!.split(',').indexOf(name)
    // Dates are quoted, as they have a comma.
    const cells = rows.map((row) => row.replaceAll(/"[^"]*"/g, 'quoted').split(','))
    const column = (name: string) =>
      cells.reduce((sum, row) => sum + Math.round(Number(row[at(name)]) * 100), 0)
    expect(column('Left')).toBe(figures.closing - figures.opening)
    expect(column('Wine')).toBe(
      figures.sales.reduce((sum, one) => sum + one.sold.wine + one.refunded.wine, 0),
    )
    expect(column('California tax')).toBe(
      figures.sales.reduce((sum, one) => sum + one.sold.tax + one.refunded.tax, 0),
    )
    const pdf = await takeMonthFile(testShop.services, accountant, { month, kind: 'summary' })
    if (!pdf.ok) throw new Error(pdf.sentence)
    expect(pdf.done.file.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.done.file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    const again = await takeMonthFile(testShop.services, accountant, { month, kind: 'summary' })
    expect(again).toEqual(pdf)
    expect(Object.keys(closed!.hashes).toSorted()).toEqual(['lines', 'summary', 'sums'])
    const noted = await testShop.db
      .select({ action: auditLog.action, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.subjectId, month))
      .orderBy(auditLog.id)
    expect(noted.map(({ action }) => action)).toEqual([
      'month-closed',
      'list-exported',
      'list-exported',
      'list-exported',
    ])
    expect(noted[0]!.after).toMatchObject({ opening: '$0.00', ...closed!.hashes })
    expect(noted[1]!.after).toMatchObject({ sha256: closed!.hashes['lines'], rows: rows.length })
  })

  test('does not change by a refund made afterwards: that is in the next month, marked', async () => {
    const before = await viewed()
    const next = nextMonth(month)
    await aRefund(sold[500]!, 4_321)
    await readMovements(testShop.services, { month })
    const after = await viewed()
    expect(after.figures).toEqual(before.figures)
    const following = await viewed(next)
    expect(following.figures).toMatchObject({
      opening: before.figures.closing,
      closing: before.figures.closing - 4_321,
      moved: { refund: { count: 1, amount: -4_321 } },
      marked: 1,
    })
    expect(following.marked).toMatchObject([{ amount: -4_321, mark: { kind: 'late', month } }])
  })

  test('is opened again only by an owner with a reason, and loses its files', async () => {
    const reopen = (viewer: typeof owner, reason: string) =>
      reopenMonth(testShop.services, viewer, { month, reason })
    expect(await reopen(accountant, 'A mistake.')).toMatchObject({ status: 403 })
    expect(await reopen(owner, ' ')).toMatchObject({
      errors: { reason: 'Give a reason of at most 300 characters.' },
    })
    expect(await reopen(owner, 'A mistake.')).toMatchObject({ ok: true })
    expect(await reopen(owner, 'A mistake.')).toMatchObject(refused('This month is not closed'))
    expect(await testShop.db.select().from(accountingFiles)).toEqual([])
    const [entry] = await testShop.db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.action, 'month-reopened'))
    expect(entry!.after).toEqual({ reason: 'A mistake.' })
    expect(await close()).toMatchObject({ ok: true })
    const support = await staff('support')
    expect(await takeMonthFile(testShop.services, support, { month, kind: 'sums' })).toMatchObject({
      status: 403,
    })
  })
})
