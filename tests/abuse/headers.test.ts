import { beforeAll, describe, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, aStaffMember } from '#tests/harness/callers.ts'
import { expectedPages } from '#tests/harness/expected-pages.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { calls, routes } from '#tests/harness/site-map.ts'
import { theShop } from '#tests/harness/the-shop.ts'

const filled = (address: string) =>
  `/${address.replace(/^\//, '')}`
    .replace('{number}', '1001')
    .replace('*', 'no-such-page')
    .replaceAll(/\{\w+\}/g, '6f1c2f0e-0000-4000-8000-000000000000')

const pages = routes().map(filled)
/** What single fetch asks of a page for the browser's router. */
const data = pages.map((path) => (path === '/' ? '/_root.data' : `${path}.data`))
const apiCalls = calls().map((call) => {
  const [method, path] = call.split(' ') as [string, string]
  return { method, path: filled(path) }
})
const files = ['/robots.txt', '/sitemap.xml', '/pdf/terms-draft.pdf']

let member: Caller
let staff: Caller
beforeAll(async () => {
  member = await aMember()
  staff = await aStaffMember()
})

/** The pages with a form that leads to the payment provider, and that of the card field. */
const selling = new Set(
  [...expectedPages]
    .flatMap(([address, { leadsToPayment }]) => (leadsToPayment ? [address] : []))
    .concat('card')
    .map(filled),
)
/** The email of a campaign, shown in a frame: its inline styles are an email's. */
const preview = filled('admin/campaigns/{id}/preview')
const previewPolicy =
  /^default-src 'none';style-src 'unsafe-inline';img-src data:;frame-ancestors 'self';sandbox$/
const isOf = (path: string, page: string) => path === page || path === `${page}.data`
const isSelling = (path: string) => selling.has(path.replace(/\.data$/, ''))

/** Which hosts beside our own each directive may name on a page. */
function hostsOf(path: string): Record<string, string[]> {
  const { fakesUrl: provider } = theShop()
  const google = `http://127.0.0.1:${Number(new URL(provider).port) + 2}`
  const card = isOf(path, '/card') ? [provider] : []
  return {
    'form-action': [google, ...(isSelling(path) ? [provider] : [])],
    ...{ 'script-src': card, 'connect-src': card, 'frame-src': card },
  }
}

/** What is wrong with the headers of a response. */
function faultsOf(path: string, { headers, status }: Response): string[] {
  const has = (name: string, wanted: RegExp) =>
    wanted.test(headers.get(name) ?? '')
      ? []
      : [`${path} (${status}) ${name}: ${headers.get(name)}`]
  const isPreview = isOf(path, preview)
  const isFramed = path.startsWith('/pdf/') || isPreview
  return [
    ...has('x-content-type-options', /^nosniff$/),
    ...has('referrer-policy', /^strict-origin-when-cross-origin$/),
    ...has('permissions-policy', /camera=\(\).*geolocation=\(\).*payment=\(/),
    ...has('permissions-policy', isOf(path, '/card') ? /payment=\(self "/ : /payment=\(\)/),
    ...has('x-frame-options', isFramed ? /^SAMEORIGIN$/ : /^DENY$/),
    ...has(
      'content-security-policy',
      isFramed ? /frame-ancestors 'self'/ : /frame-ancestors 'none'/,
    ),
    ...(isPreview ? has('content-security-policy', previewPolicy) : []),
    ...(isFramed ? [] : policyFaults(path, headers.get('content-security-policy') ?? '')),
    ...typeFaults(path, headers),
    ...(headers.has('x-powered-by') || headers.has('server')
      ? [`${path} says what it runs on`]
      : []),
  ]
}

/** Responses with a body have a content type, and text has a charset; JSON is UTF-8 (RFC 8259). */
function typeFaults(path: string, headers: Headers): string[] {
  const type = headers.get('content-type')
  if (!type)
    return headers.get('content-length') === '0' || !headers.has('content-length') ? [] : [path]
  const isWords = /^(text\/|application\/(xml|javascript))/.test(type)
  return !isWords || /charset=utf-8/i.test(type) ? [] : [`${path} is ${type}`]
}

/** No inline script or style but by this response's nonce or by hash, and no host where it is not used. */
function policyFaults(path: string, policy: string): string[] {
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name, ...sources] = part.trim().split(' ')
      return [name!, sources]
    }),
  )
  const hosts = hostsOf(path)
  const known = new Set(["'self'", "'none'", 'data:'])
  const isKnown = (name: string, source: string) =>
    known.has(source) ||
    /^'(nonce|sha256)-[\w+/=-]+'$/.test(source) ||
    hosts[name]?.includes(source)
  const faults = ['default-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors']
    .filter((name) => !directives.has(name) && !directives.get('default-src')?.includes("'none'"))
    .map((name) => `${path} policy lacks ${name}`)
  for (const [name, sources] of directives)
    for (const source of sources)
      if (!isKnown(name, source)) faults.push(`${path} policy allows ${source} for ${name}`)
  return faults
}

