import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ProviderMovement } from '#payments/movements.rules.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { monthsBetween } from '#platform/text/accounting-month.rules.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { closeMonth, reopenMonth } from './close-month.actions.server.ts'
import type { MonthFigures } from './month-figures.rules.ts'
import { takeMonthFile } from './month-files.actions.server.ts'
import { bookedMovements } from './month-lines.store.server.ts'
import { insertMonth } from './months.store.server.ts'
import { bookMovements } from './movements.store.server.ts'
import { requestMonth } from './read-movements.actions.server.ts'
import { accountingFiles, accountingMonths, movementReads } from './tables.ts'
import { viewAccounting, viewMonth } from './view-accounting.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(() =>
  testShop.db.execute(
    sql`truncate accounting_files, accounting_months, provider_movements, movement_reads`,
  ),
)

const person = async (duty: Duty) => ({
  ...(await aMember(testShop.db)),
  role: 'staff' as const,
  duties: [duty],
})

/** The shop at half past eleven on the last evening of November, when it is December in UTC. */
const lastEvening = () => ({
  ...testShop.services,
  clock: () => new Date('2026-12-01T07:30:00Z'),
})

const book = (movements: readonly (Partial<ProviderMovement> & { createdAt: Date })[]) =>
  testShop.db.transaction((tx) =>
    bookMovements(
      tx,
      movements.map((movement) => ({
        id: randomUUID(),
        kind: 'charge',
        category: 'charge',
        amount: 51_763,
        fee: 0,
        sourceId: randomUUID(),
        paymentId: null,
        description: '',
        ...movement,
      })),
      (at) => at.toISOString().slice(0, 7),
    ),
  )

const close = async (...months: string[]) => {
  for (const [index, month] of months.entries()) {
    await testShop.db.transaction((tx) =>
      insertMonth(tx, {
        month,
        closedAt: new Date('2026-11-02T18:00:00Z'),
        closedBy: 'ana@kohue.example',
        figures: { opening: index, closing: index + 1 } as MonthFigures,
        hashes: {},
        files: { lines: Buffer.from(''), sums: Buffer.from(''), summary: Buffer.from('') },
      }),
    )
  }
}

test('the list has every month since the first movement, by the shop’s calendar', async () => {
  await book([{ createdAt: new Date('2026-08-20T12:00:00Z') }])
  await close('2026-09', '2026-10')
  const listed = async () =>
    (await viewAccounting(lastEvening())).months.map(({ month, isOver, closed }) => [
      month,
      isOver,
      closed && [closed.opening, closed.closing],
    ])
  expect(await listed()).toEqual([
    ['2026-11', false, null],
    ['2026-10', true, [1, 2]],
    ['2026-09', true, [0, 1]],
    ['2026-08', true, null],
  ])
  await book([{ createdAt: new Date('2027-01-02T12:00:00Z') }])
  expect((await listed()).slice(0, 3).map(([month]) => month)).toEqual(
    monthsBetween('2026-11', '2027-01').toReversed(),
  )
})

test('the page says how the newest read ended, and when one last succeeded', async () => {
  const read = async (of: Partial<typeof movementReads.$inferInsert>, at: string) => {
    const times = { startedAt: new Date(at), readFrom: new Date(0), readTo: new Date(at) }
    await testShop.db.insert(movementReads).values({ ...times, ...of })
    return (await viewAccounting(lastEvening())).read
  }
  const first = new Date('2026-11-01T10:00:05Z')
  expect((await viewAccounting(lastEvening())).read).toEqual({ at: null, state: 'read' })
  expect(await read({ finishedAt: first }, '2026-11-01T10:00:00Z')).toEqual({
    at: first,
    state: 'read',
  })
  const later = new Date('2026-11-02T10:00:05Z')
  expect(await read({ finishedAt: later, hasFailed: true }, '2026-11-02T10:00:00Z')).toEqual({
    at: first,
    state: 'failed',
  })
  expect(await read({}, '2026-11-03T10:00:00Z')).toEqual({ at: first, state: 'reading' })
})

