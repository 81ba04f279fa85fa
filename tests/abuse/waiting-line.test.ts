import { createHmac } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { allocate, aRelease } from '#tests/harness/a-release.ts'
import type { LineShop } from '#tests/harness/line-shop.ts'
import { openLineShop } from '#tests/harness/line-shop.ts'
import { payAt } from '#tests/harness/provider.ts'
import { expectNoSecretsIn, expectQuietLog } from '#tests/harness/quiet-log.ts'
import { theShop } from '#tests/harness/the-shop.ts'

/** Opens by itself at fifty shoppers; the tests below are steps of one rush. */
let shop: LineShop
let logFile: string
beforeAll(async () => {
  logFile = join(mkdtempSync(join(tmpdir(), 'kohue-line-')), 'log.ndjson')
  shop = await openLineShop({ WAITING_CAPACITY: '50', LOG_LEVEL: 'debug' }, { logFile })
})
afterAll(() => shop.close())

const namesOf = ({ headers }: Response) =>
  headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])

/** Visited without an account; what lies in the page cache is not counted. */
const form = '/offering/ship-to?quantity=1'

const isIn = (html: string) => html.includes('Estate Malbec') || !html.includes('id="told"')

/** The page without its style and scripts, so that a failure can be read. */
const textOf = (html: string) =>
  html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '').slice(0, 6_000)

/** A page without what each shop and each request has of its own. */
const bare = (html: string, url: string) =>
  html
    .replaceAll(url, '')
    .replaceAll(theShop().url, '')
    .replaceAll(/[\w-]{16,}|\d{10,}/g, '')
    .replaceAll(/localhost:\d+|127\.0\.0\.1:\d+/g, '')

let early: Awaited<ReturnType<LineShop['aMember']>>
let payment: string

test('fifty shoppers get no cookie, no byte and no statement more', async () => {
  // One of them goes as far as the payment page.
  early = await shop.aMember()
  const cart = { kind: 'set-quantity', productId: 'malbec-2022', quantity: '1' }
  await early.ask('/cart', { form: cart })
  await early.ask('/cart', { form: { kind: 'choose-shipping', method: 'ground' } })
  const started = await early.ask('/api/create-checkout-session', { json: {} })
  payment = ((await started.json()) as { url: string }).url

  const usual = await fetch(`${theShop().url}${form}`, {
    headers: { cookie: 'ageKey=older', accept: 'text/html,*/*;q=0.8' },
  })
  const usualPage = bare(await usual.text(), shop.url)
  const usualHeaders = [...usual.headers.keys(), 'x-queries'].toSorted()
  for (let shopper = 0; shopper < 49; shopper++) {
    const browser = shop.aBrowser()
    const response = await browser.ask(form)
    expect(response.status).toBe(200)
    // One is refused before there is anything to pay.
    if (shopper === 0) {
      const wrong = { form: { product: 'malbec-2022', quantity: '9' } }
      await browser.ask('/api/directlink-create-checkout-session', wrong)
      await browser.ask('/api/directlink-create-checkout-session', { json: {} })
    }
    expect(namesOf(response)).toEqual(['kohue.guest'])
    expect([...response.headers.keys()].toSorted()).toEqual(usualHeaders)
    expect(bare(await response.text(), shop.url)).toBe(usualPage)
  }
  const first = await early.ask('/mono')
  const again = await early.ask('/mono')
  expect([first.headers.getSetCookie(), again.headers.get('x-queries')]).toEqual([[], '3'])
  expect(await shop.query('select * from waiting_line')).toEqual([])
})

const waiting: ReturnType<LineShop['aBrowser']>[] = []

test('the next forty wait with places in their order; who leaves or idles lets the next in', async () => {
  for (let at = 0; at < 40; at++) {
    const browser = shop.aBrowser()
    waiting.push(browser)
    const { status, ahead } = await browser.see(form)
    expect([status, ahead]).toEqual([200, at])
    // However slow the machine of the test is.
    if (at === 0) await shop.query('update waiting_line set fixed_capacity = 50')
  }
  const inside =
    await shop.query(`select until > now() + interval '10 minutes' as "pays", count(*)::int
    from waiting_places where key like 'b:%' group by 1 order by 1`)
  expect(inside).toEqual([
    { pays: false, count: 49 },
    { pays: true, count: 1 },
  ])
  await shop.query(
    `update waiting_places set until = now() where key in (
       select key from waiting_places where key like 'b:%' limit 1)`,
  )
  await expect.poll(async () => (await shop.news()).letIn).toBe(1)
  expect((await waiting[1]!.see(form)).ahead).toBe(0)
  const entered = await waiting[0]!.see(form)
  expect([entered.status, entered.ahead]).toEqual([200, null])
  expect(entered.html).not.toContain('id="told"')
  // The first who got in thanks and leaves.
  await waiting[0]!.ask('/success_offering')
  await expect.poll(async () => (await shop.news()).letIn).toBe(2)
  expect((await waiting[2]!.see(form)).ahead).toBe(0)
  expect((await waiting[1]!.see(form)).ahead).toBe(null)
})

