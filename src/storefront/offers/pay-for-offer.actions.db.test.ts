import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { releases, releaseWines } from '#catalogue/on-sale/tables.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Customer } from '#platform/action/customer-action.server.ts'
import type { Services } from '#platform/services/services.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { clearFaults, setFault } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { payForOffer } from './pay-for-offer.actions.server.ts'
import { viewOffer } from './view-offer.actions.server.ts'

const wine = 'malbec-2022'
let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 500)
})

const eva = {
  ...{ offer: 'offering', quantity: '2', name: 'Eva Marsh', email: 'eva@example.com' },
  ...{ phone: '5125550123', birthdate: '1980-02-03', statement: 'yes' },
  ...{ address: '400 Congress Ave', city: 'Austin', state: 'TX', zipCode: '78701' },
}

type How = { services?: Services; viewer?: Customer | null; from?: string }

/** Sends the form of an offer; each time from another network unless one is named. */
async function send(
  fields: object,
  { services = testShop.services, viewer = null, from = randomUUID() }: How = {},
) {
  const headers = new Headers({ 'x-kohue-address': from })
  const typed = { ...eva, ...fields } as never
  const sent = await payForOffer(services, viewer, typed, { headers } as never)
  return sent.ok ? { to: sent.done.to } : sent
}

const checkoutOf = async (url: string) =>
  (await testShop.db.select().from(checkouts).where(eq(checkouts.sessionUrl, url)))[0]!

const opened = async () => Number(await testShop.db.$count(checkouts))

test('the form leads to the payment page of its wine; the guest’s token, of the cookie or the form, is the buyer', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const { to } = (await send({ guest: one })) as { to: string }
  expect(await checkoutOf(to)).toMatchObject({
    ...{ channel: 'offering', buyerKey: `guest:${one}`, email: 'eva@example.com', userId: null },
    ...{ subtotalCents: 90_000, shippingMethod: null },
    shipTo: { name: 'Eva Marsh', address: '400 Congress Ave', state: 'TX' },
  })
  expect(await send({ token: one })).toEqual({ to })
  // The cookie comes before what stands in the form.
  expect(await send({ guest: one, token: other })).toEqual({ to })
  const elsewhere = (await send({ guest: other, token: one })) as { to: string }
  expect(elsewhere.to).not.toBe(to)
  // What is no token is no buyer's.
  const nobody = (await send({ guest: 'eva' })) as { to: string }
  expect((await checkoutOf(nobody.to)).buyerKey).toMatch(/^guest:[0-9a-f-]{36}$/)
  const member = await aMember(testShop.db)
  const own = (await send({ guest: one }, { viewer: member as never })) as { to: string }
  expect(await checkoutOf(own.to)).toMatchObject({
    ...{ userId: member.id, buyerKey: `user:${member.id}` },
  })
  const bottle = (await send({ offer: 'offer1', quantity: '1' })) as { to: string }
  expect(await checkoutOf(bottle.to)).toMatchObject({ channel: 'offer1', subtotalCents: 15_000 })
  const pickup = (await send({ pickup: 'on', address: '', state: 'UT' })) as { to: string }
  expect(await checkoutOf(pickup.to)).toMatchObject({ shippingMethod: 'pickup' })
})

test('what is typed wrong is said at its field, and a state without delivery suggests a pickup', async () => {
  const before = await opened()
  const wrong = 'Please check the marked fields. Nothing was charged.'
  expect(await send({ phone: '1', statement: '' })).toMatchObject({
    ...{ status: 400, shown: { alert: wrong, offersPickup: false } },
    errors: { phone: expect.any(String), statement: expect.any(String) },
  })
  const utah = 'We are not permitted to ship wine to this state.'
  expect(await send({ state: 'UT', zipCode: '84101' })).toMatchObject({
    ...{ status: 400, shown: { alert: utah, offersPickup: true }, errors: { state: utah } },
  })
  const captcha = { siteKey: 'k', scriptUrl: '', isHuman: async () => false }
  expect(await send({}, { services: { ...testShop.services, captcha } })).toMatchObject({
    status: 403,
  })
  expect(await send({ offer: 'offer2' })).toMatchObject({ status: 404 })
  expect(await send({ quantity: '4' })).toMatchObject({ status: 503 })
  expect(await opened()).toBe(before)
})

