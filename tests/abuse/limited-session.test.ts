import { randomUUID } from 'node:crypto'

import { beforeAll, describe, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, withAddress } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { aPurchaseLink } from '#tests/harness/entry-link.ts'
import { expectedLimited } from '#tests/harness/expected-pages.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { routeFiles } from '#tests/harness/site-map.ts'

let member: Caller
let limited: Caller
let link: { path: string; token: string }

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

beforeAll(async () => {
  member = await withAddress(await aMember())
  await queryDatabase(
    `update users set email_verified = true, birthdate = '1980-02-03', phone = '4155550199',
       address = '77 Needle Street' where id = $1`,
    [member.id],
  )
  link = await aPurchaseLink(member)
  // Scanners of mail, fifty times over; then the person.
  for (let time = 0; time < 25; time++) {
    for (const method of ['GET', 'HEAD']) {
      const opened = await ask(link.path, { method, headers: { 'sec-purpose': 'prefetch' } })
      expect(opened.status).toBe(303)
      const cookie = cookiesOf(opened)
      expect((await ask('/enter', { method, headers: { cookie } })).status).toBe(200)
    }
  }
  const opened = await ask(link.path)
  const held = cookiesOf(opened)
  const entered = await ask('/enter', {
    caller: { cookie: held },
    form: { intent: 'continue' },
  })
  expect(entered.status).toBe(303)
  expect(entered.headers.get('location')).toBe('/purchase')
  limited = { ...member, cookie: cookiesOf(entered) }
})

/** What must not be told. */
const personal = [
  '77 Needle',
  ...['1980-02-03', 'February 3, 1980'],
  ...['4155550199', '(415) 555-0199'],
]

async function expectNothingTold(path: string, response: Response) {
  const body = await response.text()
  for (const fact of [...personal, member.email]) expect(body, path).not.toContain(fact)
  return body
}

