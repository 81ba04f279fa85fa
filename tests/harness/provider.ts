import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Stripe } from 'stripe'

import type { FakeServers } from '#fakes/start.ts'
import { startFakes } from '#fakes/start.ts'
import { openStripe } from '#payments/stripe-calls.adapter.server.ts'

let provider: FakeServers | undefined

/**
 * Fake servers for this test file alone, so that what other files stored or broke does not affect it. The files
 * that one process runs use the same ones in turn.
 */
export async function openProvider(): Promise<FakeServers> {
  if (provider) {
    await provider.empty()
    return provider
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'kohue-provider-'))
  provider = await startFakes({ dataDir, webhookUrl: 'http://127.0.0.1:9/' })
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  return provider
}

function theProvider(): FakeServers {
  if (!provider) throw new Error('Open a test shop first')
  return provider
}

/** The good test card, as the hosted page's form takes it. */
const goodCard = { card: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Ana Ruiz' }

/** Pays on the hosted page as a person with a good card would. */
export async function payAt(url: string, fields: Record<string, string> = {}): Promise<void> {
  const form = new URLSearchParams({ ...goodCard, email: 'ana@example.com', ...fields })
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  if (response.status !== 303) throw new Error(`Paying returned ${response.status}`)
}

type Fault = { match: string; fault: string; times?: number; ms?: number }

async function postToFaults(path: string, body: object): Promise<void> {
  const response = await fetch(`${theProvider().url}/_faults${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The fault injection API responded ${response.status}`)
}

/** Makes the fake payment server fail. */
export const setFault = (fault: Fault): Promise<void> => postToFaults('', fault)

export async function clearFaults(): Promise<void> {
  await fetch(`${theProvider().url}/_faults`, { method: 'DELETE' })
}

/** Ends a dispute as the bank decides. */
export const closeDispute = (id: string, status: 'won' | 'lost'): Promise<void> =>
  postToFaults('/disputes/close', { id, status })

/** Has the provider charge a fee without a payment, in cents. */
export const chargeFee = (amount: number): Promise<void> => postToFaults('/fees', { amount })

/** An event of the provider with its signature. */
export function signedEvent(
  type: string,
  objectId: string,
  how: { secret?: string; secondsAgo?: number; paymentId?: string } = {},
): { body: Buffer; signature: string } {
  const at = Math.floor(Date.now() / 1000) - (how.secondsAgo ?? 0)
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    created: at,
    data: {
      object: {
        id: objectId,
        object: type.split('.').slice(0, -1).join('.'),
        ...(how.paymentId && { payment_intent: how.paymentId }),
      },
    },
  })
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: how.secret ?? theProvider().webhookSecret,
    timestamp: at,
  })
  return { body: Buffer.from(payload), signature }
}

/** Creates a confirmation token for a card, as the provider's script does. */
export async function cardToken(number = '4242424242424242'): Promise<string> {
  const card = { number, exp_month: '12', exp_year: '2040', cvc: '123' }
  const fields = Object.entries(card).map(([name, value]) => [
    `payment_method_data[card][${name}]`,
    value,
  ])
  const { url, publishableKey } = theProvider()
  const response = await fetch(`${url}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams([['payment_method_data[type]', 'card'], ...fields]),
  })
  const made = (await response.json()) as { id?: string }
  if (!made.id) throw new Error(`No token for ${number}: ${response.status}`)
  return made.id
}

/** Completes or fails 3-D Secure. */
export async function answerBank(clientSecret: string, result: 'complete' | 'fail'): Promise<void> {
  const address = `${theProvider().url}/c/authenticate/${clientSecret}`
  const body = new URLSearchParams({ result })
  const response = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  if (response.status >= 400) throw new Error(`The bank's page returned ${response.status}`)
}

/** A client of the provider's API, independent of the shop. */
export const providerClient = (): Stripe =>
  openStripe({ secretKey: theProvider().secretKey, apiBase: theProvider().url })
