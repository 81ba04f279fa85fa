import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Duty } from '#platform/access/duties.rules.ts'
import { staffInvitations } from '#platform/database/people.tables.ts'
import { turnSwitch } from '#platform/switches/switches.store.server.ts'
import { loader as loadHandovers } from '#shipping/handover/handovers.page.tsx'
import { beginShipping, takeInOrders } from '#shipping/overview/overview.actions.server.ts'
import { loader as loadShipping } from '#shipping/overview/overview.page.tsx'
import { loader as loadShippingSettings } from '#shipping/overview/settings.page.tsx'
import { loader as loadShipment } from '#shipping/shipments/shipment.page.tsx'
import { shipments } from '#shipping/tables.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'
import { emailsTo, ever } from '#tests/harness/shipping.ts'
import { aStaffMember } from '#tests/harness/staff.ts'

import { loader as loadEmails } from './emails/failed-emails.page.tsx'
import { loader as openAdmin } from './layout/admin.page.tsx'
import { loader as loadLog } from './log/log.page.tsx'
import { loader as loadOrders } from './orders/order-list.page.tsx'
import { loader as loadOrder, meta as metaOfOrder } from './orders/order.page.tsx'
import { loader as loadPrinted } from './orders/printed-orders.page.tsx'
import { loader as loadOverview } from './overview/overview.page.tsx'
import { loader as loadFound } from './search/search.page.tsx'
import { loader as loadInvitation } from './staff/invitation.page.tsx'
import { loader as loadPeople } from './staff/people.page.tsx'
import { loader as loadPerson } from './staff/person.page.tsx'
import { loader as loadSettings } from './staff/shop-settings.page.tsx'
import { inviteStaff } from './staff/staff.actions.server.ts'
import { loader as loadToday } from './today/today.page.tsx'
import { loader as loadYou } from './you/you.page.tsx'

const { testShop, staff, anOrder } = await openOrdersShop()

const loaded = loadedBy(testShop, staff)

test('an order is found by its number in any writing, and a search that finds it alone leads there', async () => {
  const [first, second] = [await anOrder(1), await anOrder(1)]
  const at = (order: { number: number }) => `/admin/orders/${order.number}`
  const order = (number: string) => loaded(loadOrder, { params: { number } })
  expect(await order(`K-${first.number}`)).toBe(at(first))
  expect(await order(String(first.number))).toMatchObject({ order: { number: first.number } })
  expect([await order('nonsense'), await order('9999999')]).toEqual([404, 404])
  const found = (typed: string) => loaded(loadFound, { query: `q=${typed}` })
  expect(await found(`K-${second.number}`)).toBe(at(second))
  expect(await found('malbec')).toMatchObject({ typed: 'malbec', found: [{ title: 'Wines' }] })
  expect(await found('nonsense')).toMatchObject({ typed: 'nonsense', found: [] })
  const query = `order=K-${second.number}&order=nonsense`
  expect(await loaded(loadPrinted, { query })).toMatchObject({
    orders: [{ number: second.number }],
  })
  // As many as a page of the list has.
  const after = (others: number) => `${'order=1&'.repeat(others)}order=${second.number}`
  expect(await loaded(loadPrinted, { query: after(199) })).toMatchObject({
    orders: [{ number: second.number }],
  })
  expect(await loaded(loadPrinted, { query: after(200) })).toEqual({ orders: [] })
  expect(await loaded(loadOrders, { query: '' })).toMatchObject({ flagged: 0, voided: [] })
})

test('offers that were not served stand on the first page of all orders alone', async () => {
  const order = await anOrder(1)
  await testShop.db.execute(sql`
    with voided as (
      insert into checkouts (channel, state, fingerprint, subtotal_cents, shipping_cents, tax_cents,
        total_cents, started_at, expires_at, ended_at, email)
      values ('offering', 'refused', '', 51000, 0, 0, 51000, now(), now(), now(), 'zoe@example.com')
      returning id)
    insert into checkout_lines (checkout_id, product_id, description, quantity, unit_price_cents,
      tax_cents)
    select id, 'malbec-2022', '2022 Malbec', 1, 51000, 0 from voided`)
  const voidedAt = async (query: string) =>
    (await loaded<{ voided: { email: string }[] }>(loadOrders, { query })).voided.map(
      ({ email }) => email,
    )
  expect(await voidedAt('')).toEqual(['zoe@example.com'])
  expect(await voidedAt('size=100')).toEqual(['zoe@example.com'])
  expect(await voidedAt(`before=${order.number}`)).toEqual([])
  expect(await voidedAt('q=ana')).toEqual([])
  expect(await voidedAt('state=paid')).toEqual([])
})