test('a closed month keeps its figures, and an owner may reopen only the last', async () => {
  const [owner, accountant] = [await person('owner'), await person('accounting')]
  await close('2026-09', '2026-10')
  await book([{ createdAt: new Date('2026-11-05T12:00:00Z') }])
  const seen = async (viewer: typeof owner, month: string) => {
    const shown = await viewMonth(lastEvening(), viewer, month)
    return [shown!.figures.closing, shown!.whyNot, shown!.mayReopen]
  }
  expect(await seen(owner, '2026-10')).toEqual([2, null, true])
  expect(await seen(owner, '2026-09')).toEqual([1, null, false])
  expect(await seen(owner, '2026-11')).toEqual([51_763, 'not-over', false])
  expect(await seen(accountant, '2026-10')).toEqual([2, null, false])
})

test('fifty lines of another month are shown, the oldest first', async () => {
  await close('2026-10')
  const first = Date.parse('2026-10-20T12:00:00Z')
  await book(
    Array.from({ length: 51 }, (_, index) => ({
      // Identifiers run against the dates.
      id: `late-${99 - index}`,
      amount: index + 1,
      createdAt: new Date(first + index * 1000),
    })),
  )
  const shown = await viewMonth(lastEvening(), await person('accounting'), '2026-11')
  expect(shown!.marked).toHaveLength(50)
  expect(shown!.marked[0]).toEqual({
    at: new Date(first),
    order: null,
    amount: 1,
    mark: { kind: 'late', month: '2026-10' },
  })
  expect(shown!.marked[49]).toMatchObject({ amount: 50 })
})

type Ordered = { payment: string | null; at: string }

/** An order with a payment of that id; returns its number. */
async function anOrder({ payment, at }: Ordered): Promise<{ id: string; number: number }> {
  const { rows } = await testShop.db.execute<{ id: string; number: number }>(sql`
    with begun as (
      insert into checkouts (channel, state, fingerprint, shipping_method, subtotal_cents,
        shipping_cents, tax_cents, total_cents, payment_intent_id, expires_at)
      values ('cart', 'paid', '', 'ground', 45000, 3500, 3263, 51763, ${payment}, now())
      returning id),
    placed as (
      insert into orders (checkout_id, channel, payment_intent_id, email, name, shipping_method,
        ship_to, subtotal_cents, shipping_cents, tax_cents, total_cents, created_at)
      select id, 'cart', ${payment}, 'a@b.example', 'A', 'ground', '{"state":"CA"}', 45000, 3500,
        3263, 51763, ${at} from begun returning id, number),
    line as (
      insert into order_lines (order_id, product_id, description, quantity, unit_price_cents, tax_cents)
      select id, 'malbec-2022', 'Malbec', 1, 45000, 3263 from placed)
    select id, number from placed`)
  return rows[0]!
}

/** An order without a payment of its own whose box came back and is sent again, paid for or not yet. */
async function aReshipment(payment: string, paidAt: string | null) {
  const order = await anOrder({ payment: null, at: '2026-09-05T12:00:00Z' })
  await testShop.db.execute(sql`
    with box as (
      insert into shipments (order_id, kind, state, method, ship_to)
      values (${order.id}, 'first', 'returned', 'ground', '{"state":"CA"}') returning id),
    begun as (
      insert into checkouts (channel, state, fingerprint, shipping_method, subtotal_cents,
        shipping_cents, tax_cents, total_cents, payment_intent_id, expires_at, ship_to)
      values ('reshipment', ${paidAt ? 'paid' : 'open'}, '', 'ground', 0, 3500, 0, 3500, ${payment},
        now(), '{"state":"NJ"}') returning id)
    insert into reshipments (checkout_id, order_id, shipment_id, ship_to, paid_at, paid_cents)
    select begun.id, ${order.id}, box.id, '{"state":"NY"}', ${paidAt}::timestamptz,
      ${paidAt ? 3_500 : null}::int
    from box, begun`)
  return order
}

type Refunded = { id: string; at: string; state?: 'made' | 'failed'; purpose?: object }

