import { beforeAll, describe, expect, test } from 'vitest'

import { everybody } from '#campaigns/campaign/audience.rules.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, aStaffMember, fillCart, purchase } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { theShop } from '#tests/harness/the-shop.ts'

/** Each would run, break out or be obeyed if it were written as it is. */
const script = `<script>alert(1)</script>`
const breakOut = `"><img src=x onerror=alert(1)>`
const inData = `</script><script>alert(2)</script>`
const formula = `=cmd|'/C calc'!A0`

let villain: Caller
let staff: Caller
/** Records of the newer parts with such words in every text. */
let records: { release: string; campaign: string; request: number }

beforeAll(async () => {
  staff = await aStaffMember()
  villain = await aMember()
  await purchase(villain)
  // Past the rules of the forms: what an older release or an import may have let in.
  await queryDatabase(
    `update users set first_name = $2, last_name = $3, optional_text = $4, address = $2,
       address_extra = $3, city = $4, phone = $2, billing_first_name = $2, billing_last_name = $3,
       billing_address = $4, billing_city = $2, membership = true, membership_level = 6,
       membership_text_a = $2, membership_text_b = $3, membership_text_2022 = $4,
       membership_text_2023 = $2, membership_text_2024 = $3, membership_text_2025 = $4
     where id = $1`,
    [villain.id, script, breakOut, inData],
  )
  await queryDatabase(
    `insert into mailing_list_clients (full_name, first_name, last_name, email, phone, address, city,
       consent_source, consent_wording) values ($1, $2, $3, 'villain@list.example', $1, $2, $3, $1, $2),
       ($4, $4, $4, 'formula@list.example', '', '', '', 'test', 'test')`,
    [script, breakOut, inData, formula],
  )
  records = await withWords()
})

/** A draft release and campaign, a request with its answer, a note, a box and a line of the log. */
async function withWords() {
  const words = [script, breakOut, inData]
  const [release] = await queryDatabase<{ id: string }>(
    `insert into releases (name, season, year, banner, announcement, text, kind, opens_at, closes_at)
     values ($1, 'spring', 2027, $2, $3, $1, 'open', now() + interval '9 days',
       now() + interval '20 days') returning id`,
    words,
  )
  const blocks = [
    { kind: 'heading', text: script },
    { kind: 'paragraph', text: breakOut + inData },
    { kind: 'button', text: inData, target: 'shop' },
  ]
  const [campaign] = await queryDatabase<{ id: string }>(
    `insert into campaigns (name, subject, preheader, blocks, audience)
     values ($1, $2, $3, $4, $5) returning id`,
    [...words, JSON.stringify(blocks), JSON.stringify(everybody)],
  )
  const [request] = await queryDatabase<{ id: string; number: number }>(
    `insert into requests (kind, user_id, product_id, text)
     values ('wine', $1, 'malbec-2021', $2) returning id, number`,
    [villain.id, breakOut + inData],
  )
  await queryDatabase(
    `insert into request_answers (request_id, by_email, verdict, text) values ($1, $2, 'waiting', $3)`,
    [request!.id, breakOut, script],
  )
  const [order] = await queryDatabase<{ id: string }>(
    'update orders set name = $2 where user_id = $1 returning id',
    [villain.id, breakOut],
  )
  await queryDatabase(
    `insert into order_notes (order_id, request_key, text, written_by) values ($1, $2, $3, $2)`,
    [order!.id, breakOut, script],
  )
  const [shipment] = await queryDatabase<{ id: string }>(
    `insert into shipments (order_id, kind, state, method, shipped_at, service, signed_by)
     values ($1, 'first', 'shipped', 'ground', now(), $2, $3) returning id`,
    [order!.id, script, breakOut],
  )
  await queryDatabase(
    `insert into shipment_events (shipment_id, at, source, kind, text, place, signer)
     values ($1, now(), 'carrier', 'shipped', $2, $3, $4)`,
    [shipment!.id, ...words],
  )
  await queryDatabase(
    `insert into audit_log (actor_email, action, subject_kind, subject_id, subject_label, before, after)
     values ($1, 'user-updated', 'user', $3, $2, $4, $4)`,
    [script, breakOut, villain.id, JSON.stringify({ firstname: inData })],
  )
  return {
    release: release!.id,
    campaign: campaign!.id,
    request: request!.number,
  }
}

/** What of the stored words would run on a page. */
function running(html: string): string[] {
  const found = [script, breakOut, inData, '<img src=x'].filter((word) => html.includes(word))
  const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes!)
  const foreign = scripts.filter(
    (attributes) => !/\bnonce="|src="\/assets\/|type="application\/ld\+json"/.test(attributes),
  )
  return [...found, ...foreign.map((attributes) => `<script${attributes}>`)]
}

const ids = async () => {
  const [subscriber] = await queryDatabase<{ id: string }>(
    `select id from mailing_list_clients where email = 'villain@list.example'`,
  )
  const [order] = await queryDatabase<{ number: number }>(
    'select number from orders where user_id = $1',
    [villain.id],
  )
  return { subscriber: subscriber!.id, order: order!.number }
}

