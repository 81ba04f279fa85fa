import { randomUUID } from 'node:crypto'

import { beforeAll, describe, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, purchase } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'

let owner: Caller
let thief: Caller
let theirs: {
  session: string
  payment: string
  customer: string
  number: number
  subscriber: string
}

beforeAll(async () => {
  owner = await aMember()
  thief = await aMember()
  const session = await purchase(owner)
  const [row] = await queryDatabase<{ payment: string; customer: string; number: number }>(
    `select payment_intent_id as payment, stripe_customer_id as customer, number
     from orders join users on users.id = user_id where session_id = $1`,
    [session],
  )
  const [joined] = await queryDatabase<{ id: string }>(
    `insert into mailing_list_clients (full_name, email, consent_source, consent_wording)
     values ('Somebody Else', 'else@list.example', 'test', 'test') returning id`,
  )
  theirs = { session, subscriber: joined!.id, ...row! }
  await purchase(thief)
})

/** What a response says, but for what is the request's own. */
async function said(response: Response): Promise<string> {
  const body = await response.text()
  return `${response.status} ${body.replaceAll(/"requestId":"[^"]*"/g, '')}`
}

describe('another member’s', () => {
  test('customer, sessions and payments are as if they did not exist', async () => {
    const asked: [call: string, ofTheirs: unknown, ofNobody: unknown][] = [
      [`/api/customers/sessions/${theirs.customer}`, null, '/api/customers/sessions/cus_nobody'],
      [
        '/api/payment_intents_by_user',
        { user: owner.id },
        { user: '00000000-0000-4000-8000-000000000000' },
      ],
      ['/api/sessions/products-in-session/', [theirs.session], ['cs_test_nobody']],
      ['/api/stripe_check', { source: theirs.payment }, { source: 'pi_nobody' }],
    ]
    for (const [path, ofTheirs, ofNobody] of asked) {
      const inquire = (what: unknown) =>
        typeof what === 'string'
          ? ask(what, { caller: thief })
          : ask(path, { caller: thief, ...(what !== null && { json: what }) })
      const response = await said(await inquire(ofTheirs))
      expect(response, path).toBe(await said(await inquire(ofNobody)))
      expect(response).not.toContain(theirs.session)
    }
  })

  test('the owner gets them: the responses above are not empty for everyone', async () => {
    const own = await ask(`/api/customers/sessions/${theirs.customer}`, { caller: owner })
    expect(await own.text()).toContain(theirs.session)
    const lines = await ask('/api/sessions/products-in-session/', {
      caller: owner,
      json: [theirs.session],
    })
    expect(await lines.text()).toContain('2022 Malbec')
  })

  test('name in a call is refused: no one acts for another user', async () => {
    for (const [path, json, refusal] of [
      ['/api/create-checkout-session', { user: owner.id }, [400, 'disagrees']],
      ['/api/create-checkout-session', { user: { id: owner.id } }, [400, 'disagrees']],
      ['/api/create-checkout-session', { user: { clientUID: owner.id } }, [400, 'disagrees']],
      ['/api/create_user', { user: { id: owner.id, email: owner.email } }, [400, 'disagrees']],
      [
        '/api/update_user',
        { stripeId: theirs.customer, user: { shipping: shippingOf('X') } },
        [400, 'disagrees'],
      ],
    ] as const) {
      const response = await ask(path, { caller: thief, json })
      const { code } = (await response.json()).error
      expect([response.status, code], `${path} ${JSON.stringify(json)}`).toEqual(refusal)
    }
    const [kept] = await queryDatabase(`select address from users where id = $1`, [owner.id])
    expect(kept).toEqual({ address: '1200 Valencia Street' })
  })

  test('order, account page and thank-you are not shown', async () => {
    const order = await ask(`/members/orders/${theirs.number}`, { caller: thief })
    expect(order.status).toBe(404)
    expect(await order.text()).not.toContain('Valencia')
    expect((await ask(`/members/orders/${theirs.number}`, { caller: owner })).status).toBe(200)
    expect((await ask(`/edit/${owner.id}`, { caller: thief })).status).toBe(404)
    const thanks = await ask(`/succes?session_id=${theirs.session}`, { caller: thief })
    expect(await thanks.text()).not.toContain('Thank you for your purchase!')
    // Not even that it was thanked for before.
    expect([thanks.status, thanks.headers.get('location')]).toEqual([302, '/members'])
    for (const path of [`/members/orders/${theirs.number}.data`, `/edit/${owner.id}.data`]) {
      const data = await ask(path, { caller: thief })
      expect(await data.text(), path).not.toMatch(/Valencia|Nadia/)
    }
  })

  test('account is not saved through a form of one’s own', async () => {
    const form = { intent: 'personal', id: owner.id, userId: owner.id, clientUID: owner.id }
    await ask('/edit', {
      caller: thief,
      form: { ...form, firstname: 'Taken', lastname: 'Over', email: thief.email, version: '1' },
    })
    const [kept] = await queryDatabase(`select first_name from users where id = $1`, [owner.id])
    expect(kept).toEqual({ first_name: 'Ana' })
  })

  test('session cookie can’t be guessed from one’s own', async () => {
    const value = decodeURIComponent(/kohue\.session=([^;]+)/.exec(thief.cookie)![1]!)
    const [token, signature] = value.split('.') as [string, string]
    const [theirToken] = await queryDatabase<{ token: string }>(
      `select token from sessions where user_id = $1`,
      [owner.id],
    )
    for (const forged of [
      theirToken!.token,
      `${theirToken!.token}.${signature}`,
      `${theirToken!.token}.`,
      `${token}.${signature.slice(0, -4)}AAA=`,
      `${token}.${signature}.x`,
    ]) {
      const cookie = `kohue.session=${encodeURIComponent(forged)}`
      const response = await ask('/members', { caller: { cookie } })
      expect(response.status, forged.slice(-8)).toBe(302)
    }
    expect((await ask('/members', { caller: thief })).status).toBe(200)
  })
})

