import { randomUUID } from 'node:crypto'

import type { Browser } from 'playwright'
import { expect } from 'vitest'

import type { Person, Visitor } from '#tests/harness/browser.ts'
import { aPerson, aVisitor, registered } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

export type Member = Visitor & { person: Person }

type Options = Parameters<typeof aVisitor>[1] & { profile?: Record<string, unknown> }

/** A shipping address that wine may go to. */
export const california = {
  phone: '4155550123',
  address: '1200 Valencia Street',
  city: 'San Francisco',
  state: 'CA',
  zip_code: '94110',
}

/** A newly registered member, signed in, with the given profile. */
export async function aMember(browser: Browser, options: Options = {}): Promise<Member> {
  const { profile = {}, ...how } = options
  const visitor = await aVisitor(browser, how)
  const person = await registered(visitor, aPerson())
  const columns = Object.keys(profile)
  if (columns.length > 0) {
    const sets = columns.map((column, index) => `${column} = $${index + 2}`).join(', ')
    await queryDatabase(`update users set ${sets} where email = $1`, [
      person.email,
      ...Object.values(profile),
    ])
  }
  return { ...visitor, person }
}

/** Both sizes, with and without script. */
export const everyWay = [
  { size: 'desktop', javaScript: true },
  { size: 'phone', javaScript: true },
  { size: 'desktop', javaScript: false },
  { size: 'phone', javaScript: false },
] as const

/** Both sizes, and with and without script, in half the time of every way: for what no size changes. */
export const bothWays = [
  { size: 'phone', javaScript: true },
  { size: 'desktop', javaScript: false },
] as const

/** As `bothWays` the other way around: a page's whole width with script, the phone without. */
export const oppositeWays = [
  { size: 'desktop', javaScript: true },
  { size: 'phone', javaScript: false },
] as const

/** The page is no wider than its window. */
export async function expectNoSideways({ page }: Visitor): Promise<void> {
  await page.waitForLoadState()
  const [wide, window] = [
    await page.evaluate(() => document.documentElement.scrollWidth),
    page.viewportSize()!.width,
  ]
  expect(wide).toBeLessThanOrEqual(window)
}

/** Paid orders of the past, the newest first one minute ago. */
export async function ordersFor(email: string, count: number): Promise<void> {
  await queryDatabase(
    `with buyer as (select id from users where email = $1),
      made as (
        insert into checkouts (user_id, channel, state, fingerprint, shipping_method,
          subtotal_cents, shipping_cents, tax_cents, total_cents, started_at, expires_at)
        select buyer.id, 'cart', 'paid', 'test', 'ground', 45000, 3500, 3263, 51763, at, at
        from buyer, generate_series(1, $2::int) as n,
          lateral (select now() - make_interval(mins => n) as at) as moment
        returning id, user_id, started_at),
      written as (
        insert into orders (user_id, checkout_id, channel, email, name, shipping_method, ship_to,
          subtotal_cents, shipping_cents, tax_cents, total_cents, thanked_at, created_at)
        select user_id, id, 'cart', $1, 'Ana Ruiz', 'ground',
          '{"name":"Ana Ruiz","address":"1200 Valencia Street","addressExtra":"","city":"San Francisco","state":"CA","zipCode":"94110"}',
          45000, 3500, 3263, 51763, started_at, started_at
        from made returning id),
      noted as (update users set last_order_at = now() from buyer where users.id = buyer.id)
     insert into order_lines (order_id, product_id, description, quantity, unit_price_cents, tax_cents)
     select id, 'malbec-2022', '2022 Malbec, 3-pack of 750ml', 1, 45000, 3263 from written`,
    [email, count],
  )
}

/** What people may be called and where they may live: sixty letters and more in a row. */
export function longWords() {
  const mark = randomUUID().replaceAll('-', '').slice(0, 8)
  const word = `Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren${mark}`
  const name = { first_name: word, last_name: word, name: `${word} ${word}` }
  const address = { ...california, address: word, address_extra: word, city: word }
  const shipTo = {
    name: name.name,
    address: word,
    addressExtra: word,
    city: word,
    state: 'CA',
    zipCode: '94110',
  }
  return { name, address, shipTo, text: word, email: `${word}@${word}.example`.toLowerCase() }
}
