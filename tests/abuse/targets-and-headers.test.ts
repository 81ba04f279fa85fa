import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, withAddress } from '#tests/harness/callers.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { rawAnswer } from '#tests/harness/raw-request.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let member: Caller
beforeAll(async () => {
  member = await withAddress(await aMember())
})

describe('an address to come back to', () => {
  const elsewhere = [
    ...['//evil.example', '/\\evil.example', 'https://evil.example', '/.//evil.example'],
    ...['/\t/evil.example', 'javascript:alert(1)', 'data:text/html,x'],
    ...['http:evil.example', '/..//evil.example', '\\\\evil.example', '@evil.example'],
  ]
  const sent: [string, (to: string) => Promise<Response>, fallback: string][] = [
    [
      'logging in',
      (to) =>
        ask(`/login?${new URLSearchParams({ to })}`, {
          form: { email: member.email, password: member.password },
        }),
      '/members',
    ],
    ['the age gate', (to) => ask('/age-gate', { form: { age: 'over', to } }), '/'],
    [
      'the cart',
      (to) => ask('/cart', { caller: member, form: { kind: 'add', productId: 'malbec-2022', to } }),
      '/members?cart=open',
    ],
    [
      'a question about the club',
      (to) => ask('/members/interest', { caller: member, form: { in: 'club', to } }),
      '/members',
    ],
  ]

  test.each(sent)('%s follows one of ours alone', async (_what, send, fallback) => {
    for (const [to, leadsTo] of [
      ['/about', '/about'],
      ...elsewhere.map((one) => [one, fallback]),
    ]) {
      const response = await send(to!)
      expect([302, 303], to).toContain(response.status)
      expect(response.headers.get('location'), to).toBe(leadsTo)
    }
  })

  test('is kept for the way back from Google if it is one of ours', async () => {
    for (const [to, kept] of [['/about', '/about'], ...elsewhere.map((one) => [one, ''])]) {
      const response = await ask('/login/google', { form: { to: to! } })
      expect(response.status, to).toBe(303)
      const cookie = decodeURIComponent(response.headers.get('set-cookie') ?? '')
      expect(cookie, to).toContain(`"to":"${kept}"`)
    }
  })
})

describe('a target or a host from which no URL can be made', () => {
  const isLogged = (id: string) =>
    readFileSync(theShop().logFile, 'utf8')
      .split('\n')
      .some((line) => line.includes(id) && /"level":(50|60)/.test(line))

  test.each([
    ...['/members.data#x', '/members#x', '/about#x', '/members.data?a#.data', '/#', '#'],
    ...['http://kohue.example/members', 'members', '/api/test#x'],
  ])('%s is refused', async (path) => {
    const response = await rawAnswer({ path, headers: { cookie: member.cookie }, raw: true })
    expect(response.status).toBe(400)
  })

  test.each(['a b', 'a/b', 'x@y', '/', '[', 'a?b', '%00', 'a:b:c'])(
    'host %s is refused on pages, cached pages and calls, without an error in the log',
    async (host) => {
      for (const path of ['/members', '/about', '/api/test', '/robots.txt']) {
        const response = await rawAnswer({ path, headers: { host }, raw: true })
        expect(response.status, path).toBe(400)
        const id = /x-request-id: (\w+)/i.exec(response.body)?.[1]
        if (id) expect(isLogged(id)).toBe(false)
      }
    },
  )

  test('two requests that differ by a fragment never open the marks of a page', async () => {
    const raw = (path: string) =>
      path.includes('#')
        ? rawAnswer({ path, headers: { cookie: member.cookie }, raw: true }).then(
            ({ body }) => body,
          )
        : ask(path, { caller: member }).then((response) => response.text())
    const asked = ['/members', '/members.data', '/members#.data', '/members.data#x'].map(
      (path) => () => raw(path),
    )
    const bodies: string[] = []
    for (const one of asked) bodies.push(await one())
    bodies.push(...(await Promise.all([...asked, ...asked].map((one) => one()))))
    expect(bodies[0]!.length).toBeGreaterThan(5_000)
    for (const body of bodies) expect(body).not.toMatch(/[0-9a-f]{16,}-\d+-/)
  })
})

describe('headers that a client makes up', () => {
  test('change neither where a page says it is, nor where it leads', async () => {
    const made: Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example;proto=https' },
      { 'x-original-url': '/usersadmin', 'x-rewrite-url': '/usersadmin' },
    ]
    for (const headers of made) {
      for (const path of ['/', '/?fresh=1', '/login', '/members', '/sitemap.xml', '/robots.txt']) {
        const response = await rawAnswer({ path, headers })
        expect(response.status, path).toBeLessThan(500)
        expect(response.body, `${path} ${JSON.stringify(headers)}`).not.toContain('evil.example')
        expect(response.headers.location ?? '').not.toContain('evil.example')
      }
    }
  })

  test('sign no one in', async () => {
    const made: Record<string, string>[] = [
      { 'x-kohue-address': '127.0.0.1', 'x-user': member.id, 'x-role': 'staff' },
      { authorization: `Bearer ${member.id}`, 'x-forwarded-for': '127.0.0.1' },
      { 'x-middleware-subrequest': 'middleware', 'x-react-router-request': 'yes' },
    ]
    for (const headers of made) {
      expect((await rawAnswer({ path: '/usersadmin', headers })).status).toBe(302)
    }
  })

  test('inject no header into a response', async () => {
    const broken = 'x%0d%0aset-cookie:%20planted=1'
    for (const path of [
      `/login?to=/${broken}`,
      `/age-gate?to=/${broken}`,
      `/${broken}`,
      `/succes?session_id=${broken}`,
      `/api/customers/sessions/${broken}`,
    ]) {
      const response = await rawAnswer({ path, headers: { cookie: member.cookie } })
      expect(String(response.headers['set-cookie'] ?? ''), path).not.toContain('planted')
    }
    const to = '/members\r\nset-cookie: planted=1'
    const forms: [string, Record<string, string>][] = [
      ['/age-gate', { age: 'over', to }],
      ['/members/interest', { in: 'club', to }],
    ]
    for (const [path, form] of forms) {
      const response = await ask(path, { caller: member, form })
      expect(response.status, path).toBe(303)
      const names = response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
      expect(names, path).toHaveLength(1)
      expect(names, path).not.toContain('planted')
    }
  })

  test('make no request out of two (smuggling)', async () => {
    const smuggled = 'GET /usersadmin HTTP/1.1\r\nHost: x\r\n\r\n'
    const response = await rawAnswer({
      method: 'POST',
      path: '/login',
      headers: { 'transfer-encoding': 'chunked', 'content-length': '5' },
      body: `0\r\n\r\n${smuggled}`,
      raw: true,
    })
    expect(response.status).toBe(400)
  })
})

test('nothing of all this is in the log', expectQuietLog)
