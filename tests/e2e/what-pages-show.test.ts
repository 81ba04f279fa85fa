import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { tellStory } from '#app/seed/story/story.ts'
import { pathOf } from '#launch/debian.ts'
import { orderLinkTokens } from '#orders/guests/order-link-tokens.server.ts'
import { openDatabase } from '#platform/database/connection.server.ts'
import { listFile, pagedLists, paths } from '#platform/http/paths.rules.ts'
import { pageText } from '#tests/harness/page-text.ts'
import { isOfAdmin, routeFiles } from '#tests/harness/site-map.ts'
import type { TestServer } from '#tests/harness/test-server.ts'
import { startTestServer } from '#tests/harness/test-server.ts'

/**
 * What every page says of one story, at one moment, to each kind of person, compared with files that were read and found
 * right: a figure, a sentence, a row or a button that is another one, missing or too many is a line that differs.
 */

/** A Wednesday morning in the winery's zone; the clocks change on Sunday, while the release is open. */
const moment = new Date('2027-03-10T18:00:00Z')
/** A library that moves the clock of the shop and of its database. */
const clock = pathOf('faketime')
const secret = 'a secret of the tests, long enough'

const dir = mkdtempSync(join(tmpdir(), 'kohue-shown-'))
let server: TestServer
let pool: pg.Pool