const aRefund = (order: string, { id, at, state = 'made', purpose }: Refunded) =>
  testShop.db.execute(sql`
    insert into refunds (order_id, request_key, provider_id, cause, state, amount_cents, settled_at, purpose)
    values (${order}, ${id}, ${id}, 'staff', ${state}, 1000, ${at},
      ${purpose ? JSON.stringify(purpose) : null})`)

test('a month names what was sold and refunded in it that the provider does not list', async () => {
  const [october, november, december] = [
    '2026-11-01T06:59:59Z',
    '2026-11-01T07:00:00Z',
    '2026-12-01T08:00:00Z',
  ] as const
  const unlisted = await anOrder({ payment: 'pi_unlisted', at: november })
  const listed = await anOrder({ payment: 'pi_listed', at: november })
  await anOrder({ payment: null, at: november })
  await anOrder({ payment: 'pi_before', at: october })
  await anOrder({ payment: 'pi_after', at: december })
  const reshipped = await aReshipment('pi_box', november)
  await aReshipment('pi_box_before', october)
  await aReshipment('pi_box_after', december)
  await aReshipment('pi_box_listed', november)
  await aRefund(listed.id, { id: 're_unlisted', at: november })
  await aRefund(listed.id, { id: 're_listed', at: november })
  await aRefund(listed.id, { id: 're_failed', at: november, state: 'failed' })
  await aRefund(listed.id, { id: 're_before', at: october })
  await aRefund(listed.id, { id: 're_after', at: december })
  // One that was made elsewhere than at the provider is not listed there.
  await aRefund(listed.id, { id: 're_elsewhere', at: november })
  await testShop.db.execute(sql`
    update refunds set provider_id = null where provider_id = 're_elsewhere'`)
  const at = new Date('2026-11-20T12:00:00Z')
  await book([
    { createdAt: at, paymentId: 'pi_listed' },
    { createdAt: at, paymentId: 'pi_box_listed', amount: 3_500 },
    {
      createdAt: at,
      paymentId: 'pi_listed',
      kind: 'refund',
      amount: -1_000,
      sourceId: 're_listed',
    },
    // Only what was charged counts as the payment's movement.
    { createdAt: at, paymentId: 'pi_unlisted', kind: 'refund', amount: -1 },
  ])
  const shown = await viewMonth(lastEvening(), await person('accounting'), '2026-11')
  expect(shown!.unexplained).toEqual([
    { kind: 'order-without-movement', order: unlisted.number },
    { kind: 'reshipment-without-movement', order: reshipped.number },
    { kind: 'refund-without-movement', order: listed.number, amount: 1_000 },
  ])
})

test('an order that was paid with another amount than its parts add up to is explained by what was recorded', async () => {
  const at = '2026-11-06T12:00:00Z'
  const paid = { 'paid more': 51_764, 'paid less': 51_000, 'recorded wrongly': 51_764 }
  for (const [payment, total] of Object.entries(paid)) {
    const { id } = await anOrder({ payment, at })
    await testShop.db.execute(sql`update orders set total_cents = ${total} where id = ${id}`)
  }
  const charge = (paymentId: string, amount: number) => ({
    ...{ id: paymentId, paymentId, amount, createdAt: new Date(at) },
  })
  await book([charge('paid more', 51_764), charge('paid less', 51_000)])
  const unexplained = async () =>
    (await viewMonth(lastEvening(), await person('accounting'), '2026-11'))!.unexplained.filter(
      ({ kind }) => kind === 'amount',
    )
  expect(await unexplained()).toEqual([])
  await book([charge('recorded wrongly', 51_763)])
  expect(await unexplained()).toMatchObject([{ kind: 'amount', ours: 51_764, theirs: 51_763 }])
})

