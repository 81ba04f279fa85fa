import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { ProviderRefused, ProviderUnavailable } from '#payments/payments.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { approvalRules, approvals } from '#platform/database/approvals.tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { viewGuestOrder } from '#storefront/orders/view-guest-order.actions.server.ts'
import { clearFaults, closeDispute, payAt, signedEvent } from '#tests/harness/provider.ts'
import { sessionIn } from '#tests/harness/release-buyers.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import {
  declineApproval,
  lapseOpenApprovals,
  setApprovalRules,
  withdrawApproval,
} from './approvals/approvals.actions.server.ts'
import {
  claimEvidence,
  endEvidence,
  saveEvidenceFile,
  unansweredDisputes,
} from './disputes/dispute-evidence.store.server.ts'
import { raiseFlag } from './flags/order-flags.store.server.ts'
import { resolveFlag } from './flags/resolve-flag.actions.server.ts'
import { addOrderNote } from './notes/add-order-note.actions.server.ts'
import { disputes, orderFlags, orders } from './order/tables.ts'
import { viewPaidOrder } from './order/thank-buyer.actions.server.ts'
import { viewOrderAsStaff } from './order/view-order-as-staff.actions.server.ts'
import { approveRefund } from './refunds/approve-refund.actions.server.ts'
import { requestRefund, reviewRefund } from './refunds/request-refund.actions.server.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
let staff: User & { duties: readonly Duty[] }
let second: User & { duties: readonly Duty[] }
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  await setStock(testShop.db, wine, 100)
  staff = await aStaffMember(testShop.db)
  second = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  scenario = openScenario(testShop.db, {
    [staff.email]: 'staff@',
    [staff.id]: 'Staff',
    [second.email]: 'second@',
    [second.id]: 'Second',
  })
})

const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)

async function person(name: string) {
  const { id } = await aMember(testShop.db, { firstName: name, email: `${name}@example.com` })
  scenario.names[id] = name
  return (await userById(testShop.db, id))!
}

/** A paid order, which gets a name. */
async function anOrder(user: User, quantity = 2, card: object = {}) {
  const { shop } = testShop
  await shop.changeCart(user, { kind: 'set-quantity', productId: wine, quantity })
  await shop.changeCart(user, { kind: 'choose-shipping', method: 'ground' })
  const started = await shop.startCheckout(user)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { ...card })
  return recorded(started.url)
}

async function recorded(url: string) {
  const sessionId = sessionIn(url)
  await testShop.shop.recordPayment(sessionId)
  const [order] = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  scenario.names[order!.id] = `K-${order!.number}`
  return order!
}
type Order = Awaited<ReturnType<typeof anOrder>>

const key = () => ({ key: crypto.randomUUID() })
const reason = 'One bottle was corked.'