test('the pages of shipping lead to its beginning until it has begun', async () => {
  const start = '/admin/shipping'
  expect(await loaded(loadShipping, {})).toMatchObject({ settings: null })
  expect(await loaded(loadShippingSettings, {})).toBe(start)
  expect(await loaded(loadHandovers, {})).toBe(start)
  await beginShipping(testShop.services, staff, {})
  expect(await loaded(loadShipping, {})).toMatchObject({ settings: { version: 1 } })
  expect(await loaded(loadShippingSettings, {})).toMatchObject({ settings: { version: 1 } })
  expect(await loaded(loadHandovers, {})).toMatchObject({
    next: { profile: { name: 'Usual file' } },
    handovers: [],
  })
})

test('a shipment is shown on the page of its order to those who may open that', async () => {
  const order = await anOrder(1)
  await takeInOrders(testShop.services, staff, { since: ever })
  const mine = eq(shipments.orderId, order.id)
  const [{ number } = { number: 0 }] = await testShop.db.select().from(shipments).where(mine)
  const shipment = (of: string, ...duties: Duty[]) =>
    loaded(loadShipment, { params: { number: of }, ...(duties.length > 0 && { duties }) })
  expect(await shipment(String(number), 'shipping')).toMatchObject({
    ...{ number, orderNumber: order.number },
  })
  expect(await shipment(String(number))).toBe(`/admin/orders/${order.number}#order-shipping`)
  expect([await shipment('x'), await shipment('999999', 'shipping')]).toEqual([404, 404])
})

test('orders on paper are loaded with where their boxes go now, which their buyers may have changed', async () => {
  const [moved, other] = [await anOrder(2), await anOrder(1)]
  await takeInOrders(testShop.services, staff, { since: ever })
  const [box] = await testShop.db.select().from(shipments).where(eq(shipments.orderId, moved.id))
  await testShop.db
    .update(shipments)
    .set({ shipTo: { ...box!.shipTo!, city: 'Reno', state: 'NV' } })
    .where(eq(shipments.id, box!.id))
  const query = `order=${moved.number}&order=${other.number}`
  expect(await loaded(loadPrinted, { query })).toMatchObject({
    orders: [
      {
        number: moved.number,
        boxes: [{ number: box!.number, shipTo: { city: 'Reno' }, units: { 'malbec-2022': 2 } }],
      },
      { number: other.number, boxes: [{ shipTo: other.shipTo, units: { 'malbec-2022': 1 } }] },
    ],
  })
})

test('an invitation is for the account of its address, which the visitor may be logged in with or not', async () => {
  const email = 'guest@kohue.example'
  const owner = await aStaffMember(testShop.db)
  await inviteStaff(testShop.services, owner, { email, duty: 'support' })
  const [mail] = await emailsTo(testShop, email, 'staff-invited')
  const token = (mail!.props as { link: string }).link.split('/').at(-1)!
  const seenBy = (viewer: object | null, of = token) =>
    loadedBy(testShop, viewer)<object>(loadInvitation as never, { params: { token: of } })
  const invitation = { email, by: owner.email, duties: 'Support' }
  expect(await seenBy(null)).toMatchObject({
    refused: null,
    invitation: { ...invitation, here: `/invitation/${token}`, isIn: false, isOther: false },
  })
  expect(await seenBy({ email })).toMatchObject({
    refused: null,
    invitation: { ...invitation, isIn: true, isOther: false },
  })
  expect(await seenBy({ email: 'other@kohue.example' })).toMatchObject({
    refused: 'You are logged in with another account. Log out first.',
    invitation: { isIn: true, isOther: true },
  })
  expect(await seenBy(null, 'x')).toMatchObject({
    status: 404,
    invitation: null,
    refused: expect.stringContaining('This link is incomplete, or the invitation was withdrawn.'),
  })
  await testShop.db.update(staffInvitations).set({ expiresAt: new Date(0) })
  expect(await seenBy(null)).toMatchObject({
    status: 404,
    refused: 'This invitation has expired. Ask the person who invited you for a new one.',
  })
})

