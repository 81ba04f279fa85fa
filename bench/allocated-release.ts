import type pg from 'pg'

import { paths } from '#platform/http/paths.rules.ts'

import type { Bench } from './bench.ts'
import { buyOnce, payWithCard } from './buy-flow.ts'
import { drive, median } from './figures.ts'
import type { HttpResult } from './http.ts'
import { send, encodingsOfBrowsers } from './http.ts'

const wine = 'malbec-2022'
const encoding = encodingsOfBrowsers

/** Cases that are not promised, which customers without an allocation may buy. */
export const freeCases = 300
/** The same with few cases. */
export const fewFreeCases = 50

/** Purchases of one block, and blocks of each kind. The kinds alternate because the machine's speed varies. */
const [blockOf, blocks] = [40, 4]

/** With few cases, one in so many customers without a link is promised a case. */
const oneIn = 8

/**
 * Puts the wine into an open release that promises 1 to 4 cases to each customer or, with few cases, one
 * case to each customer with a link and to some others. Returns the promised cases.
 */
export async function allocate(pool: pg.Pool, { isFew = false } = {}): Promise<number> {
  const { rows } = await pool.query<{ promised: number }>(
    `with release as (
       insert into releases (name, season, year, kind, promise, opens_at, closes_at, state)
       values ('Bench', 'spring', 2027, 'allocated', 'guaranteed', now() - interval '1 hour',
         now() + interval '1 day', 'scheduled') returning id),
     chosen as (
       insert into release_wines (release_id, product_id, position)
       select id, $1, 1 from release returning release_id, product_id),
     buyers as (
       select id, row_number() over (order by id) as n,
         exists (select from entry_links where entry_links.user_id = users.id) as has_link
       from users where email like '%@bench.example'
         and not exists (select from orders where orders.user_id = users.id)),
     given as (
       insert into allocations (release_id, product_id, user_id, units, origin, is_promised)
       select release_id, product_id, buyers.id, case when $3 then 1 else 1 + n % 4 end, 'manual', true
       from chosen, buyers where not $3 or has_link or n % $4 = 0
       returning units),
     summed as (select sum(units)::int as promised from given)
     update products set promised = summed.promised, stock = held + sold + summed.promised + $2
     from summed where id = $1 returning products.promised`,
    [wine, isFew ? fewFreeCases : freeCases, isFew, oneIn],
  )
  return rows[0]!.promised
}

/**
 * Processor time of shop and database together of one purchase, in ms, median of the blocks: from the
 * allocated release, and from an open sale, with the release a draft.
 */
export async function purchaseCosts(
  { shop, newMembers, processorTime }: Bench,
  pool: pg.Pool,
): Promise<{ allocated: number; open: number }> {
  const buyers = await newMembers(blockOf * (blocks * 2 + 2))
  await allocate(pool)
  const used = { allocated: [] as number[], open: [] as number[] }
  for (let block = 0; block < blocks * 2 + 2; block++) {
    const kind = block % 2 === 0 ? 'allocated' : 'open'
    await pool.query('update releases set state = $1', [kind === 'open' ? 'draft' : 'scheduled'])
    const before = processorTime()
    const limit = { seconds: 60, times: blockOf }
    const { millis } = await drive(8, limit, (index) =>
      buyOnce(shop, buyers[block * blockOf + index]!),
    )
    const after = processorTime()
    const spent = after.shop - before.shop + after.PostgreSQL - before.PostgreSQL
    // The first block of each kind warms up.
    if (block > 1) used[kind].push(spent / millis.length)
  }
  await pool.query('update release_wines set is_current = false')
  await pool.query(`update releases set state = 'ended'`)
  await pool.query(
    `with ended as (update allocations set is_promised = false)
     update products set promised = 0 where id = $1`,
    [wine],
  )
  return { allocated: median(used.allocated), open: median(used.open) }
}

/** Measures one request; null when its status is not an expected one. */
export type Step = (
  what: string,
  work: () => Promise<HttpResult>,
  expected: readonly number[],
) => Promise<HttpResult | null>

/** For simulated visitors: whether the time is over, think time, and measured requests. */
export type Load = { isOver(): boolean; think(): Promise<void> } & Record<'page' | 'call', Step>

/** A guest without an allocation, who buys on `/offering` repeatedly from an IP address of their own. */
export async function guest(
  shop: string,
  number: number,
  { isOver, think, page, call }: Load,
): Promise<{ bought: number; refused: number }> {
  const counts = { bought: 0, refused: 0 }
  const headers = { 'x-forwarded-for': `10.${number >> 8}.${number & 255}.7` }
  while (!isOver()) {
    await think()
    await page('the offer', () => send(shop + paths.offering(), { encoding }), [200])
    await think()
    const json = { product: wine, quantity: 1 }
    const checkout = () => send(shop + paths.createDirectCheckoutSession(), { json, headers })
    // 429: the limit of unpaid stock holds.
    const opened = await call('its checkout', checkout, [200, 409, 429])
    if (opened && opened.status !== 200) counts.refused++
    if (opened?.status !== 200) continue
    await think()
    const { url } = JSON.parse(opened.body) as { url: string }
    const back = new URL(await payWithCard(url, toCalifornia))
    const thanks = () => send(shop + back.pathname + back.search, { encoding })
    if (await page('its thank-you', thanks, [200])) counts.bought++
  }
  return counts
}

const toCalifornia = {
  email: 'eva@example.com',
  phone: '4155550123',
  shipping_name: 'Eva Marsh',
  shipping_line1: '1 Valencia Street',
  shipping_city: 'San Francisco',
  shipping_state: 'CA',
  shipping_postal_code: '94110',
  shipping_country: 'US',
}