test('a place is kept through reload, a closed tab and another network', async () => {
  const browser = waiting[10]!
  const { ahead } = await browser.see(form)
  expect(ahead).toBe(8)
  await browser.see('/offer1')
  browser.network = '203.0.113.40'
  expect((await browser.see(form)).ahead).toBe(8)
})

test('one account in ten browsers has one place', async () => {
  const member = await shop.aMember()
  const { ahead } = await member.see('/mono')
  expect(ahead).toBe(38)
  for (let at = 0; at < 10; at++) {
    const other = shop.aBrowser()
    const { status } = await other.ask('/login', {
      form: { email: member.email, password: 'altamira' },
    })
    expect(status).toBe(302)
    expect((await other.see('/mono')).ahead).toBe(38)
  }
})

test('who is in payment while the line opens pays, is thanked, and never waits', async () => {
  await payAt(payment)
  const session = /cs_[^/?#]+/.exec(payment)![0]
  const thanked = await early.see(`/succes?session_id=${session}`)
  expect([thanked.status, thanked.ahead]).toEqual([200, null])
  expect(thanked.html).toContain('Thank you for your purchase!')
  const shopping = await early.see('/mono')
  expect([shopping.status, shopping.ahead]).toEqual([200, null])
  // The next payment lets them in for as long as it takes; one that is refused does not.
  const start = () => early.ask('/api/create-checkout-session', { json: {} })
  const refused = await start()
  expect([refused.status, namesOf(refused)]).toEqual([409, []])
  await early.ask('/cart', {
    form: { kind: 'set-quantity', productId: 'malbec-2022', quantity: '1' },
  })
  await early.ask('/cart', { form: { kind: 'choose-shipping', method: 'ground' } })
  const begun = await start()
  expect([begun.status, namesOf(begun)]).toEqual([200, ['kohue.line']])
})

test('what is not for buying answers as always', async () => {
  const member = await shop.aMember()
  const staff = await shop.aStaffMember()
  const open = [
    ...['/', '/about', '/ourwines', '/join', '/login', '/signin', '/reset-password', '/stay'],
    ...['/terms', '/privacy', '/healthz', '/robots.txt', '/members?view=orders'],
    ...['/members?view=account', '/dashboard', '/account/security', '/account/cards', '/edit'],
    '/api/test',
  ]
  const faults: unknown[] = []
  for (const path of open) {
    const { status, html } = await member.see(path)
    // Without a valid link it answers 404, whether the line is open or not.
    const isAnswered = path === '/reset-password' ? status === 404 : status < 400
    if (!isAnswered || !isIn(html)) faults.push([path, status])
  }
  for (const path of ['/admin/today', '/admin/orders', '/admin/releases', '/usersadmin']) {
    const { status, html } = await staff.see(path)
    if (status !== 200 || !isIn(html)) faults.push([path, status])
  }
  expect(faults).toEqual([])
  const [{ number } = { number: 0 }] = await shop.query<{ number: number }>(
    `select number from orders where user_id = $1`,
    [early.id],
  )
  expect((await early.see(`/members/orders/${number}`)).html).toContain(String(number))
  expect((await shop.aBrowser().ask('/api/stripe/webhook', { json: {} })).status).toBe(400)
  const visitor = await shop.aBrowser().ask('/mono')
  expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/login?to=%2Fmono'])
})

test('every way to write an address leads to the line, and none past it', async () => {
  const member = await shop.aMember()
  const { ahead } = await member.see('/mono')
  for (const path of ['/MONO', '/mono/', '/mono//', '/m%6Fno', '/members?view=current', '/ship'])
    expect([path, (await member.see(path)).ahead]).toEqual([path, ahead])
  const posted = await member.see('/cart', {
    form: { kind: 'add', productId: 'malbec-2022' },
    headers: { referer: `${shop.url}/mono?cart=open` },
  })
  expect(posted.ahead).toBe(ahead)
  expect(posted.html).toContain('data-to="/mono?cart=open"')
  const elsewhere = await member.see('/cart', {
    form: { kind: 'add', productId: 'malbec-2022' },
    headers: { referer: 'https://evil.example//evil.example/mono' },
  })
  expect(elsewhere.html).toContain('data-to="/members"')
  expect(await shop.query('select 1 from cart_lines where user_id = $1', [member.id])).toEqual([])
})

test('data of a page leads to the document, which is the line', async () => {
  const member = await shop.aMember()
  const { status, headers } = await member.ask('/members.data?view=current&_routes=x')
  expect([status, headers.get('x-remix-redirect')]).toEqual([204, '/members?view=current'])
  expect(headers.get('x-remix-reload-document')).toBe('true')
  const posted = await member.ask('/ship.data', { form: { name: 'Ana' } })
  expect([posted.status, posted.headers.get('x-remix-redirect')]).toEqual([204, '/members'])
})

test('calls are told the place as JSON', async () => {
  const member = await shop.aMember()
  for (const [path, headers] of [
    ['/api/create-checkout-session', { accept: '*/*' }],
    ['/cart', { accept: 'application/json' }],
  ] as const) {
    const response = await member.ask(path, { json: {}, headers })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '10'])
    const said = (await response.json()) as { place: number; ahead: number }
    expect(said).toMatchObject({ error: { code: 'waiting' }, place: said.ahead + 1 })
    expect(said.ahead).toBeGreaterThan(30)
  }
})