test('an offer that sells nothing now says why, with its status, and holds nothing', async () => {
  const { services } = testShop
  const { settings, db } = { ...services, ...testShop }
  const before = await opened()
  const said = async (how: How = {}) => {
    const sent = await send({}, how)
    if ('to' in sent) throw new Error('It was sold')
    const { status, sentence, shown, elsewhere } = sent as unknown as Record<string, never> & {
      shown?: { alert: string; offersPickup: boolean }
    }
    return { status, sentence: shown?.alert ?? sentence, at: elsewhere ?? null }
  }
  const closed = async () => (await viewOffer(services, 'offering'))!.whyClosed
  expect(await closed()).toBeNull()
  const offerPage = { to: '/offering', at: 'offer' }

  await setStock(db, wine, 0)
  expect(await closed()).toBe('sold-out')
  expect(await said()).toMatchObject({ status: 409, at: offerPage })
  await setStock(db, wine, 500)

  const { release } = await aRelease(db, { kind: 'open' })
  const its = eq(releases.id, release.id)
  await db
    .update(releaseWines)
    .set({ productId: wine })
    .where(eq(releaseWines.releaseId, release.id))
  const becomes = (change: Partial<typeof releases.$inferInsert>) =>
    db.update(releases).set(change).where(its)
  await becomes({ state: 'paused' })
  expect(await closed()).toBe('paused')
  expect(await said()).toMatchObject({
    status: 409,
    at: null,
    sentence: expect.stringContaining('paused'),
  })
  await becomes({ state: 'scheduled', opensAt: new Date(Date.now() + 1_800_000) })
  expect(await closed()).toBe('coming')
  const coming = 'This offer has not opened yet. Join the list to hear when it does.'
  expect(await said()).toEqual({ status: 409, sentence: coming, at: null })
  await becomes({ state: 'ended' })
  expect(await closed()).toBe('over')
  expect(await said()).toMatchObject({ sentence: 'This offer has ended.', at: offerPage })
  await db.delete(releaseWines).where(eq(releaseWines.releaseId, release.id))
  await db.update(products).set({ releaseState: 'on-sale' }).where(eq(products.id, wine))

  const priceIds = { ...settings.priceIds, [wine]: settings.priceIds['malbec-2021-bottle']! }
  const dearer = { ...services, settings: { ...settings, priceIds } }
  expect(await said({ services: dearer })).toMatchObject({ status: 409, at: null })
  await setFault({ match: 'POST /v1/checkout/sessions', fault: 'error-before', times: 20 })
  await setFault({ match: 'GET /v1/checkout/sessions', fault: 'error-before', times: 20 })
  expect(await said()).toMatchObject({ status: 503, at: null })
  await clearFaults()
  // Only the one whose page could not be opened is there.
  expect(await opened()).toBe(before + 1)
})

test('an offer with a payment link leads there, and holds nothing', async () => {
  const { services } = testShop
  const paymentLinks = { offering: 'https://pay.example/link' }
  const linked = { ...services, settings: { ...services.settings, paymentLinks } }
  const before = await opened()
  expect(await send({}, { services: linked })).toEqual({ to: 'https://pay.example/link' })
  expect(await viewOffer(linked, 'offering')).toMatchObject({ isByLink: true })
  expect(await viewOffer(linked, 'offer1')).toMatchObject({ isByLink: false })
  expect(await opened()).toBe(before)
})

test('thirty tries in an hour are counted by network, and for an account', async () => {
  await setStock(testShop.db, wine, 0)
  const member = (await aMember(testShop.db)) as never
  const status = async (how: How) => ((await send({}, how)) as { status: number }).status
  const [from, account] = ['a network', { viewer: member }]
  for (let n = 0; n < 30; n++) {
    expect([await status({ from }), await status(account)]).toEqual([409, 409])
  }
  expect([await status({ from }), await status(account)]).toEqual([429, 429])
  expect(await status({ from: 'another' })).toBe(409)
  const { rows } = await testShop.db.execute(sql`
    select 1 from checkouts where user_id = ${(member as { id: string }).id}`)
  expect(rows).toEqual([])
})

test('a wine that staff chose since the form was shown is not sold by it', async () => {
  const { db } = testShop
  const other = await aRelease(db, { kind: 'open' })
  const choose = (id: string, isOffered: boolean) =>
    db.update(products).set({ isOffered }).where(eq(products.id, id))
  await testShop.shop.createPrice(other.wine)
  await choose(other.wine, true)
  const before = await opened()
  expect(await send({ product: wine })).toMatchObject({
    ...{ status: 409, shown: { offersPickup: false } },
    sentence: 'This offer is for another wine now. Please look at it before you go on.',
  })
  expect(await opened()).toBe(before)
  expect(await send({ product: other.wine })).toMatchObject({ to: expect.any(String) })
  await choose(other.wine, false)
  await db.delete(releaseWines).where(eq(releaseWines.productId, other.wine))
})
