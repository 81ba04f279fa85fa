import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { mailingListTokens } from '#mail/mailing-list-tokens.server.ts'
import { orderLinkTokens } from '#orders/guests/order-link-tokens.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, aStaffMember, purchase } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { aPurchaseLink } from '#tests/harness/entry-link.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { rawAnswer } from '#tests/harness/raw-request.ts'
import { authSecretOf } from '#tests/harness/server-secrets.ts'
import { theShop } from '#tests/harness/the-shop.ts'

/** A link of an email, and the button of its page. */
type Link = {
  token: string
  path: (token: string) => string
  form: () => Record<string, string>
  /** The login session that it needs besides. */
  cookie?: string
  /** How often what it is for has happened. */
  effects: () => Promise<number>
  /** Null where it never expires. */
  expire: (() => Promise<unknown>) | null
  /** The most that pressing it again may do, where that is more than once. */
  most?: number
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
const newToken = () => randomBytes(32).toString('base64url')
const anAddress = () => `${randomUUID()}@list.example`

async function count(from: string, ...values: unknown[]): Promise<number> {
  const [row] = await queryDatabase<{ count: number }>(`select count(*)::int from ${from}`, values)
  return row!.count
}

const expiryOf = (table: string, tokenHash: string) => () =>
  queryDatabase(
    `update ${table} set expires_at = now() - interval '1 minute' where token_hash = $1`,
    [tokenHash],
  )

async function entry(purpose: 'purchase' | 'login'): Promise<Link> {
  const member = await aMember()
  await queryDatabase('update users set email_verified = true where id = $1', [member.id])
  const { token } = await aPurchaseLink(member)
  const tokenHash = hash(hash(`entry:${token}`))
  await queryDatabase('update entry_links set purpose = $2 where token_hash = $1', [
    tokenHash,
    purpose,
  ])
  return {
    token,
    path: (one) => paths.enter(one),
    form: () => ({ intent: 'continue' }),
    effects: () =>
      count('sessions where user_id = $1 and origin = $2', member.id, `${purpose}-link`),
    expire: expiryOf('entry_links', tokenHash),
  }
}

type OneTime = Pick<Link, 'path' | 'effects'> & {
  member: Caller
  purpose: string
  /** The address that it is about; the account's without. */
  email?: string
}

async function oneTime({ member, purpose, email, ...link }: OneTime): Promise<Link> {
  const token = newToken()
  await queryDatabase(
    `insert into one_time_links (token_hash, purpose, user_id, email, expires_at)
     values ($1, $2, $3, $4, now() + interval '1 hour')`,
    [hash(token), purpose, member.id, email ?? member.email],
  )
  const expire = expiryOf('one_time_links', hash(token))
  return { token, form: () => ({}), expire, ...link }
}

/** The second of the two links of a change of email: the other one was pressed. */
async function emailChange(purpose: 'change-from' | 'change-to'): Promise<Link> {
  const member = await aMember()
  const email = anAddress()
  const agreed = purpose === 'change-from' ? 'confirmed_at' : 'approved_at'
  await queryDatabase(
    `insert into email_changes (user_id, email, ${agreed}, expires_at)
     values ($1, $2, now(), now() + interval '1 hour')`,
    [member.id, email],
  )
  const path = (token: string) => paths.confirmEmail({ token })
  const effects = () => count(`mails where kind = 'email-changed' and recipient = $1`, email)
  const link = await oneTime({ member, purpose, email, path, effects })
  return { ...link, cookie: member.cookie }
}

async function aSubscriber(): Promise<{ id: string; email: string }> {
  const email = anAddress()
  const [row] = await queryDatabase<{ id: string }>(
    `insert into mailing_list_clients (full_name, first_name, last_name, email, consent_source,
       consent_wording) values ('Lena Link', 'Lena', 'Link', $1, 'test', 'test') returning id`,
    [email],
  )
  return { id: row!.id, email }
}

const list = () => mailingListTokens(authSecretOf())

async function unsubscribe(form: Record<string, string>): Promise<Link> {
  const { id, email } = await aSubscriber()
  return {
    token: list().sign(id),
    path: (token) => paths.unsubscribe(token),
    form: () => form,
    effects: () => count(`consents where email = $1 and verdict = 'no'`, email),
    expire: null,
  }
}

const kinds: Record<string, () => Promise<Link>> = {
  'a purchase': () => entry('purchase'),
  'logging in': () => entry('login'),
  async 'a new password'() {
    const member = await aMember()
    const path = (token: string) => paths.resetPassword(token)
    const effects = () =>
      count(`mails where kind = 'password-changed' and recipient = $1`, member.email)
    const link = await oneTime({ member, purpose: 'recovery', path, effects })
    return { ...link, form: () => ({ password: `altamira ${randomUUID()}` }) }
  },
  async 'confirming an address'() {
    const member = await aMember()
    const path = (token: string) => paths.confirmEmail({ token })
    const effects = () => count('users where id = $1 and email_verified', member.id)
    const link = await oneTime({ member, purpose: 'confirm-email', path, effects })
    return { ...link, cookie: member.cookie }
  },
  'approving a new address': () => emailChange('change-from'),
  'confirming a new address': () => emailChange('change-to'),
  async 'an invitation'() {
    const [owner, member] = [await aStaffMember(), await aMember()]
    await queryDatabase(
      `insert into staff_duties (user_id, duty) values ($1, 'owner') on conflict do nothing`,
      [owner.id],
    )
    const token = newToken()
    await queryDatabase(
      `insert into staff_invitations (token_hash, email, duties, invited_by, expires_at)
       values ($1, $2, '["orders"]', $3, now() + interval '1 hour')`,
      [hash(token), member.email, owner.id],
    )
    return {
      token,
      path: (one) => paths.invitation(one),
      form: () => ({}),
      cookie: member.cookie,
      effects: () =>
        count(`audit_log where action = 'invitation-accepted' and subject_id = $1`, member.id),
      expire: expiryOf('staff_invitations', hash(token)),
    }
  },
  async 'one’s data'() {
    const { id } = await aSubscriber()
    const token = newToken()
    await queryDatabase(
      `insert into personal_data_links (token_hash, subscriber_id, expires_at)
       values ($1, $2, now() + interval '1 hour')`,
      [hash(token), id],
    )
    return {
      token,
      path: (one) => paths.subscriberData({ token: one }),
      form: () => ({ intent: 'open' }),
      effects: () =>
        count('personal_data_links where subscriber_id = $1 and cookie_hash is not null', id),
      expire: expiryOf('personal_data_links', hash(token)),
    }
  },
  async 'asking for one’s data'() {
    const { id } = await aSubscriber()
    return {
      token: list().signData(id),
      path: (token) => paths.askForData(token),
      form: () => ({}),
      effects: () => count('personal_data_links where subscriber_id = $1', id),
      expire: null,
      // An email for each press, so many an hour.
      most: 3,
    }
  },
  async 'coming to the list'() {
    const email = anAddress()
    const token = newToken()
    await queryDatabase(
      `insert into pending_consents (token_hash, email, full_name, source, wording, page, expires_at)
       values ($1, $2, 'Lena Link', 'form', 'test', '', now() + interval '1 hour')`,
      [hash(token), email],
    )
    return {
      token,
      path: (one) => paths.rejoin(one),
      form: () => ({}),
      effects: () => count(`consents where email = $1 and verdict = 'yes'`, email),
      expire: expiryOf('pending_consents', hash(token)),
    }
  },
  'leaving the list': () => unsubscribe({ leave: 'yes' }),
  'leaving it by one click of a mail client': () =>
    unsubscribe({ 'List-Unsubscribe': 'One-Click' }),
  async 'a guest’s returned box'() {
    const session = await purchase(await aMember())
    const [order] = await queryDatabase<{ id: string }>(
      'update orders set user_id = null where session_id = $1 returning id',
      [session],
    )
    const [box] = await queryDatabase<{ id: string }>(
      `insert into shipments (order_id, kind, state, method, returned_at)
       values ($1, 'first', 'returned', 'ground', now()) returning id`,
      [order!.id],
    )
    return {
      token: orderLinkTokens(authSecretOf()).sign(order!.id),
      path: (token) => paths.guestOrder(token),
      form: () => ({ intent: 'collect', shipment: box!.id }),
      effects: () =>
        count(`shipment_events where shipment_id = $1 and kind = 'chose-collect'`, box!.id),
      expire: () =>
        queryDatabase(
          `update orders set created_at = now() - interval '120 days 1 minute' where id = $1`,
          [order!.id],
        ),
    }
  },
}

/** Guesses are counted by network: each client has an address of its own. */
let network = 0

/** A mail scanner, or a browser with nothing but a login session where the link needs one. */
function aClient(cookie = '') {
  network += 1
  const from = `127.0.${20 + Math.floor(network / 250)}.${1 + (network % 250)}`
  const cookies = new Map([['ageKey', 'older']])
  for (const pair of cookie.split(/; */).filter(Boolean)) keep(pair)

  function keep(pair: string) {
    const [name, ...value] = pair.split('=')
    cookies.set(name!, value.join('='))
  }

  async function send(method: string, path: string, form?: Record<string, string>) {
    const { url } = theShop()
    const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
    const type = 'application/x-www-form-urlencoded'
    const response = await rawAnswer({
      method,
      path,
      from,
      headers: { ...headers, ...(form && { origin: url, 'content-type': type }) },
      ...(form && { body: `${new URLSearchParams({ sent: 'yes', ...form })}` }),
    })
    expect(response.status, `${method} ${path}`).toBeLessThan(500)
    for (const line of response.headers['set-cookie'] ?? []) keep(line.split(';', 1)[0]!)
    return response
  }

  /** Opens a page over its redirects; returns where it ends. */
  async function open(path: string, method = 'GET'): Promise<string> {
    let at = path
    for (let step = 0; step < 5; step++) {
      const { headers } = await send(method, at)
      if (!headers.location) return at
      const to = new URL(headers.location, 'http://shop')
      at = to.pathname + to.search
    }
    return at
  }

  return { open, send }
}

/** Opens a link's page, and returns what presses its button. */
async function opened({ path, form }: Link, token: string, cookie?: string) {
  const client = aClient(cookie)
  // Logging in first leads elsewhere: the form is sent to the link's own page all the same.
  const { pathname } = new URL(path(token), 'http://shop')
  const at = await client.open(path(token))
  const page = at.startsWith(paths.login()) ? pathname : at
  return () => client.send('POST', page, form())
}

const press = async (link: Link, token: string, cookie?: string) =>
  (await opened(link, token, cookie))()

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Its neighbour stands in the place of one character. */
const altered = (token: string, at: number) => {
  const place = at < 0 ? token.length + at : at
  const other = alphabet[alphabet.indexOf(token[place]!) ^ 1]!
  return token.slice(0, place) + other + token.slice(place + 1)
}

/** Tokens of each kind, to press the others with. */
const foreign = new Map<string, Promise<Link>>()
function foreignOf(name: string): Promise<Link> {
  const known = foreign.get(name) ?? kinds[name]!()
  foreign.set(name, known)
  return known
}

describe.each(Object.entries(kinds))('the link of an email for %s', (name, make) => {
  test('does nothing for a scanner, and its thing once for two presses at one moment and a third', async () => {
    const link = await make()
    const { token, cookie, most = 1 } = link
    const scanner = aClient(cookie)
    for (const method of ['GET', 'HEAD', 'GET']) {
      await scanner.open(link.path(token), method)
    }
    expect(await link.effects(), 'a scanner').toBe(0)
    if (cookie) {
      await press(link, token)
      expect(await link.effects(), 'without the login session').toBe(0)
    }

    const both = [await opened(link, token, cookie), await opened(link, token, cookie)]
    await Promise.all(both.map((one) => one()))
    const done = await link.effects()
    expect(done, 'at one moment').toBeGreaterThan(0)
    expect(done, 'at one moment').toBeLessThanOrEqual(most)
    for (const other of [undefined, cookie, undefined]) {
      await press(link, token, other)
    }
    expect(await link.effects(), 'pressed again').toBe(most)
  })

  test('does nothing altered, by the token of another kind, or once it has expired', async () => {
    const link = await make()
    const { token, cookie } = link
    for (const at of [0, 9, -1]) {
      await press(link, altered(token, at), cookie)
    }
    expect(await link.effects(), 'altered').toBe(0)

    for (const other of Object.keys(kinds)) {
      const theirs = await foreignOf(other)
      // Those with one page are told apart by what is stored, and each does its own.
      if (other === name || theirs.path('x') === link.path('x')) continue
      await press(link, theirs.token, cookie)
      expect(await theirs.effects(), other).toBe(0)
    }
    expect(await link.effects(), 'of another kind').toBe(0)

    if (!link.expire) return
    await link.expire()
    await press(link, token, cookie)
    expect(await link.effects(), 'expired').toBe(0)
  })
})

test('nothing of all this is in the log', expectQuietLog)
