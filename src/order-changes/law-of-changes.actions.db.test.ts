import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'
import { shipments } from '#shipping/tables.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { payAt } from '#tests/harness/provider.ts'
import { endRules, homes, stateRule } from '#tests/harness/state-rules.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { addCaseForBuyer } from './add-case.actions.server.ts'
import { changeMethod } from './change-method.actions.server.ts'
import { keepFewer, viewFewer } from './change-money.actions.server.ts'
import { changeAddress } from './change-order.actions.server.ts'
import { changeAddressForBuyer, undoChangeForBuyer } from './for-buyer.actions.server.ts'
import { joinOrderForBuyer, splitOrderForBuyer, viewParts } from './split-order.actions.server.ts'

const shop = await openChangesShop()
const { testShop, anOrder, change, boxesOf } = shop
const { db, services } = testShop
const person = { countedBy: 'person', countedIn: 'calendar-year' } as const
const clerk = { ...shop.staff, duties: ['owner'] } as never

beforeEach(async () => {
  for (const state of ['MN', 'OH', 'NE']) await endRules(db, state)
})

const minnesota = { ...homes.MN, addressExtra: '', statement: 'yes' } as const
const tooMuch = 'This is more wine than may go to Minnesota for you at the moment.'

const stateNow = async (bought: Awaited<ReturnType<typeof anOrder>>) =>
  (await boxesOf(bought.order)).map(({ toState }) => toState)

test('an order goes to another state as far as the law there allows it, by its buyer and by staff', async () => {
  await stateRule(db, 'MN', { limitMl: 9_000, ...person })
  const member = await aMember(db)
  const [first, second] = [await anOrder({ member }), await anOrder({ member, cases: 2 })]
  expect(await change(changeAddress, first, minnesota)).toMatchObject({ ok: true })
  const refused = { ok: false, errors: { state: tooMuch } }
  expect(await change(changeAddress, second, minnesota)).toMatchObject(refused)
  const byStaff = { ...minnesota, number: String(second.order.number), seen: '0' }
  const { statement: _, ...typed } = { ...byStaff, onPhone: 'yes' }
  expect(
    await changeAddressForBuyer(services, clerk, typed as never, { key: randomUUID() }),
  ).toMatchObject(refused)
  expect(await stateNow(second)).toEqual(['CA'])
  // Within the state its own wine does not count beside it.
  expect(
    await change(changeAddress, first, { ...minnesota, address: '99 Grand Avenue', seen: '1' }),
  ).toMatchObject({ ok: true })
})

test('wine of an order that was given back counts no more where the order goes', async () => {
  await stateRule(db, 'MN', { limitMl: 2_250, ...person })
  const bought = await anOrder({ cases: 2 })
  const refused = { ok: false, errors: { state: tooMuch } }
  expect(await change(changeAddress, bought, minnesota)).toMatchObject(refused)
  const { options } = await viewFewer(services, bought.order)
  const keep = options.find(({ label }) => label.startsWith('1 ×'))!.value
  expect(await change(keepFewer, bought, { keep })).toMatchObject({ ok: true })
  expect(await change(changeAddress, bought, { ...minnesota, seen: '1' })).toMatchObject({
    ok: true,
  })
  expect(await stateNow(bought)).toEqual(['MN'])
})

test('two orders of one person that are sent there at once do not pass the limit', async () => {
  await stateRule(db, 'MN', { limitMl: 9_000, ...person })
  const member = await aMember(db)
  const both = [await anOrder({ member }), await anOrder({ member })]
  const done = await Promise.all(both.map((one) => change(changeAddress, one, minnesota)))
  expect(done.map(({ ok }) => ok).toSorted()).toEqual([false, true])
})

test('an order that was to be collected is sent only where the law allows it', async () => {
  await stateRule(db, 'OH', { isSuspended: true })
  const bought = await anOrder({ method: 'pickup' })
  const ohio = { ...homes.OH, addressExtra: '', statement: 'yes', method: 'ground=8500' }
  expect(await change(changeMethod, bought, ohio)).toMatchObject({
    ...{ ok: false, errors: { state: 'We are not shipping wine to Ohio at the moment.' } },
  })
  expect(await change(changeMethod, bought, { ...ohio, ...homes.NE })).toMatchObject({ ok: true })
})

test('what is paid to have a collected order sent is refunded where the law allows no more by then', async () => {
  await stateRule(db, 'MN', { limitMl: 9_000, ...person })
  const member = await aMember(db, homes.MN)
  const bought = await anOrder({ member, method: 'pickup' })
  const opened = await change(changeMethod, bought, { ...minnesota, method: 'ground=8500' })
  if (!opened.ok) throw new Error(opened.sentence)
  await anOrder({ member, cases: 3 })
  await payAt(opened.said!.to!)
  await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(opened.said!.to!)![0])
  expect((await boxesOf(bought.order)).map(({ method }) => method)).toEqual(['pickup'])
  expect((await openFlagsOf(db, bought.order.id)).map(({ reason }) => reason)).toEqual([
    'difference-not-served',
  ])
})

