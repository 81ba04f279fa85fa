import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'

import {
  requestContext,
  servicesContext,
  siteContext,
  viewerContext,
} from '#platform/http/context.ts'
import { flashOf } from '#tests/harness/flash-of.ts'

import { loader as ofCard } from './card/card.page.tsx'
import { middleware as ofPurchase } from './checkout/purchase-thanks.page.tsx'
import { loader as ofShipTo } from './offers/offer-ship-to.page.tsx'
import { loader as ofOffer } from './offers/success_offering.page.tsx'
import { loader as ofOrder } from './orders/order.page.tsx'

/** What the actions behind the pages answer in a test. */
const answers = vi.hoisted(() => ({
  ...{ payment: {}, panel: {}, offer: null as object | null },
  /** The networks by which calls of the payment provider were counted. */
  networks: [] as string[],
}))
vi.mock('#checkout/return-from-payment.actions.server.ts', () => ({
  returnFromPayment: async (_services: unknown, _payment: string, network: string) => {
    answers.networks.push(network)
    return answers.payment
  },
}))
vi.mock('#checkout/card/view-card-panel.actions.server.ts', () => ({
  viewCardPanel: async (_services: unknown, _viewer: object, _payment: string, network: string) => {
    answers.networks.push(network)
    return answers.panel
  },
}))
vi.mock('./offers/view-offer.actions.server.ts', () => ({ viewOffer: async () => answers.offer }))
vi.mock('./offers/known-ship-to.ts', () => ({ knownShipTo: async () => ({ name: 'Ana' }) }))
vi.mock('./orders/view-guest-order.actions.server.ts', () => ({
  thankForOffer: async (_: unknown, id: string) =>
    id === 'o9' ? { number: 9, token: 't', isRefunded: true } : { number: id },
}))
vi.mock('./orders/choices.actions.server.ts', () => ({
  choices: {},
  afterPayingAgain: async () => ({ tone: 'good', sentence: 'Paid again.', at: 'shipments' }),
}))
vi.mock('./orders/view-order.actions.server.ts', () => ({ viewOrder: async () => null }))

type Load = (args: never, next: never) => unknown
type Asked = { viewer?: object | null; params?: object; developerTools?: boolean }

/** What a page answers at this address: where it leads and what is said there, a status, or what it has. */
async function at(load: Load, path: string, asked: Asked = {}) {
  const { viewer = null, params = {}, developerTools = true } = asked
  const url = new URL(path, 'https://shop.example')
  const context = new RouterContextProvider()
  context.set(servicesContext, {} as never)
  context.set(viewerContext, viewer as never)
  context.set(siteContext, { publicUrl: url.origin, developerTools } as never)
  context.set(requestContext, { id: 'r' } as never)
  try {
    const request = new Request(url, { headers: { 'x-kohue-address': '203.0.113.9' } })
    return await load({ request, url, params, context } as never, null as never)
  } catch (thrown) {
    if (!(thrown instanceof Response)) return (thrown as { init: { status: number } }).init.status
    const said = flashOf(thrown.headers.getSetCookie())
    return [thrown.headers.get('location'), ...(said ? [said.sentence.split(/[.:]/)[0]] : [])]
  }
}

const ana = { id: 'ana', isLimited: false }

test('where a buyer comes to who returns from a payment', async () => {
  const back = (payment: object, query = 'session_id=cs_1', viewer: object = ana) => {
    answers.payment = payment
    return at(ofPurchase[0] as Load, `/succes?${query}`, { viewer })
  }
  const paid = { state: 'paid', userId: 'ana', orderId: 'o1', notServed: null }
  expect(await back(paid)).toBeUndefined()
  expect(await back(paid, '')).toEqual(['/members'])
  expect(await back(paid, 'payment_intent=pi_1&payment_intent_client_secret=s')).toEqual([
    '/succes?payment_intent=pi_1',
  ])
  expect(await back({ ...paid, userId: 'bea' })).toEqual(['/members'])
  expect(await back({ state: 'unknown' })).toEqual(['/members'])
  expect(await back({ state: 'open' })).toEqual(['/members'])
  expect(await back({ state: 'open' }, 'payment_intent=pi_1')).toEqual([
    '/card?payment_intent=pi_1',
  ])
  const confirmed = 'Your payment is being confirmed'
  expect(await back({ state: 'being-confirmed' })).toEqual(['/members?view=orders', confirmed])
  const limited = { ...ana, isLimited: true }
  expect(await back({ state: 'being-confirmed' }, 'session_id=cs_1', limited)).toEqual([
    ...['/members?view=current', confirmed],
  ])
  expect(await back({ ...paid, notServed: 'amount-short' })).toEqual([
    ...[
      '/members?view=orders',
      'Your payment did not cover the price of this order, so we can’t send it',
    ],
  ])
  expect(await back({ ...paid, notServed: 'stock-gone' })).toEqual([
    ...['/members?view=orders', 'We could not fill this order'],
  ])
})

