import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { matchRoutes } from 'react-router'
import { afterAll, beforeAll, describe, test, vi } from 'vitest'

import { schedule } from '#app/jobs/schedule.ts'
import { tellStory } from '#app/seed/story/story.ts'
import { pathOf } from '#launch/debian.ts'
import { orderLinkTokens } from '#orders/guests/order-link-tokens.server.ts'
import { openDatabase } from '#platform/database/connection.server.ts'
import { listFile, pagedLists, paths } from '#platform/http/paths.rules.ts'
import { expectSection } from '#tests/harness/expected-text.ts'
import { formsOf, pageText } from '#tests/harness/page-text.ts'
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
  // What the shop does of itself each minute, hour and night is done before anything is read.
  for (const { task } of schedule) {
    await rowsOf('select graphile_worker.add_job($1)', [task])
    await vi.waitUntil(isAllDone, { timeout: 200_000, interval: 50 })
  }
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

/** A browser without script, with its cookies. */
class Person {
  readonly #cookies: Map<string, string>

  constructor(cookies: Record<string, string> = { ageKey: 'older' }) {
    this.#cookies = new Map(Object.entries(cookies))
  }

  async fetch(address: string, fields?: readonly [string, string][]): Promise<Response> {
    const { url } = server.facts
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(new URL(address, url), {
      headers: { cookie, ...(fields && { origin: url }) },
      ...(fields && { method: 'POST', body: new URLSearchParams([...fields]) }),
      redirect: 'manual',
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') this.#cookies.delete(name!)
      else this.#cookies.set(name!, value!)
    }
    return response
  }
}

/** This person in a new login session. */
async function loggedIn(email: string): Promise<Person> {
  const token = randomBytes(24).toString('hex')
  await rowsOf(
    `insert into sessions (user_id, token, expires_at)
     select id, $2, now() + interval '1 day' from users where email = $1`,
    [email, token],
  )
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const session = encodeURIComponent(`${token}.${signature}`)
  return new Person({ ageKey: 'older', 'kohue.session': session })
}

/** What differs from run to run: ids, secrets, and the minute, as the run takes some on a slow machine. */
const shownAlike = (line: string) =>
  line
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '#')
    .replaceAll(/#\.[\w-]{22}/g, '#.*')
    .replaceAll(/\b(price|cus|cs|pi)_\w{8,}/g, '$1_*')
    .replaceAll(/(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{20,}/g, '*')
    .replaceAll(/\b1[78]\d{11}\b/g, '*')
    .replaceAll(/(\b10:0|T1[08]:0)\d(:\d\d)?/g, '$10')
    .replaceAll(/localhost:\d+|^\d+ ms.*$/g, '*')
    .replace(/^\d+ min$/, 'now')

/** Of tables and files so many rows are written down. */
const mostRows = 10

/** Parts of so many lines that were written down before are named by their first line alone. */
const fewestLines = 5

/** The lines of what these people are shown in turn, by module: bars and footer of the first page alone. */
class Shown {
  readonly #modules = new Map<string, { lines: string[]; known: Set<string> }>()
  /** That of the page that is being shown. */
  #module = { lines: [] as string[], known: new Set<string>() }
  #isFirst = true

  async at(person: Person, ...addresses: readonly string[]): Promise<void> {
    for (const address of addresses) {
      this.#enter(address)
      await this.#answer(`=== ${address}`, address, await person.fetch(address))
    }
  }

  #enter(address: string): void {
    const name = moduleOf(address)
    this.#module = this.#modules.get(name) ?? { lines: [], known: new Set() }
    this.#modules.set(name, this.#module)
  }

  /** Presses a button of a page, with these fields filled in as well, and shows where that leads. */
  async press(
    person: Person,
    address: string,
    button: string,
    typed: Record<string, string> = {},
  ): Promise<void> {
    this.#enter(address)
    const html = await (await person.fetch(address)).text()
    // Of what the press leads to only the parts that differ from the page before.
    if (!this.#isFirst) this.#page(html, address, 200, [])
    const forms = formsOf(html).filter(({ buttons }) => buttons.some(({ text }) => text === button))
    const form =
      forms.find(({ fields }) =>
        Object.keys(typed).every((name) => fields.some(([own]) => own === name)),
      ) ?? forms[0]
    if (!form) throw new Error(`${address} has no button ${button}`)
    const pressed = form.buttons.find(({ text }) => text === button)!
    const fields = [
      ...form.fields.filter(([name]) => !Object.hasOwn(typed, name)),
      ...Object.entries(typed),
      ...(pressed.name ? ([[pressed.name, pressed.value]] as [string, string][]) : []),
    ]
    const to = pressed.action ?? (form.action || address)
    const response = await person.fetch(to, fields)
    const what = Object.keys(typed).length > 0 ? ` with ${new URLSearchParams(typed)}` : ''
    await this.#answer(`=== [[${button}]] of ${address}${what}`, address, response)
    await vi.waitUntil(isAllDone, { timeout: 200_000, interval: 50 })
    const leads = response.headers.get('location')
    if (leads) await this.#answer('--- then', leads, await person.fetch(leads))
  }

  async #answer(title: string, address: string, response: Response): Promise<void> {
    const type = response.headers.get('content-type') ?? ''
    const to = response.headers.get('location')
    // What may be kept of it; nothing of most.
    const kept = response.headers.get('cache-control') ?? 'heuristics'
    this.#write([
      ...(title.startsWith('=') ? [''] : []),
      `${title} ${response.status}${to ? ` → ${to}` : ''}${kept === 'no-store' ? '' : ` (${kept})`}`,
    ])
    const body = await response.text()
    if (type.startsWith('text/html')) this.#page(body, address, response.status)
    else if (/^text\/(csv|plain)/.test(type)) this.#write(body.trim().split(/\r?\n/))
  }

  #page(html: string, address: string, status: number, into = this.#module.lines): void {
    const { title, head, main, dialogs } = pageText(html, { whole: this.#isFirst })
    this.#isFirst = false
    const here = (line: string) =>
      leadsBack.test(line)
        ? line.replace(address, '@').replace(/@[?&]cart=open/, '@ cart=open')
        : line
    // What is not found, or not shown, is listed nowhere.
    const isListed = status < 400 && !head.includes('robots: noindex')
    const told = head.filter((line) => line !== 'robots: noindex')
    this.#write([isListed ? `${title} (listed)` : title, ...told], into)
    for (const part of partsOf(main)) this.#write(part.map(here), into)
    // Those of every page.
    if (status === 404) return
    for (const dialog of dialogs) this.#write(['--- dialog', ...dialog.map(here)], into)
  }

  #write(part: readonly string[], into = this.#module.lines): void {
    const lines = withoutMostRows(part.map(shownAlike))
    const text = lines.join('\n')
    const { known } = this.#module
    const isKnown = lines.length >= fewestLines && known.has(text)
    known.add(text)
    into.push(...(isKnown ? [`… ${lines.find((line) => !line.startsWith('---'))}`] : lines))
  }

  /** Compares with the sections of this heading in the `pages.expected.txt` of every module. */
  expectWritten(heading: string): void {
    for (const name of modulesWithPages)
      expectSection(`../../src/${name}/pages`, heading, this.#modules.get(name)?.lines ?? [])
  }
}

