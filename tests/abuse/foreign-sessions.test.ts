import { beforeAll, describe, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, fillCart, withAddress } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { eventText, signatureOf } from '#tests/harness/provider-event.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { webhookSecretOf } from '#tests/harness/server-secrets.ts'
import { theShop } from '#tests/harness/the-shop.ts'

/** The fake payment server's key, as any other system on the same account would have it. */
const authorization = 'Bearer sk_test_fake'

let member: Caller
let checkout: string

beforeAll(async () => {
  member = await withAddress(await aMember())
  await fillCart(member, 3)
  await ask('/api/create-checkout-session', { caller: member, json: {} })
  const [row] = await queryDatabase<{ id: string }>('select id from checkouts where user_id = $1', [
    member.id,
  ])
  checkout = row!.id
})

/** A session paid with $150 that names the open checkout, as a payment link's address can. */
async function paidSession(fields: Record<string, string>): Promise<string> {
  const { fakesUrl } = theShop()
  const made = await fetch(`${fakesUrl}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'https://elsewhere.example/',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '15000',
      'line_items[0][price_data][product_data][name]': 'Something else',
      ...fields,
    }),
  })
  const session = (await made.json()) as { id: string; url: string }
  expect(made.status, JSON.stringify(session)).toBe(200)
  const card = { card: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Ana Ruiz' }
  const body = new URLSearchParams({ ...card, email: member.email })
  expect((await fetch(session.url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
  return session.id
}

describe('a session of $150 that this shop did not make', () => {
  test('does not pay the cart whose checkout it names', async () => {
    const session = await paidSession({ client_reference_id: checkout })
    const body = eventText('checkout.session.completed', session)
    const signature = signatureOf(body, webhookSecretOf(), Math.floor(Date.now() / 1_000))
    const accepted = await ask('/api/stripe/webhook', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
    expect(accepted.status).toBe(200)
    await ask(`/succes?session_id=${session}`, { caller: member })
    expect(await queryDatabase('select id from orders where user_id = $1', [member.id])).toEqual([])
    expect(
      await queryDatabase('select state, session_id from checkouts where id = $1', [checkout]),
    ).toMatchObject([{ state: 'open', session_id: expect.not.stringContaining(session) }])
    const cart = await queryDatabase<{ quantity: number }>(
      'select quantity from cart_lines where user_id = $1',
      [member.id],
    )
    expect(cart).toEqual([{ quantity: 3 }])
  })
})

test('nothing of all this is in the log', expectQuietLog)
