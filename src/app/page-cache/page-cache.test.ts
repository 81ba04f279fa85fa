import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { AgeGate } from '#platform/http/age-gate.rules.ts'

import type { RenderedPage } from './cached-page.ts'
import { pageCache } from './page-cache.ts'

/** A cache before a router that says 'from the router', with a clock and pages set by hand. */
let server: Server
let time: number
let rendered: string[]
let html: (path: string, gate: AgeGate) => string
let extra: Partial<RenderedPage>
let fails: boolean

beforeEach(async () => {
  time = 0
  rendered = []
  html = (path, gate) => `<p>${path} ${gate}</p>`.repeat(50)
  extra = {}
  fails = false
  const cache = pageCache({
    pages: { '/about': 1_000 },
    now: () => time,
    onError: () => {},
    render: async (path, gate) => {
      rendered.push(`${path} ${gate}`)
      if (fails) throw new Error('no database')
      return {
        status: 200,
        body: Buffer.from(html(path, gate)),
        ...extra,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src 'self';script-src 'self' 'nonce-abc'",
          'cache-control': 'no-store',
          'x-request-id': 'one',
          ...extra.headers,
        },
      }
    },
  })
  server = createServer((req, res) => {
    const otherwise = () => res.end('from the router')
    if (!cache.respond(req, res, otherwise)) otherwise()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => {
  server.close()
})

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo
  const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end()
  const [response] = await once(asked, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  return { status: response.statusCode, headers: response.headers, body, text: body.toString() }
}

const router = 'from the router'

describe('which requests it responds to', () => {
  test('renders a listed page once per state of the gate', async () => {
    for (const cookie of ['', 'ageKey=older', 'ageKey=older; ageRefused=younger', 'ageKey=older']) {
      await ask('/about', cookie ? { cookie } : {})
    }
    expect(rendered).toEqual(['/about ask', '/about open', '/about refused'])
    expect((await ask('/about', { cookie: 'ageKey=older' })).text).toContain('/about open')
  })

  test.each([
    ['another path', '/members', {}, 'GET'],
    ['a page with a slash too many', '/about/', {}, 'GET'],
    ['a form', '/about', {}, 'POST'],
    [
      'a visitor with a login session',
      '/about',
      { cookie: 'ageKey=older; kohue.session=x' },
      'GET',
    ],
    ['one with a session under HTTPS', '/about', { cookie: '__Host-kohue.session=x' }, 'GET'],
    ['one who is shown a message', '/about', { cookie: '_ga=1; kohue.flash=x' }, 'GET'],
    ['a cookie of ours nobody has said is unread', '/about', { cookie: 'kohue.new=x' }, 'GET'],
    ['a question in the address', '/about?year=2022', {}, 'GET'],
  ])('leaves %s to the router', async (_what, path, headers, method) => {
    expect((await ask(path, headers, method)).text).toBe(router)
    expect(rendered).toEqual([])
  })

  test('cookies that no page depends on change nothing', async () => {
    const cookies = [
      '_ga=GA1.1.7',
      'consent={"ads":false}',
      '__Host-kohue.browser=x',
      'kohue.guest=x',
      '__Host-kohue.passkey=x',
      'kohue.google=x',
      'kohue.link=x',
    ]
    for (const other of cookies) await ask('/about', { cookie: `${other}; ageKey=older` })
    expect((await ask('/about', { cookie: `ageKey=older; ${cookies.join('; ')}` })).text).toContain(
      '/about open',
    )
    expect(rendered).toEqual(['/about open'])
  })

  test('marks of a campaign lead to the same cached page', async () => {
    await ask('/about')
    for (let n = 0; n < 20; n++) await ask(`/about?utm_source=mail-${n}&gclid=${n}`)
    expect(rendered).toEqual(['/about ask'])
  })
})

describe('what it sends', () => {
  test('brotli and gzip of the very same words', async () => {
    const plain = await ask('/about')
    const zipped = await ask('/about', { 'accept-encoding': 'gzip, deflate' })
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true)
    await expect
      .poll(async () => (await ask('/about', { 'accept-encoding': 'gzip, br' })).headers)
      .toMatchObject({ 'content-encoding': 'br' })
    const small = await ask('/about', { 'accept-encoding': 'gzip, br' })
    expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true)
    expect(small.headers['content-length']).toBe(String(small.body.length))
  })

  test('no encoding that was refused', async () => {
    const { headers } = await ask('/about', { 'accept-encoding': 'br;q=0, gzip;q=0' })
    expect(headers['content-encoding']).toBeUndefined()
  })

  test('the security headers of the router, without the nonce of one request', async () => {
    const { headers } = await ask('/about')
    expect(headers['content-security-policy']).toBe("default-src 'self';script-src 'self'")
    expect(headers['x-request-id']).toBeUndefined()
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers.vary).toBe('accept-encoding, cookie')
  })

  test('links to our own style sheets without that nonce', async () => {
    html = () => '<link nonce="abc" rel="stylesheet" href="/a.css"/><link href="/b" nonce="abc"/>'
    expect((await ask('/about')).text).toBe(
      '<link rel="stylesheet" href="/a.css"/><link href="/b"/>',
    )
  })

  test('304 to a client that has it, and no body to HEAD', async () => {
    const first = await ask('/about')
    const known = { 'if-none-match': `"x", ${first.headers.etag}` }
    expect(await ask('/about', known)).toMatchObject({ status: 304, text: '' })
    const other = { ...known, cookie: 'ageKey=older' }
    expect((await ask('/about', other)).status).toBe(200)
    const head = await ask('/about', {}, 'HEAD')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-length']).toBe(String(first.body.length))
  })
})

describe('how old a page may be', () => {
  test('nobody gets one older than its age', async () => {
    await ask('/about')
    html = () => 'sold out'
    time = 400
    expect((await ask('/about')).text).toContain('/about ask')
    time = 1_000
    expect((await ask('/about')).text).toBe('sold out')
  })

  test('in the second half of its time it is renewed behind a visitor’s back', async () => {
    await ask('/about')
    html = () => 'sold out'
    time = 600
    await ask('/about')
    await expect.poll(async () => (await ask('/about')).text).toBe('sold out')
    expect(rendered).toHaveLength(2)
  })

  test('visitors who come together wait for one rendering', async () => {
    await Promise.all(Array.from({ length: 10 }, () => ask('/about')))
    expect(rendered).toHaveLength(1)
  })
})

describe('what it never keeps', () => {
  test.each([
    ['an error', { status: 503 }],
    ['a redirect', { status: 302 }],
    ['a cookie', { headers: { 'set-cookie': 'a=b' } }],
    ['a script with a nonce', { body: Buffer.from('<script nonce="abc">') }],
  ])('%s', async (_what, page) => {
    extra = page
    expect((await ask('/about')).text).toBe(router)
    expect((await ask('/about')).text).toBe(router)
    expect(rendered).toHaveLength(1)
    extra = {}
    time = 2_000
    expect((await ask('/about')).text).toContain('/about ask')
  })

  test('a page that failed is the router’s, and is tried again', async () => {
    fails = true
    expect((await ask('/about')).text).toBe(router)
    fails = false
    expect((await ask('/about')).text).toContain('/about ask')
  })
})