test('what refunds change', async () => {
  const { db, services, shop } = testShop
  const [ana, bea] = [await person('ana'), await person('bea')]
  const order = await anOrder(ana, 3)
  await anOrder(bea, 2)
  const { number } = order
  const refund =
    (typed: object, by = staff, from = services, once = key()) =>
    () =>
      requestRefund(from, by, { number, reason, ...typed }, once)
  const asked = { [`wine.${wine}`]: '1', [`back.${wine}`]: '1', amount: '' }
  await step('look at one case', () => reviewRefund(services, staff, { number, reason, ...asked }))
  await step('nothing', refund({ amount: '' }))
  await step('no amount', refund({ amount: '1.2.3', [`wine.${wine}`]: 'x', reason: '' }))
  await step('of no order', refund({ number: 1, amount: '1' }))
  await step('look at no order', () =>
    reviewRefund(services, staff, { ...asked, number: 1, reason }),
  )
  await step('flags of no order', () => resolveFlag(services, staff, { number: 1, flag: '' }))
  await step('without the duty', refund({ amount: '1' }, { ...staff, duties: ['shipping'] }))
  await step('more cases than there are', refund({ [`wine.${wine}`]: '4' }))
  await step('more back than was sold', refund({ amount: '1', [`back.${wine}`]: '4' }))
  await step('of another wine', refund({ 'wine.malbec-2021': '1' }))
  await step('a cent too much', refund({ amount: '1532.89' }))
  const once = key()
  await step('one case', refund(asked, staff, services, once))
  await step('the same form', refund(asked, staff, services, once))
  await step('its event', () => receive('refund.updated', order))
  await step('the order for staff', () => viewOrderAsStaff(services, second, number))
  const { payments } = services
  const refuses = async () => {
    throw new ProviderRefused('charge_disputed', 'The charge is disputed.')
  }
  const isAway = async () => {
    throw new ProviderUnavailable('away')
  }
  const withRefund = (makeRefund: () => Promise<never>) => ({
    ...services,
    payments: { ...payments, makeRefund },
  })
  await step(
    'goodwill that the provider refuses',
    refund({ amount: '5' }, staff, withRefund(refuses)),
  )
  const [flag] = await db.select().from(orderFlags).where(eq(orderFlags.orderId, order.id))
  await step('review the flag', () => resolveFlag(services, staff, { number, flag: flag!.id }))
  await step('review it again', () => resolveFlag(services, staff, { number, flag: flag!.id }))
  await step(
    'goodwill while the provider is away',
    refund({ amount: '5' }, staff, withRefund(isAway)),
  )
  testShop.pass(9)
  await step('the job of the minute', () => shop.settlePendingPayments())
  testShop.pass(6)
  await step('the job later', () => shop.settlePendingPayments())
  testShop.pass(-15)
  await step('the shipping alone', refund({ only: 'shipping' }))
  await step('the shipping again', refund({ only: 'shipping' }))
  const dollar = await testShop.stripe.refunds.create({
    payment_intent: order.paymentIntentId!,
    amount: 100,
  })
  await step('a dollar at the provider', () => receive('refund.created', order, dollar.id))
  await step('everything', refund({ only: 'everything', [`back.${wine}`]: '2' }))
  await step('everything again', refund({ only: 'everything' }))
  await step('what its buyer sees', async () => {
    const { refunds: made, ...seen } = (await shop.viewOrder(ana, number))!
    // The provider says when by the second, so that two may be in either order.
    return { ...seen, refunds: made.toSorted((a, b) => a.amountCents - b.amountCents) }
  })
  await step('what another sees', () => shop.viewOrder(bea, number))
  scenario.expectWritten('orders-refunds')
})

const receive = (type: string, order: Order, object = order.paymentIntentId!) => {
  const { body, signature } = signedEvent(type, object, { paymentId: order.paymentIntentId! })
  return testShop.shop.receiveEvent(body, signature)
}

