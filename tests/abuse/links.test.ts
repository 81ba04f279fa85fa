import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { beforeAll, describe, expect, test } from 'vitest'

import { mailingListTokens } from '#mail/mailing-list-tokens.server.ts'
import { orderLinkTokens } from '#orders/guests/order-link-tokens.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { personalDataCopy } from '#privacy/personal-data/personal-data.copy.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, aStaffMember, purchase } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { aPurchaseLink } from '#tests/harness/entry-link.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { rawAnswer } from '#tests/harness/raw-request.ts'
import { authSecretOf } from '#tests/harness/server-secrets.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
const newToken = () => randomBytes(32).toString('base64url')

let member: Caller
let staff: Caller
let subscriber: string

beforeAll(async () => {
  member = await aMember()
  staff = await aStaffMember()
  const [row] = await queryDatabase<{ id: string }>(
    `insert into mailing_list_clients (full_name, first_name, last_name, email, consent_source,
       consent_wording) values ('Lena Link', 'Lena', 'Link', $1, 'test', 'test') returning id`,
    [`${randomUUID()}@list.example`],
  )
  subscriber = row!.id
})

const later = "now() + interval '1 hour'"
const past = "now() - interval '1 minute'"

type Kind = {
  path: (token: string) => string
  /** A link of this kind; `end` is when it expires, in SQL. Null where it never does. */
  make: (end: string) => Promise<string>
  expires: boolean
  /** Stands on the page of a link that works, and of no other. */
  opened: () => string
}

async function oneTime(purpose: string, end: string): Promise<string> {
  const token = newToken()
  await queryDatabase(
    `insert into one_time_links (token_hash, purpose, user_id, email, expires_at)
     values ($1, $2, $3, $4, ${end})`,
    [hash(token), purpose, member.id, member.email],
  )
  return token
}

async function entry(purpose: 'purchase' | 'login', end: string): Promise<string> {
  const { token } = await aPurchaseLink(member)
  await queryDatabase(
    `update entry_links set purpose = $2, expires_at = ${end} where token_hash = $1`,
    [hash(hash(`entry:${token}`)), purpose],
  )
  return token
}

const list = () => mailingListTokens(authSecretOf())

const kinds: Record<string, Kind> = {
  purchase: {
    path: (token) => paths.enter(token),
    make: (end) => entry('purchase', end),
    expires: true,
    opened: () => 'Ana R.',
  },
  'sign-in': {
    path: (token) => paths.enter(token),
    make: (end) => entry('login', end),
    expires: true,
    opened: () => 'Ana R.',
  },
  recovery: {
    path: (token) => paths.resetPassword(token),
    make: (end) => oneTime('recovery', end),
    expires: true,
    opened: () => 'name="password"',
  },
  invitation: {
    path: (token) => paths.invitation(token),
    async make(end) {
      const token = newToken()
      await queryDatabase(
        `insert into staff_invitations (token_hash, email, duties, invited_by, expires_at)
         values ($1, $2, '["orders"]', $3, ${end})`,
        [hash(token), `${randomUUID()}@invited.example`, staff.id],
      )
      return token
    },
    expires: true,
    opened: () => staff.email,
  },
  'personal data': {
    path: (token) => paths.subscriberData({ token }),
    async make(end) {
      const token = newToken()
      await queryDatabase(
        `insert into personal_data_links (token_hash, subscriber_id, expires_at)
         values ($1, $2, ${end})`,
        [hash(token), subscriber],
      )
      return token
    },
    expires: true,
    opened: () => personalDataCopy.open,
  },
  'asking for personal data': {
    path: (token) => paths.askForData(token),
    make: async () => list().signData(subscriber),
    expires: false,
    opened: () => personalDataCopy.send,
  },
  'confirming a subscription': {
    path: (token) => paths.rejoin(token),
    async make(end) {
      const token = newToken()
      await queryDatabase(
        `insert into pending_consents (token_hash, email, full_name, source, wording, page, expires_at)
         values ($1, $2, 'Lena Link', 'form', 'test', '', ${end})`,
        [hash(token), `${randomUUID()}@pending.example`],
      )
      return token
    },
    expires: true,
    opened: () => '@pending.example',
  },
  unsubscribe: {
    path: (token) => paths.unsubscribe(token),
    make: async () => list().sign(subscriber),
    expires: false,
    opened: () => 'is on our mailing list',
  },
  'guest order': {
    path: (token) => paths.guestOrder(token),
    async make() {
      const session = await purchase(await aMember())
      const [order] = await queryDatabase<{ id: string }>(
        'update orders set user_id = null where session_id = $1 returning id',
        [session],
      )
      return orderLinkTokens(authSecretOf()).sign(order!.id)
    },
    expires: false,
    opened: () => 'San Francisco',
  },
}

