import { eq, sql } from 'drizzle-orm'
import { beforeEach, test } from 'vitest'

import type { Staff } from '#platform/services/services.ts'
import { shopDates, writtenWeekday } from '#platform/text/dates.rules.ts'
import { shipmentHolds } from '#shipping/tables.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import { sessionIn } from '#tests/harness/release-buyers.ts'
import { sendHandover } from '#tests/harness/shipping.ts'
import { aMember } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { addCaseForBuyer } from './add-case.actions.server.ts'
import { afterPayingMore, changeMethod } from './change-method.actions.server.ts'
import { cancelOrder, keepFewer } from './change-money.actions.server.ts'
import { changeAddress, changeEarliest } from './change-order.actions.server.ts'
import {
  changeAddressForBuyer,
  changeEarliestForBuyer,
  giveOrderForBuyer,
  holdOrderForBuyer,
  takeGiftBackForBuyer,
  undoChangeForBuyer,
  upgradeMethodForBuyer,
} from './for-buyer.actions.server.ts'
import { giveOrder, takeGiftBack } from './give-order.actions.server.ts'
import { holdOrder, remindOfHolds } from './hold-order.actions.server.ts'
import { askForDifference, viewPayable } from './payment-due.actions.server.ts'
import { joinOrderForBuyer, splitOrderForBuyer } from './split-order.actions.server.ts'
import { orderChanges } from './tables.ts'

const { testShop, staff: shipping, anOrder, viewed } = await openChangesShop()
const { db, services } = testShop
const support = { ...(await aMember(db)), role: 'staff', duties: ['support'] } as const
let scenario: ReturnType<typeof openScenario>
type Bought = Awaited<ReturnType<typeof anOrder>>

const zone = shopDates(services.settings.timeZone)
const inDays = (days: number) => zone.isoDay(new Date(Date.now() + days * 86_400_000))
/** A Wednesday in one or two weeks. */
const wednesday = [7, 8, 9, 10, 11, 12, 13]
  .map(inDays)
  .find((day) => writtenWeekday(day).startsWith('Wednesday'))!

beforeEach(() => {
  scenario = openScenario(db, {
    [support.email]: 'support@',
    [support.id]: 'Support',
    [shipping.email]: 'shipping@',
    [shipping.id]: 'Shipping',
    [wednesday]: 'WEDNESDAY',
    [writtenWeekday(wednesday)]: 'Wednesday the nth',
  })
})

const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)

/** A paid order with its box; both get a name. */
async function bought(name: string, wish: Parameters<typeof anOrder>[0] = {}) {
  const member = await aMember(db, { firstName: name, email: `${name}@example.com` })
  const made = await anOrder({ ...wish, member })
  Object.assign(scenario.names, {
    [member.id]: name,
    [made.order.id]: `K-${made.order.number}`,
    [made.shipment.id]: `box-${name}`,
  })
  return made
}

/** The form of a buyer, filled from the order as it is now unless it says otherwise. */
type Form = Record<string, string>
type AsBuyer = typeof changeAddress | typeof changeMethod
const asBuyer =
  (
    action:
      | AsBuyer
      | typeof holdOrder
      | typeof giveOrder
      | typeof takeGiftBack
      | typeof keepFewer
      | typeof cancelOrder
      | typeof changeEarliest,
    of: Bought,
    fields: Form = {},
  ) =>
  async () => {
    const seen = await db.$count(orderChanges, eq(orderChanges.orderId, of.order.id))
    const typed = { number: String(of.order.number), seen: String(seen), ...fields }
    return (action as typeof cancelOrder)(services, of.buyer as never, typed as never, {
      key: crypto.randomUUID(),
    })
  }
type ByStaff = typeof changeAddressForBuyer
const asStaff =
  (action: unknown, of: Bought, fields: Form = {}, by: Staff = support) =>
  async () => {
    const seen = await db.$count(orderChanges, eq(orderChanges.orderId, of.order.id))
    const typed = { number: String(of.order.number), seen: String(seen), onPhone: 'yes', ...fields }
    return (action as ByStaff)(services, by, typed as never, { key: crypto.randomUUID() })
  }