test('where a guest comes to who returns from the payment of an offer', async () => {
  const back = (payment: object, query = 'session_id=cs_1', viewer: object | null = null) => {
    answers.payment = payment
    return at(ofOffer as Load, `/success_offering?${query}`, { viewer })
  }
  const paid = { state: 'paid', userId: null, orderId: 'o1', notServed: null }
  const none = 'We don’t see a completed payment'
  expect(await back(paid)).toEqual({
    ...{ offer: 'offering', refusal: null, isPaid: true, order: { number: 'o1' } },
  })
  // Who comes back once more after canceling is not thanked again.
  expect(await back({ ...paid, orderId: 'o9' })).toEqual(['/order/t'])
  expect(await back(paid, 'offer=offer1')).toEqual(['/offer1', none])
  expect(await back({ state: 'open' }, 'session_id=cs_1&offer=none')).toEqual(['/offering', none])
  expect(await back({ state: 'being-confirmed' })).toMatchObject({ isPaid: false, refusal: null })
  expect(await back({ state: 'refused', reason: 'stock-gone' })).toMatchObject({
    ...{ isPaid: false, refusal: 'stock-gone', order: null },
  })
  expect(await back({ ...paid, notServed: 'amount-short' })).toMatchObject({
    ...{ isPaid: true, refusal: 'amount-short', order: null },
  })
  const owned = { ...paid, userId: 'ana' }
  expect(await back(owned)).toEqual(['/login?to=%2Fsuccess_offering%3Fsession_id%3Dcs_1'])
  expect(await back(owned, 'session_id=cs_1', { id: 'bea' })).toEqual(['/offering', none])
  expect(await back(owned, 'session_id=cs_1', ana)).toMatchObject({ order: { number: 'o1' } })
})

test('where the card page leads once its payment is settled', async () => {
  const page = (settled: string | null) => {
    answers.panel = { settled }
    return at(ofCard as Load, '/card', { viewer: ana })
  }
  expect(await page(null)).toEqual({ panel: { settled: null }, hasTestCards: true })
  const shown = await at(ofCard as Load, '/card', { viewer: ana, developerTools: false })
  expect(shown).toEqual({ panel: { settled: null }, hasTestCards: false })
  expect(await page('paid')).toEqual(['/members'])
  expect(await page('being-confirmed')).toEqual([
    ...['/members?view=orders', 'Your payment is being confirmed'],
  ])
})

test('what pages ask the payment provider is counted by the network of their request', async () => {
  answers.networks = []
  answers.payment = { state: 'being-confirmed' }
  answers.panel = { settled: null }
  await at(ofPurchase[0] as Load, '/succes?session_id=cs_1', { viewer: ana })
  await at(ofOffer as Load, '/success_offering?session_id=cs_1')
  await at(ofCard as Load, '/card', { viewer: ana })
  expect(answers.networks).toEqual(['203.0.113.9', '203.0.113.9', '203.0.113.9'])
})

test('who is asked where an offer goes, and whose answers are stored', async () => {
  const page = async (
    offer: object | null,
    path = '/offering/ship-to',
    viewer: object | null = null,
  ) => {
    answers.offer = offer
    const loaded = await at(ofShipTo as Load, path, { viewer })
    if (Array.isArray(loaded) || typeof loaded === 'number') return loaded
    const { data, init } = loaded as { data: object; init: { headers: HeadersInit } }
    return { ...data, cached: new Headers(init.headers).get('cache-control') }
  }
  const sold = { product: { title: 'Malbec' }, whyClosed: null, isByLink: false }
  expect(await page(sold)).toMatchObject({ cached: 'private, no-cache', saved: { name: '' } })
  expect(await page(sold, '/offering/ship-to', ana)).toMatchObject({
    ...{ cached: 'no-store', saved: { name: 'Ana' } },
  })
  expect(await page(null)).toBe(404)
  expect(await page({ ...sold, isByLink: true }, '/offer1/ship-to')).toEqual(['/offer1'])
  expect(await page({ ...sold, whyClosed: 'coming' })).toEqual([
    ...['/offering', 'This offer has not opened yet'],
  ])
  expect(await page({ ...sold, whyClosed: 'over' })).toEqual([
    ...['/offering', 'This offer has ended'],
  ])
  expect(await page({ ...sold, whyClosed: 'sold-out' })).toEqual([
    ...['/offering', 'This wine has just sold out'],
  ])
})

test('an order is found by the number that is printed, too', async () => {
  const order = (number: string, query = '') =>
    at(ofOrder as Load, `/members/orders/${number}${query}`, { viewer: ana, params: { number } })
  expect(await order('K-1010')).toEqual(['/members/orders/1010'])
  expect(await order('k-1010')).toEqual(['/members/orders/1010'])
  expect(await order('1010', '?paid=cs_1')).toEqual(['/members/orders/1010', 'Paid again'])
  expect(await order('1010')).toBe(404)
  expect(await order('0')).toBe(404)
  expect(await order('ten')).toBe(404)
})
