import { beforeAll, expect, test } from 'vitest'

import { duties } from '#platform/access/duties.rules.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, purchase } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { isOfAdmin, routeFiles } from '#tests/harness/site-map.ts'

/** What is stored of a customer, each value unlike all others, and how pages write it. */
const stored = {
  birthdate: ['1963-05-12', 'May 12, 1963', '5/12/1963'],
  phone: ['+14155550177', '(415) 555-0177', '415-555-0177'],
  street: ['17 Nadel Lane'],
  'second line': ['Suite Nadelohr'],
  city: ['Nadelburg'],
  'last name': ['Nadelmann'],
  email: ['nadia.nadelmann@list.example'],
  statement: ['I am Nadelmann’s needle of age'],
  'payment customer': ['cus_needle0000001'],
  payment: ['pi_needle0000001'],
  'checkout session': ['cs_needle0000001'],
} as const satisfies Record<string, readonly [string, ...string[]]>

/**
 * Fields that a page is sent without showing them: `address field`. The duties that open these pages see the same on the
 * person's own page, or find orders by it. All other fields are left out by their loaders.
 */
const allowed: readonly string[] = [
  // The records of a person, of which the pages show parts.
  'usersadmin/{id} statement',
  'usersadmin/{id}/person birthdate',
  'usersadmin/{id}/person street',
  'usersadmin/{id}/person second line',
  'usersadmin/{id}/person city',
  'usersadmin/{id}/person statement',
  // The account to be merged, whose pair is compared only once it is chosen.
  'usersadmin/{id}/merge birthdate',
  'usersadmin/{id}/merge phone',
  'usersadmin/{id}/merge street',
  'usersadmin/{id}/merge second line',
  'usersadmin/{id}/merge city',
  'usersadmin/{id}/merge last name',
  'usersadmin/{id}/merge payment customer',
  // Orders are searched by it.
  'admin/orders email',
  'admin/orders/{number} checkout session',
]

let staff: Record<Duty, Caller>
let records: Record<string, string>

beforeAll(async () => {
  const customer = await aMember()
  await purchase(customer)
  const value = (name: keyof typeof stored) => stored[name][0]
  await queryDatabase(
    `update users set first_name = 'Nadia', last_name = $2, address = $3, address_extra = $4,
       city = $5, phone = $6, birthdate = $7, stripe_customer_id = $8, email = $9
     where id = $1`,
    [
      customer.id,
      value('last name'),
      value('street'),
      value('second line'),
      value('city'),
      value('phone'),
      value('birthdate'),
      value('payment customer'),
      value('email'),
    ],
  )
  const shipTo = {
    name: 'Nadia Nadelmann',
    phone: value('phone'),
    address: value('street'),
    addressExtra: value('second line'),
    city: value('city'),
    state: 'CA',
    zipCode: '94110',
    birthdate: value('birthdate'),
    statement: value('statement'),
  }
  const [order] = await queryDatabase<{ id: string; number: number }>(
    `update orders set name = 'Nadia Nadelmann', email = $2, ship_to = $3, session_id = $4,
       payment_intent_id = $5 where user_id = $1 returning id, number`,
    [
      customer.id,
      value('email'),
      JSON.stringify(shipTo),
      value('checkout session'),
      value('payment'),
    ],
  )
  await queryDatabase(
    `insert into shipping_settings (begun_at, begun_by, dispatch) values (now(), 'test',
       '{"ground":[0,1,2,3,4,5,6],"overnight":[0,1,2,3,4,5,6],"holidays":[],"daysBefore":0}')
     on conflict do nothing`,
  )
  const [shipment] = await queryDatabase<{ number: number }>(
    `insert into shipments (order_id, kind, state, method, ship_to, to_state, to_zip, returned_at)
     values ($1, 'first', 'returned', 'ground', $2, 'CA', '94110', now()) returning number`,
    [order!.id, JSON.stringify(shipTo)],
  )
  const [subscriber] = await queryDatabase<{ id: string }>(
    `insert into mailing_list_clients (full_name, first_name, last_name, email, consent_source,
       consent_wording) values ('Nadia Nadelmann', 'Nadia', $1, 'nadia@other.example', 'test', 'test')
     returning id`,
    [value('last name')],
  )
  records = {
    joinedadmin: subscriber!.id,
    usersadmin: customer.id,
    'admin/orders': String(order!.number),
    'admin/shipping/shipments': String(shipment!.number),
    'admin/wines': 'malbec-2022',
  }
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
  // The shop of the other files does not ship from here.
  return () => queryDatabase(`delete from shipping_settings where begun_by = 'test'`)
})

/** The address of a page with the customer's records in place of its parameters, or null. */
function addressOf(pattern: string): string | null {
  const [, record] =
    Object.entries(records).find(([start]) => pattern.startsWith(`${start}/{`)) ?? []
  const path = record ? pattern.replace(/\{(?:id|number)\}/, record) : pattern
  return /[{*]/.test(path) || path.endsWith('.csv') ? null : `/${path}`
}

/** What a page shows: its texts, and what its fields and links have. */
const shownBy = (html: string): string =>
  html
    .replaceAll(/<script[^>]*>[^]*?<\/script>/g, '')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')

test.each(duties)('no page sends the duty %s what it does not show', async (duty) => {
  const caller = staff[duty]
  const tooMuch: string[] = []
  let opened = 0
  for (const { address } of routeFiles().filter((route) => isOfAdmin(route.address))) {
    const path = addressOf(address)
    if (!path) continue
    const page = await ask(path, { caller })
    const html = await page.text()
    if (page.status !== 200 || !page.headers.get('content-type')?.includes('text/html')) continue
    opened += 1
    const data = await (await ask(`${path}.data`, { caller })).text()
    const shown = shownBy(html)
    for (const [field, [value, ...written]] of Object.entries(stored)) {
      if (!data.includes(value)) continue
      if ([value, ...written].some((one) => shown.includes(one))) continue
      tooMuch.push(`${address} ${field}`)
    }
  }
  expect(opened).toBeGreaterThan(2)
  expect(tooMuch.filter((one) => !allowed.includes(one))).toEqual([])
})

test('nothing of all this is in the log', expectQuietLog)