test('what a second person and a bank change', async () => {
  const { db, services } = testShop
  const [carla, dora] = [await person('carla'), await person('dora')]
  const order = await anOrder(carla, 3)
  const other = await anOrder(dora, 1)
  const { number } = order
  const limits = { over: '100', version: 0 }
  await step('set the limit', () => setApprovalRules(services, staff, limits))
  await step('set it over another version', () => setApprovalRules(services, staff, limits))
  const ask =
    (typed: object = {}, by = staff, once = key()) =>
    () =>
      requestRefund(services, by, { number, reason, amount: '100.01', ...typed }, once)
  await step('exactly the limit', ask({ amount: '100' }))
  await step('with an old code', ask({}, { ...staff, isCodeStale: true } as never))
  const once = key()
  await step('above the limit', ask({}, staff, once))
  await step('the same form', ask({}, staff, once))
  await step('ask for more beside it', ask({ amount: '200' }))
  const open = async () => {
    const [row] = await db.select().from(approvals).where(eq(approvals.state, 'open'))
    scenario.names[row!.id] ??= `approval-${Object.keys(scenario.names).length}`
    return { approval: row!.id, number }
  }
  const first = await open()
  await step(
    'the order for the other',
    async () => (await viewOrderAsStaff(services, second, number))!.approval,
  )
  await step('approve one’s own', () => approveRefund(services, staff, first))
  await step('of another order', () =>
    approveRefund(services, second, { ...first, number: other.number }),
  )
  await step('of no order', () => approveRefund(services, second, { ...first, number: 1 }))
  for (const approval of [crypto.randomUUID(), 'x'])
    for (const decide of [approveRefund, declineApproval])
      await step<unknown>('decide what nobody asked', () =>
        decide(services, second, { approval, number }),
      )
  await step('withdraw another’s', () => withdrawApproval(services, second, first))
  await step('withdraw', () => withdrawApproval(services, staff, first))
  await step('withdraw again', () => withdrawApproval(services, staff, first))
  await ask()()
  const third = await open()
  await step('decline', () => declineApproval(services, second, third))
  await step('approve what is declined', () => approveRefund(services, second, third))
  await ask({ [`back.${wine}`]: '1' })()
  const fourth = await open()
  await step('approve', () => approveRefund(services, second, fourth))
  await step('approve again', () => approveRefund(services, second, fourth))
  await ask({ amount: '300' })()
  const fifth = await open()
  await step('end what is open for less than a day', () => lapseOpenApprovals(services))
  await db.execute(sql`update approvals set lapses_at = now() where id = ${fifth.approval}`)
  await step('approve what lapsed', () => approveRefund(services, second, fifth))
  await step('end what is open for a day', () => lapseOpenApprovals(services))
  await db.update(approvalRules).set({ refundOverCents: null })
  await db.update(users).set({ email: 'dora@staff.example' }).where(eq(users.id, staff.id))
  await db.update(orders).set({ email: 'Dora@staff.example' }).where(eq(orders.id, other.id))
  await step('refund one’s own order', ask({ number: other.number, amount: '1' }))
  await step('flags of one’s own order', () =>
    resolveFlag(services, staff, { number: other.number, flag: '' }),
  )
  await step('a note', () => addOrderNote(services, staff, { number, note: ' Called. ' }, once))
  await step('the same form of a note', () =>
    addOrderNote(services, staff, { number, note: ' Called. ' }, once),
  )
  await step('an empty note', () => addOrderNote(services, staff, { number, note: ' ' }, key()))
  await step('of no order', () =>
    addOrderNote(services, staff, { number: 1, note: 'Called' }, key()),
  )

  const disputed = await anOrder(carla, 1, { card: '4000000000000259' })
  const [lost] = [await anOrder(dora, 1, { card: '4000000000000259' })]
  await step('a dispute', () => receive('charge.dispute.created', disputed))
  await step('it again', () => receive('charge.dispute.updated', disputed))
  await receive('charge.dispute.created', lost!)
  await step('refund what is disputed', ask({ number: disputed.number, amount: '1' }))
  const evidence = (await db.select().from(disputes).where(eq(disputes.orderId, disputed.id)))[0]!
  const at = new Date()
  const unanswered = async () =>
    (await unansweredDisputes(db, at, 9)).map(({ orderId }) => scenario.names[orderId]).toSorted()
  await step('what waits for evidence', unanswered)
  await step('claim its evidence', () => claimEvidence(db, evidence.id, at))
  await step('claim it a second time', () => claimEvidence(db, evidence.id, new Date(0)))
  await step('its file', () => saveEvidenceFile(db, evidence.id, 'file_1'))
  await step('the file of another process', () => saveEvidenceFile(db, evidence.id, 'file_2'))
  await step('sent', () => endEvidence(db, evidence.id, { sentAt: at }))
  await step('what waits after it', unanswered)
  const flagOf = async (of: Order, why: string) => {
    const [row] = await db
      .select()
      .from(orderFlags)
      .where(sql`order_id = ${of.id} and reason = ${why}`)
    return { number: of.number, flag: row!.id }
  }
  const inDispute = await flagOf(disputed, 'disputed')
  await step('review it', () => resolveFlag(services, staff, inDispute))
  const disputeOf = async ({ id }: Order) =>
    (await db.select().from(disputes).where(eq(disputes.orderId, id)))[0]!.id
  await closeDispute(await disputeOf(disputed), 'won')
  await raiseFlag(db, disputed.id, 'disputed', { source: 'du_other' })
  await step('won, beside another dispute', () => receive('charge.dispute.closed', disputed))
  await closeDispute(await disputeOf(lost!), 'lost')
  await step('lost', () => receive('charge.dispute.closed', lost!))
  const afterwards = await flagOf(lost!, 'dispute-lost')
  await step('review what is lost', () => resolveFlag(services, staff, afterwards))
  scenario.expectWritten('orders-second-person')
})