function shippingOf(name: string) {
  const address = { city: 'X', country: 'US', line1: 'X', line2: '', postal_code: '1', state: 'CA' }
  return { name, address }
}

test('registering with another person’s email gives no access to what is stored under it', async () => {
  const squatter = await aMember()
  await queryDatabase(
    `insert into mailing_list_clients (full_name, email, phone, address, consent_source, consent_wording)
     values ('Nadia Victim', $1, '3055550100', '1 Biscayne Boulevard', 'test', 'test')`,
    [squatter.email],
  )
  const exported = await ask('/members/your-data', { caller: squatter })
  expect(exported.status).toBe(200)
  expect(await exported.text()).not.toMatch(/Nadia|Biscayne|3055550100/)
})

test('entering the address again does not undo an unsubscription', async () => {
  const email = `${randomUUID()}@list.example`
  const join = () => ask('/ex-join', { form: { fullname: 'Ana Ruiz', email, shownAt: '0' } })
  const first = await join()
  await queryDatabase(`update mailing_list_clients set unsubscribed_at = now() where email = $1`, [
    email,
  ])
  const again = await join()
  expect([again.status, again.headers.get('location')]).toEqual([
    first.status,
    first.headers.get('location'),
  ])
  const [row] = await queryDatabase<{ unsubscribed_at: Date | null }>(
    `select unsubscribed_at from mailing_list_clients where email = $1`,
    [email],
  )
  expect(row!.unsubscribed_at).not.toBeNull()
})

test('a session ended by its owner is over at once, everywhere', async () => {
  const member = await aMember()
  expect((await ask('/members', { caller: member })).status).toBe(200)
  await ask('/logout', { caller: member, form: {} })
  expect((await ask('/members', { caller: member })).status).toBe(302)
  const call = await ask('/api/payment_intents_by_user', { caller: member, json: {} })
  expect(call.status).toBe(401)
})

test('nothing of all this is in the log', expectQuietLog)
