import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orders } from '#orders/order/tables.ts'
import type { Buyer } from '#tests/harness/card-shop.ts'
import { openCardShop } from '#tests/harness/card-shop.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { shippingStaff } from '#tests/harness/shipping.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { loader as loadCards } from './card/kept-cards.page.tsx'
import { loader as loadShip } from './cart/ship.page.tsx'
import {
  loader as loadThanks,
  middleware as beforeThanks,
  shouldRevalidate,
} from './checkout/purchase-thanks.page.tsx'
import { action as fillAddress, loader as loadPurchase } from './checkout/purchase.page.tsx'
import { action as sendOffer, loader as loadShipTo } from './offers/offer-ship-to.page.tsx'
import { loader as loadOffer } from './offers/offer.page.tsx'
import { loader as loadGuestOrder } from './orders/guest-order.page.tsx'
import { loader as loadOrder } from './orders/order.page.tsx'
import { loader as loadPreview } from './release-cards/mono.page.tsx'
import { loader as loadWines } from './release-cards/ourwines.page.tsx'

const { testShop, wine, aBuyer, paid, ordersOf } = await openCardShop()
const { db, services } = testShop
const by = (viewer: object | null) => loadedBy(testShop, viewer)
const visited = by(null)
const contact = { email: 'hello@kohue.example', phone: '+1 305 555 0142' }
const site = { ...contact }

test('a purchase link and the page of shipping show where the cart goes, and no street to who only has a link', async () => {
  const buyer = await aBuyer()
  const limited = { ...buyer, isLimited: true }
  const home = ['Ana Ruiz', '1200 Valencia Street', 'San Francisco, California 94110']
  expect(await by(buyer)(loadPurchase)).toEqual({ shipTo: home })
  expect(await by(limited)(loadPurchase)).toEqual({
    shipTo: ['Ana', 'San Francisco, California 94110'],
  })
  // On a page that is rendered once for all, texts of one person are placeholders.
  expect(await by(buyer)(loadShip)).toEqual({ to: home.map((line) => `‹${line}›`) })
  const homeless = await aBuyer({ address: '' })
  expect(await by(homeless)(loadPurchase)).toEqual({ shipTo: null })
  expect(await by(homeless)(loadShip)).toEqual({ to: null })
  expect(await by(await aMember(db))(loadPurchase)).toBe('/members?view=current')
})

test('a first address is filled in behind a purchase link; a refused one comes back', async () => {
  const buyer = await aBuyer({ address: '', city: '', state: '', zipCode: '' })
  const address = { address: '1 Main St', city: 'Napa', state: 'CA', zipCode: '9455' }
  const send = (form: Record<string, string>) => by(buyer)(fillAddress, { path: '/purchase', form })
  expect(await send(address)).toMatchObject({
    ...{ status: 400, values: address, errors: { zipCode: expect.any(String) } },
  })
  expect(await send({ ...address, zipCode: '94558' })).toBe('/purchase')
  expect(await by(buyer)(loadPurchase)).toMatchObject({ shipTo: { 1: '1 Main St' } })
})

/** The thank-you of a payment, as the browser comes back from it. */
const thanks = async (buyer: Buyer, payment: string, more: object = {}) =>
  by({ ...buyer, firstName: 'Ana', isLimited: false, ...more })(
    async (args: never) => {
      await beforeThanks[0]!(args, undefined as never)
      return loadThanks(args)
    },
    { query: `payment_intent=${payment}` },
  )

test('who has paid is thanked once, before the history of their orders', async () => {
  const buyer = await aBuyer()
  const { id } = await paid(buyer)
  const [order] = await ordersOf(buyer)
  const number = String(order!.number)
  expect(await thanks(buyer, id)).toMatchObject({
    order: { number, wines: ['1 × 2022 Malbec'], by: 'Ground shipping' },
    history: { page: 1, hasMore: false, orders: [{ number: `‹${number}›`, state: 'paid' }] },
    firstName: 'Ana',
  })
  const before = 'This order was paid. Its confirmation goes to your email address.'
  // Seen once, it must not be loaded again while it is shown.
  expect(shouldRevalidate()).toBe(false)
  expect(await thanks(buyer, id)).toEqual(['/members?view=orders', before])
  expect(await thanks(await aBuyer(), id)).toBe('/members')
  const linked = await aBuyer()
  const payment = await paid(linked)
  const limited = { isLimited: true }
  expect(await thanks(linked, payment.id, limited)).toMatchObject({
    ...{ order: { wines: ['1 × 2022 Malbec'] }, history: null },
  })
  expect(await thanks(linked, payment.id, limited)).toEqual(['/members?view=current', before])
})

const eva = {
  ...{ name: 'Eva Marsh', email: 'eva@example.com', phone: '5125550123', statement: 'yes' },
  ...{ birthdate: '1980-02-03', address: '400 Congress Ave', city: 'Austin', state: 'TX' },
  zipCode: '78701',
}

