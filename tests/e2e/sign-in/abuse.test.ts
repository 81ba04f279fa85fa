import { randomUUID } from 'node:crypto'

import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aPerson, aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

type Sent = { headers?: Record<string, string>; to?: string }

/** Posts the login form as a page of ours would, unless the headers say otherwise. */
function postLogin(form: Record<string, string>, { headers, to }: Sent = {}) {
  const { url } = theShop()
  const address = new URL('/login', url)
  if (to !== undefined) address.searchParams.set('to', to)
  return fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
    headers: { origin: url, ...headers },
  })
}

async function aMember() {
  const visitor = await aVisitor(browser)
  const person = await registered(visitor)
  await visitor.context.close()
  return person
}

test('twenty wrong passwords are cut short, whatever the headers claim', async () => {
  const { email } = await aMember()
  const statuses = []
  for (let n = 0; n < 20; n++) {
    const headers = {
      'x-forwarded-for': `192.0.2.${n}`,
      'x-real-ip': `192.0.2.${n}`,
      'cf-connecting-ip': `192.0.2.${n}`,
      'x-kohue-address': `192.0.2.${n}`,
      forwarded: `for=192.0.2.${n}`,
    }
    statuses.push((await postLogin({ email, password: 'not this one' }, { headers })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(10).fill(429)])
})

describe('login from another site', () => {
  test.each([
    ['its origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ])('by %s is refused, with the right password too', async (_name, headers) => {
    const { email, password } = await aMember()
    const response = await postLogin({ email, password }, { headers })
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('by a form on a real page is refused', async () => {
    const { url } = theShop()
    const { email, password } = await aMember()
    const { page, context } = await aVisitor(browser)
    await page.route('https://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${url}/login"><input name="email" value="${email}">
          <input name="password" value="${password}"><button>Win a case</button></form>`,
      }),
    )
    await page.goto('https://evil.example/')
    const [response] = await Promise.all([
      page.waitForResponse(`${url}/login`),
      page.getByRole('button').click(),
    ])
    expect(response.status()).toBe(403)
    expect((await context.cookies(url)).map(({ name }) => name)).not.toContain('kohue.session')
    await context.close()
  })
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\evil.example',
  '/.//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
])('after logging in, %j is not gone to', async (to) => {
  const { email, password } = await aMember()
  const response = await postLogin({ email, password }, { to })
  expect(response.status).toBe(302)
  const { url } = theShop()
  expect(new URL(response.headers.get('location')!, url).origin).toBe(new URL(url).origin)
})

test('a session that was planted before logging in is not taken over', async () => {
  const { url } = theShop()
  const { email, password } = await aMember()
  const { page, context } = await aVisitor(browser)
  await context.addCookies([{ name: 'kohue.session', value: `${randomUUID()}.forged`, url }])
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const before = (await context.cookies()).find(({ name }) => name === 'kohue.session')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/members*')
  const after = (await context.cookies()).find(({ name }) => name === 'kohue.session')
  expect(after!.value).not.toBe(before!.value)
  expect(after).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  await context.close()
})

test('no page shows the session’s token', async () => {
  const visitor = await aVisitor(browser)
  await registered(visitor)
  const { page, context } = visitor
  const session = (await context.cookies()).find(({ name }) => name === 'kohue.session')!
  const token = decodeURIComponent(session.value).split('.')[0]!
  for (const path of ['/members', '/account/security', '/login']) {
    const response = await page.goto(path)
    expect(await response!.text()).not.toContain(token)
  }
  await context.close()
})

test('a link can log nobody out', async () => {
  const visitor = await aVisitor(browser)
  await registered(visitor)
  await visitor.page.goto('/logout')
  await visitor.page.goto('/account/security')
  expect(new URL(visitor.page.url()).pathname).toBe('/account/security')
  await visitor.context.close()
})

test('recovery responds alike with and without an account', async () => {
  const { email } = await aMember()
  const stranger = aPerson().email
  const body = async (address: string) => {
    const response = await postLogin({ email: address, intent: 'recover' })
    expect(response.status).toBe(200)
    // What differs from request to request anyway: its id and its nonce.
    const text = (await response.text()).replaceAll(address, 'ADDRESS')
    return text.replaceAll(/nonce="[^"]*"|\\?"(requestId|nonce)\\?",\\?"[^"]*"/g, '')
  }
  const [known, unknown] = [await body(email), await body(stranger)]
  expect(known).toBe(unknown)
})