test('of one month what is known to be refunded for something comes before the rest', async () => {
  const order = await anOrder({ payment: 'pi_1', at: '2026-11-05T12:00:00Z' })
  const purpose = { wines: {}, shippingCents: 0, goodwillCents: 1_000 }
  await aRefund(order.id, { id: 're_2', at: '2026-11-07T12:00:00Z', purpose })
  await aRefund(order.id, { id: 're_4', at: '2026-11-09T12:00:00Z', purpose })
  await book([
    { createdAt: new Date('2026-11-05T12:00:00Z'), paymentId: 'pi_1', id: 'charge' },
    ...[1, 2, 3, 4].map((n) => ({
      ...{ id: `re_${n}`, sourceId: `re_${n}`, paymentId: 'pi_1', kind: 'refund' as const },
      ...{ createdAt: new Date(`2026-11-0${5 + n}T12:00:00Z`), amount: -n },
    })),
  ])
  const lines = await bookedMovements(testShop.db, '2026-11')
  expect(
    lines.map(({ id, refundedBefore }) => [id, refundedBefore.map((one) => one.amount)]),
  ).toEqual([
    ['charge', []],
    ['re_1', [-2, -4]],
    ['re_2', []],
    ['re_3', [-2, -4, -1]],
    ['re_4', [-2]],
  ])
})

test('a payment for shipping alone is a line of its order once it is paid', async () => {
  const order = await aReshipment('pi_paid', '2026-11-06T12:00:00Z')
  await aReshipment('pi_unpaid', null)
  const at = new Date('2026-11-20T12:00:00Z')
  await book([
    { id: 'paid', createdAt: at, paymentId: 'pi_paid', amount: 3_500 },
    { id: 'unpaid', createdAt: at, paymentId: 'pi_unpaid', amount: 3_500 },
  ])
  const lines = await bookedMovements(testShop.db, '2026-11')
  expect(lines.map(({ id, payment }) => [id, payment])).toEqual([
    [
      'paid',
      {
        channel: 'reshipment',
        orderNumber: order.number,
        state: 'NY',
        wine: 0,
        shipping: 3_500,
        tax: 0,
        recorded: 3_500,
      },
    ],
    ['unpaid', null],
  ])
})

test('a payment for another shipping method is one, too, and missed where the provider does not list it', async () => {
  const november = '2026-11-06T12:00:00Z'
  const order = await anOrder({ payment: 'pi_wine', at: '2026-09-05T12:00:00Z' })
  const aDifference = (payment: string, paidAt: string | null) =>
    testShop.db.execute(sql`
      with begun as (
        insert into checkouts (channel, state, fingerprint, shipping_method, subtotal_cents,
          shipping_cents, tax_cents, total_cents, payment_intent_id, ship_to, expires_at)
        values ('difference', ${paidAt ? 'paid' : 'open'}, '', 'pickup', 0, 1500, 0, 1500,
          ${payment}, '{"state":"NY"}', now()) returning id)
      insert into order_differences (checkout_id, order_id, by, paid_at, paid_cents)
      select id, ${order.id}, 'customer', ${paidAt}::timestamptz, ${paidAt ? 1_500 : null}::int
      from begun`)
  await aDifference('pi_more', november)
  await aDifference('pi_more_unlisted', november)
  await aDifference('pi_more_unpaid', null)
  await book(
    ['pi_more', 'pi_more_unpaid'].map((paymentId) => ({
      id: paymentId,
      createdAt: new Date(november),
      paymentId,
      amount: 1_500,
    })),
  )
  const lines = await bookedMovements(testShop.db, '2026-11')
  // What is collected goes to no state.
  const parts = { state: '', wine: 0, shipping: 1_500, tax: 0, recorded: 1_500 }
  expect(lines.map(({ id, payment }) => [id, payment])).toEqual([
    ['pi_more', { channel: 'difference', orderNumber: order.number, ...parts }],
    ['pi_more_unpaid', null],
  ])
  const shown = await viewMonth(lastEvening(), await person('accounting'), '2026-11')
  const kind = 'difference-without-movement'
  expect(shown!.unexplained.filter((one) => one.kind === kind)).toEqual([
    { kind, order: order.number },
  ])
})

