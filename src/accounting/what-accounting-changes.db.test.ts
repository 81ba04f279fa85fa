import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { orderDifferences } from '#order-changes/tables.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import type { ProviderMovement } from '#payments/movements.rules.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import type { Services } from '#platform/services/services.ts'
import { viewsOf } from '#tests/harness/list-views.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { closeMonth, reopenMonth } from './months/close-month.actions.server.ts'
import { takeMonthFile } from './months/month-files.actions.server.ts'
import {
  prepareMonth,
  readMovements,
  requestMonth,
} from './months/read-movements.actions.server.ts'
import { viewAccounting, viewMonth } from './months/view-accounting.actions.server.ts'
import { differenceList } from './reconciliation/difference-list.store.server.ts'
import { reconcile } from './reconciliation/reconcile.actions.server.ts'
import { reconciliations } from './reconciliation/tables.ts'
import { accountingTasks } from './tasks.server.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
/** Noon of a day in Los Angeles, years ahead. */
let now: Date
beforeEach(async () => {
  testShop = await openTestShop()
  scenario = openScenario(testShop.db)
  now = new Date('2036-02-20T20:00:00Z')
})
afterEach(() => testShop.close())
const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)

test('what becomes of a month', async () => {
  const { db } = testShop
  const who = async (duty: 'accounting' | 'owner') => {
    const person = { ...(await aMember(db)), role: 'staff' as const, duties: [duty] }
    scenario.names[person.id] = duty
    scenario.names[person.email] = `${duty}@kohue`
    return { ...person, email: `${duty}@kohue.example` }
  }
  const [accountant, owner] = [await who('accounting'), await who('owner')]
  /** What the provider lists, or that it is away. */
  let listed: ProviderMovement[] | null = []
  const spans: unknown[] = []
  const nothing = async function* (span: unknown) {
    spans.push(span)
    yield* []
  }
  const payments = {
    async *movementPages(span: unknown) {
      spans.push(span)
      if (!listed) throw new ProviderUnavailable('movements', new Error('away'))
      yield listed
    },
    ...{ paymentPages: nothing, refundPages: nothing, sessionPages: nothing },
    paymentToReconcile: async () => null,
    getSession: async () => null,
  }
  const services = {
    ...testShop.services,
    ...{ clock: () => now, payments: payments as unknown as Services['payments'] },
  }
  const read = (month?: string) => async () => {
    spans.length = 0
    return [await readMovements(services, month ? { month } : {}), ...spans]
  }
  const moved = (
    id: string,
    createdAt: string,
    [amount, fee]: readonly [number, number],
    more: Partial<ProviderMovement> = {},
  ): ProviderMovement => ({
    ...{ id, kind: 'charge', category: 'charge', amount, fee, sourceId: `of-${id}` },
    ...{ paymentId: null, description: '', createdAt: new Date(createdAt), ...more },
  })
  const amounts = { subtotalCents: 45_000, shippingCents: 3_500, taxCents: 3_000 }
  /** A paid order of a day, without what sold its wine. */
  async function anOrder(name: string, day: string, row: Partial<typeof orders.$inferInsert> = {}) {
    const own = {
      channel: 'cart',
      shippingMethod: 'ground',
      ...amounts,
      totalCents: 51_500,
    } as const
    const [checkout] = await db
      .insert(checkouts)
      .values({ ...own, ...row, state: 'paid', fingerprint: '', expiresAt: now } as never)
      .returning()
    const buyer = { email: 'a@b.example', name: 'A', paymentIntentId: `pi_${name}` }
    const at = { createdAt: new Date(`${day}T20:00:00Z`) }
    const shipTo = { state: 'CA', name: 'A', rules: '1' } as never
    const [order] = await db
      .insert(orders)
      .values({ ...own, ...buyer, ...at, shipTo, checkoutId: checkout!.id, ...row })
      .returning()
    scenario.names[order!.id] = name
    scenario.names[checkout!.id] = `checkout-${name}`
    return order!
  }
  const inCalifornia = await anOrder('ca', '2036-02-03')
  await anOrder('pickup', '2036-02-04', { channel: 'card', shippingMethod: 'pickup' })
  const january = await anOrder('january', '2036-01-20', { shipTo: { state: 'NY' } as never })
  const refunded = (providerId: string, amountCents: number, more: object = {}) => ({
    ...{ orderId: inCalifornia.id, requestKey: providerId, providerId, cause: 'staff' as const },
    ...{ state: 'made' as const, amountCents, requestedAt: now, settledAt: now, ...more },
  })
  const wine = { 'malbec-2022': { units: 0, wineCents: 0, taxCents: 0 } }
  await db.insert(refunds).values([
    refunded('of-re-1', 1_500, {
      purpose: { wines: wine, goodwillCents: 0, shippingCents: 1_500 },
    }),
    refunded('of-re-2', 5_000),
  ])
  listed = [
    moved('ch-january', '2036-01-20T20:00:00Z', [51_500, 1_500], { paymentId: 'pi_january' }),
    // Midnight in Los Angeles is eight in the morning of UTC.
    moved('ch-last', '2036-02-01T07:59:59Z', [100, 10]),
    moved('ch-first', '2036-02-01T08:00:00Z', [200, 10], { description: 'Another system' }),
    moved('ch-ca', '2036-02-03T20:00:00Z', [51_500, 1_523], { paymentId: 'pi_ca' }),
    moved('ch-pickup', '2036-02-04T20:00:00Z', [51_500, 1_523], { paymentId: 'pi_pickup' }),
    moved('re-2', '2036-02-05T20:00:00Z', [-5_000, 0], {
      ...{ kind: 'refund', category: 'refund', paymentId: 'pi_ca' },
    }),
    moved('re-1', '2036-02-06T20:00:00Z', [-1_500, 0], {
      ...{ kind: 'refund', category: 'refund', paymentId: 'pi_ca' },
    }),
    moved('re-january', '2036-02-06T20:00:00Z', [-51_500, 0], {
      ...{ kind: 'refund', category: 'refund', paymentId: 'pi_january' },
    }),
    moved('fee', '2036-02-07T20:00:00Z', [-200, 0], { kind: 'fee', category: 'stripe_fee' }),
    moved('dispute', '2036-02-08T20:00:00Z', [-900, 1_500], {
      ...{ kind: 'dispute', category: 'adjustment', paymentId: 'pi_pickup' },
    }),
    moved('payout', '2036-02-09T20:00:00Z', [-40_000, 0], { kind: 'payout', category: 'payout' }),
  ]
  await step('read for the first time', read())
  listed = null
  await step('the provider is away', read())
  const accounts = async (title: string) => {
    await step(title, () => viewAccounting(services))
  }
  const month = (title: string, of: string, viewer = accountant) =>
    step(title, async () => {
      const viewed = await viewMonth(services, viewer, of)
      if (!viewed) return viewed
      const { figures, ...rest } = viewed
      return { ...rest, opening: figures.opening, closing: figures.closing }
    })
  await accounts('the accounts in February')
  await month('February in February', '2036-02')
  await month('no month', 'February')
  const close = (of: string, seen?: string) => async () =>
    closeMonth(services, accountant, {
      month: of,
      seen: seen ?? (await viewMonth(services, accountant, of))!.seen,
    })
  await step('close it too early', close('2036-02'))
  await step('close January without reading', close('2036-01'))
  now = new Date('2036-03-02T20:00:00Z')
  await step('close February before it was read again', close('2036-02'))
  listed = [
    moved('ch-late', '2036-02-29T20:00:00Z', [300, 10]),
    moved('ch-march', '2036-03-01T20:00:00Z', [400, 10]),
    moved('ch-ca', '2036-02-03T20:00:00Z', [51_500, 1_523], { paymentId: 'pi_ca' }),
  ]
  await step('read again', read())
  await step('close it before it is compared', close('2036-02'))
  await step('ask for January', () => requestMonth(services, accountant, { month: '2036-01' }))
  await step('ask again', () => requestMonth(services, accountant, { month: '2036-01' }))
  await step('ask for no month', () => requestMonth(services, accountant, { month: '13' }))
  await month('January is being prepared', '2036-01')
  await step('compare', async () => {
    spans.length = 0
    await prepareMonth(services, { month: '2036-01', requestedBy: accountant.email })
    return spans
  })
  const tasks = () => db.execute(accountingTasks['reconciliation-differs'].causes())
  await step('the task', async () => (await tasks()).rows)
  await step('the differences', () => viewsOf(db, differenceList, { named: 'Difference' }))
  await step('close it with differences', close('2036-01'))
  const settle = (change: Partial<typeof reconciliations.$inferInsert>) =>
    db.update(reconciliations).set({ differenceCount: 0, differences: [], ...change })
  await settle({ isWhole: false })
  await step('close it after a part was compared', close('2036-01'))
  await settle({ isWhole: true, spanFrom: new Date('2036-01-01T08:00:01Z') })
  await step('close it after a second less was compared', close('2036-01'))
  await settle({ spanFrom: new Date('2036-01-01T08:00:00Z') })
  const unbooked = await anOrder('unbooked', '2036-01-21', { paymentIntentId: 'pi_unbooked' })
  await anOrder('free', '2036-01-21', { paymentIntentId: null })
  const [paid] = await db
    .insert(checkouts)
    .values({
      ...{ channel: 'difference', state: 'paid', fingerprint: '', ...amounts, totalCents: 51_500 },
      ...{ paymentIntentId: 'pi_more', expiresAt: now },
    })
    .returning()
  scenario.names[paid!.id] = 'checkout-more'
  await db.insert(orderDifferences).values({
    ...{ checkoutId: paid!.id, orderId: january.id, by: 'customer', paidCents: 700 },
    paidAt: new Date('2036-01-22T20:00:00Z'),
  })
  const inJanuary = { requestedAt: now, settledAt: new Date('2036-01-23T20:00:00Z') }
  await db
    .insert(refunds)
    .values([
      refunded('of-re-none', 900, inJanuary),
      refunded('of-re-waits', 900, { ...inJanuary, state: 'requested' }),
    ])
  await month('January has what did not move', '2036-01')
  await step('close it unexplained', close('2036-01'))
  await db.update(orders).set({ paymentIntentId: null }).where(eq(orders.id, unbooked.id))
  await db.delete(orderDifferences)
  await db.delete(refunds).where(eq(refunds.providerId, 'of-re-none'))
  await step('close it as others saw it', close('2036-01', '1 0 0'))
  const file = (of: string, kind: string) => async () => {
    const taken = await takeMonthFile(services, accountant, { month: of, kind })
    if (!taken.ok) return taken
    const { name, file: content, isPdf } = taken.done
    return {
      name: name.replaceAll('-', ' '),
      isPdf,
      ...(!isPdf && { content: content.toString() }),
    }
  }
  await step('a draft of its lines', file('2036-01', 'lines'))
  await step('no file', file('2036-01', 'words'))
  await step('of no month', file('soon', 'lines'))
  // A PDF has the time of its making.
  await step('close January', async () => {
    const closed = await close('2036-01')()
    return closed
  })
  await step('close it again', close('2036-01'))
  await step('its sums', file('2036-01', 'sums'))
  await step('its summary', file('2036-01', 'summary'))
  await step('close March', close('2036-03'))
  await step('close February', close('2036-02'))
  await step('its lines', file('2036-02', 'lines'))
  await step('its sums then', file('2036-02', 'sums'))
  listed = [
    moved('ch-too-late', '2036-01-31T20:00:00Z', [500, 10]),
    moved('ch-in-time', '2036-03-01T20:00:00Z', [600, 10]),
  ]
  await step('read January once more', read('2036-01'))
  await accounts('the accounts in March')
  await month('March', '2036-03')
  await month('February for its accountant', '2036-02')
  await month('February for an owner', '2036-02', owner)
  await month('January for an owner', '2036-01', owner)
  const reopen =
    (of: string, reason: string, viewer = owner) =>
    () =>
      reopenMonth(services, viewer, { month: of, reason })
  await step('open it again without a reason', reopen('2036-02', ' '))
  await step('open it again as an accountant', reopen('2036-02', 'A mistake', accountant))
  await step('open the first again', reopen('2036-01', 'A mistake'))
  await step('open what is not closed', reopen('2036-03', 'A mistake'))
  await step('open it again', reopen('2036-02', 'A mistake'))
  scenario.expectWritten('accounting-months')
})

