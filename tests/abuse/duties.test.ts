import { randomUUID } from 'node:crypto'

import { beforeAll, describe, expect, test } from 'vitest'

import { duties } from '#platform/access/duties.rules.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, purchase } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { isOfAdmin, routeFiles } from '#tests/harness/site-map.ts'

/**
 * Which duties open which part, beside the owner's: written down here a second time, so that a change
 * of the table that the guards read is noticed. The longest beginning counts.
 */
const opened: readonly (readonly [start: string, duties: readonly Duty[] | 'all'])[] = [
  ['admin', 'all'],
  ['admin/today', 'all'],
  ['admin/you', 'all'],
  ['admin/people', []],
  ['admin/settings', []],
  ['admin/log', []],
  ['admin/overview', ['releases', 'accounting']],
  ['admin/data-requests', ['support']],
  ['admin/duplicates', ['support']],
  ['joinedadmin', ['support']],
  ['usersadmin', ['support']],
  ['admin/campaigns', ['emails']],
  ['admin/emails', ['emails']],
  ['admin/orders', ['support']],
  ['admin/requests', ['support']],
  ['admin/shipping', ['shipping']],
  ['admin/compliance', ['compliance']],
  ['admin/wines', ['releases']],
  ['admin/releases', ['releases']],
  ['admin/reconciliation', ['accounting']],
  ['admin/accounting', ['accounting']],
]
/** Not pages of their own: an address that moved, one that is none, and the search, whose parts need theirs. */
const unclaimed = new Set(['admin/letters', 'admin/books', 'admin/search', 'admin/*'])
function mayOpen(duty: Duty, address: string): boolean {
  if (duty === 'owner' || unclaimed.has(address)) return true
  const parts = opened.filter(
    ([start]) => address === start || (start !== 'admin' && address.startsWith(start)),
  )
  if (parts.length === 0) throw new Error(`Write down here which duties open ${address}`)
  const [, who] = parts.toSorted(([one], [other]) => other.length - one.length)[0]!
  return who === 'all' || who.includes(duty)
}

/** The customer behind every record, of whom nothing may be read. */
const needle = { name: 'Nadia Nadelmann', email: 'nadia.nadelmann@list.example' }
const street = '17 Nadel Lane'

let staff: Record<Duty, Caller>
let ids: { subscriber: string; user: string; number: string }

beforeAll(async () => {
  const customer = await aMember()
  await purchase(customer)
  await queryDatabase(
    `update users set first_name = 'Nadia', last_name = 'Nadelmann', address = $2 where id = $1`,
    [customer.id, street],
  )
  const [order] = await queryDatabase<{ number: number }>(
    `update orders set name = $2, email = $3 where user_id = $1 returning number`,
    [customer.id, needle.name, needle.email],
  )
  const [subscriber] = await queryDatabase<{ id: string }>(
    `insert into mailing_list_clients (full_name, first_name, last_name, email, consent_source,
       consent_wording) values ($1, 'Nadia', 'Nadelmann', $2, 'test', 'test') returning id`,
    [needle.name, needle.email],
  )
  ids = { subscriber: subscriber!.id, user: customer.id, number: String(order!.number) }
  const people = duties.map(async (duty) => {
    const person = await aMember()
    await queryDatabase(
      `with staff as (update users set role = 'staff' where id = $1)
       insert into staff_duties (user_id, duty) values ($1, $2)`,
      [person.id, duty],
    )
    return [duty, person] as const
  })
  staff = Object.fromEntries(await Promise.all(people)) as Record<Duty, Caller>
})

const admin = () => routeFiles().filter(({ address }) => isOfAdmin(address))

/** Addresses that are there only with a query. */
const needsMore = new Set(['admin/wines/{id}/state', 'admin/overview.csv'])

/** The address of a record that is there, or of none; the second is only good for a refusal. */
function filled(address: string): { path: string; isRecord: boolean } {
  const id = address.startsWith('joinedadmin')
    ? ids.subscriber
    : address.startsWith('usersadmin')
      ? ids.user
      : address.startsWith('admin/wines')
        ? 'malbec-2022'
        : null
  const number = address.startsWith('admin/orders') ? ids.number : null
  const rest = address.replace('{id}', id ?? '{id}').replace('{number}', number ?? '{number}')
  const path = rest
    .replace('{id}', ids.user)
    .replace('{number}', '1')
    .replaceAll(/\{\w+\}|\*/g, 'nothing')
  return { path: `/${path}`, isRecord: !/[{*]/.test(rest) && !needsMore.has(address) }
}

/** Six at a time: this is about who may, not about load. */
async function each<Item>(items: readonly Item[], check: (item: Item) => Promise<void>) {
  const left = [...items]
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await check(item)
  }
  await Promise.all(Array.from({ length: 6 }, work))
}

async function expectRefused(path: string, response: Response) {
  const body = await response.text()
  expect(response.status, path).toBe(403)
  for (const secret of [needle.name, 'Nadelmann', needle.email, street]) {
    expect(body, path).not.toContain(secret)
  }
}

test('the site map has the pages of the admin', () => {
  expect(admin().length).toBeGreaterThan(50)
})

describe.each(duties)('the duty %s', (duty) => {
  test('opens its pages and files, and no other', async () => {
    const caller = staff[duty]
    await each(admin(), async ({ address }) => {
      const { path, isRecord } = filled(address)
      const response = await ask(path, { caller })
      if (!mayOpen(duty, address)) {
        await expectRefused(path, response)
        await expectRefused(path, await ask(`${path}.data`, { caller }))
        return
      }
      await response.body?.cancel()
      expect(response.status, path).not.toBe(403)
      expect(response.status, path).toBeLessThan(500)
      expect(response.headers.get('location') ?? '', path).not.toMatch(/^\/login/)
      if (isRecord) expect([200, 301, 302, 303, 405], path).toContain(response.status)
    })
  })

  test('sends only its own forms', async () => {
    const caller = staff[duty]
    const others = admin().filter(({ address }) => !mayOpen(duty, address))
    const form = { intent: 'delete', version: '1', number: ids.number, id: ids.user }
    await each(others, async ({ address }) => {
      const { path } = filled(address)
      await expectRefused(path, await ask(`${path}.data`, { caller, form }))
    })
  })
})

test('an invented action of a shipment is refused', async () => {
  for (const intent of ['__proto__', 'constructor', 'hasOwnProperty', 'toString', '']) {
    const form = { intent, order: '1' }
    const response = await ask('/admin/shipping/shipments/1', { caller: staff.shipping, form })
    await response.body?.cancel()
    expect(response.status, intent).toBe(400)
  }
})

test('a person with shipping alone has no birthdates, list of emails or refunds within reach', async () => {
  const caller = staff.shipping
  for (const [list, expected] of [
    ['users', 403],
    ['joined', 403],
    ['orders', 403],
    ['shipments', 200],
  ] as const) {
    const response = await ask(`/admin/live?list=${list}`, { caller })
    await response.body?.cancel()
    expect(response.status, list).toBe(expected)
  }
  const key = randomUUID()
  const refund = { intent: 'refund', amount: '10', reason: 'x', key }
  const path = `/admin/orders/${ids.number}`
  await expectRefused(path, await ask(path, { caller, form: refund }))
  const rows = await queryDatabase(`select 1 from refunds where request_key like '%${key}'`)
  expect(rows).toEqual([])
})

test('nothing of all this is in the log', expectQuietLog)
