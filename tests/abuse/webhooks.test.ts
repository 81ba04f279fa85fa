import { beforeAll, describe, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, fillCart, withAddress } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { eventText, signatureOf } from '#tests/harness/provider-event.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { webhookSecretOf } from '#tests/harness/server-secrets.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let member: Caller
let session: string

beforeAll(async () => {
  member = await withAddress(await aMember())
  await fillCart(member)
  await ask('/api/create-checkout-session', { caller: member, json: {} })
  const [row] = await queryDatabase<{ session_id: string }>(
    'select session_id from checkouts where user_id = $1',
    [member.id],
  )
  session = row!.session_id
})

const tell = (body: string, signature: string | null, type = 'application/json') =>
  ask('/api/stripe/webhook', {
    method: 'POST',
    body,
    headers: { 'content-type': type, ...(signature && { 'stripe-signature': signature }) },
  })

const orders = () => queryDatabase('select id from orders where user_id = $1', [member.id])

describe('an event that the provider did not send', () => {
  const now = () => Math.floor(Date.now() / 1_000)
  const paid = () => eventText('checkout.session.completed', session)

  test.each([
    ['is not signed', () => [paid(), null]],
    ['is signed with another secret', () => [paid(), signatureOf(paid(), 'whsec_guess', now())]],
    ['is signed with no secret', () => [paid(), signatureOf(paid(), '', now())]],
    ['carries a signature without a time', () => [paid(), 'v1=00']],
    ['carries nonsense', () => [paid(), 't=x,v1=;']],
  ] as [string, () => [string, string | null]][])('%s: refused', async (_how, make) => {
    const response = await tell(...make())
    expect(response.status).toBe(400)
    expect(await orders()).toEqual([])
  })

  test.each([
    ['has no id', { id: undefined }],
    ['has an id with NUL', { id: 'evt_\0' }],
    ['has no time', { created: undefined }],
    ['has a time that is none', { created: 1e300 }],
    ['has a time before all', { created: -1 }],
    ['is about nothing', { data: {} }],
    ['is of the live mode', { livemode: true }],
    ['is of a connected account', { account: 'acct_other' }],
  ])('%s, though it is signed: refused', async (_how, changed) => {
    const body = JSON.stringify({ ...(JSON.parse(paid()) as object), ...changed })
    const response = await tell(body, signatureOf(body, webhookSecretOf(), now()))
    expect(response.status).toBe(400)
    expect(await orders()).toEqual([])
  })

  test('is an old one sent again, also with a time of today or of the future, or was written anew', async () => {
    const secret = webhookSecretOf()
    const body = paid()
    const stale = signatureOf(body, secret, now() - 600)
    expect((await tell(body, stale)).status).toBe(400)
    // The time is signed too: the same signature can't be given another.
    for (const time of [now(), now() + 600]) {
      const redated = stale.replace(/t=\d+/, `t=${time}`)
      expect((await tell(body, redated)).status).toBe(400)
    }
    const good = signatureOf(body, secret, now())
    const rewritten = JSON.stringify(JSON.parse(body), null, 2)
    expect((await tell(rewritten, good)).status).toBe(400)
    const other = body.replace(session, 'cs_test_of_somebody')
    expect((await tell(other, good)).status).toBe(400)
    expect((await tell(body, good, 'text/plain')).status).toBe(415)
  })

  test('and a rightly signed one is only a notification: the provider answers that it is unpaid', async () => {
    const secret = webhookSecretOf()
    const body = paid()
    expect((await tell(body, signatureOf(body, secret, now()))).status).toBe(200)
    expect(await orders()).toEqual([])
    const { fakesUrl } = theShop()
    expect(fakesUrl).toContain('127.0.0.1')
  })
})

test('nothing of all this is in the log', expectQuietLog)
