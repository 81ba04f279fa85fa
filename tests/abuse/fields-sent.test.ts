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
  'billing street': ['71 Nadelberg Alley'],
  'billing city': ['Nadelheim'],
  'note of the club': ['Prefers needles in magnums'],
  'optional text': ['Ring the needle bell twice'],
  'text of a request': ['For the needlework circle'],
  'hash of the profile': ['needlehash0000001'],
} as const satisfies Record<string, readonly [string, ...string[]]>

let staff: Record<Duty, Caller>
let records: Record<string, string>
/** Where the page shows more with a query. */
let queries: Record<string, string>

beforeAll(async () => {
  const customer = await aMember()
  await purchase(customer)
  const value = (name: keyof typeof stored) => stored[name][0]
  await queryDatabase(
    `update users set first_name = 'Nadia', last_name = $2, address = $3, address_extra = $4,
       city = $5, phone = $6, birthdate = $7, stripe_customer_id = $8, email = $9,
       billing_address = $10, billing_city = $11, membership_text_2024 = $12, optional_text = $13,
       payment_profile = $14
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
      value('billing street'),
      value('billing city'),
      value('note of the club'),
      value('optional text'),
      value('hash of the profile'),
    ],
  )
  // The same in a second account, with which it is compared: nothing differs but the name.
  const twin = await aMember()
  await queryDatabase(
    `update users as twin set address = one.address, address_extra = one.address_extra,
       city = one.city, phone = one.phone, birthdate = one.birthdate,
       billing_address = one.billing_address, billing_city = one.billing_city,
       membership_text_2024 = one.membership_text_2024, optional_text = one.optional_text
     from users as one where one.id = $1 and twin.id = $2`,
    [customer.id, twin.id],
  )
  const [request] = await queryDatabase<{ number: number }>(
    `insert into requests (kind, user_id, product_id, text)
     values ('more', $1, 'malbec-2022', $2) returning number`,
    [customer.id, value('text of a request')],
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
    'admin/requests': String(request!.number),
    'admin/shipping/shipments': String(shipment!.number),
    'admin/wines': 'malbec-2022',
  }
  queries = { 'usersadmin/{id}/merge': `with=${twin.id}` }
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
  const addresses = routeFiles().map(({ address }) => address)
  const asked = addresses.filter(isOfAdmin).flatMap((address) => {
    const path = addressOf(address)
    const query = queries[address]
    if (!path) return []
    return [
      { address, path, search: '' },
      ...(query ? [{ address, path, search: `?${query}` }] : []),
    ]
  })
  for (const { address, path, search } of asked) {
    const page = await ask(path + search, { caller })
    const html = await page.text()
    if (page.status !== 200 || !page.headers.get('content-type')?.includes('text/html')) continue
    opened += 1
    const data = await (await ask(`${path}.data${search}`, { caller })).text()
    const shown = shownBy(html)
    for (const [field, [value, ...written]] of Object.entries(stored)) {
      if (!data.includes(value)) continue
      if ([value, ...written].some((one) => shown.includes(one))) continue
      tooMuch.push(`${address}${search && ' with a query'} ${field}`)
    }
  }
  expect(opened).toBeGreaterThan(2)
  expect(tooMuch).toEqual([])
})

test('nothing of all this is in the log', expectQuietLog)
