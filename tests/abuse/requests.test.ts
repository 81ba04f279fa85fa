import { beforeAll, describe, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import {
  aMember,
  ask,
  aStaffMember,
  fillCart,
  purchase,
  withAddress,
} from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { rawAnswer } from '#tests/harness/raw-request.ts'
import { calls, routes } from '#tests/harness/site-map.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let member: Caller
let staff: Caller
/** Other test files of this server use other staff. */
let staffAtFirst: number
beforeAll(async () => {
  member = await withAddress(await aMember())
  staff = await aStaffMember()
  staffAtFirst = await countStaff()
})

async function countStaff(): Promise<number> {
  const [row] = await queryDatabase<{ n: number }>(
    `select count(*)::int as n from users where role = 'staff'`,
  )
  return row!.n
}

const posts = () =>
  calls()
    .filter((call) => call.startsWith('POST ') && !call.endsWith('/stripe/webhook'))
    .map((call) => call.slice(5).replaceAll(/\{\w+\}/g, 'x'))
const pages = () =>
  routes().map((address) => `/${address.replace('*', 'nowhere').replaceAll(/\{\w+\}/g, '1')}`)

describe('a write in a member’s name from another site', () => {
  test.each([
    ['says so', { origin: 'https://evil.example' }],
    ['is opaque', { origin: 'null' }],
    ['only looks like ours', { origin: 'http://localhost.evil.example' }],
    ['is marked by the browser alone', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['is marked as of the same site', { origin: '', 'sec-fetch-site': 'same-site' }],
  ])('that %s is refused on every page and call', async (_how, { origin, ...headers }) => {
    const before = await queryDatabase('select count(*) from checkouts')
    for (const path of [...pages(), ...posts()]) {
      const response = await rawAnswer({
        method: 'POST',
        path,
        headers: {
          ...headers,
          ...(origin && { origin }),
          cookie: member.cookie,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'intent=personal&firstname=Eve',
      })
      expect(response.status, path).toBe(403)
    }
    expect(await queryDatabase('select count(*) from checkouts')).toEqual(before)
  })

  test('a script of another site may read nothing either', async () => {
    for (const path of ['/api/test', '/members.data', '/api/identity/password-policy']) {
      const headers = { origin: 'https://evil.example' }
      const response = await ask(path, { caller: member, headers })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    const preflight = await ask('/api/create-checkout-session', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('TRACE sends nothing back, with a form’s content type either', async () => {
  for (const path of ['/', '/cart', '/login', '/api/test', '/healthz']) {
    for (const type of [undefined, 'application/x-www-form-urlencoded']) {
      const { status, body } = await rawAnswer({
        ...{ method: 'TRACE', path },
        headers: { cookie: 'ageKey=traced', ...(type && { 'content-type': type }) },
      })
      expect([404, 405, 415], `${path} ${type}`).toContain(status)
      expect(body).not.toContain('traced')
    }
  }
})

describe('a body of the wrong kind', () => {
  test.each([
    ['text/plain', '{"email":"a@example.com"}'],
    ['application/xml', '<a/>'],
    ['text/plain; application/json', '{}'],
    ['application/octet-stream', '\0\0'],
    ['multipart/form-data', 'no boundary'],
    ['application/json', '{"a":'],
  ])('%s is refused, and breaks nothing', async (type, body) => {
    for (const path of [...posts(), '/login', '/signin', '/ex-join', '/cart', '/edit']) {
      const headers = { 'content-type': type }
      const response = await ask(path, { caller: member, body, headers })
      expect(response.status, `${path} ${type}`).toBeGreaterThanOrEqual(400)
      expect(response.status, `${path} ${type}`).toBeLessThan(500)
    }
  })

  test('a call that wants JSON takes no form in its place where it says so', async () => {
    const response = await ask('/api/payment_intents_by_user', {
      caller: member,
      form: { user: 'x' },
    })
    expect(response.status).toBeLessThan(500)
  })
})

describe('what is wrong with a request is said in order', () => {
  const kinds = ['application/x-www-form-urlencoded', 'application/json', 'text/plain', undefined]
  const statusOf = async (method: string, path: string, type: string | undefined) => {
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    const body = type && method !== 'GET' ? 'a' : ''
    return (await rawAnswer({ method, path, headers, ...(body && { body }) })).status
  }

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s to an address that is not there',
    async (method) => {
      for (const path of ['/nothing-here', '/members/nothing', '/api/nothing']) {
        for (const type of kinds) {
          expect(await statusOf(method, path, type), `${path} ${type}`).toBe(404)
        }
      }
    },
  )

  test.each(['PUT', 'PATCH', 'DELETE'])('%s to a page or a call that is there', async (method) => {
    for (const path of ['/login', '/about', '/api/test']) {
      for (const type of kinds) {
        expect(await statusOf(method, path, type), `${path} ${type}`).toBe(405)
      }
    }
  })

  test('a form for a page without one, and what is no form for a page with one', async () => {
    expect(await statusOf('POST', '/about', 'text/plain')).toBe(405)
    expect(await statusOf('POST', '/login', 'text/plain')).toBe(415)
    expect(await statusOf('POST', '/login', undefined)).toBe(415)
  })
})

const awkward = [
  ...[`' or '1'='1`, `'; drop table users; --`, `%' union select token from sessions --`],
  ...[`\\`, `%00`, `\u0000`, `\ud800`, `__proto__`, `constructor`, `{{7*7}}`, '${7*7}'],
  ...[`../../../../etc/passwd`, `%_%`, `\u202e`, `a`.repeat(5_000)],
]

describe('words that databases, engines and file systems might obey', () => {
  test('in searches, sorts and pages of the back office', async () => {
    for (const word of awkward) {
      for (const name of ['q', 'sort', 'order', 'page', 'after', 'filter', 'state']) {
        const query = new URLSearchParams({ [name]: word })
        for (const path of ['/joinedadmin', '/usersadmin', '/usersadmin.csv']) {
          const response = await ask(`${path}?${query}`, { caller: staff })
          expect(response.status, `${path} ${name}=${word.slice(0, 30)}`).toBeLessThan(500)
          await response.body?.cancel()
        }
      }
    }
  }, 240_000)

  test('in ids of addresses', async () => {
    for (const word of awkward.filter((one) => one.length < 100)) {
      const id = encodeURIComponent(word.toWellFormed())
      for (const path of [
        `/usersadmin/${id}`,
        `/joinedadmin/${id}`,
        `/edit/${id}`,
        `/members/orders/${id}`,
        `/unsubscribe/${id}`,
        `/api/customers/sessions/${id}`,
        `/succes?session_id=${id}`,
        `/reset-password?token=${id}`,
        `/confirm-email?token=${id}`,
      ]) {
        const response = await ask(path, { caller: staff })
        expect(response.status, path).toBeLessThan(500)
        await response.body?.cancel()
      }
    }
  })

  test('in every form of a visitor’s and a member’s', async () => {
    for (const word of awkward) {
      const forms: [string, Record<string, string>][] = [
        ['/login', { email: word, password: word }],
        ['/login', { email: word, intent: 'recover' }],
        ['/ex-join', { fullname: word, email: word }],
        ['/cart', { kind: word, productId: word, quantity: word, method: word }],
        ['/cart', { kind: 'add', productId: word }],
        [
          '/edit',
          { intent: 'personal', firstname: word, lastname: word, email: word, version: word },
        ],
        ['/edit', { intent: 'shipping', address: word, city: word, state: word, zipCode: word }],
        ['/members/preview', { answer: word }],
        ['/members/interest', { productId: word, to: word }],
        ['/age-gate', { answer: word, to: word }],
      ]
      for (const [path, form] of forms) {
        const response = await ask(path, { caller: member, form })
        expect(response.status, `${path} ${word.slice(0, 30)}`).toBeLessThan(500)
        await response.body?.cancel()
      }
    }
    const [users] = await queryDatabase<{ n: number }>('select count(*)::int as n from users')
    expect(users!.n).toBeGreaterThan(1)
  })

  test('as keys of a call’s payload, nothing is polluted', async () => {
    for (const body of [
      '{"__proto__":{"role":"staff","ok":true}}',
      '{"constructor":{"prototype":{"role":"staff"}}}',
      '{"user":{"__proto__":{"id":"x"}}}',
      '{"product":{"id":"malbec-2022","__proto__":{"price":1}}}',
    ]) {
      for (const path of posts()) {
        const headers = { 'content-type': 'application/json' }
        const response = await ask(path, { caller: member, body, headers })
        expect(response.status, `${path} ${body}`).toBeGreaterThanOrEqual(400)
        expect(response.status, `${path} ${body}`).toBeLessThan(500)
      }
    }
    const form = new URLSearchParams(
      '__proto__[role]=staff&constructor.prototype.role=staff&email=',
    )
    await ask('/login', {
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect((await ask('/usersadmin', { caller: member })).status).toBe(403)
  })
})

test('no address leads out of the folder of files', async () => {
  for (const path of [
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fserver%2findex.js',
    '/assets/..\\..\\server\\index.js',
    '/pdf/..%2f..%2f..%2f.env',
    '/pdf/%00.pdf',
    '//etc/passwd',
    '/.env',
    '/.git/config',
    '/package.json',
    '/build/server/index.js',
    '/src/app/env.ts',
    '/assets/',
    '/.vite/manifest.json',
  ]) {
    const response = await rawAnswer({ path })
    expect([400, 404], path).toContain(response.status)
    expect(response.body, path).not.toMatch(/"dependencies"|root:x:|import \{|STRIPE_/)
  }
})

describe('a flash message that a client makes up', () => {
  test.each(['\0nonce\0', '\0id\0', '0123456789abcdef-0-'])(
    '%j is shown as text, and shared with nobody',
    async (sentence) => {
      const value = encodeURIComponent(JSON.stringify({ tone: 'info', sentence }))
      const cookie = `${member.cookie}; kohue.flash=${value}`
      const response = await ask('/members', { caller: { cookie } })
      const html = await response.text()
      const nonce = /'nonce-(\w+)'/.exec(response.headers.get('content-security-policy')!)![1]!
      const shown = html.replaceAll(`nonce="${nonce}"`, '')
      expect(response.status).toBe(200)
      expect(shown).not.toContain(nonce)
      const next = await (await ask('/members', { caller: member })).text()
      expect(next).not.toContain('0123456789abcdef-0-')
    },
  )
})

describe('every error under /api is JSON', () => {
  test.each([
    ...['GET /api', 'GET /api/', 'GET /api/nothing', 'GET /API/nothing', 'GET /Api/Test/no'],
    ...['POST /api/nothing', 'OPTIONS /api/test', 'OPTIONS /api/nothing', 'DELETE /api/test'],
    ...[
      'PROPFIND /api/test',
      'PROPFIND /api/nothing',
      'GET /api/customers/sessions/',
      'GET /api/%',
    ],
    ...['PUT /API/nothing', 'GET /api?x=1', 'GET /api//test'],
  ])('%s', async (call) => {
    const [method, path] = call.split(' ') as [string, string]
    const response = await rawAnswer({
      method,
      path,
      headers: { origin: theShop().url, cookie: member.cookie },
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    const { error } = JSON.parse(response.body)
    expect(error).toMatchObject({ code: expect.any(String), requestId: expect.any(String) })
  })

  test('each call works with and without its last slash', async () => {
    // The identity calls would end this session.
    for (const call of calls().filter((each) => !each.includes('/identity/'))) {
      const [method, address] = call.split(' ') as [string, string]
      const path = address.replaceAll(/\{\w+\}/g, 'cus_x').replace(/\/$/, '')
      const json = method === 'GET' ? {} : { json: {} }
      const [bare, slashed] = [
        await ask(path, { method, caller: member, ...json }),
        await ask(`${path}/`, { method, caller: member, ...json }),
      ]
      const bodies = [await bare.text(), await slashed.text()].map((body) =>
        body.replace(/"requestId":"\w+"/, ''),
      )
      expect(slashed.status, path).toBe(bare.status)
      if (bare.status >= 400) expect(bodies[1], path).toBe(bodies[0])
    }
  })
})

describe('an error of our own', () => {
  test('is a number to people, and nothing of the inside', async () => {
    const response = await ask('/test', { form: { fail: 'now' } })
    const body = await response.text()
    expect(response.status).toBe(500)
    expect(body).toContain(response.headers.get('x-request-id'))
    expect(body).not.toMatch(/\bat .*\.(js|ts):\d+|node_modules|Error:|\/work\//)
    const data = await ask('/test.data', { form: { fail: 'now' } })
    expect(await data.text()).not.toMatch(/\bat .*\.(js|ts):\d+|node_modules|\/work\//)
  })

  test('of a call likewise, also when the database refuses', async () => {
    await fillCart(member)
    await queryDatabase('alter table checkouts rename to checkouts_away')
    try {
      const response = await ask('/api/create-checkout-session', { caller: member, json: {} })
      const body = await response.text()
      expect(response.status).toBe(500)
      expect(JSON.parse(body)).toMatchObject({
        error: { code: 'internal-error', requestId: response.headers.get('x-request-id') },
      })
      expect(body).not.toMatch(/checkouts|relation|select|node_modules/)
    } finally {
      await queryDatabase('alter table checkouts_away rename to checkouts')
    }
  })
})

test('reconciliation finds no difference afterwards', async () => {
  await purchase(member)
  expect(await countStaff()).toBe(staffAtFirst)
})

test('nothing of all this is in the log', expectQuietLog)
