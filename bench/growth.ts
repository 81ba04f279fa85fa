import pg from 'pg'

import { openDatabase } from '#data/connection.server.ts'
import { seedMany } from '#data/seed/bulk.ts'
import { paths } from '#web/paths.ts'

import type { Bench } from './bench.ts'
import { buyOnce } from './buy-flow.ts'
import type { Row } from './figures.ts'
import { drive, fixed, median } from './figures.ts'
import { ask } from './http.ts'

/** Orders in the books at each point of the curve. */
const sizes = [1_000, 100_000, 1_000_000]
const times = 60

/** The figures of the smallest books are repeated once the largest are there: is it them, or the day? */
export async function growthCurve(
  { shop, databaseUrl, newMembers }: Bench,
  say: (line: string) => void,
): Promise<Row[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const curve = new Map<string, number[]>()
  let there = 0
  for (const size of sizes) {
    const wanted = { users: there === 0 ? 20_000 : 0, clients: 0, orders: size - there }
    await seedMany(openDatabase(pool), wanted, say)
    await pool.query('vacuum analyze')
    there = size
    const cookies = await newMembers(times * 3)
    for (const cookie of cookies.slice(0, times)) await buyOnce(shop, cookie) // warms, and has orders
    for (const [what, step] of Object.entries(steps(shop, cookies.slice(times)))) {
      const { millis } = await drive(1, { seconds: 60, times }, step)
      curve.set(what, [...(curve.get(what) ?? []), median(millis)])
    }
  }
  await pool.end()
  return [...curve].map(([what, millis]) => ({
    what: `${what}, p50 in ms`,
    figure: millis.map((one) => fixed(one, 1)).join(' → '),
    beside: `${sizes.map((size) => size.toLocaleString('en-US')).join(' → ')} orders`,
    ratio: fixed(millis.at(-1)! / millis[0]!, 2),
  }))
}

const steps = (
  shop: string,
  cookies: string[],
): Record<string, (i: number) => Promise<unknown>> => {
  const get = (path: string) => (index: number) => ask(shop + path, { cookie: cookies[index]! })
  return {
    [`GET ${paths.currentRelease()}`]: get(paths.currentRelease()),
    [`GET ${paths.members('orders')}`]: get(paths.members('orders')),
    [`GET ${paths.editAccount()}`]: get(paths.editAccount()),
    'a purchase': (index) => buyOnce(shop, cookies[times + index]!),
  }
}