test('what was sold counts for the state that its box goes to now, none where it is picked up', async () => {
  const at = '2026-11-05T12:00:00Z'
  const changes = {
    'to Texas': ['waiting', 'ground', 'TX'],
    'picked up': ['ready', 'pickup', null],
    'as ordered': ['delivered', 'overnight', 'CA'],
    canceled: ['cancelled', 'ground', 'TX'],
  } as const
  for (const [payment, [state, method, to]] of Object.entries(changes)) {
    const { id } = await anOrder({ payment, at })
    const shipTo = to && JSON.stringify({ state: to })
    await testShop.db.execute(sql`
      insert into shipments (order_id, kind, state, method, ship_to)
      values (${id}, 'first', ${state}, ${method}, ${shipTo}::jsonb)`)
  }
  const { id: collected } = await anOrder({ payment: 'sent after all', at })
  await testShop.db.execute(sql`
    update orders set shipping_method = 'pickup' where id = ${collected}`)
  await testShop.db.execute(sql`
    insert into shipments (order_id, kind, method, ship_to) values
      (${collected}, 'first', 'ground', '{"state":"NY"}'),
      (${collected}, 'split', 'ground', '{"state":"WA"}')`)
  const payments = [...Object.keys(changes), 'sent after all']
  await book(payments.map((id) => ({ id, paymentId: id, createdAt: new Date(at) })))
  const lines = await bookedMovements(testShop.db, '2026-11')
  expect(Object.fromEntries(lines.map(({ id, payment }) => [id, payment?.state]))).toEqual({
    'to Texas': 'TX',
    'picked up': '',
    'as ordered': 'CA',
    canceled: 'TX',
    'sent after all': 'NY',
  })
})

test.each(['2026-13', '2026-1', '1999-12', '2026-11-01', ''])(
  '“%s” is no month: nothing is shown, closed, filed or prepared of it',
  async (month) => {
    const owner = await person('owner')
    const services = lastEvening()
    const missing = { ok: false, status: 404 }
    expect(await viewMonth(services, owner, month)).toBeNull()
    expect(await closeMonth(services, owner, { month, seen: '0 0 0' })).toMatchObject(missing)
    expect(await takeMonthFile(services, owner, { month, kind: 'sums' })).toMatchObject(missing)
    expect(await requestMonth(services, owner, { month })).toMatchObject(missing)
    expect(await reopenMonth(services, owner, { month, reason: 'A slip.' })).toMatchObject({
      sentence: 'This month is not closed.',
    })
  },
)

test('only the last closed month is opened again: it alone goes, and the log keeps what it was', async () => {
  const owner = await person('owner')
  await close('2026-08', '2026-09', '2026-10')
  const hashes = { lines: 'aa', sums: 'bb' }
  await testShop.db
    .update(accountingMonths)
    .set({ hashes })
    .where(eq(accountingMonths.month, '2026-10'))
  const reopen = (month: string) =>
    reopenMonth(testShop.services, owner, { month, reason: 'A fee was missed.' })
  const left = async () => [
    (await testShop.db.select().from(accountingMonths)).map(({ month }) => month).toSorted(),
    (await testShop.db.select().from(accountingFiles)).length,
  ]
  expect(await reopen('2026-09')).toMatchObject({
    ok: false,
    sentence: 'Only the last closed month can be opened again.',
  })
  expect(await left()).toEqual([['2026-08', '2026-09', '2026-10'], 9])
  expect(await reopen('2026-10')).toMatchObject({ ok: true })
  expect(await left()).toEqual([['2026-08', '2026-09'], 6])
  expect(await reopen('2026-09')).toMatchObject({ ok: true })
  const entries = await testShop.db
    .select({ before: auditLog.before, after: auditLog.after, by: auditLog.actorEmail })
    .from(auditLog)
    .where(eq(auditLog.subjectId, '2026-10'))
  expect(entries).toEqual([
    {
      by: owner.email,
      before: { opening: '$0.02', closing: '$0.03', closedBy: 'ana@kohue.example', ...hashes },
      after: { reason: 'A fee was missed.' },
    },
  ])
})

