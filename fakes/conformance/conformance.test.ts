import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { RecordedCall } from '#fakes/payments/recorder.ts'
import { startProvider } from '#fakes/testing/provider.ts'
import { checkoutOf, createShop, payPage } from '#fakes/testing/shop.ts'

import { checkCalls, readRecording } from './check-recording.ts'

let folder: string
let calls: RecordedCall[]

/** Records a purchase and the calls around it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'))
  const file = join(folder, 'calls.ndjson')
  const provider = await startProvider({ env: { RECORD_TO: file } })
  const { stripe } = provider
  const shop = await createShop(provider)
  const session = await stripe.checkout.sessions.create({
    ...checkoutOf(shop),
    metadata: { checkout: '1' },
    payment_intent_data: {
      shipping: { name: 'Ana', address: { line1: '1 Main St', country: 'US' } },
    },
  })
  await payPage(session.url!)
  const guest = await stripe.checkout.sessions.create({
    ...checkoutOf(shop),
    customer: undefined,
    customer_creation: 'always',
    consent_collection: { terms_of_service: 'required' },
    shipping_address_collection: { allowed_countries: ['US'] },
    payment_intent_data: { capture_method: 'manual' },
  })
  await payPage(guest.url!, {
    email: 'bo@example.com',
    terms: '1',
    shipping_name: 'Bo',
    shipping_line1: '2 Oak St',
    shipping_city: 'Reno',
    shipping_state: 'NV',
    shipping_postal_code: '89501',
  })
  const declined = await stripe.checkout.sessions.create(checkoutOf(shop))
  await payPage(declined.url!, { card: '4000000000009995' })
  await stripe.checkout.sessions.expire(declined.id, { expand: ['payment_intent'] })
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: [
      'line_items.data.taxes',
      'customer',
      'payment_intent.latest_charge.balance_transaction',
      'total_details.breakdown',
    ],
  })
  const authorised = await stripe.checkout.sessions.retrieve(guest.id, {
    expand: ['payment_intent'],
  })
  const intent = authorised.payment_intent
  await stripe.paymentIntents.capture((intent as { id: string }).id)
  await stripe.refunds.create({
    payment_intent: (paid.payment_intent as { id: string }).id,
    amount: 100,
  })
  await stripe.checkout.sessions.list({ customer: shop.customer })
  await stripe.checkout.sessions.list({ status: 'complete' })
  await stripe.events.list({ limit: 100 })
  for (const payment_method of [
    'pm_card_visa',
    'pm_card_createDispute',
    'pm_card_authenticationRequired',
    'pm_card_chargeDeclined',
  ]) {
    const token = await stripe.testHelpers.confirmationTokens.create({ payment_method })
    await stripe.confirmationTokens.retrieve(token.id)
    await stripe.paymentIntents
      .create({
        amount: 5000,
        currency: 'usd',
        confirm: true,
        confirmation_token: token.id,
        customer: shop.customer,
        setup_future_usage: 'on_session',
        return_url: 'http://shop.test/card',
        expand: ['latest_charge', 'payment_method'],
      })
      .catch(() => {})
  }
  const evidence = await stripe.files.create({
    purpose: 'dispute_evidence',
    file: { data: Buffer.from('%PDF-1.7'), name: 'evidence.pdf', type: 'application/pdf' },
  })
  const [dispute] = (await stripe.disputes.list()).data
  await stripe.disputes.update(dispute!.id, { evidence: { shipping_documentation: evidence.id } })
  await stripe.charges.list()
  await stripe.paymentMethods.list({ customer: shop.customer })
  await stripe.customers.update(shop.customer, { name: 'Ana B.' })
  await stripe.customers.del(shop.customer)
  await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/',
    enabled_events: ['customer.created'],
  })
  await stripe.balance.retrieve()
  const payout = await stripe.payouts.create({ amount: 100, currency: 'usd' })
  await stripe.payouts.list()
  await stripe.payouts.retrieve(payout.id)
  await stripe.balanceTransactions.list({ expand: ['data.source'] })
  await stripe.balanceTransactions.retrieve(payout.balance_transaction as string)
  await stripe.customers.retrieve('cus_none').catch(() => {})
  await stripe.events.list({ limit: 100 })
  await provider.remove()
  calls = await readRecording(file)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const found = (path: RegExp, method = 'POST') =>
  structuredClone(
    calls.find((call) => call.method === method && path.test(call.path) && call.status === 200)!,
  )

describe('requests and responses of the fake server', () => {
  test('match the declarations of the stripe package', async () => {
    const { checked, mismatches } = await checkCalls(calls)
    expect(mismatches).toEqual([])
    expect(checked).toBeGreaterThan(60)
  })
})

describe('the check itself', () => {
  type Fields = Record<string, unknown>

  /** A recorded call with a change, under a path that identifies it. */
  const doctored = (
    path: string,
    call: RecordedCall,
    change: { params?: Fields; response?: Fields },
  ): RecordedCall => ({
    ...call,
    path,
    params: { ...(call.params as Fields), ...change.params },
    response: { ...(call.response as Fields), ...change.response },
  })

  test('reports surplus fields, missing fields and wrong values in requests and responses', async () => {
    const session = found(/^\/v1\/checkout\/sessions$/)
    const events = found(/^\/v1\/events$/, 'GET')
    const { data } = events.response as { data: { type: string; data: { object: Fields } }[] }
    data.find(({ type }) => type === 'charge.succeeded')!.data.object.paid = 'yes'
    const refused = structuredClone(calls.find(({ status }) => status === 404)!)
    const { error } = refused.response as { error: Fields }
    const { mismatches } = await checkCalls([
      doctored('too-many', session, { response: { surprise: 1 } }),
      doctored('too-few', session, { response: { amount_total: undefined } }),
      doctored('wrong-value', session, { response: { payment_status: 'payed' } }),
      doctored('deep', events, {}),
      doctored('no-parameter', session, { params: { payment_method_types: ['card'] } }),
      doctored('wrong-mode', session, { params: { mode: 'buy' } }),
      doctored('wrong-type', session, { params: { expires_at: 'soon' } }),
      doctored('no-code', refused, { response: { error: { ...error, code: 'not_there' } } }),
      refused,
    ])
    const messages = mismatches.map(({ call, message }) => `${call} ${message}`)
    expect(messages).toEqual([
      expect.stringMatching(/too-many \(response 200\) at "surprise":1.*surprise.* does not exist/),
      expect.stringMatching(/too-few \(response 200\)[^]*amount_total/),
      expect.stringMatching(/wrong-value \(response 200\) at "payment_status":"payed"/),
      expect.stringMatching(/deep \(response 200\) at "paid":"yes"/),
      expect.stringMatching(/no-parameter \(request\) at "payment_method_types"/),
      expect.stringMatching(/wrong-mode \(request\) at "mode":"buy"/),
      expect.stringMatching(/wrong-type \(request\) at "expires_at":"soon"/),
      expect.stringMatching(/no-code \(response 404\) at "code":"not_there"/),
    ])
  })
})
