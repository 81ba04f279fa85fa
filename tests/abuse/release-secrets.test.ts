import { afterEach, expect, test } from 'vitest'

import { membersViews } from '#platform/layout/members.copy.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { dropReleases, putRelease } from '#tests/harness/release-rows.ts'
import { routes } from '#tests/harness/site-map.ts'
import { theShop } from '#tests/harness/the-shop.ts'

afterEach(dropReleases)

/** A page without what differs between two requests, two builds or two people. */
const plain = (text: string, { email, id }: Caller) =>
  text
    .replaceAll(email, 'EMAIL')
    .replaceAll(id, 'ID')
    .replaceAll(new RegExp(theShop().url, 'g'), 'SHOP')
    .replaceAll(/nonce="[^"]*"/g, 'nonce=""')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    // The guest's token, of 256 random bits, in a form and in the router's data.
    .replaceAll(/(name="token" value="|token\W{3,8})[\w-]{43}\b/g, '$1TOKEN')
    .replaceAll(/(\/assets\/[\w.-]*?)-[\w-]{8}\.(\w+)/g, '$1.$2')
    .replaceAll(/\b[0-9a-f]{16}\b/g, 'REQUEST')
    .replaceAll(/\b\d{13}\b|\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
    .replaceAll(/Malbec of (one|two)/g, 'Malbec')

const page = async (path: string, caller: Caller) =>
  plain(await (await ask(path, { caller })).text(), caller)

const isOfStaff = (path: string) => /^\/(admin|joinedadmin|usersadmin)/.test(path)
const endsTheSession = ['/logout']

/** Every address of a customer that needs no number or token, as a page and as the router's data. */
const customerPages = [
  ...routes()
    .map((address) => `/${address}`)
    .filter((path) => !/[{*]/.test(path) && !isOfStaff(path) && !endsTheSession.includes(path))
    .flatMap((path) => [path, `${path}.data`]),
  ...membersViews.flatMap((view) => [
    `/members?view=${view}`,
    `/members.data?view=${view}`,
    `/members?view=${view}&cart=open`,
  ]),
]

/** The wine as staff counted it, and what another customer has of it. */
async function count(title: string, cases: number, theirs: { of: string; units: number }) {
  await queryDatabase(
    `with given as (
       update allocations set units = $3::int, bought = $3::int - 2
       from users where users.id = user_id and users.email = $4 returning 1)
     update products set title = $1, title_cart = $1, stock = $2::int, sold = $2::int / 7, promised = 4
     from given where category_id = 'release'`,
    [title, cases, theirs.units, theirs.of],
  )
}

test('a customer’s pages are the same whatever another was allocated, and however much wine there is', async () => {
  const [customer, other] = [await aMember(), await aMember()]
  const release = await putRelease({ email: customer.email, units: 3, bought: 1, stock: 900 })
  await queryDatabase(
    `insert into allocations (release_id, product_id, user_id, units, origin, is_promised, note)
     select release_id, product_id, $1, 9, 'manual', true, 'Nobody else reads this.'
     from allocations where release_id = $2`,
    [other.id, release],
  )
  const seen = async () => {
    const texts: Record<string, string> = {}
    // One after the other: a page may write to the session.
    for (const path of customerPages) texts[path] = await page(path, customer)
    return texts
  }
  const pages = async (title: string, cases: number, units: number) => {
    await count(title, cases, { of: other.email, units })
    // The catalogue in memory has followed the database.
    await expect
      .poll(async () => (await ask('/mono', { caller: customer })).text())
      .toContain(title)
    return seen()
  }
  await pages('Malbec of one', 8_173, 97)
  const first = await pages('Malbec of two', 8_173, 97)
  const second = await pages('Malbec of one', 7_419, 83)
  for (const path of customerPages) expect(second[path], path).toBe(first[path])
  expect(first['/mono']).toContain('3 cases, 1 bought, 2 left')
  const all = Object.values(first).join('\n')
  expect(all).not.toMatch(/\b8,?173\b|\b1,?167\b|Nobody else reads this/)
  expect(all).not.toContain(other.id)
})

test('a release in preparation changes no page of a customer', async () => {
  const customer = await aMember()
  await page('/mono', customer)
  const before = await page('/mono', customer)
  await putRelease({ email: customer.email, state: 'draft' })
  expect(await page('/mono', customer)).toBe(before)
})

test('nothing of all this is in the log', expectQuietLog)