test('forged, foreign and copied tickets get a new number, never an error or an entry', async () => {
  const genuine = waiting[20]!.jar.get('kohue.line')!
  const signed = (text: string, secret: string) =>
    `${text}.${createHmac('sha256', secret).update(`waiting-room:${text}`).digest().subarray(0, 16).toString('base64url')}`
  const [, browser] = genuine.split('.')
  const future = `a.${browser}.1.zz.1.zzzzzzzz.zzzzzzzz.0.0`
  const cookies = [
    signed(future, 'a secret of somebody else, long enough'),
    `${genuine.slice(0, -1)}x`,
    genuine.replace('t.', 'a.'),
    'x'.repeat(4_200),
    '%00%ff"\\',
    genuine,
  ]
  const { rows } = { rows: await shop.query<{ issued: number }>('select issued from waiting_line') }
  for (const [at, cookie] of cookies.entries()) {
    const thief = shop.aBrowser()
    thief.jar.set('kohue.line', cookie)
    const { status, html } = await thief.see(form)
    expect([status, /data-ticket="(\d+)"/.exec(html)?.[1]]).toEqual([
      200,
      String(rows[0]!.issued + 1 + at),
    ])
  }
})

test('robots are told to come back, in few words', async () => {
  const robot = shop.aBrowser()
  robot.agent = 'Mozilla/5.0 (compatible; Googlebot/2.1)'
  const response = await robot.ask(form)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '600'])
  expect(response.headers.getSetCookie()).toEqual([])
})

test('the answers of the line carry the security headers, and no page of it is stored', async () => {
  const member = await shop.aMember()
  const answers = [
    await member.ask('/mono'),
    await member.ask('/mono.data'),
    await member.ask('/cart', { headers: { accept: 'application/json' } }),
  ]
  for (const { headers } of answers) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('permissions-policy')).toContain('payment=()')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('x-request-id')).toMatch(/^\w{16}$/)
    expect(headers.get('x-queries')).toBe('0')
  }
  const policy = answers[0]!.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none';style-src 'sha256-[^']+';script-src 'sha256-[^']+';/)
  const news = await fetch(`${shop.url}/waiting-line`)
  expect(news.headers.get('cache-control')).toBe('public, max-age=1')
  expect(news.headers.get('x-content-type-options')).toBe('nosniff')
  // Before any hook.
  expect(news.headers.get('x-request-id')).toBeNull()
  expect((await news.text()).length).toBeLessThan(230)
})

test('another site cannot make anybody leave; leaving gives the place up', async () => {
  const member = await shop.aMember()
  await member.see('/mono')
  const foreign = await member.ask('/waiting-line', {
    form: {},
    headers: { origin: 'https://evil.example' },
  })
  expect(foreign.status).toBe(403)
  const [{ count: before } = { count: 0 }] = await shop.query<{ count: number }>(
    'select count(*)::int from waiting_places where ticket is not null',
  )
  const left = await member.ask('/waiting-line', { form: { leave: 'yes' } })
  expect([left.status, left.headers.get('location')]).toEqual([303, '/'])
  const [{ count: after } = { count: 0 }] = await shop.query<{ count: number }>(
    'select count(*)::int from waiting_places where ticket is not null',
  )
  expect(after).toBe(before - 1)
})