beforeAll(async () => {
  if (!clock) return
  const seconds = Math.round((moment.getTime() - Date.now()) / 1000)
  server = await startTestServer(dir, {
    AUTH_SECRET: secret,
    DATA_SECRET: `${secret}, another`,
    LD_PRELOAD: clock,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  })
  pool = new pg.Pool({ connectionString: server.facts.databaseUrl, max: 2 })
  await tellStory(openDatabase(pool), 'release', { now: moment, progress: () => {} })
  await vi.waitUntil(isAllDone, { timeout: 60_000, interval: 200 })
})
afterAll(async () => {
  await pool?.end()
  await server?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const rowsOf = async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
  (await pool.query<Row>(statement, values)).rows

/** No background job is due and no email waits. */
async function isAllDone(): Promise<boolean> {
  const [row] = await rowsOf<{ left: number }>(
    `select ((select count(*) from mails where state = 'queued') + (select count(*)
       from graphile_worker.jobs where run_at <= now() and attempts < max_attempts))::int as left`,
  )
  return row!.left === 0
}

const adult = { cookie: 'ageKey=older' }

/** The cookies of a new login session of this person. */
async function loggedIn(email: string): Promise<{ cookie: string }> {
  const token = randomBytes(24).toString('hex')
  await rowsOf(
    `insert into sessions (user_id, token, expires_at)
     select id, $2, now() + interval '1 day' from users where email = $1`,
    [email, token],
  )
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const session = encodeURIComponent(`${token}.${signature}`)
  return { cookie: `${adult.cookie}; kohue.session=${session}` }
}

/** A form that is sent, as its address and fields. */
type Sent = readonly [address: string, fields: Record<string, string>]

const send = (as: { cookie: string }, [address, fields]: Sent) =>
  fetch(server.facts.url + address, {
    method: 'POST',
    headers: { ...as, origin: server.facts.url },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

/** What differs from run to run: ids, secrets, and the minute, as the run takes some on a slow machine. */
const shownAlike = (line: string) =>
  line
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '#')
    .replaceAll(/#\.[\w-]{22}/g, '#.*')
    .replaceAll(/(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{20,}/g, '*')
    .replaceAll(/\b(price|cus|cs|pi)_\w{8,}/g, '$1_*')
    .replaceAll(/(shownAt: hidden) \d+/g, '$1 *')
    .replaceAll(/\b(10:0|T18:0)\d(:\d\d)?/g, '$10')
    .replaceAll(/localhost:\d+|\b\d+(?= ms\b)/g, '*')

/** Of tables and files so many rows are written down. */
const mostRows = 10

/** Parts of so many lines that were written down before are named by their first line alone. */
const fewestLines = 5

/** The lines of what these people are shown in turn: bars and footer of the first page alone. */
class Shown {
  readonly lines: string[] = []
  readonly #known = new Set<string>()
  #isFirst = true

  async at(as: { cookie: string }, ...asked: readonly (string | Sent)[]): Promise<void> {
    for (const what of asked) {
      const [address, fields] = typeof what === 'string' ? [what, null] : what
      const response = fields
        ? await send(as, [address, fields])
        : await fetch(server.facts.url + address, { headers: as, redirect: 'manual' })
      const type = response.headers.get('content-type') ?? ''
      const to = response.headers.get('location')
      const sent = fields ? ` with ${new URLSearchParams(fields)}` : ''
      this.#write(['', `=== ${address}${sent} ${response.status}${to ? ` → ${to}` : ''}`])
      const body = await response.text()
      if (type.startsWith('text/html')) this.#page(body, address)
      else if (/^text\/(csv|plain)/.test(type)) this.#write(body.trim().split('\n'))
    }
  }

  #page(html: string, address: string): void {
    const { title, main, dialogs } = pageText(html, { whole: this.#isFirst })
    this.#isFirst = false
    this.#write([title])
    const here = (line: string) =>
      leadsBack.test(line)
        ? line.replace(address, '@').replace(/@[?&]cart=open/, '@ cart=open')
        : line
    for (const part of partsOf(main)) this.#write(part.map(here))
    for (const dialog of dialogs) this.#write(['--- dialog', ...dialog.map(here)])
  }

  #write(part: readonly string[]): void {
    const lines = withoutMostRows(part.map(shownAlike))
    const text = lines.join('\n')
    const isKnown = lines.length >= fewestLines && this.#known.has(text)
    this.#known.add(text)
    this.lines.push(...(isKnown ? [`… ${lines.find((line) => !line.startsWith('---'))}`] : lines))
  }

  /** Compares with the file of that name. `REWRITE=1` writes it anew, to be read again. */
  expectWritten(name: string): void {
    const file = new URL(`../fixtures/pages/${name}.txt`, import.meta.url)
    if (process.env['REWRITE']) writeFileSync(file, `${this.lines.join('\n').trim()}\n`)
    expect(this.lines.slice(1)).toEqual(readFileSync(file, 'utf8').trimEnd().split('\n'))
  }
}

/** Where a page names its own address, so that it comes back to itself. */
const leadsBack = /^(to: hidden|form post) |[?&]ask=/

/** From heading to heading. */
function partsOf(lines: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  for (const line of lines) {
    if (line.startsWith('## ')) parts.push([])
    parts.at(-1)!.push(line)
  }
  return parts
}

/** Of the rows of a table or file only the first. */
function withoutMostRows(lines: readonly string[]): string[] {
  let rows = 0
  return lines.flatMap((line) => {
    rows = /^\| |^[^ ]*,|^"/.test(line) ? rows + 1 : 0
    if (rows <= mostRows) return line
    return rows === mostRows + 1 ? '…' : []
  })
}

const fixed = routeFiles()
  .map(({ address }) => `/${address}`)
  .filter((address) => !/[{*.]|letters|books|styleguide/.test(address))
// The log and the found duplicates stand in the order in which two processes wrote them.
const isInAnyOrder = (address: string) => /\/(log|duplicates)\b/.test(address)
const ofAdmin = fixed.filter((address) => isOfAdmin(address) && !isInAnyOrder(address))
const ofMembers = fixed.filter((address) =>
  /^\/(members|dashboard|mono|ship|purchase|edit|succes|account|card)\b/.test(address),
)
const membersViews = [
  ...['current', 'dash', 'orders', 'account', 'membership'].map((view) => `/members?view=${view}`),
  ...['personal', 'shipping', 'billing'].map((block) => `/edit?edit=${block}`),
  '/members/interest?wine=malbec-2021',
]

describe.skipIf(!clock)('on a morning of a release', () => {
  test('a visitor is shown', async () => {
    const shown = new Shown()
    await shown.at({ cookie: '' }, '/', ['/age-gate', { age: 'under', to: '/about' }])
    await shown.at(
      adult,
      '/',
      ...fixed.filter((address) => !isOfAdmin(address)),
      ...['/nowhere', '/members?view=orders', '/edit/other', '/admin', '/admin/orders/1001'],
      ...['/unsubscribe/no', '/your-data/no', '/order/no', '/invitation/no', '/rejoin/no'],
      ['/login', { email: 'new@kohue.example', password: 'wrong-password' }],
      ['/login', { email: '', password: '' }],
      ['/signin', { firstname: 'Ana', lastname: 'Ruiz', email: 'a@b.example', password: 'short' }],
      ['/signin', { firstname: 'Ana', lastname: 'Ruiz', email: 'ana', password: 'altamira' }],
      ['/ex-join', { fullname: 'Ana', email: '' }],
      ['/ex-join', { fullname: 'An', email: 'ana@' }],
      ['/offering/ship-to', { quantity: '1', name: 'E', email: 'eva', state: 'UT', zipCode: '1' }],
    )
    shown.expectWritten('visitor')
  })

  test('members are shown', async () => {
    const shown = new Shown()
    const nora = await loggedIn('new@kohue.example')
    const [{ id }] = (await rowsOf(`select id from users where email = 'new@kohue.example'`)) as [
      { id: string },
    ]
    const form = { account: id, version: '1' }
    const personal = { firstname: '', lastname: '', email: 'no', phone: '12a', birthdate: '1' }
    await shown.at(
      nora,
      ...['/members', '/', '/ourwines', ...membersViews, ...ofMembers],
      ['/edit?edit=personal', { ...form, intent: 'personal', ...personal }],
      [
        '/edit?edit=shipping',
        { ...form, intent: 'shipping', address: '12', city: 'A', zipCode: '1' },
      ],
      ['/edit?edit=billing', { ...form, intent: 'billing', xfirstname: 'A' }],
      ['/cart', { kind: 'add', productId: 'malbec-2023' }],
      '/members?cart=open',
    )
    const samuel = await loggedIn('aconcagua@kohue.example')
    const cart: Sent[] = [
      ['/cart', { kind: 'add', productId: 'malbec-2023' }],
      ['/cart', { kind: 'add', productId: 'cabernet-sauvignon-2023' }],
      ['/cart', { kind: 'choose-shipping', method: 'overnight' }],
    ]
    for (const sent of cart) await send(samuel, sent)
    await shown.at(samuel, '/members', ...membersViews, '/mono', '/ship', '/card', '/purchase')
    const grace = await loggedIn('tupungato@kohue.example')
    await shown.at(grace, '/members?view=dash', '/members?view=orders', '/members?view=membership')
    shown.expectWritten('members')
  })

  test('buyers are shown, of orders and shipments in every state', async () => {
    const shown = new Shown()
    const orders = await rowsOf<{ id: string; number: number; email: string }>(
      `select distinct on (shipments.state) orders.id, orders.number, orders.email
       from orders join shipments on order_id = orders.id order by shipments.state, orders.number`,
    )
    for (const { number, email } of orders)
      await shown.at(await loggedIn(email), paths.order(number))
    const [first, second] = orders
    await shown.at(
      await loggedIn(first!.email),
      ...['address', 'day', 'hold', 'gift', 'fewer', 'method', 'cancel'].map(
        (change) => `${paths.order(first!.number)}/change/${change}`,
      ),
      paths.order(second!.number),
    )
    await shown.at(adult, paths.guestOrder(orderLinkTokens(secret).sign(second!.id)))
    shown.expectWritten('buyers')
  })

  test('owners are shown', async () => {
    const shown = new Shown()
    const owner = await loggedIn(server.facts.admin.email)
    await shown.at(
      owner,
      paths.today(),
      ...ofAdmin,
      ...pagedLists.map((list) => listFile(list)).filter((address) => !isInAnyOrder(address)),
    )
    await shown.at(
      owner,
      ...['whit', '1044', '2009', 'malbec', 'nothing'].map((q) => paths.adminSearch({ q })),
      paths.staffOrders({ flagged: 'yes' }),
      paths.usersList({ sort: 'email', q: 'whit' }),
      paths.shipments({ which: 'problems' }),
    )
    shown.expectWritten('owner')
  })

  test('owners are shown of each record', async () => {
    const shown = new Shown()
    const owner = await loggedIn(server.facts.admin.email)
    const found = async (statement: string) =>
      (await rowsOf<{ at: string }>(statement)).map(({ at }) => at)
    const orders = await found(
      `select distinct on (orders.state, shipments.state) orders.number as at
       from orders join shipments on order_id = orders.id
       order by orders.state, shipments.state, orders.number`,
    )
    const shipments = await found(
      `select distinct on (state) number as at from shipments order by state, number`,
    )
    const requests = await found(
      `select distinct on (kind, product_id) number as at from requests order by kind, product_id, number`,
    )
    const [release] = await found(`select id as at from releases where state <> 'draft'`)
    const users = await found(
      `select id as at from users where email in ('aconcagua@kohue.example', 'buyer@kohue.example') order by email`,
    )
    const subscribers = await found(
      `select id as at from mailing_list_clients order by email limit 1`,
    )
    const campaigns = await found(`select id as at from campaigns order by name`)
    // All allocations of the story are of one moment: of these, one is found.
    const one = '?q=nathan.nakamura'
    const tabs = [
      '',
      '/wines',
      '/waves',
      `/allocations${one}`,
      '/rules',
      '/preview',
      '/check',
      '/live',
    ]
    await shown.at(
      owner,
      ...orders.map((number) => `/admin/orders/${number}`),
      ...shipments.map((number) => `/admin/shipping/shipments/${number}`),
      ...requests.map((number) => `/admin/requests/${number}`),
      paths.requestQueue('malbec-2021'),
      ...tabs.map((tab) => `/admin/releases/${release}${tab}`),
      paths.releaseDay(release!),
      `/admin/releases/${release}/allocations.csv${one}`,
      ...['malbec-2022', 'malbec-2023'].flatMap((id) => [paths.wine(id), paths.wineState(id)]),
      ...users.flatMap((id) => [
        paths.user(id),
        paths.person(id),
        paths.deleteUser(id),
        paths.mergeUser(id),
      ]),
      ...subscribers.flatMap((id) => [paths.subscriber(id), paths.deleteSubscriber(id)]),
      ...campaigns.map((id) => paths.campaign(id)),
      ...['2027-02', '2027-03'].map((month) => paths.accountingMonth(month)),
      ...['sales', 'growth', 'releases', 'states', 'wines'].map((table) =>
        paths.overviewFile(table),
      ),
    )
    shown.expectWritten('records')
  })

  test('staff with one duty are shown', async () => {
    const shown = new Shown()
    for (const duty of ['shipping', 'support', 'emails', 'accounting', 'releases'] as const) {
      const email = `${duty}@kohue.example`
      await rowsOf(
        `with made as (insert into users (name, email, first_name, last_name, role)
           values ('Staff', $1, 'Staff', 'Member', 'staff') returning id)
         insert into staff_duties (user_id, duty) select id, $2 from made`,
        [email, duty],
      )
      const staff = await loggedIn(email)
      await shown.at(staff, '/admin', paths.today(), paths.staffOrder(1044), paths.overview())
    }
    shown.expectWritten('staff')
  })
})
