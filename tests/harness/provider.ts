import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Stripe } from 'stripe'

import { openStripe } from '#services/payments/stripe-calls.server.ts'
import type { FakeServers } from '#fakes/start.ts'
import { startFakes } from '#fakes/start.ts'

let provider: FakeServers | undefined

/** Starts a fake payment server for this file alone, so that faults injected by other files do not affect it. */
export async function openProvider(): Promise<{ party: FakeServers; close: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kohue-provider-'))
  const party = await startFakes({ dataDir, webhookUrl: 'http://127.0.0.1:9/' })
  provider = party
  return {
    party,
    async close() {
      await party.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
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
  if (response.status !== 303) throw new Error(`Paying answered ${response.status}`)
}

type Fault = { match: string; fault: string; times?: number; ms?: number }

/** Makes the fake payment server fail. */
export async function setFault(fault: Fault): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(fault)
  const response = await fetch(`${theProvider().url}/_faults`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The fault injection API responded ${response.status}`)
}

export async function clearFaults(): Promise<void> {
  await fetch(`${theProvider().url}/_faults`, { method: 'DELETE' })
}

/** Ends a dispute as the bank decides. */
export async function closeDispute(id: string, status: 'won' | 'lost'): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const url = `${theProvider().url}/_faults/disputes/close`
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ id, status }),
  })
  if (!response.ok) throw new Error(`The fault injection API responded ${response.status}`)
}

/** Has the provider charge a fee that belongs to no payment, in cents. */
export async function chargeFee(amount: number): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const url = `${theProvider().url}/_faults/fees`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ amount }) })
  if (!response.ok) throw new Error(`The fault injection API responded ${response.status}`)
}

/** An event as the provider would post it, signed as the provider signs. */
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

/** A confirmation token as the provider's script makes one of a typed card. */
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
  if (response.status >= 400) throw new Error(`The bank answered ${response.status}`)
}

/** A client of the provider's API, independent of the shop. */
export const providerClient = (): Stripe =>
  openStripe({ secretKey: theProvider().secretKey, apiBase: theProvider().url })
