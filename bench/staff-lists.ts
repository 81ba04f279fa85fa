import { seedMany } from '#app/seed/bulk.ts'
import { subscriberList } from '#campaigns/mailing-list/subscriber-list.store.server.ts'
import { openDatabase, openPool } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ListShape } from '#platform/list/list-query.rules.ts'
import { userList } from '#privacy/people/user-list.store.server.ts'
import { allocationList } from '#releases/allocations/allocation-list.store.server.ts'
import { releaseList } from '#releases/release/release-list.store.server.ts'

import type { Bare } from './bare.ts'
import { openBare } from './bare.ts'
import type { Bench } from './bench.ts'
import { makeStaff } from './buyers.ts'
import type { Row } from './figures.ts'
import { drive, fixed, median, percentile } from './figures.ts'
import { send } from './http.ts'

/** Rows of each list, and requests per kind of view. */
const many = 100_000
const requests = 120

/** Target at p95, in milliseconds. */
const target = 100

/** The views of the admin lists on 100,000 rows each, requested as the router's data requests. */
export async function staffListTimes(bench: Bench): Promise<Row[]> {
  const { cookie, release } = await seeded(bench)
  const rows: Row[] = []
  const bare = openBare()
  for (const [name, list, shape] of [
    ['users', paths.usersList(), userList.shape],
    ['joined', paths.subscriberList(), subscriberList.shape],
    ['releases', paths.releases(), releaseList.shape],
    ['allocations', paths.release(release, 'allocations'), allocationList.shape],
  ] as const) {
    for (const [what, views] of Object.entries(viewsOf(shape))) {
      if (views.length === 0) continue
      rows.push(await timed(bench, bare, cookie, `${name}, ${what}`, `${list}.data`, views))
    }
    rows.push(await timed(bench, bare, cookie, `${name}, the whole page`, list, ['']))
  }
  bare.end()
  return rows
}

/** Fills the lists. Returns the cookie of a staff user and the release that has the allocations. */
async function seeded({
  databaseUrl,
  newMembers,
}: Bench): Promise<{ cookie: string; release: string }> {
  const [cookie] = await newMembers(1)
  const pool = openPool(databaseUrl, 2, 0)
  await makeStaff(pool, [cookie!])
  await seedMany(openDatabase(pool), { users: many, subscribers: many, orders: 20_000 }, () => {})
  const { rows } = await pool.query<{ id: string }>(
    `with made as (
       insert into releases (name, season, year, kind, promise, opens_at, closes_at, state)
       select 'Ana ' || md5(n::text), 'spring', 2027, 'allocated', 'guaranteed',
         now() + n * interval '1 minute', now() + n * interval '2 minutes', 'draft'
       from generate_series(1, $1::int) as n returning id, opens_at)
     select id from made order by opens_at limit 1`,
    [many],
  )
  const release = rows[0]!.id
  await pool.query(
    `with chosen as (
       insert into release_wines (release_id, product_id, position)
       values ($1, 'malbec-2022', 1) returning release_id, product_id)
     insert into allocations (release_id, product_id, user_id, units, origin, changed_at)
     select release_id, product_id, users.id, 2, 'rule',
       now() - row_number() over (order by users.id) * interval '1 second'
     from chosen, users limit $2`,
    [release, many],
  )
  await pool.query('analyze')
  await pool.end()
  return { cookie: cookie!, release }
}

const words = ['a', 'an', 'ana', 'ana ruiz', 'ruiz 99', 'bulk', '41550', 'e', 'quinn', 'nobody']

function viewsOf(shape: ListShape): Record<string, string[]> {
  const sorts = shape.sorts.flatMap((sort) => [sort, `-${sort}`])
  const filters = Object.entries(shape.filters).flatMap(([name, values]) =>
    (typeof values === 'string' ? [] : values).map((value) => `${name}=${value}`),
  )
  const each = (list: string[], ...rests: string[]) =>
    list.flatMap((one) => rests.map((rest) => `${one}${rest}`))
  const searches = words.map((word) => `q=${encodeURIComponent(word)}`)
  const sorted = sorts.map((sort) => `sort=${sort}`)
  return {
    'sorted, first page': sorted,
    'sorted, page 1,000 and the last': each(sorted, '&page=1000', '&page=2000'),
    filtered: each(filters, ...sorts.map((sort) => `&sort=${sort}`)),
    'filtered, last page': each(filters, ...sorts.map((sort) => `&sort=${sort}&page=99999`)),
    searched: each(searches, ...sorts.map((sort) => `&sort=${sort}`)),
    'searched, last page': each(searches, ...sorts.map((sort) => `&sort=${sort}&page=99999`)),
  }
}

async function timed(
  { shop, processorTime }: Bench,
  bare: Bare,
  cookie: string,
  what: string,
  path: string,
  views: string[],
): Promise<Row> {
  const load = async (index: number) => {
    const view = views[index % views.length]!
    const response = await send(`${shop}${path}${view && `?${view}`}`, { cookie })
    if (response.status !== 200) throw new Error(`${path}?${view} returned ${response.status}`)
    return response.body
  }
  const used = () => processorTime().shop + processorTime().PostgreSQL
  await bare.respondWith(await load(0))
  const theirs = await drive(1, { seconds: 10, times: requests }, bare.send)
  const before = used()
  const { millis } = await drive(1, { seconds: 60, times: Math.max(requests, views.length) }, load)
  const p95 = percentile(millis, 95)
  return {
    what,
    figure: `p50 ${fixed(median(millis))} p95 ${fixed(p95)} ms`,
    reference:
      `target ${target} ms; ${fixed((used() - before) / millis.length)} ms of processor; ` +
      `p50 ${fixed(median(theirs.millis), 1)} ms bare node:http`,
    ratio: fixed(p95 / target, 2),
  }
}