test('what becomes of guests’ orders and thanks', async () => {
  const { db, services, shop } = testShop
  const guests: Record<string, Order> = {}
  for (const name of ['emma', 'flora', 'gina', 'hilda']) {
    const started = await shop.startOffer(
      { viewer: null, token: name, address: name },
      {
        productId: wine,
        quantity: 1,
        shipTo: {
          ...{
            isPickup: true,
            name,
            email: `${name}@example.com`,
            phone: '',
            birthdate: '1980-02-03',
          },
        } as never,
      },
    )
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    const order = () => recorded(started.url)
    guests[name] = name === 'emma' ? await step('the order of a guest', order) : await order()
  }
  const { emma, gina, hilda } = guests as Record<'emma' | 'gina' | 'hilda', Order>
  const token = services.orderLinks.sign(emma.id)
  await step('the link of a guest', () => viewGuestOrder(services, token))
  await step('a changed link', () => viewGuestOrder(services, `${token.slice(0, -1)}-`))
  const accounts = {
    emma: await person('emma'),
    flora: await person('flora'),
    gina: await person('gina'),
  }
  await person('hilda')
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, accounts.flora.id))
  await db.update(orders).set({ email: 'Gina@Example.com' }).where(eq(orders.id, gina.id))
  await db
    .update(checkouts)
    .set({ buyerKey: `user:${hilda.id}` })
    .where(eq(checkouts.id, hilda.checkoutId))
  await step('look for orders younger than an hour', () => shop.adoptGuestOrders())
  testShop.pass(60)
  await step('an hour later', () => shop.adoptGuestOrders())
  await step('the link afterwards', () => viewGuestOrder(services, token))
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, accounts.flora.id))
  testShop.pass(7 * 24 * 60)
  await step('a week later', () => shop.adoptGuestOrders())
  testShop.pass(-7 * 24 * 60)
  await step('within the week', () => shop.adoptGuestOrders())
  testShop.pass(-60)
  const ida = await person('ida')
  const [older, newer] = [await anOrder(ida, 1), await anOrder(ida, 2)]
  await step('whom to thank', () => shop.thankBuyer(ida, false))
  await step('a limited login session that sees it', () =>
    shop.thankBuyer({ ...ida, isLimited: true }, true),
  )
  await step('the order just paid', () =>
    viewPaidOrder(services, ida, newer.id, { isThanked: true }),
  )
  await step('whom to thank next', () => shop.thankBuyer(ida, true))
  await step('nobody to thank', () => shop.thankBuyer(ida, false))
  await step('another’s order', () => viewPaidOrder(services, accounts.emma, newer.id))
  testShop.pass(12 * 60 + 5)
  await step('half a day later', () => viewPaidOrder(services, ida, newer.id))
  testShop.pass(-12 * 60 - 5)
  await step('the history', async () => {
    const { orders: past } = await shop.orderHistory(ida, 1, { thanked: newer.id })
    return past.map(({ number, totalCents, lines }) => ({
      number,
      totalCents,
      lines: lines.length,
    }))
  })
  await step('a second page', () => shop.orderHistory(ida, 2))
  const numbers = (found: readonly { number: number }[] | null) =>
    found && found.map(({ number }) => number)
  await step('records of oneself', async () => numbers(await shop.ordersOnRecord(ida as never, {})))
  await step('of another', async () =>
    numbers(await shop.ordersOnRecord(ida as never, { userId: accounts.emma.id })),
  )
  await step('of another, for staff', async () =>
    numbers(await shop.ordersOnRecord(staff, { email: ' EMMA@example.com' })),
  )
  await step('of two who differ', async () =>
    numbers(await shop.ordersOnRecord(staff, { userId: ida.id, email: 'emma@example.com' })),
  )
  const sessions = [older.sessionId!, emma.sessionId!]
  await step('of sessions', async () =>
    numbers(await shop.ordersInSessions(ida as never, sessions)),
  )
  await step('of sessions, for staff', async () =>
    numbers(await shop.ordersInSessions(staff, sessions)),
  )
  await step('the stock', async () =>
    (await db.select().from(products).where(eq(products.id, wine))).map(({ sold, held }) => ({
      sold,
      held,
    })),
  )
  scenario.expectWritten('orders-of-guests')
})