const pages = [
  { path: '/', id: 'site/pages/home.page.tsx' },
  ...routeFiles().map(({ address, file }) => ({
    path: `/${address.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    id: file,
  })),
]

const moduleOfFile = (file: string) => file.split('/')[0]!

const modulesWithPages = [...new Set(pages.map(({ id }) => moduleOfFile(id)))]

/** The module whose page is at this address. */
const moduleOf = (address: string): string =>
  moduleOfFile(matchRoutes(pages, address.split('?')[0]!)!.at(-1)!.route.id)

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
const noSuch = '00000000-0000-4000-8000-000000000000'
/** The addresses of records of staff, or of customers, without one that there is. */
const ofNoRecord = (isOfStaff: boolean) =>
  routeFiles()
    .map(({ address }) => `/${address}`)
    .filter((address) => address.includes('{') && isOfAdmin(address) === isOfStaff)
    .map((address) => address.replaceAll(/\{\w+\}/g, noSuch))
const membersViews = [
  ...['current', 'dash', 'orders', 'account', 'membership'].map((view) => `/members?view=${view}`),
  ...['personal', 'shipping', 'billing'].map((block) => `/edit?edit=${block}`),
  '/members/interest?wine=malbec-2021',
]

// What is pressed changes what is shown after it: no test is run twice.
describe.skipIf(!clock)('on a morning of a release', { retry: 0 }, () => {
  test('a visitor is shown', async () => {
    const shown = new Shown()
    const visitor = new Person()
    await shown.at(new Person({}), '/')
    await shown.press(new Person({}), '/about', 'I am under 21')
    await shown.press(new Person({}), '/about', 'I am over 21')
    await shown.at(
      visitor,
      ...fixed.filter((address) => !isOfAdmin(address)),
      ...['/nowhere', '/members?view=orders', '/edit/other', '/admin', '/admin/orders/1001'],
      ...['/unsubscribe/no', '/your-data/no', '/order/no', '/invitation/no', '/rejoin/no'],
    )
    const login = { email: 'new@kohue.example', password: 'wrong-password' }
    await shown.press(visitor, '/login', 'Log In', login)
    await shown.press(visitor, '/login', 'Log In')
    await shown.press(visitor, '/login', 'Forgot Password?')
    await shown.press(visitor, '/login', 'Forgot Password?', { email: 'nobody@kohue.example' })
    const name = { firstname: 'Ana', lastname: 'Ruiz' }
    await shown.press(visitor, '/signin', 'Sign In', {
      ...name,
      email: 'a@b.co',
      password: 'short',
    })
    await shown.press(visitor, '/signin', 'Sign In', {
      ...name,
      email: 'ana',
      password: 'altamira',
    })
    await shown.press(visitor, '/signin', 'Sign In', { ...name, ...login })
    await shown.press(visitor, '/ex-join', 'Subscribe')
    await shown.press(visitor, '/ex-join', 'Subscribe', { fullname: 'An', email: 'ana@' })
    await shown.press(visitor, '/offering', 'Checkout', { quantity: '3' })
    const typed = { name: 'E', email: 'eva', state: 'UT', zipCode: '1' }
    await shown.press(visitor, '/offering/ship-to?quantity=2', 'Go to payment', typed)
    shown.expectWritten('a visitor')
  })

  test('members are shown', async () => {
    const shown = new Shown()
    const nora = await loggedIn('new@kohue.example')
    await shown.at(nora, ...['/members', '/', '/ourwines', ...membersViews, ...ofMembers])
    const personal = { firstname: '', lastname: '', email: 'no', phone: '12a', birthdate: '1' }
    await shown.press(nora, '/edit?edit=personal', 'Save', personal)
    const shipping = { address: '12', city: 'A', zipCode: '1' }
    await shown.press(nora, '/edit?edit=shipping', 'Save', shipping)
    await shown.press(nora, '/edit?edit=billing', 'Save', { xfirstname: 'A' })
    await shown.press(nora, '/edit', 'NO')
    await shown.press(nora, '/members?view=dash', 'Request More info')
    await shown.press(nora, '/mono', 'Request To Acquire 2021 Malbec')
    await shown.press(nora, '/account/security', 'Save password', { password: 'new-altamira' })
    await shown.press(nora, '/account/security', 'Send a confirmation email')
    await shown.press(nora, '/members/close-account', 'Delete my account', { password: 'no' })
    await shown.press(nora, '/mono', 'Add to cart')
    await shown.press(nora, '/mono', 'One more 2022 Malbec')
    await shown.press(nora, '/ship', 'Use this method', { method: 'ground' })
    await shown.press(nora, '/ship', 'Checkout')
    const address = {
      address: '9 Main Street',
      city: 'Salt Lake City',
      state: 'UT',
      zipCode: '84101',
    }
    await shown.press(nora, '/edit?edit=shipping', 'Save', address)
    await shown.press(nora, '/ship', 'Checkout')
    await shown.press(nora, '/ship', 'Use this method', { method: 'pickup' })
    await shown.at(nora, '/ship', '/card')
    await shown.press(nora, '/members?cart=open', 'Remove 2022 Malbec')
    const samuel = await loggedIn('aconcagua@kohue.example')
    await shown.press(samuel, '/mono', 'Add to cart', { productId: 'malbec-2023' })
    await shown.press(samuel, '/mono', 'Add to cart', { productId: 'cabernet-sauvignon-2023' })
    await shown.press(samuel, '/ship', 'Use this method', { method: 'overnight' })
    await shown.at(samuel, '/members', ...membersViews, '/mono', '/ship', '/card', '/purchase')
    const grace = await loggedIn('tupungato@kohue.example')
    await shown.at(grace, '/members?view=dash', '/members?view=orders', '/members?view=membership')
    await shown.at(grace, ...ofNoRecord(false))
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
    await shown.at(new Person(), paths.guestOrder(orderLinkTokens(secret).sign(second!.id)))
    shown.expectWritten('buyers, of orders and shipments in every state')
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
    shown.expectWritten('owners')
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
      ...ofNoRecord(true),
    )
    shown.expectWritten('owners, of each record')
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
    shown.expectWritten('staff with one duty')
  })

  test('owners are shown after what they press', async () => {
    const shown = new Shown()
    const owner = await loggedIn(server.facts.admin.email)
    const press = (address: string, button: string, typed?: Record<string, string>) =>
      shown.press(owner, address, button, typed)
    const [{ id: release }] = (await rowsOf(`select id from releases where state <> 'draft'`)) as [
      { id: string },
    ]
    await press('/joinedadmin/new', 'Add to the list')
    const joins = { fullname: 'Ana Ruiz', email: 'ana@list.example', proof: 'The guest book' }
    await press('/joinedadmin/new', 'Add to the list', joins)
    await press('/joinedadmin/new', 'Add to the list', joins)
    await press('/admin/orders/1054', 'Add note')
    await press('/admin/orders/1054', 'Add note', { note: 'Called, comes at noon.' })
    await press('/admin/orders/1051', 'Mark as reviewed')
    await press('/admin/orders/1040', 'Add tracking number', { trackingNumber: '12' })
    await press('/admin/orders/1040', 'Undo the handover', { reason: 'Wrong box' })
    await press('/admin/orders/1052', 'Hold this shipment', { reason: 'The buyer is away' })
    await press('/admin/orders/1044', 'Note what you did', { what: 'called', note: 'Tomorrow' })
    await press('/admin/orders/1042', 'Mark as lost', { reason: 'UPS says so' })
    await press('/admin/requests/3007', 'Decline', { message: '' })
    await press('/admin/requests/3007', 'Grant the membership')
    await press('/admin/requests/3009', 'Confirm by email')
    await press('/admin/requests/settings', 'Turn on')
    await press('/admin/people', 'Send an invitation', { email: 'no', duty: 'shipping' })
    await press('/admin/people', 'Make staff', { email: 'nobody@kohue.example', duty: 'shipping' })
    await press('/admin/settings', 'Save', { over: '-5' })
    await press('/admin/settings', 'Save', { over: '500' })
    await press('/admin/data-requests', 'Add it', { email: 'no' })
    await press('/admin/data-requests', 'Add it', { email: 'buyer@kohue.example' })
    await press('/admin/campaigns/new', 'Create', { name: '' })
    await press('/admin/campaigns/new', 'Create', { name: 'News' })
    await press('/admin/releases/new', 'Create the draft', { name: '' })
    await press(`/admin/releases/${release}`, 'Save', { name: '', banner: '' })
    await press(`/admin/releases/${release}/live`, 'Pause', { reason: 'A moment, please.' })
    await press('/admin/wines/new', 'Create the wine')
    await press('/admin/wines/malbec-2022', 'Save', { title: '', price: '0' })
    await press('/admin/shipping/holds', 'See how many', {})
    await press('/admin/shipping/pickups', 'Save place', { name: '' })
    await press('/admin/shipping/profiles', 'Add a profile', { name: '' })
    await press('/admin/shipping/claims', 'Save claim', { amount: '-1' })
    await press('/admin/reconciliation', 'Compare now')
    await press('/admin/accounting/2027-02', 'Read and compare')
    await press('/admin/emails', 'Leave unsent')
    await shown.at(owner, paths.today(), paths.auditLog({ by: server.facts.admin.email }))
    shown.expectWritten('owners, after what they press')
  })
})