test('a month is prepared once, however often it is asked for, and by those who close months', async () => {
  const accountant = await person('accounting')
  const ask = (viewer: typeof accountant, month: string) =>
    requestMonth(testShop.services, viewer, { month })
  expect(await ask(await person('support'), '2026-09')).toMatchObject({ status: 403 })
  for (const month of ['2026-10', '2026-10', '2026-11']) await ask(accountant, month)
  const { rows } = await testShop.db.execute<{ payload: object }>(sql`
    select payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where identifier = 'prepare-month' order by payload ->> 'month'`)
  expect(rows.map(({ payload }) => payload)).toEqual(
    ['2026-10', '2026-11'].map((month) => ({ month, requestedBy: accountant.email })),
  )
  const isPreparing = async (month: string) =>
    (await viewMonth(lastEvening(), accountant, month))!.isPreparing
  expect([await isPreparing('2026-10'), await isPreparing('2026-09')]).toEqual([true, false])
  // One that failed is tried again for hours: nothing is being read meanwhile.
  await testShop.db.execute(sql`update graphile_worker._private_jobs set attempts = 1`)
  expect(await isPreparing('2026-10')).toBe(false)
  await ask(accountant, '2026-10')
  expect(await isPreparing('2026-10')).toBe(true)
})

test('a month that was looked at is another once a payment and its refund are booked', async () => {
  const accountant = await person('accounting')
  const createdAt = new Date('2026-11-05T12:00:00Z')
  await book([{ createdAt }])
  const seen = async () => (await viewMonth(lastEvening(), accountant, '2026-11'))!.seen
  const before = await seen()
  expect(await seen()).toBe(before)
  await book([
    { createdAt, amount: 100 },
    { createdAt, amount: -100, kind: 'refund' },
  ])
  expect(await seen()).not.toBe(before)
})

test('a file of an open month is a draft of its lines now, one of a closed month as it was stored', async () => {
  const accountant = { ...(await person('accounting')), email: 'ana+books@kohue.example' }
  await close('2026-10')
  await testShop.db.update(accountingFiles).set({ content: Buffer.from('as it was') })
  await book([
    { createdAt: new Date('2026-11-05T12:00:00Z') },
    { createdAt: new Date('2026-11-06T12:00:00Z'), kind: 'payout', amount: -1 },
  ])
  const take = async (month: string, kind: 'sums' | 'lines' | 'summary') => {
    const taken = await takeMonthFile(lastEvening(), accountant, { month, kind })
    return taken.ok ? taken.done : null
  }
  const draft = await take('2026-11', 'lines')
  expect(draft).toMatchObject({
    name: 'kohue-2026-11-lines-draft-2026-11-30-ana-books.csv',
    isPdf: false,
  })
  expect(draft!.file.toString('utf8').trimEnd().split('\r\n')).toHaveLength(3)
  expect(await take('2026-11', 'summary')).toMatchObject({
    name: 'kohue-2026-11-summary-draft-2026-11-30-ana-books.pdf',
    isPdf: true,
  })
  const [entry] = await testShop.db
    .select({ label: auditLog.subjectLabel, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.subjectId, '2026-11'))
    .orderBy(auditLog.id)
  expect(entry).toMatchObject({
    label: '2026-11 lines',
    after: { file: 'lines', rows: 2, isClosed: false },
  })
  await testShop.db
    .update(accountingMonths)
    .set({ figures: { moved: { charge: { count: 4 }, refund: { count: 3 } } } as MonthFigures })
  expect(await take('2026-10', 'sums')).toMatchObject({
    name: 'kohue-2026-10-sums-2026-11-30-ana-books.csv',
    file: Buffer.from('as it was'),
  })
  const [kept] = await testShop.db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.subjectLabel, '2026-10 sums'))
  expect(kept!.after).toMatchObject({ file: 'sums', rows: 7, isClosed: true })
})

test('the first month to be closed says that it leaves earlier ones open', async () => {
  await book([{ createdAt: new Date('2026-09-10T12:00:00Z') }])
  const viewer = await person('accounting')
  const leavesOpen = async (month: string) =>
    (await viewMonth(lastEvening(), viewer, month))?.leavesOpen
  expect(await leavesOpen('2026-09')).toBe(false)
  expect(await leavesOpen('2026-10')).toBe(true)
  await close('2026-09')
  expect(await leavesOpen('2026-10')).toBe(false)
})