describe('script in every text field', () => {
  test('does not run on the member’s own pages', async () => {
    const { order } = await ids()
    const pages = [
      '/members',
      '/members?view=dash',
      '/members?view=orders',
      '/members?view=account',
    ]
    pages.push('/members?view=membership', '/edit', '/edit?edit=personal', '/edit?edit=shipping')
    pages.push('/edit?edit=billing', '/ship', '/dashboard', '/mono', `/members/orders/${order}`)
    pages.push(
      '/members/requests',
      '/account/security',
      '/members?cart=open',
      '/card',
      '/members/close-account',
    )
    let seen = 0
    for (const path of pages) {
      const response = await ask(path, { caller: villain })
      const html = await response.text()
      expect(running(html), path).toEqual([])
      if (/&lt;(script|img)|\\u003c/i.test(html)) seen++
    }
    // They are shown as the words they are: the pages above do speak of them.
    expect(seen).toBeGreaterThan(4)
  })

  test('does not run in the back office', async () => {
    const { subscriber } = await ids()
    const pages = [
      '/joinedadmin?q=villain',
      '/joinedadmin',
      '/usersadmin',
      `/usersadmin?q=${villain.email}`,
      `/joinedadmin/${subscriber}`,
      `/usersadmin/${villain.id}`,
      `/joinedadmin/${subscriber}/delete`,
      '/admin/emails',
    ]
    let seen = 0
    for (const path of pages) {
      const html = await (await ask(path, { caller: staff })).text()
      expect(running(html), path).toEqual([])
      if (/&lt;(script|img)|\\u003c/i.test(html)) seen++
    }
    expect(seen).toBeGreaterThan(2)
  })

  test('does not run where staff work on releases, campaigns, requests, boxes and orders', async () => {
    const { order } = await ids()
    const { release, campaign, request } = records
    const pages = [
      ...['/admin/releases', `/admin/releases/${release}`, `/admin/releases/${release}/preview`],
      ...['/admin/campaigns', `/admin/campaigns/${campaign}`],
      ...[`/admin/campaigns/${campaign}/preview`, '/admin/requests', `/admin/requests/${request}`],
      ...['/admin/orders', `/admin/orders/${order}`, '/admin/shipping/shipments', '/admin/log'],
      `/usersadmin/${villain.id}/person`,
    ]
    const unseen = []
    for (const path of pages) {
      const response = await ask(path, { caller: staff })
      const html = await response.text()
      expect(response.status, path).toBe(200)
      expect(running(html), path).toEqual([])
      if (!/&lt;(script|img)|\\u003c/i.test(html)) unseen.push(path)
    }
    expect(unseen).toEqual([])
  })

  test('is sent to the router’s script as data that does not end the script', async () => {
    for (const [path, caller] of [
      ['/edit.data', villain],
      ['/usersadmin.data', staff],
    ] as const) {
      const response = await ask(path, { caller })
      expect(response.headers.get('content-type')).toMatch(/^text\/x-script/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('comes back in no error page, nor an address that is not there', async () => {
    for (const path of [
      `/${encodeURIComponent(script)}`,
      `/login?to=${encodeURIComponent(breakOut)}`,
      `/members?view=${encodeURIComponent(script)}&ask=${encodeURIComponent(breakOut)}`,
      `/joinedadmin?q=${encodeURIComponent(breakOut)}&sort=${encodeURIComponent(script)}`,
      `/succes?session_id=${encodeURIComponent(script)}`,
      `/unsubscribe/${encodeURIComponent(script)}`,
      `/reset-password?token=${encodeURIComponent(breakOut)}`,
    ]) {
      for (const caller of [null, villain, staff]) {
        const html = await (await ask(path, { caller })).text()
        expect(running(html), path).toEqual([])
      }
    }
    const forms: Record<string, string>[] = [
      { email: breakOut, password: script },
      { email: script, intent: 'recover' },
    ]
    for (const form of forms) {
      expect(running(await (await ask('/login', { form })).text())).toEqual([])
    }
    const joined = await ask('/ex-join', { form: { fullname: breakOut, email: script } })
    expect(running(await joined.text())).toEqual([])
  })
})

test('a file for a spreadsheet holds no formula', async () => {
  for (const path of ['/joinedadmin.csv', '/usersadmin.csv']) {
    const response = await ask(path, { caller: staff })
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
    const cells = (await response.text()).split(/\r\n|,/)
    expect(cells.filter((cell) => /^"?[=+@\t]/.test(cell))).toEqual([])
  }
  const subscribers = await (await ask('/joinedadmin.csv', { caller: staff })).text()
  expect(subscribers).toContain("'=cmd|")
})

test('an email shows typed text as text', async () => {
  const { url, fakesUrl } = theShop()
  const email = 'letters@example.com'
  const person = { firstname: script, lastname: breakOut, email, password: 'altamira' }
  expect((await ask('/signin', { form: person })).status).toBe(302)
  await fillCart(villain)
  const wish = { productId: 'cabernet-sauvignon-2021', to: '/members' }
  expect((await ask('/members/interest', { caller: villain, form: wish })).status).toBe(303)
  type Inbox = { messages: { subject: string; html: string }[] }
  const inbox = async (to: string) => {
    const response = await fetch(`${fakesUrl}/mail/messages?${new URLSearchParams({ to })}`)
    return ((await response.json()) as Inbox).messages
  }
  const some = async (to: string, text: string) => {
    const isThere = async () => (await inbox(to)).some(({ html }) => html.includes(text))
    await expect.poll(isThere, { message: `${to} reads ${text}` }).toBe(true)
  }
  await some(email, url.replace('http://', ''))
  // The business has emails of other tests too: this is the wish's, with the name of the one who wishes.
  await some('cellar@kohue.example', '&lt;script&gt;')
  const emails = [...(await inbox(email)), ...(await inbox('cellar@kohue.example'))]
  for (const { html, subject } of emails) {
    expect(running(html.replaceAll(/<script type="application\/ld\+json">/g, ''))).toEqual([])
    expect(subject).not.toMatch(/[\r\n]/)
  }
})

test('nothing of all this is in the log', expectQuietLog)