/** Guesses are counted by network: each link is tried from an address of its own. */
let network = 0
const nextNetwork = () => `127.0.7.${(network += 1)}`

/** Opens a link as a browser would, over its redirects with their cookies. */
async function open(path: string, { method = 'GET', from = nextNetwork() } = {}) {
  const cookies = new Map([['ageKey', 'older']])
  let at = path
  for (let step = 0; ; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await rawAnswer({ method, path: at, from, headers: { cookie } })
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const to = response.headers.location
    if (!to || step === 4) return { status: response.status, body: response.body }
    at = new URL(to, 'http://shop').pathname + new URL(to, 'http://shop').search
  }
}

/** Every bit of the last characters counts, those that decoding would drop, too. */
const flipped = (token: string, at: number) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const place = at < 0 ? token.length + at : at
  const other = alphabet[alphabet.indexOf(token[place]!) ^ 1]!
  return token.slice(0, place) + other + token.slice(place + 1)
}

/** All that opening a link could change; no job writes these meanwhile. */
const books = async () => {
  const tables = ['entry_links', 'one_time_links', 'personal_data_links', 'staff_invitations']
  tables.push('consents', 'pending_consents', 'mailing_list_clients', 'sessions', 'staff_duties')
  const rows = await queryDatabase(
    tables
      .map(
        (table) =>
          `select '${table}' as name, count(*)::int as rows,
             md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${table} t`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, ...row }) => [name, row]))
}

/** One link of each kind that works; nothing here uses it up. */
const links = new Map<string, Promise<string>>()
function linkFor(name: string): Promise<string> {
  const known = links.get(name) ?? kinds[name]!.make(later)
  links.set(name, known)
  return known
}

describe.each(Object.entries(kinds))('a link for %s', (name, kind) => {
  const isOpen = async (token: string, from = nextNetwork()) => {
    const { status, body } = await open(kind.path(token), { from })
    expect(status, token).toBeLessThan(500)
    return body.includes(kind.opened())
  }

  test('opens, and neither GET nor HEAD changes anything', async () => {
    const token = await linkFor(name)
    const before = await books()
    expect(await isOpen(token)).toBe(true)
    const head = await open(kind.path(token), { method: 'HEAD' })
    expect(head.status).toBeLessThan(500)
    expect(await isOpen(token)).toBe(true)
    expect(await books()).toEqual(before)
  })

  test('cut, longer, altered in one place or empty opens nothing', async () => {
    const token = await linkFor(name)
    const tried = [token.slice(0, -1), `${token}A`, flipped(token, -1), flipped(token, 9)]
    tried.push(`${token}%00`)
    for (const one of tried) expect(await isOpen(one), one).toBe(false)
  })

  test('does not open by a link of another kind', async () => {
    for (const [other, { path }] of Object.entries(kinds)) {
      // Both lead to the same page, which tells them apart by what is stored.
      if (other === name || path('x') === kind.path('x')) continue
      expect(await isOpen(await linkFor(other)), other).toBe(false)
    }
  })

  test.runIf(kind.expires)('opens nothing once it has expired', async () => {
    expect(await isOpen(await kind.make(past))).toBe(false)
  })
})

test('nothing of all this is in the log', expectQuietLog)
