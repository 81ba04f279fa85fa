import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { beforeAll, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, fillCart, withAddress } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { aPurchaseLink } from '#tests/harness/entry-link.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { rawAnswer } from '#tests/harness/raw-request.ts'
import { theShop } from '#tests/harness/the-shop.ts'

/** As the cookie of a link holds it, in JSON. */
const aSecret = () => encodeURIComponent(JSON.stringify(randomBytes(32).toString('base64url')))

type Line = { reqId?: string; msg: string; user?: string | null; code?: string; route?: string }

let member: Caller
beforeAll(async () => {
  member = await withAddress(await aMember())
})

/** The line of the log that belongs to a response. */
const lineOf = (response: Response) => lineWith(response.headers.get('x-request-id')!)

async function lineWith(id: string): Promise<Line> {
  const own = () =>
    readFileSync(theShop().logFile, 'utf8')
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

test('log-outs are logged, of this device, another and all', async () => {
  const someone = await aMember()
  const elsewhere = await ask('/login', { form: someone })
  expect(elsewhere.status).toBe(302)
  const [device] = await queryDatabase<{ id: string }>(
    'select id from sessions where user_id = $1 order by created_at desc limit 1',
    [someone.id],
  )
  const press = (form: Record<string, string>) =>
    ask('/account/security', { caller: someone, form })
  const user = someone.id
  const ended = await press({ intent: 'sign-out-device', device: device!.id })
  expect(await lineOf(ended)).toMatchObject({ user, msg: 'device signed out' })
  const others = await press({ intent: 'sign-out-others' })
  expect(await lineOf(others)).toMatchObject({ user, msg: 'signed out everywhere' })
  const left = await ask('/logout', { caller: someone, form: {} })
  expect(await lineOf(left)).toMatchObject({ user, msg: 'signed out' })
})

test('requests for the back office by non-staff are logged', async () => {
  const response = await ask('/usersadmin', { caller: member })
  expect(await lineOf(response)).toMatchObject({ user: member.id, route: 'usersadmin' })
})

test('staff without the duty for a page are logged, and who comes by a link, and by what', async () => {
  const packer = await aMember()
  await queryDatabase(
    `with staff as (update users set role = 'staff' where id = $1)
     insert into staff_duties (user_id, duty) values ($1, 'shipping')`,
    [packer.id],
  )
  const refused = await lineOf(await ask('/usersadmin', { caller: packer }))
  expect(refused).toMatchObject({ user: packer.id, route: 'usersadmin' })
  const visitor = await aMember()
  await queryDatabase('update users set email_verified = true where id = $1', [visitor.id])
  const { path } = await aPurchaseLink(visitor)
  const cookie = (await ask(path)).headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const entered = await ask('/enter', { caller: { cookie }, form: { intent: 'continue' } })
  expect(await lineOf(entered)).toMatchObject({
    user: visitor.id,
    way: 'purchase-link',
    msg: 'signed in',
  })
})

test('guesses at links are logged once they are too many', async () => {
  const guess = () =>
    rawAnswer({
      path: '/enter',
      from: '127.0.9.9',
      headers: { cookie: `kohue.entry=${aSecret()}; kohue.browser=${aSecret()}` },
    })
  const statuses: number[] = []
  let last = ''
  for (let at = 0; at < 61; at++) {
    const { status, headers } = await guess()
    statuses.push(status)
    last = String(headers['x-request-id'])
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  expect(await lineWith(last)).toMatchObject({
    limit: 'link-source',
    msg: 'link refused: rate limit',
  })
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