test('what a comparison finds in our own records', async () => {
  const { db } = testShop
  const asked: unknown[] = []
  const nothing = async function* (span: unknown) {
    asked.push(span)
    yield* []
  }
  const away = async function* () {
    yield* []
    throw new ProviderUnavailable('payments', new Error('away'))
  }
  const payments = { paymentPages: nothing, refundPages: nothing, sessionPages: nothing }
  const services = (more: object = {}) => ({
    ...testShop.services,
    clock: () => now,
    payments: { ...payments, ...more } as unknown as Services['payments'],
  })
  const minutes = (count: number) => new Date(now.getTime() - count * 60_000)
  const own = {
    channel: 'cart',
    fingerprint: '',
    subtotalCents: 1,
    shippingCents: 0,
    taxCents: 0,
  } as const
  const checkout = async (name: string, state: 'open' | 'expired' | 'paid', ago: number) => {
    const id = `00000000-0000-4000-8000-00000000000${name.length}`
    const row = { id, ...own, totalCents: 1, state, expiresAt: minutes(ago) }
    const [made] = await db.insert(checkouts).values(row).returning()
    scenario.names[made!.id] = name
    return made!.id
  }
  await checkout('open-late', 'open', 6)
  await checkout('open-now', 'open', 4)
  await checkout('expired', 'expired', 60)
  const buyer = { email: 'a@b.example', name: 'A', paymentIntentId: null, ...own, totalCents: 1 }
  const [order] = await db
    .insert(orders)
    .values({
      ...buyer,
      checkoutId: await checkout('paid', 'paid', 9),
      createdAt: minutes(60 * 24 * 36),
    })
    .returning()
  const waits = (key: string, ago: number, state: 'requested' | 'made' | 'failed') => ({
    ...{ orderId: order!.id, requestKey: key, cause: 'staff' as const, state },
    ...{ amountCents: ago, requestedAt: minutes(ago), settledAt: state === 'made' ? now : null },
  })
  await db
    .insert(refunds)
    .values([waits('a', 61, 'requested'), waits('b', 59, 'requested'), waits('c', 99, 'made')])
  await step('compare at night', async () => {
    const result = await reconcile(services(), { requestedBy: null })
    return [result, ...asked]
  })
  await step('compare two days', () => reconcile(services(), { requestedBy: 'ana', days: 2 }))
  await step('with the provider away', () =>
    reconcile(services({ refundPages: away }), { requestedBy: null }),
  )
  const tasks = () => db.execute(accountingTasks['reconciliation-differs'].causes())
  await step('the task', async () => (await tasks()).rows)
  await step('the list', () =>
    viewsOf(db, differenceList, {
      named: 'Difference',
      views: ['q=k-1001', 'q=malbec', 'which=latest'],
    }),
  )
  scenario.expectWritten('accounting-reconciliation')
})