describe('every response carries the security headers', () => {
  test('pages, for a visitor, a member and staff', async () => {
    expect(pages.length).toBeGreaterThan(30)
    const faults = []
    for (const caller of [null, member, staff])
      for (const path of pages) faults.push(...faultsOf(path, await ask(path, { caller })))
    expect(faults).toEqual([])
  })

  test('a page with a form that leads to the payment provider lets it go there', async () => {
    const { fakesUrl } = theShop()
    const open = []
    for (const path of selling) {
      const response = await ask(path, { caller: member })
      const policy = response.headers.get('content-security-policy')!
      const formAction = policy.split(';').find((part) => part.trim().startsWith('form-action '))!
      if (response.status === 200) open.push([path, formAction.includes(fakesUrl)])
    }
    expect(open.length).toBeGreaterThan(8)
    expect(open.filter(([, leads]) => !leads)).toEqual([])
  })

  test('data of pages, files, and what is not there', async () => {
    const faults = []
    for (const path of [...data, ...files, '/healthz', '/readyz', '/metrics', '/api/no-such-call'])
      faults.push(...faultsOf(path, await ask(path)))
    expect(faults).toEqual([])
  })

  test('assets have nosniff and their content type', async () => {
    for (const path of ['/favicon.svg', '/pictures/cordillera-560.avif']) {
      const { headers, status } = await ask(path)
      expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
      expect(headers.get('content-type')).toMatch(/^image\/(avif|svg\+xml)/)
    }
  })

  test('calls, also when they refuse', async () => {
    expect(apiCalls.length).toBeGreaterThan(12)
    const faults = []
    for (const caller of [null, member])
      for (const { path, method } of apiCalls) {
        const body = method === 'GET' ? {} : { method, json: { nonsense: true } }
        faults.push(...faultsOf(path, await ask(path, { caller, ...body })))
        faults.push(...faultsOf(path, await ask(path, { caller, method: 'DELETE' })))
      }
    expect(faults).toEqual([])
  })

  test('errors of the server itself', async () => {
    const { url } = theShop()
    const responses = {
      'a form that is too large': await ask('/login', { form: { email: 'x'.repeat(80_000) } }),
      'another site': await ask('/login', {
        form: {},
        headers: { origin: 'https://evil.example' },
      }),
      'no form at all': await ask('/login', {
        method: 'POST',
        body: 'x',
        headers: { origin: url },
      }),
      'an error of our own': await ask('/test', { form: { fail: 'now' } }),
    }
    const faults = Object.entries(responses).flatMap(([path, response]) => faultsOf(path, response))
    expect(faults).toEqual([])
    expect(Object.values(responses).map(({ status }) => status)).toEqual([413, 403, 415, 500])
  })
})

describe('private responses are not stored by caches on the way', () => {
  /** A form without data of its own: the browser alone may store it, so that Firefox restores it. */
  const storedByBrowser = new Set(['/ex-join', '/ex-join.data'])
  const allowed = (path: string) =>
    storedByBrowser.has(path) ? /^private, no-cache$|no-store/ : /no-store/
  const isPublicFile = (path: string) => files.includes(path)

  test('pages and calls, for a member and staff', async () => {
    const kept = []
    for (const caller of [member, staff])
      for (const path of [...pages, ...data, '/api/test', '/api/customers/sessions/cus_x']) {
        const { headers } = await ask(path, { caller })
        if (!allowed(path).test(headers.get('cache-control') ?? '')) kept.push(path)
      }
    expect(kept).toEqual([])
  })

  test('a visitor’s pages may be kept by the visitor’s browser alone', async () => {
    const shared = []
    for (const path of [...pages, ...data]) {
      const { headers } = await ask(path)
      if (!/^(no-store|private, no-cache)$/.test(headers.get('cache-control') ?? ''))
        shared.push(`${path}: ${headers.get('cache-control')}`)
    }
    expect(shared).toEqual([])
    for (const path of files.filter(isPublicFile))
      expect((await ask(path)).headers.get('cache-control')).toMatch(/^public, max-age=\d+/)
  })
})

test('a nonce is used once', async () => {
  const nonces = await Promise.all(
    [1, 2, 3].map(async () => {
      const policy = (await ask('/reset-password')).headers.get('content-security-policy')!
      return /'nonce-([^']+)'/.exec(policy)![1]
    }),
  )
  expect(new Set(nonces).size).toBe(3)
})

test('nothing of all this is in the log', expectQuietLog)
