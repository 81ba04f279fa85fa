import { readFileSync } from 'node:fs'

import { beforeAll, expect, inject, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, fillCart, withAddress } from '#tests/harness/callers.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'

type Line = { reqId?: string; msg: string; user?: string | null; code?: string; route?: string }

let member: Caller
beforeAll(async () => {
  member = await withAddress(await aMember())
})

/** The line of the log that belongs to a response. */
async function lineOf(response: Response): Promise<Line> {
  const id = response.headers.get('x-request-id')
  const own = () =>
    readFileSync(inject('logFile'), 'utf8')
      .split('\n')
      .find((line) => line.startsWith('{') && line.includes(`"reqId":"${id}"`))
  await expect.poll(own).toBeDefined()
  return JSON.parse(own()!) as Line
}

const logIn = (password: string) => ask('/login', { form: { email: member.email, password } })

test('successful and failed sign-ins are logged by id', async () => {
  const user = member.id
  expect(await lineOf(await logIn(member.password))).toMatchObject({ user, msg: 'signed in' })
  const refused = await lineOf(await logIn('not this one'))
  expect(refused).toMatchObject({ user, msg: 'sign-in refused: wrong password' })
  const stranger = { email: 'stranger@example.com', password: 'not this one' }
  expect(await lineOf(await ask('/login', { form: stranger }))).toMatchObject({ user: null })
})

test('requests for the back office by non-staff are logged', async () => {
  const response = await ask('/usersadmin', { caller: member })
  expect(await lineOf(response)).toMatchObject({ user: member.id, route: 'usersadmin' })
})

test('what no page of ours would send', async () => {
  await fillCart(member)
  const call = '/api/create-checkout-session'
  const elsewhere = { origin: 'https://evil.example' }
  const forged = await ask(call, { caller: member, json: { priceProductId: 'price_forged' } })
  expect(await lineOf(forged)).toMatchObject({ code: 'disagrees' })
  const crossed = await ask(call, { caller: member, json: {}, headers: elsewhere })
  expect(await lineOf(crossed)).toMatchObject({ code: 'cross-site' })
  const event = await ask('/api/stripe/webhook', {
    body: '{}',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
  })
  expect(await lineOf(event)).toMatchObject({ code: 'forged', route: '/api/stripe/webhook' })
})

test('nothing of all this is in the log', expectQuietLog)