test('the pages of the admin are for those with their duty, and the first of those opens', async () => {
  const owner = await aStaffMember(testShop.db)
  const page = (load: (args: never) => unknown, ...duties: Duty[]) =>
    loadedBy(testShop, owner)(load, { params: { id: owner.id }, duties })
  for (const load of [loadPeople, loadPerson, loadSettings]) {
    expect(await page(load, 'owner')).toBeTypeOf('object')
    expect(await page(load, 'releases', 'shipping', 'support', 'emails', 'accounting')).toBe(403)
  }
  for (const load of [loadToday, loadYou]) expect(await page(load, 'shipping')).toBeTypeOf('object')
  for (const [load, duty, other] of [
    [loadOverview, 'accounting', 'shipping'] as const,
    [loadEmails, 'emails', 'shipping'] as const,
    [loadLog, 'owner', 'compliance'] as const,
    [loadOrders, 'support', 'emails'] as const,
  ]) {
    expect(await page(load, duty)).toBeTypeOf('object')
    expect(await page(load, other)).toBe(403)
  }
  // Figures of the overview lead to pages that one may open.
  const nowFor = async (duty: Duty) =>
    ((await page(loadOverview, duty)) as { now: { href: string }[] }).now.map(({ href }) => href)
  expect(await nowFor('accounting')).toEqual(['/admin/today'])
  expect((await nowFor('owner')).slice(0, 2)).toEqual([
    ...['/admin/today', '/admin/orders?flagged=yes'],
  ])
  expect([await page(openAdmin, 'owner'), await page(openAdmin, 'emails')]).toEqual([
    '/admin/today',
    '/admin/campaigns',
  ])
})

test('owners see who works here, themselves apart, and what holds for all', async () => {
  const { db } = testShop
  const [owner, other] = [await aStaffMember(db), await aStaffMember(db)]
  const by = loadedBy(testShop, owner)
  expect(await by(loadPeople)).toMatchObject({
    ...{ self: owner.id, invited: [], former: [] },
    people: expect.arrayContaining([expect.objectContaining({ id: other.id })]),
  })
  const person = (id: string) => by(loadPerson, { params: { id } })
  expect(await person(owner.id)).toMatchObject({ person: { id: owner.id }, isSelf: true })
  expect(await person(other.id)).toMatchObject({ person: { id: other.id }, isSelf: false })
  expect(await person('x')).toBe(404)
  expect(await by(loadYou)).toMatchObject({ email: owner.email, entries: [] })
  expect(await by(loadSettings)).toMatchObject({
    ...{ rules: { version: 0 }, alarms: [], isRequired: false, hasLoginLinks: false },
    tellsAlarms: false,
  })
  for (const [name, field] of [
    ['second-factor-required', 'isRequired'] as const,
    ['sign-in-by-email', 'hasLoginLinks'] as const,
    ['operations-alerts', 'tellsAlarms'] as const,
  ]) {
    await turnSwitch(db, name, true)
    expect(await by(loadSettings)).toMatchObject({ [field]: true })
    await turnSwitch(db, name, false)
    expect(await by(loadSettings)).toMatchObject({ [field]: false })
  }
})

test('a page of an order is named by its number in any writing', () => {
  const titleOf = (number: string) =>
    metaOfOrder({ params: { number }, matches: [], location: { pathname: '/' } } as never)?.[0]
  expect([titleOf('k-1011'), titleOf('x')]).toEqual([
    ...[{ title: 'Order K-1011' }, { title: 'Order K-0' }],
  ])
})
