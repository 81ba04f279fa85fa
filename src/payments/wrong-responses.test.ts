import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { HttpServer } from '#tests/harness/http-server.ts'
import {
  dripping,
  endless,
  json,
  startHttpServer,
  wrongResponses,
} from '#tests/harness/http-server.ts'

import { whatIsWrong } from './checked-http-client.server.ts'
import type { Payments } from './payments.ts'
import { ProviderUnavailable } from './payments.ts'
import { stripePayments } from './stripe-payments.adapter.server.ts'

let server: HttpServer
let payments: Payments
beforeAll(async () => {
  server = await startHttpServer()
  const keys = { secretKey: 'sk_test_wrong', webhookSecret: 'whsec_wrong' }
  payments = stripePayments({ ...keys, apiBase: server.url })
})
afterAll(() => server.stop())

const calls = {
  'reading a session': () => payments.getSession('cs_ours'),
  'closing a session': () => payments.expireSession('cs_ours'),
  'finding a session': () => payments.findSession('cus_ours', 'a-checkout'),
  'reading a card payment': () => payments.getCardPayment('pi_ours'),
  'confirming a card payment': () =>
    payments.confirmCardPayment('pi_ours', { keptCardId: 'pm_x', returnUrl: 'https://a.b/' }, 'k1'),
  'capturing a payment': () => payments.capturePayment('pi_ours', 'k2'),
  'reading refunds': () => payments.afterSaleOf('pi_ours'),
  'making a refund': () =>
    payments.makeRefund({ paymentId: 'pi_ours', refundId: 'a-refund', amount: 100 }, 'k3'),
}

describe.each(Object.entries(wrongResponses))('%s is no response', (_name, respond) => {
  test.concurrent.each(Object.entries(calls))('to %s: retried later', async (_call, call) => {
    server.respondWith(respond)
    await expect(call()).rejects.toThrow(ProviderUnavailable)
  })
})

const session = {
  id: 'cs_ours',
  object: 'checkout.session',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 12_300,
  currency: 'usd',
  metadata: { checkout: 'a-checkout' },
  payment_intent: 'pi_ours',
  custom_text: {},
}
const intent = {
  id: 'pi_ours',
  object: 'payment_intent',
  status: 'succeeded',
  amount_received: 12_300,
  currency: 'usd',
  metadata: { checkout: 'a-checkout' },
}

test('the session and the payment that were requested are taken', async () => {
  server.respondWith(json(session))
  expect(await payments.getSession('cs_ours')).toMatchObject({ paid: true, amountTotal: 12_300 })
  server.respondWith(json(intent))
  expect(await payments.getCardPayment('pi_ours')).toMatchObject({ amountTotal: 12_300 })
})

test('a balance has no id', () => {
  expect(whatIsWrong('/v1/balance', 200, { object: 'balance', available: [] })).toBeNull()
})

test('the session or the payment of another order is no response', async () => {
  server.respondWith(json({ ...session, id: 'cs_of_another' }))
  await expect(payments.getSession('cs_ours')).rejects.toThrow(ProviderUnavailable)
  await expect(payments.expireSession('cs_ours')).rejects.toThrow(ProviderUnavailable)
  server.respondWith(json({ ...intent, id: 'pi_of_another' }))
  await expect(payments.getCardPayment('pi_ours')).rejects.toThrow(ProviderUnavailable)
  await expect(payments.capturePayment('pi_ours', 'k4')).rejects.toThrow(ProviderUnavailable)
})

test('pesos are not counted as dollars', async () => {
  server.respondWith(json({ ...session, currency: 'mxn' }))
  await expect(payments.getSession('cs_ours')).rejects.toThrow(ProviderUnavailable)
  server.respondWith(json({ ...intent, currency: 'mxn' }))
  await expect(payments.getCardPayment('pi_ours')).rejects.toThrow(ProviderUnavailable)
})

test('no more than 64 MB of an endless body is read', async () => {
  server.respondWith(endless)
  await expect(payments.getSession('cs_ours')).rejects.toThrow(ProviderUnavailable)
  await expect.poll(server.sent).toBeGreaterThan(0)
  expect(server.sent()).toBeLessThan(64_000_000)
})

test('a body that arrives a byte at a time is abandoned, and its connection closed', async () => {
  const closed = Promise.withResolvers<void>()
  server.respondWith((response, request) => {
    dripping(response, request)
    response.on('close', closed.resolve)
  })
  await expect(payments.getSession('cs_ours')).rejects.toThrow(ProviderUnavailable)
  await closed.promise
})