const austin = {
  ...{ address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' },
  ...{ zipCode: '78701', statement: 'yes' },
}
const gift = { name: 'Dora Gil', phone: '4155550199', note: 'Salud', statement: 'yes' }

test('what changes without money change', async () => {
  const [ana, eva] = [await bought('ana'), await bought('eva')]
  await step('another address', asBuyer(changeAddress, ana, austin))
  await step('the same address', asBuyer(changeAddress, ana, austin))
  await step('without the statement', asBuyer(changeAddress, ana, { ...austin, statement: '' }))
  await step('to Utah', asBuyer(changeAddress, ana, { ...austin, state: 'UT', zipCode: '84101' }))
  await step('from an older page', asBuyer(changeAddress, ana, { ...austin, seen: '0' }))
  await step('of another', asBuyer(changeAddress, { ...ana, buyer: eva.buyer }, austin))
  await step('from a Wednesday on', asBuyer(changeEarliest, ana, { earliest: wednesday }))
  await step('from that day again', asBuyer(changeEarliest, ana, { earliest: wednesday }))
  await step('from yesterday on', asBuyer(changeEarliest, ana, { earliest: inDays(-1) }))
  await step('as soon as possible', asBuyer(changeEarliest, ana, { earliest: '' }))
  await step('hold it', asBuyer(holdOrder, ana, { hold: 'yes' }))
  await db.execute(sql`update shipment_holds set "from" = now() - interval '149 days 23 hours'`)
  await step('remind of what is held for less than 150 days', () => remindOfHolds(services))
  await db.execute(sql`update shipment_holds set "from" = now() - interval '150 days 1 hour'`)
  const [held] = await db.select().from(shipmentHolds)
  scenario.names[zone.weekday(held!.from)] = 'five months ago'
  scenario.names[zone.weekday(new Date(held!.from.getTime() + 180 * 86_400_000))] = 'in a month'
  await step('remind of it', () => remindOfHolds(services))
  await step('remind of it once', () => remindOfHolds(services))
  await step('hold it again', asBuyer(holdOrder, ana, { hold: 'yes' }))
  await step('let it go', asBuyer(holdOrder, ana, { hold: 'no' }))
  const noMore = await bought('flora')
  await step('a gift', asBuyer(giveOrder, noMore, gift))
  await step('the same gift', asBuyer(giveOrder, noMore, gift))
  await step('a gift to nobody', asBuyer(giveOrder, noMore, { ...gift, name: '' }))
  await step('to another address as a gift', asBuyer(changeAddress, noMore, austin))
  await step('no gift', asBuyer(takeGiftBack, noMore))
  await step('no gift again', asBuyer(takeGiftBack, noMore))
  await sendHandover(testShop, shipping, [eva.shipment.number])
  await step('once it is handed over', asBuyer(holdOrder, eva, { hold: 'yes' }))
  scenario.expectWritten('order-changes')
})

test('what staff change for a buyer changes', async () => {
  const ana = await bought('gina')
  await bought('hilda')
  await step('an address', asStaff(changeAddressForBuyer, ana, austin))
  await step('undo it', asStaff(undoChangeForBuyer, ana))
  await step('undo the undoing', asStaff(undoChangeForBuyer, ana))
  await step(
    'without reading the statement',
    asStaff(changeAddressForBuyer, ana, { ...austin, onPhone: '' }),
  )
  await step(
    'without the duty',
    asStaff(holdOrderForBuyer, ana, { hold: 'yes' }, { ...support, duties: ['stock'] } as never),
  )
  await step('a day', asStaff(changeEarliestForBuyer, ana, { earliest: wednesday, onPhone: '' }))
  await step('undo the day', asStaff(undoChangeForBuyer, ana))
  await step('hold it', asStaff(holdOrderForBuyer, ana, { hold: 'yes' }))
  await step('undo the hold', asStaff(undoChangeForBuyer, ana))
  await step('hold it again', asStaff(holdOrderForBuyer, ana, { hold: 'yes' }))
  await step('let it go', asStaff(holdOrderForBuyer, ana, { hold: 'no' }))
  const other = await bought('ida')
  await step('a gift', asStaff(giveOrderForBuyer, other, gift))
  await step('undo the gift', asStaff(undoChangeForBuyer, other))
  await step('a gift again', asStaff(giveOrderForBuyer, other, gift))
  await step('no gift', asStaff(takeGiftBackForBuyer, other))
  await step(
    'overnight for nothing',
    asStaff(upgradeMethodForBuyer, other, { method: 'overnight', reason: 'It came late' }),
  )
  testShop.pass(15)
  await step('undo it fifteen minutes later', asStaff(undoChangeForBuyer, other))
  testShop.pass(-15)
  await step('undo it', asStaff(undoChangeForBuyer, other))
  await step(
    'ground for nothing',
    asStaff(upgradeMethodForBuyer, other, { method: 'ground', reason: 'It came late' }),
  )
  const parted = await bought('jana')
  await step(
    'all of it apart',
    asStaff(splitOrderForBuyer, parted, { ...austin, part: 'malbec-2022:3', earliest: '' }),
  )
  await step(
    'one case apart',
    asStaff(splitOrderForBuyer, parted, { ...austin, part: 'malbec-2022:1', earliest: wednesday }),
  )
  await step(
    'another apart',
    asStaff(splitOrderForBuyer, parted, { ...austin, part: 'malbec-2022:1', earliest: '' }),
  )
  await step('hold both', asStaff(holdOrderForBuyer, parted, { hold: 'yes' }))
  await step('join them', asStaff(joinOrderForBuyer, parted))
  await step('join them again', asStaff(joinOrderForBuyer, parted))
  scenario.expectWritten('order-changes-by-staff')
})

test('what changes with money change', async () => {
  const ana = await bought('karla', { cases: 2 })
  const other = await bought('lena', { cases: 2 })
  async function paid(of: Bought, method: string, fields: Form = {}) {
    const done = await asBuyer(changeMethod, of, { method, ...fields })()
    const { to } = (done as unknown as { said: { to: string } }).said
    await payAt(to)
    return sessionIn(to)
  }
  const back = (session: string) => () => afterPayingMore(services, session, '')
  await step('no method', asBuyer(changeMethod, ana, { method: 'ground=0' }))
  await step('overnight', asBuyer(changeMethod, ana, { method: 'overnight=6000' }))
  await step('overnight again', asBuyer(changeMethod, ana, { method: 'overnight=6000' }))
  const session = await paid(ana, 'overnight=6000')
  await setFault({ match: 'GET /v1/checkout/sessions/*', fault: 'error-before', times: 5 })
  await step('come back while the provider is away', back(session))
  await clearFaults()
  await step('come back', back(session))
  await step('come back again', back(session))
  await step('fewer cases', asBuyer(keepFewer, ana, { keep: 'malbec-2022:1=50262' }))
  await step('no cases', asBuyer(keepFewer, ana, { keep: 'malbec-2022:0' }))
  await step('a pickup', async () => asBuyer(changeMethod, ana, { method: 'pickup=-9000' })())
  await step('cancel it', asBuyer(cancelOrder, ana))
  await step('cancel it again', asBuyer(cancelOrder, ana))
  const late = await paid(other, 'overnight=6000')
  await sendHandover(testShop, shipping, [other.shipment.number])
  await step('paid once it was handed over', back(late))
  await step('the order of the other', () => viewed(other))

  const mara = await bought('mara', { cases: 1 })
  await step('what staff may ask for', () => viewPayable(services, mara.order))
  await step(
    'ask for the difference',
    asStaff(askForDifference, mara, { method: 'overnight=5500' }),
  )
  await step('ask for it again', asStaff(askForDifference, mara, { method: 'overnight=5500' }))
  await step('ask for less', asStaff(askForDifference, mara, { method: 'pickup=-3500' }))
  await step('a case more', asStaff(addCaseForBuyer, mara, { wine: 'malbec-2022', cases: '1' }))
  await step('the same case', asStaff(addCaseForBuyer, mara, { wine: 'malbec-2022', cases: '1' }))
  await step('another wine', asStaff(addCaseForBuyer, mara, { wine: 'none', cases: '1' }))
  const unknown = { number: '9', wine: 'malbec-2022', cases: '1' }
  await step('a case more for no order', asStaff(addCaseForBuyer, mara, unknown))
  await step(
    'two cases in its place',
    asStaff(addCaseForBuyer, mara, { wine: 'malbec-2022', cases: '2' }),
  )
  const { rows } = await db.execute<{ url: string }>(
    sql`select session_url as url from checkouts where state = 'open' and channel = 'added'`,
  )
  await payAt(rows[0]!.url)
  await step('paid', () => testShop.shop.recordPayment(sessionIn(rows[0]!.url)))
  await step('cancel what has an open page', asBuyer(cancelOrder, mara))
  scenario.expectWritten('order-changes-with-money')
})
