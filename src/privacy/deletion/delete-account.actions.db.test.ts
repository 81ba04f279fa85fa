import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { allocations } from '#catalogue/on-sale/tables.ts'
import { cartLines, checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { afterFirstTransaction } from '#tests/harness/after-first-transaction.ts'
import { emailsTo, password, registeredPerson } from '#tests/harness/identity.ts'
import { withFlags } from '#tests/harness/order-flags.ts'
import { clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import { loggedBy } from '#tests/harness/test-log.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { deleteAccount } from './delete-account.actions.server.ts'

let testShop: TestShop
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 10)
})

type Person = Awaited<ReturnType<typeof registeredPerson>>

/** A member with a payment page open for one case to be picked up. */
async function atThePage() {
  const person = await registeredPerson(testShop)
  await fillCart(person)
  return { person, ...(await openPage(person)) }
}

async function fillCart({ viewer }: Person) {
  await testShop.shop.changeCart(viewer, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(viewer, { kind: 'choose-shipping', method: 'pickup' })
}

async function openPage({ viewer }: Person) {
  const started = await testShop.shop.startCheckout(viewer)
  if (!started.ok) throw new Error(started.reason)
  return { url: started.url, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
}

const deleted = ({ viewer, headers }: Person) =>
  testShop.shop.deleteAccount(viewer, { password }, headers)

const stateAtProvider = async (sessionId: string) =>
  (await testShop.services.payments.getSession(sessionId))!.state

const recordOf = ({ viewer }: Person) =>
  testShop.db.select({ id: users.id }).from(users).where(eq(users.id, viewer.id))

const checkoutOf = async (sessionId: string) => {
  const [row] = await testShop.db.select().from(checkouts).where(eq(checkouts.sessionId, sessionId))
  return row!
}

const orderOf = async (sessionId: string) => {
  const [row] = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  return row
}

const stock = async () => {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  return { held: row!.held, sold: row!.sold }
}

test('orders stay with their lines and what the law wants, and belong to nobody', async () => {
  const { person, url, sessionId } = await atThePage()
  await payAt(url, { email: person.email })
  await testShop.shop.recordPayment(sessionId)
  const before = await orderOf(sessionId)
  expect(before).toMatchObject({ userId: person.viewer.id, name: 'Ana Ruiz' })

  expect(await deleted(person)).toMatchObject({ ok: true })
  expect(await recordOf(person)).toEqual([])
  expect(await orderOf(sessionId)).toEqual({ ...before, userId: null })
  expect(await checkoutOf(sessionId)).toMatchObject({ userId: null, state: 'paid' })
  const lines = await testShop.db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, before!.id))
  expect(lines).toMatchObject([{ productId: wine, quantity: 1, unitPriceCents: 45_000 }])
  expect(await stock()).toEqual({ held: 0, sold: 1 })
})

test('the last email counts each order that stays, of an earlier address and of a guest, too', async () => {
  const { db, shop } = testShop
  const bought = async () => {
    const at = await atThePage()
    await payAt(at.url, { email: at.person.email })
    await shop.recordPayment(at.sessionId)
    return { person: at.person, order: (await orderOf(at.sessionId))! }
  }
  const { person, order } = await bought()
  await db.update(orders).set({ email: 'earlier@example.com' }).where(eq(orders.id, order.id))
  const { order: guests } = await bought()
  await db.update(orders).set({ email: person.email, userId: null }).where(eq(orders.id, guests.id))
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, person.viewer.id))
  expect(await deleted(person)).toMatchObject({ ok: true })
  const emails = await emailsTo(db, person.email)
  const [last] = emails.filter(({ kind }) => kind === 'erasure-confirmed')
  const { settings, clock } = testShop.services
  const day = shopDates(settings.timeZone).isoDay(clock())
  const [year, month] = day.split('-').map(Number) as [number, number]
  const through = new Date(Date.UTC(year + 7, month, 1)).toISOString().slice(0, 7)
  expect(last!.props).toMatchObject({ orders: 2, through })
})

test('emails sent to the address, and its list record, are deleted only if the account had confirmed it', async () => {
  for (const emailVerified of [false, true]) {
    const person = await registeredPerson(testShop)
    await testShop.db.update(mails).set({ state: 'sent' }).where(eq(mails.recipient, person.email))
    await testShop.db.update(users).set({ emailVerified }).where(eq(users.id, person.viewer.id))
    const { email } = person
    const listed = { email, fullName: 'Ana', firstName: 'Ana', consentSource: 'test' }
    await testShop.db.insert(mailingListClients).values({ ...listed, consentWording: 'yes' })
    expect(await deleted(person)).toMatchObject({ ok: true })
    // So is the list record: an address that was never confirmed may be anyone's.
    const records = testShop.db.$count(mailingListClients, eq(mailingListClients.email, email))
    expect(await records).toBe(emailVerified ? 0 : 1)
    expect(loggedBy(testShop.db)).toContainEqual({
      ...{ level: 'info', message: 'account deleted by its owner' },
      fields: { user: person.viewer.id },
    })
    const emails = await emailsTo(testShop.db, person.email)
    const left = emails.filter(({ kind }) => kind !== 'erasure-confirmed')
    expect(left.length > 0, `confirmed: ${emailVerified}`).toBe(!emailVerified)
  }
})