test('an offer sells its wine in the number that its address says, or one', async () => {
  expect(await visited(loadOffer, { path: '/offering' })).toMatchObject({
    ...{ name: 'offering', product: { id: wine }, whyClosed: null, isByLink: false },
  })
  expect(await visited(loadOffer, { path: '/offer1' })).toMatchObject({
    ...{ name: 'offer1', product: { id: 'malbec-2021-bottle' } },
  })
  const page = (query: string, path = '/offering/ship-to') => visited(loadShipTo, { path, query })
  for (const [query, quantity, isCorrected] of [
    ...[['', 1, false] as const, ['quantity=1', 1, false] as const],
    ...[['quantity=3', 3, false] as const, ['quantity=4', 1, true] as const],
    ...[['quantity=0', 1, true] as const, ['quantity=some', 1, true] as const],
  ]) {
    expect(await page(query)).toMatchObject({
      ...{ offer: 'offering', quantity, isCorrected, product: { id: wine } },
    })
  }
  expect(await page('quantity=2', '/offer1/ship-to')).toMatchObject({
    ...{ offer: 'offer1', quantity: 1, isCorrected: true },
  })
  expect(await page('', '/offer2/ship-to')).toBe(404)
})

test('a guest is known by a cookie that the page of an offer sets, or by its form without cookies', async () => {
  const asked = { path: '/offering/ship-to', query: 'quantity=2' }
  const opened = await visited<Record<string, string>>(loadShipTo, asked)
  const { token, 'set-cookie': cookie } = opened
  expect(cookie).toContain(token)
  const known = await visited<Record<string, string>>(loadShipTo, { ...asked, cookies: [cookie!] })
  expect(known['token']).toBe(token)
  expect(known).not.toHaveProperty('set-cookie')

  const other = randomUUID()
  const buyerOf = async (form: Record<string, string>, cookies: readonly string[] = []) => {
    const headers = { 'x-kohue-address': randomUUID() }
    const url = await visited(sendOffer, { ...asked, form: { ...eva, ...form }, cookies, headers })
    const [begun] = await db
      .select()
      .from(checkouts)
      .where(eq(checkouts.sessionUrl, String(url)))
    return begun && [begun.buyerKey, begun.channel, begun.subtotalCents]
  }
  expect(await buyerOf({ token: other })).toEqual([`guest:${other}`, 'offering', 90_000])
  expect(await buyerOf({ token: other }, [cookie!])).toEqual([
    ...[`guest:${token}`, 'offering', 90_000],
  ])
})

test('an order is shown to its buyer or by a guest’s link alone, with what can be changed and whom to ask', async () => {
  await shippingStaff(testShop)
  const buyer = await aBuyer()
  await paid(buyer)
  const [order] = await ordersOf(buyer)
  const { number, id } = order!
  const params = { number: String(number) }
  const own = (viewer: object) => by(viewer)(loadOrder, { params, site })
  expect(await own(buyer)).toMatchObject({
    ...{ order: { number }, changes: { number, isByLink: false }, site: contact },
  })
  expect(await own(await aMember(db))).toBe(404)

  await db.update(orders).set({ userId: null }).where(eq(orders.id, id))
  const token = services.orderLinks.sign(id)
  const guest = (of: string, viewer: object | null = null) =>
    by(viewer)(loadGuestOrder, { params: { token: of }, site })
  const shown = { order: { number, place: { city: 'San Francisco', state: 'CA' } }, ...contact }
  expect(await guest(token)).toMatchObject({
    ...{ ...shown, changes: { number, isByLink: true }, isSignedIn: false, status: 200 },
  })
  expect(await guest(token, buyer)).toMatchObject({ ...shown, isSignedIn: true })
  expect(await guest(`${token}x`)).toEqual({
    ...{ ...contact, order: null, changes: null, isSignedIn: false, status: 404 },
  })
})

test('kept cards and the coming wine are shown to who may see them', async () => {
  const buyer = await aBuyer()
  expect(await by(buyer)(loadCards)).toEqual({ cards: [], whyIncomplete: null })
  expect(await by({ ...buyer, isLimited: true })(loadCards)).toBe(403)
  expect(await by(buyer)(loadPreview)).toEqual({ preview: null })
  expect(await by({ ...buyer, previewOpen: true })(loadPreview)).toEqual({
    preview: { title: expect.any(String), image: expect.any(String), text: expect.any(String) },
  })
})

test('the page of the wines has what is on sale apart from what was', async () => {
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  const older = ['cabernet-sauvignon-2021', 'malbec-2021']
  const page = async () => {
    type Shown = { current: { id: string } | null; closed: { id: string }[] }
    const { current, closed } = await visited<Shown>(loadWines)
    return [current?.id, ids(closed)]
  }
  expect(await page()).toEqual([wine, older])
  await db.update(products).set({ releaseState: 'closed' }).where(eq(products.id, wine))
  expect(await page()).toEqual([undefined, [wine, ...older]])
  await db.update(products).set({ releaseState: 'on-sale' }).where(eq(products.id, wine))
})