describe('a purchase link', () => {
  test.each(['/ship', '/purchase'])('shows neither surname nor street on %s', async (path) => {
    const response = await ask(path, { caller: limited })
    const body = await response.text()
    expect(body).not.toContain('77 Needle')
    expect(body).not.toContain('Ruiz')
  })

  test('says its token in no header and on no page', async () => {
    const opened = await ask(link.path)
    expect(JSON.stringify([...opened.headers])).not.toContain(link.token)
    const shown = await ask('/enter', { headers: { cookie: cookiesOf(opened) } })
    expect(JSON.stringify([...shown.headers]) + (await shown.text())).not.toContain(link.token)
    expect(opened.headers.get('cache-control')).toContain('no-store')
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('used from another site, or before the age gate, opens nothing', async () => {
    const fresh = await aPurchaseLink(member)
    const held = cookiesOf(await ask(fresh.path))
    const foreign = await ask('/enter', {
      caller: { cookie: held },
      form: { intent: 'continue' },
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    const gated = await ask('/enter', { headers: { cookie: held }, form: { intent: 'continue' } })
    expect(gated.headers.get('location')).toBe('/enter')
    expect(cookiesOf(gated)).not.toContain('kohue.session')
    const [row] = await queryDatabase<{ used: string }>(
      `select count(*) as used from entry_links where user_id = $1 and used_at is not null`,
      [member.id],
    )
    expect(Number(row!.used)).toBe(1)
  })

  test('that a mail program cut says so', async () => {
    const cut = await ask(link.path.slice(0, -5))
    expect(cut.headers.get('location')).toBe('/enter?cut')
    const shows = async (sentence: string, way: string) => {
      const shown = await ask('/enter?cut')
      expect(shown.status).toBe(400)
      const page = await shown.text()
      expect(page.split(sentence)).toHaveLength(2)
      expect(page).toContain('We could not open your link</h1>')
      const before = page.slice(0, page.indexOf(`${way}<`))
      expect(before.slice(before.lastIndexOf('<a '))).toMatch(/^<a [^>]*href="\/login"/)
    }
    await shows('This link is incomplete. Open it from our email once more, or log in.', 'Log in')
    // Once staff let people log in by link, there is a way to a fresh one.
    await queryDatabase(`insert into shop_switches (name, is_on) values ('sign-in-by-email', true)
      on conflict (name) do update set is_on = true`)
    await shows(
      'This link is incomplete. Ask for a fresh one.',
      'Log in, or have a fresh link emailed',
    )
    expect(await (await ask('/login?to=/purchase')).text()).toContain('value="mail-link"')
    await queryDatabase(`delete from shop_switches where name = 'sign-in-by-email'`)
  })
})

test('after logging out a purchase link opens nothing in its browser, also with the cookies of before', async () => {
  const { path } = await aPurchaseLink(member)
  const held = cookiesOf(await ask(path))
  const press = () => ask('/enter', { caller: { cookie: held }, form: { intent: 'continue' } })
  const session = cookiesOf(await press())
  expect(session).toContain('kohue.session=')
  const left = await ask('/logout', { caller: { cookie: `${held}; ${session}` }, form: {} })
  const removed = left.headers.getSetCookie().filter((cookie) => cookie.includes('Max-Age=0'))
  expect(removed.map((cookie) => cookie.split('=', 1)[0])).toEqual(
    expect.arrayContaining(['kohue.session', 'kohue.entry', 'kohue.browser']),
  )
  const again = await press()
  expect(cookiesOf(again)).not.toContain('kohue.session=')
  const shown = await (await ask('/enter', { headers: { cookie: held } })).text()
  expect(shown).toContain('Send a fresh link')
  expect(shown).not.toContain('Continue as')
})

describe('a limited login session', () => {
  test('asks to confirm on every page of the account and the admin, also as data', async () => {
    const closed = routeFiles()
      .map(({ address }) => address)
      .filter((address) =>
        /^(account|members|edit|dashboard|card|admin|usersadmin|joinedadmin)/.test(address),
      )
      .filter((address) => !expectedLimited.has(address) && address !== 'account/deleted')
      .map((address) => `/${address.replaceAll(/\{\w+\}/g, '1001')}`)
    expect(closed.length).toBeGreaterThan(20)
    const views = ['orders', 'account', 'dash', 'membership'].map((view) => `/members?view=${view}`)
    for (const path of [...closed, ...views]) {
      const [pathname, search = ''] = path.split('?')
      for (const asked of [path, `${pathname}.data${search && `?${search}`}`]) {
        if (asked.includes('.csv') || asked.includes('.pdf')) continue
        const response = await ask(asked, { caller: limited })
        const body = await expectNothingTold(asked, response)
        const to = response.headers.get('location') ?? body
        expect(to, asked).toContain('/account/confirm')
      }
    }
  })

  test('opens every page that is open to visitors', async () => {
    const paths = ['/join', '/ex-join', '/ex-joinedmaillist', '/signin', '/clubmember', '/test']
    for (const path of [...paths, '/offering', '/offer1']) {
      const response = await ask(path, { caller: limited })
      expect(response.status, path).toBe(200)
      await expectNothingTold(path, response)
    }
    const thanks = await ask('/success_offering', { caller: limited })
    expect(thanks.headers.get('location')).toBe('/offering')
  })

  test('joins the list, and opens what the links of emails open without an account', async () => {
    const email = `${randomUUID()}@example.com`
    const form = { fullname: 'Ana Ruiz', email, shownAt: '0' }
    const joined = await ask('/ex-join', { caller: limited, form })
    expect(joined.headers.get('location')).toBe('/ex-joinedmaillist')
    const rows = await queryDatabase('select 1 from mailing_list_clients where email = $1', [email])
    expect(rows).toHaveLength(1)

    const changes = ['address', 'day', 'hold', 'gift', 'fewer', 'method', 'cancel']
    const orders = ['/order/no', ...changes.map((change) => `/order/no/change/${change}`)]
    for (const path of ['/rejoin/no', '/your-data', '/your-data/file', ...orders]) {
      const response = await ask(path, { caller: limited })
      expect(response.status, path).toBe(404)
    }
    for (const [path, intent] of [
      ['/rejoin/no', ''],
      ['/your-data', 'open'],
      ['/your-data', 'leave'],
      ['/order/no', 'collect'],
    ] as const) {
      const response = await ask(path, { caller: limited, form: { intent } })
      expect([200, 303, 404], `${path} ${intent}`).toContain(response.status)
      expect(response.headers.get('location') ?? path, intent).toBe(path)
    }
  })

  test('asks to confirm where an offer shows the address, and nowhere before', async () => {
    const form = { product: 'malbec-2022', quantity: '2' }
    const call = '/api/directlink-create-checkout-session'
    const pressed = await ask(call, { caller: limited, form })
    const to = '/offering/ship-to?quantity=2'
    expect(pressed.headers.get('location')).toBe(to)
    const asked = await ask(to, { caller: limited })
    const confirm = `/account/confirm?to=${encodeURIComponent(to)}`
    expect(asked.headers.get('location')).toBe(confirm)
    await expectNothingTold(to, asked)
    const json = { product: 'malbec-2022', quantity: 2 }
    expect((await ask(call, { caller: limited, json })).status).toBe(403)
  })

  test('chooses nothing about an order of its account', async () => {
    for (const intent of ['collect', 'refund', 'choose-slot', 'send-at-risk', 'send-again']) {
      const response = await ask('/members/orders/1001', { caller: limited, form: { intent } })
      expect(response.headers.get('location'), intent).toContain('/account/confirm')
    }
  })

  test('makes no call of the history or the customer', async () => {
    const calls: [string, unknown][] = [
      ['/api/payment_intents_by_user', { user: member.id }],
      ['/api/sessions/products-in-session/', ['cs_1']],
      ['/api/create_user', {}],
      ['/api/update_user', { stripeId: 'cus_1', user: {} }],
      ['/api/cardTokenCharge', {}],
      ['/api/identity/lookup', {}],
      ['/api/identity/refresh', {}],
      ['/api/identity/delete', { password: 'altamira' }],
    ]
    for (const [path, json] of calls) {
      const response = await ask(path, { caller: limited, json })
      expect(response.status, path).toBe(403)
      expect(await expectNothingTold(path, response)).toContain('Please confirm it’s you.')
    }
    const sessions = await ask('/api/customers/sessions/cus_1', { caller: limited })
    expect(sessions.status).toBe(403)
  })

  test('changes no address, whatever is posted', async () => {
    const form = {
      intent: 'shipping',
      version: '1',
      address: '1 Mallory Street',
      city: 'Miami',
      state: 'FL',
      zipCode: '33137',
    }
    for (const path of ['/members?view=account', '/edit', '/purchase', '/account/security']) {
      const response = await ask(path, { caller: limited, form })
      expect([302, 303, 409], path).toContain(response.status)
    }
    const [row] = await queryDatabase<{ address: string }>(
      'select address from users where id = $1',
      [member.id],
    )
    expect(row!.address).toBe('77 Needle Street')
  })

  test('may ask for a wine, which is not lost by logging in', async () => {
    const form = { in: 'wine', productId: 'malbec-2021', to: '/mono' }
    const asked = await ask('/members/interest', { caller: limited, form })
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/mono'])
    const rows = await queryDatabase<{ product_id: string }>(
      'select product_id from requests where user_id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ product_id: 'malbec-2021' }])
  })

  test('that ended with a press leads to log in and then to the wine, where one press asks for it', async () => {
    const form = { in: 'wine', productId: 'malbec-2021', to: '/mono' }
    const lost = await ask('/members/interest?wine=malbec-2021', { form })
    expect(lost.headers.get('location')).toBe(
      '/login?to=%2Fmembers%2Finterest%3Fwine%3Dmalbec-2021',
    )
    const page = await (await ask('/members/interest?wine=malbec-2021', { caller: limited })).text()
    expect(page).toContain('name="productId" value="malbec-2021"')
    for (const path of ['/members/interest', '/members/interest?wine=nope']) {
      const response = await ask(path, { caller: limited })
      expect(response.headers.get('location'), path).toBe('/members')
    }
  })

  test('becomes a full one by the password, back on the page asked for', async () => {
    const to = '/members?view=orders'
    const path = `/account/confirm?to=${encodeURIComponent(to)}`
    const wrong = await ask(path, { caller: limited, form: { password: 'not this' } })
    expect(wrong.status).toBe(400)
    const right = await ask(path, { caller: limited, form: { password: 'altamira' } })
    expect(right.headers.get('location')).toBe(to)
    const full = { cookie: cookiesOf(right) }
    expect((await ask(to, { caller: full })).status).toBe(200)
  })
})

test('nothing of all this is in the log', expectQuietLog)