test('an email is asked for without a script, and is only for a confirmed address', async () => {
  const member = await shop.aMember()
  const asks = '/waiting-line?email'
  const page = await member.see('/mono')
  expect(page.html).toContain(`<form method="post" action="${asks}">`)
  const foreign = { form: {}, headers: { origin: 'https://evil.example' } }
  expect((await member.ask(asks, foreign)).status).toBe(403)
  const asked = await member.ask(asks, {
    form: { sent: 'yes' },
    headers: { referer: `${shop.url}/mono` },
  })
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/mono'])
  const after = await member.see('/mono')
  expect(textOf(after.html)).toContain('We will email you when the line has closed')
  expect([after.ahead, after.html.includes(asks)]).toEqual([page.ahead, false])
  const wishes = 'select 1 from waiting_wishes where user_id = $1'
  expect(await shop.query(wishes, [member.id])).toHaveLength(1)

  const stranger = shop.aBrowser()
  await stranger.ask(asks, { form: { sent: 'yes' } })
  const line = await stranger.see(form)
  expect([line.ahead === null, line.html.includes(asks)]).toEqual([false, false])
  expect(await shop.query('select 1 from waiting_wishes')).toHaveLength(1)
})

test('the page says in plain HTML where one stands, and reads itself anew', async () => {
  const member = await shop.aMember()
  const { html, ahead } = await member.see('/mono')
  expect(html).toContain(`<title>${ahead} ahead · `)
  expect(html).toMatch(
    /<noscript><meta http-equiv="refresh" content="\d+; url=\/mono"><\/noscript>/,
  )
  expect(html).toContain('role="status" aria-live="polite"')
  expect(html.length).toBeLessThan(8_000)
  // In the typefaces of the landing page.
  const faces = [...html.matchAll(/url\((\/assets\/[\w.-]+\.woff2)\)/g)].map(([, url]) => url)
  expect(faces).toHaveLength(2)
  for (const face of faces) {
    const font = await fetch(shop.url + face)
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2'])
  }
})

test('what is kept is said, and stays theirs while they wait', async () => {
  const member = await shop.aMember()
  const made = await aRelease(shop.db, { stock: 100, kind: 'allocated' })
  await allocate(shop.db, made, member, 2)
  const { html } = await member.see('/mono')
  expect(textOf(html)).toMatch(
    /Your allocation of 2 cases is kept for you until \w{3}, \w+ \d+, \d+:\d\d [AP]M P[SD]T; there is no need to wait now\./,
  )
  const [wine] = await shop.query('select promised from products where id = $1', [made.wine])
  expect(wine).toEqual({ promised: 2 })
})

test('sold out while waiting: everybody is told, and the request form opens', async () => {
  const member = await shop.aMember()
  const { wine } = await aRelease(shop.db, { stock: 3, kind: 'open' })
  const leftOf = async () => (await shop.news()).wines.find(({ id }) => id === wine)?.left
  await expect.poll(leftOf).toBe('few')
  await shop.query('update products set sold = stock where id = $1', [wine])
  await expect.poll(leftOf).toBe('none')
  const { html } = await member.see('/mono')
  expect(textOf(html)).toContain(
    `<li data-id="${wine}" data-left="none"><b>2023 Malbec, 3-pack of 750ml</b><span>sold out`,
  )
  expect(html).toContain(`name="productId" value="${wine}"`)
  const asked = await member.ask('/members/interest', {
    form: { in: 'wine', productId: wine, to: '/dashboard' },
  })
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/dashboard'])
  const requests = await shop.query('select 1 from requests where user_id = $1', [member.id])
  expect(requests).toHaveLength(1)
})

test('closed again, the line leaves nothing behind', async () => {
  await shop.query(`with closed as (update waiting_line set is_open = false)
    select pg_notify('list_changes', 'waiting-line')`)
  await expect.poll(async () => (await shop.news()).isOpen).toBe(false)
  const member = await shop.aMember()
  const { status, ahead } = await member.see('/mono')
  expect([status, ahead]).toEqual([200, null])
  expect(member.jar.has('kohue.line')).toBe(false)
})

test('no secret and no error is in the log', async () => {
  expectNoSecretsIn(logFile)
  await expectQuietLog()
})