test('a state that is suspended meanwhile keeps what was paid, and the box waits', async () => {
  const member = await aMember(db, homes.OH)
  const bought = await anOrder({ member, method: 'pickup' })
  const ohio = { ...homes.OH, addressExtra: '', statement: 'yes', method: 'ground=8500' }
  const opened = await change(changeMethod, bought, ohio)
  if (!opened.ok) throw new Error(opened.sentence)
  await stateRule(db, 'OH', { isSuspended: true })
  await payAt(opened.said!.to!)
  await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(opened.said!.to!)![0])
  expect(await boxesOf(bought.order)).toMatchObject([
    { method: 'ground', toState: 'OH', waitsFor: 'not-served' },
  ])
})

test('staff add a case where the buyer has given the birthdate since', async () => {
  const member = await aMember(db, homes.NE)
  const bought = await anOrder({ member, cases: 1 })
  await stateRule(db, 'NE', { needsBirthdate: true })
  const add = () =>
    addCaseForBuyer(
      services,
      clerk,
      { number: String(bought.order.number), wine: 'malbec-2022', cases: '1' } as never,
      { key: randomUUID() },
    )
  await db.update(users).set({ birthdate: null }).where(eq(users.id, member.id))
  await db.execute(
    sql`update orders set ship_to = ship_to || '{"birthdate": null}' where id = ${bought.order.id}`,
  )
  expect(await add()).toMatchObject({ ok: false })
  await db.update(users).set({ birthdate: '1980-02-03' }).where(eq(users.id, member.id))
  expect(await add()).toMatchObject({ ok: true })
})

test('of an order that is split the law is asked about the part alone', async () => {
  await stateRule(db, 'MN', { limitMl: 4_500, ...person })
  const split = async (cases: number) => {
    const bought = await anOrder()
    const parts = await viewParts(services, bought.order)
    const part = parts.find(({ value }) => value.endsWith(`:${cases}`))!.value
    const { number } = bought.order
    const form = {
      ...homes.MN,
      addressExtra: '',
      number: String(number),
      seen: '0',
      onPhone: 'yes',
    }
    return splitOrderForBuyer(services, clerk, { ...form, part, earliest: '' } as never, {
      key: randomUUID(),
    })
  }
  expect(await split(2)).toMatchObject({ ok: true })
  // And it leaves: the part that stays in California is no wine of Minnesota.
  const [sent] = await db.select().from(shipments).where(eq(shipments.toState, 'MN'))
  await recomputeReadiness(services, { orderId: sent!.orderId })
  const waiting = await db.select().from(shipments).where(eq(shipments.orderId, sent!.orderId))
  expect(waiting.map(({ waitsFor }) => waitsFor)).toEqual([null, null])
  await endRules(db, 'MN')
  await stateRule(db, 'MN', { limitMl: 2_250, ...person })
  expect(await split(2)).toMatchObject({ ok: false, errors: { state: tooMuch } })
})

test('an order is put together again, and a new address undone, only where the law allows it', async () => {
  const form = (bought: Awaited<ReturnType<typeof anOrder>>, seen: string) => ({
    ...{ number: String(bought.order.number), seen, onPhone: 'yes' },
  })
  const key = () => ({ key: randomUUID() })
  const apart = await anOrder({ member: await aMember(db, homes.MN), cases: 3 })
  const part = (await viewParts(services, apart.order)).find(({ value }) => value.endsWith(':2'))!
  const toNebraska = { ...homes.NE, addressExtra: '' }
  const split = { ...form(apart, '0'), ...toNebraska, part: part.value, earliest: '' }
  expect(await splitOrderForBuyer(services, clerk, split as never, key())).toMatchObject({
    ok: true,
  })
  const moved = await anOrder({ member: await aMember(db, homes.OH) })
  const move = { ...form(moved, '0'), ...toNebraska }
  expect(await changeAddressForBuyer(services, clerk, move as never, key())).toMatchObject({
    ok: true,
  })
  await stateRule(db, 'MN', { limitMl: 4_500, ...person })
  await stateRule(db, 'OH', { isSuspended: true })
  const join = () => joinOrderForBuyer(services, clerk, form(apart, '1') as never, key())
  const undo = () => undoChangeForBuyer(services, clerk, form(moved, '1') as never, key())
  expect(await join()).toMatchObject({ ok: false, errors: { state: tooMuch } })
  expect(await undo()).toMatchObject({
    ...{ ok: false, errors: { state: 'We are not shipping wine to Ohio at the moment.' } },
  })
  expect(await stateNow(apart)).toEqual(['MN', 'NE'])
  expect(await stateNow(moved)).toEqual(['NE'])
  for (const state of ['MN', 'OH']) await endRules(db, state)
  expect(await join()).toMatchObject({ ok: true })
  expect(await undo()).toMatchObject({ ok: true })
})

test('staff add cases as far as the law allows it; a page that is open does not count beside itself', async () => {
  await stateRule(db, 'NE', { limitMl: 6_750, ...person })
  const bought = await anOrder({ member: await aMember(db, homes.NE), cases: 1 })
  const add = (cases: string) =>
    addCaseForBuyer(
      services,
      clerk,
      { number: String(bought.order.number), wine: 'malbec-2022', cases } as never,
      { key: randomUUID() },
    )
  const tooMany = {
    ok: false,
    errors: {
      cases:
        'Nebraska lets one person receive 9 bottles a year; you have had 3. Two cases can go; or choose Local Pick up.',
    },
  }
  expect(await add('3')).toMatchObject(tooMany)
  expect(await add('2')).toMatchObject({ ok: true })
  expect(await add('2')).toMatchObject({ ok: true })
  expect(await add('3')).toMatchObject(tooMany)
})
