import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { beforeAll, describe, expect, test } from 'vitest'

import routes from '#routes.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, anExpiredStaffMember, ask, aStaffMember } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { isOfAdmin } from '#tests/harness/site-map.ts'
import { theShop } from '#tests/harness/the-shop.ts'

/** Stands in everything of theirs that only staff may see. */
const secret = `secret-${randomUUID()}`

type Address = { pattern: string; path: string }

let addresses: Address[]
let staff: Caller
let subscriber: string
let user: string
const callers = new Map<string, Caller | null>()

beforeAll(async () => {
  const [made] = await queryDatabase<{ id: string }>(
    `insert into mailing_list_clients (full_name, first_name, email, consent_source, consent_wording)
     values ($1, 'Bruno', $1 || '@list.example', 'test', 'made for a test') returning id`,
    [secret],
  )
  const [person] = await queryDatabase<{ id: string }>(
    `insert into users (name, first_name, last_name, email)
     values ($1, 'Nora', $1, $1 || '@user.example') returning id`,
    [secret],
  )
  subscriber = made!.id
  user = person!.id
  staff = await aStaffMember()
  callers.set('a visitor', null)
  callers.set('a member', await aMember())
  callers.set('staff whose session has run out', await anExpiredStaffMember())
  const demoted = await aStaffMember()
  await queryDatabase(`update users set role = 'member' where id = $1`, [demoted.id])
  callers.set('a former staff member', demoted)
  addresses = [...pages(), ...calls()]
})

/** Every admin page, from the route table: a new one is covered without a change here. */
function pages(): Address[] {
  const all = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
    entries.flatMap((entry) => [entry, ...all(entry.children ?? [])])
  return all(routes)
    .filter(({ path }) => path && isOfAdmin(path))
    .map(({ path }) => ({ pattern: path!, path: filled(path!) }))
}

/** Admin addresses that are no pages, such as live lists. */
function calls(): Address[] {
  const folder = 'src/app'
  return readdirSync(folder)
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/\.(?:get|post)\(\s*'\/(admin[^']*)'/g),
    ])
    .map(([, pattern]) => ({ pattern: pattern!, path: filled(pattern!) }))
}

const filled = (pattern: string) =>
  `/${pattern}`
    .replace(':number', '1001')
    .replace('wines/:id', 'wines/malbec-2022')
    .replace('compliance/:state', 'compliance/MN')
    .replace('people/:id', `people/${staff.id}`)
    .replace(':id', pattern.startsWith('joinedadmin') ? subscriber : user)
    .replaceAll(/:\w+\??/g, randomUUID())

/** A form that would change or delete something, on whichever page it is posted to. */
const wish = {
  intent: 'save',
  version: '1',
  fullname: 'Stolen Name',
  firstname: 'Stolen',
  lastname: 'Name',
  email: 'stolen@example.com',
  to: '/joinedadmin',
}

const ways = {
  asked: (path: string, caller: Caller | null) => ask(path, { caller }),
  'asked for its data alone': (path: string, caller: Caller | null) =>
    ask(`${path}.data`, { caller }),
  'posted to': (path: string, caller: Caller | null) => ask(path, { caller, form: wish }),
  'posted to for data': (path: string, caller: Caller | null) =>
    ask(`${path}.data`, { caller, form: wish }),
}

const standing = async () => ({
  subscribers: await queryDatabase('select * from mailing_list_clients where id = $1', [
    subscriber,
  ]),
  users: await queryDatabase('select * from users where id = $1', [user]),
  log: await queryDatabase('select count(*) from audit_log where subject_id in ($1, $2)', [
    subscriber,
    user,
  ]),
})

/**
 * Sent to log in: by a redirect, in the router's own format where its data is requested, or by a 401 to a
 * form that a page's script sent.
 */
const isSentToLogin = ({ status, headers }: Response, body: string) =>
  status === 302 || status === 303
    ? headers.get('location')!.startsWith('/login?to=')
    : status === 401 || (status === 202 && body.includes('/login?to='))

/** Pages of a record or a part that this file does not name, and the not-found page. */
const isOfNoRecord = (pattern: string) =>
  /:number|:kind|:month|:productId|[*]|(handovers|releases|campaigns|licenses|reports)\/:id|:id\/state|overview\.csv/.test(
    pattern,
  )

describe('the admin pages', () => {
  test('lead from their earlier addresses to the present ones', async () => {
    for (const [earlier, present] of [
      ['/admin/letters', '/admin/emails'],
      ['/admin/books', '/admin/reconciliation'],
    ] as const) {
      const { status, headers } = await ask(earlier, { caller: staff })
      expect([status, headers.get('location')]).toEqual([301, present])
    }
  })

  test('are all in the table, and open to staff', async () => {
    const patterns = addresses.map(({ pattern }) => pattern)
    expect(patterns).toEqual(
      expect.arrayContaining(['admin', 'joinedadmin/:id', 'usersadmin/:id', 'admin/log']),
    )
    const shut = []
    for (const { pattern, path } of pages()) {
      const { status } = await ask(path, { caller: staff })
      if (status >= 400 && !isOfNoRecord(pattern)) shut.push(`${pattern}: ${status}`)
    }
    expect(shut).toEqual([])
    const lists = await Promise.all(
      [`/joinedadmin/${subscriber}`, `/usersadmin/${user}.data`].map(async (path) =>
        (await ask(path, { caller: staff })).text(),
      ),
    )
    expect(lists.every((body) => body.includes(secret))).toBe(true)
  })

  describe.each([
    'a visitor',
    'a member',
    'staff whose session has run out',
    'a former staff member',
  ])('%s', (name) => {
    test.each(Object.keys(ways) as (keyof typeof ways)[])(
      'is refused by each of them, %s',
      async (way) => {
        const caller = callers.get(name)!
        const isSignedIn = name === 'a member' || name === 'a former staff member'
        const before = await standing()
        const faults = []
        for (const { pattern, path } of addresses) {
          const response = await ways[way](path, caller)
          const body = await response.text()
          const isShut = isSignedIn ? response.status === 403 : isSentToLogin(response, body)
          const isNothing = response.status === 404 || response.status === 405
          if (!isShut && !isNothing) faults.push(`${pattern} answered ${response.status}`)
          if (body.includes(secret)) faults.push(`${pattern} shows a secret`)
        }
        expect(faults).toEqual([])
        expect(await standing()).toEqual(before)
      },
    )
  })
})

test('a user who loses the staff role by the command is signed out everywhere', async () => {
  const { setRole } = await import('#admin/staff/set-role.actions.server.ts')
  const { openDatabase, openPool } = await import('#platform/database/connection.server.ts')
  const former = await aStaffMember()
  expect((await ask('/usersadmin', { caller: former })).status).toBe(200)
  const pool = openPool(theShop().databaseUrl, 1)
  const db = openDatabase(pool)
  const by = 'command line (tests)'
  expect(await setRole({ db }, { email: former.email, role: 'member', by })).toBe('changed')
  await pool.end()
  const response = await ask('/usersadmin', { caller: former })
  expect(isSentToLogin(response, '')).toBe(true)
})

test('nothing of all this is in the log', expectQuietLog)
