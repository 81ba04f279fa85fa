import { openDatabase, openPool } from '#data/connection.server.ts'
import { seedMany } from '#data/seed/bulk.ts'
import { joinedList, usersList } from '#domain/desk-lists.ts'
import type { ListShape } from '#domain/list-query.ts'
import { paths } from '#web/paths.ts'

import type { Bare } from './bare.ts'
import { openBare } from './bare.ts'
import type { Bench } from './bench.ts'
import type { Row } from './figures.ts'
import { drive, fixed, median, percentile } from './figures.ts'
import { ask } from './http.ts'

/** Rows of each list, and views asked for of each kind. */
const many = 100_000
const asks = 120

/** What staff wait for at most, at p95, in milliseconds. */
const aim = 100

/** Every kind of view of the staff's lists on 100,000 rows each, as the browser's router asks for it. */
export async function staffListTimes(bench: Bench): Promise<Row[]> {
  const cookie = await seeded(bench)
  const rows: Row[] = []
  const bare = openBare()
  for (const [name, list, shape] of [
    ['users', paths.usersList(), usersList],
    ['joined', paths.joinedClients(), joinedList],
  ] as const) {
    for (const [what, views] of Object.entries(viewsOf(shape))) {
      rows.push(await timed(bench, bare, cookie, `${name}, ${what}`, `${list}.data`, views))
    }
    rows.push(await timed(bench, bare, cookie, `${name}, the whole page`, list, ['']))
  }
  bare.end()
  return rows
}

/** Fills the lists and answers the cookie of somebody who may see them. */
async function seeded({ databaseUrl, newMembers }: Bench): Promise<string> {
  const [cookie] = await newMembers(1)
  const pool = openPool(databaseUrl, 2, 0)
  await pool.query(`update users set role = 'staff' where email like '%@bench.example'`)
  await seedMany(openDatabase(pool), { users: many, clients: many, orders: 20_000 }, () => {})
  await pool.end()
  return cookie!
}

const words = ['a', 'an', 'ana', 'ana ruiz', 'ruiz 99', 'bulk', '41550', 'e', 'quinn', 'nobody']

function viewsOf(shape: ListShape): Record<string, string[]> {
  const sorts = shape.sorts.flatMap((sort) => [sort, `-${sort}`])
  const filters = Object.entries(shape.filters).flatMap(([name, values]) =>
    values.map((value) => `${name}=${value}`),
  )
  const each = (list: string[], ...rests: string[]) =>
    list.flatMap((one) => rests.map((rest) => `${one}${rest}`))
  const sorted = sorts.map((sort) => `sort=${sort}`)
  return {
    'sorted, first page': sorted,
    'sorted, page 1,000 and the last': each(sorted, '&page=1000', '&page=2000'),
    filtered: each(filters, ...sorts.map((sort) => `&sort=${sort}`)),
    'filtered, last page': each(filters, ...sorts.map((sort) => `&sort=${sort}&page=99999`)),
    searched: each(
      words.map((word) => `q=${encodeURIComponent(word)}`),
      ...sorts.map((sort) => `&sort=${sort}`),
    ),
    'searched, last page': each(
      words.map((word) => `q=${encodeURIComponent(word)}`),
      ...sorts.map((sort) => `&sort=${sort}&page=99999`),
    ),
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
  const look = async (index: number) => {
    const view = views[index % views.length]!
    const answer = await ask(`${shop}${path}${view && `?${view}`}`, { cookie })
    if (answer.status !== 200) throw new Error(`${path}?${view} answered ${answer.status}`)
    return answer.body
  }
  const used = () => processorTime().shop + processorTime().PostgreSQL
  await bare.answering(await look(0))
  const theirs = await drive(1, { seconds: 10, times: asks }, bare.ask)
  const before = used()
  const { millis } = await drive(1, { seconds: 60, times: Math.max(asks, views.length) }, look)
  const p95 = percentile(millis, 95)
  return {
    what,
    figure: `p50 ${fixed(median(millis))} p95 ${fixed(p95)} ms`,
    beside:
      `${aim} ms aimed at; ${fixed((used() - before) / millis.length)} ms of processor; ` +
      `p50 ${fixed(median(theirs.millis), 1)} ms bare node:http`,
    ratio: fixed(p95 / aim, 2),
  }
}