describe('an open payment page', () => {
  test('is closed at the provider first, and its stock given back', async () => {
    const { person, url, sessionId } = await atThePage()
    expect(await stock()).toEqual({ held: 1, sold: 0 })
    expect(await deleted(person)).toMatchObject({ ok: true })
    expect(await stateAtProvider(sessionId)).toBe('expired')
    expect(await checkoutOf(sessionId)).toMatchObject({ userId: null, state: 'cancelled' })
    expect(await stock()).toEqual({ held: 0, sold: 0 })
    await expect(payAt(url)).rejects.toThrow('410')
    expect(
      await testShop.db.select().from(cartLines).where(eq(cartLines.userId, person.viewer.id)),
    ).toEqual([])
  })

  test('paid in the meantime is an order, with its emails, before the account goes', async () => {
    const { person, url, sessionId } = await atThePage()
    await payAt(url, { email: person.email })
    expect(await orderOf(sessionId)).toBeUndefined()
    expect(await deleted(person)).toMatchObject({ ok: true })
    expect(await recordOf(person)).toEqual([])
    expect(await withFlags(testShop.db, await orderOf(sessionId))).toMatchObject({
      userId: null,
      state: 'paid',
      email: person.email,
      flags: [],
    })
    const waiting = await emailsTo(testShop.db, person.email)
    expect(waiting.map(({ kind, state }) => [kind, state])).toContainEqual([
      'order-confirmation',
      'queued',
    ])
    expect(await stock()).toEqual({ held: 0, sold: 1 })
  })

  test('recorded as paid at the moment of the erasure is one order, in either order of the two', async () => {
    for (const first of ['payment', 'erasure'] as const) {
      const { person, url, sessionId } = await atThePage()
      await payAt(url, { email: person.email })
      const pay = () => testShop.shop.recordPayment(sessionId)
      const both = [pay, () => deleted(person), pay]
      const results = await Promise.all(
        (first === 'payment' ? both : both.toReversed()).map((act) => act()),
      )
      expect(results[1]).toMatchObject({ ok: true })
      expect(await recordOf(person)).toEqual([])
      const found = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
      expect(found).toMatchObject([{ userId: null, state: 'paid', email: person.email }])
    }
    expect(await stock()).toEqual({ held: 0, sold: 2 })
  })

  test('that the provider can’t be asked about keeps the account as it is', async () => {
    const { person, sessionId } = await atThePage()
    const away = { match: 'POST /v1/checkout/sessions/*', fault: 'error-before', times: 5 }
    await setFault(away)
    expect(await deleted(person)).toEqual({ ok: false, code: 'internal-error' })
    expect(await recordOf(person)).toHaveLength(1)
    expect((await testShop.shop.identify(person.headers)).viewer?.id).toBe(person.viewer.id)
    expect(await checkoutOf(sessionId)).toMatchObject({
      userId: person.viewer.id,
      state: 'open',
    })
    await clearFaults()
    expect(await deleted(person)).toMatchObject({ ok: true })
    expect(await stateAtProvider(sessionId)).toBe('expired')
  })

  test('opened by another window while the first one was being closed is closed too', async () => {
    const { person, sessionId } = await atThePage()
    let second: string | undefined
    const db = afterFirstTransaction(testShop.db, async () => {
      second = (await openPage(person)).sessionId
    })
    const { viewer, headers } = person
    const services = { ...testShop.services, db }
    expect(await deleteAccount(services, viewer, { password }, headers)).toMatchObject({ ok: true })
    expect(second).not.toBe(sessionId)
    expect(await stateAtProvider(second!)).toBe('expired')
    expect(await checkoutOf(second!)).toMatchObject({ userId: null, state: 'cancelled' })
    expect(await recordOf(person)).toEqual([])
    expect(await stock()).toEqual({ held: 0, sold: 0 })
  })
})

test('the last owner of the admin stays until there is another', async () => {
  const person = await registeredPerson(testShop)
  const { id } = person.viewer
  await testShop.db.update(users).set({ role: 'staff' }).where(eq(users.id, id))
  const owner = { ...person, viewer: { ...person.viewer, role: 'staff' as const } }
  expect(await deleted(owner)).toEqual({ ok: false, code: 'last-owner' })
  const other = await registeredPerson(testShop)
  await testShop.db.update(users).set({ role: 'staff' }).where(eq(users.id, other.viewer.id))
  expect(await deleted(owner)).toMatchObject({ ok: true })
  expect(await recordOf(owner)).toEqual([])
})

test('what was allocated to a deleted account is free, and no note tells of them', async () => {
  const { db } = testShop
  const person = await registeredPerson(testShop)
  const made = await aRelease(db)
  const id = await allocate(db, made, person.viewer, 3)
  await db
    .update(allocations)
    .set({ note: 'Her daughter marries in May', bought: 1 })
    .where(eq(allocations.id, id))
  expect(await deleted(person)).toMatchObject({ ok: true })
  const [left] = await db.select().from(allocations).where(eq(allocations.id, id))
  expect(left).toMatchObject({ userId: null, units: 1, bought: 1, note: '', isPromised: false })
})

test('pressed twice at once deletes once, and neither press fails', async () => {
  const person = await registeredPerson(testShop)
  const both = await Promise.all([deleted(person), deleted(person)])
  expect(both).toMatchObject([{ ok: true }, { ok: true }])
  expect(await recordOf(person)).toEqual([])
})
