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
const times = 100
const warming = 500
/** Each step is looked at that often, by turns with the others; the one in the middle counts. */
const rounds = 5

/** What a step may take more of the processor with the last size than with the first. */
const most = 1.2

const purchase = 'a purchase'

type Point = { millis: number; processor: number }

/**
 * What one step takes with more and more orders in the books; the command ends with 1 when one of
 * them grew by more than a fifth. Processor time tells of the books;
 * what a clock tells depends on what else the machine does by the time the books are full.
 */
export async function growthCurve(bench: Bench, say: (line: string) => void): Promise<Row[]> {
  const { databaseUrl, newMembers, processorTime, shop } = bench
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const [staff] = await newMembers(1)
  await pool.query(`update users set role = 'staff' where email like '%@bench.example'`)
  const curve = new Map<string, Point[]>()
  const used = () => processorTime().shop + processorTime().PostgreSQL
  let there = 0
  for (const size of sizes) {
    const wanted = { users: there === 0 ? 20_000 : 0, clients: 0, orders: size - there }
    await seedMany(openDatabase(pool), wanted, say)
    // A list counts its rows: who has bought are as many people at each point.
    await pool.query('update users set last_order_at = now() where last_order_at is null')
    await pool.query('vacuum analyze')
    there = size
    const cookies = await newMembers(times * (1 + rounds))
    const buyers = cookies.slice(0, times)
    for (const cookie of buyers) await buyOnce(shop, cookie) // warms, and has orders
    const all = Object.entries(steps(shop, staff!, buyers, cookies.slice(times)))
    // A shop that has just been opened is still being compiled: its first figures would hide a growth.
    for (const [what, step] of all) {
      if (what !== purchase)
        await drive(4, { seconds: 20, times: warming }, (index) => step(index % times))
    }
    const looks = new Map<string, Point[]>()
    for (let round = 0; round < rounds; round++) {
      for (const [what, step] of all) {
        const before = used()
        const first = round * times
        const { millis } = await drive(1, { seconds: 60, times }, (index) => step(first + index))
        const look = { millis: median(millis), processor: (used() - before) / millis.length }
        looks.set(what, [...(looks.get(what) ?? []), look])
      }
    }
    for (const [what, each] of looks) {
      const middle = each.toSorted((a, b) => a.processor - b.processor)[Math.floor(rounds / 2)]!
      curve.set(what, [...(curve.get(what) ?? []), middle])
    }
  }
  await pool.end()
  const orders = sizes.map((size) => size.toLocaleString('en-US')).join(' → ')
  const grown = [...curve].filter(([, points]) => growthOf(points) > most)
  for (const [what, points] of grown) say(`${what} grew to ${fixed(growthOf(points), 2)}`)
  if (grown.length > 0) process.exitCode = 1
  return [...curve].map(([what, points]) => ({
    what: `${what}, ms of processor`,
    figure: points.map(({ processor }) => fixed(processor, 1)).join(' → '),
    beside: `${orders} orders; p50 ${points.map(({ millis }) => fixed(millis, 1)).join(' → ')} ms`,
    ratio: fixed(growthOf(points), 2),
  }))
}

const growthOf = (points: Point[]): number => points.at(-1)!.processor / points[0]!.processor

const steps = (
  shop: string,
  staff: string,
  members: string[],
  newcomers: string[],
): Record<string, (index: number) => Promise<unknown>> => {
  const asMember = (path: string) => (index: number) =>
    ask(shop + path, { cookie: members[index % times]! })
  const asStaff = (path: string) => () => ask(shop + path, { cookie: staff })
  return {
    [`GET ${paths.currentRelease()}`]: asMember(paths.currentRelease()),
    [`GET ${paths.members('orders')}`]: asMember(paths.members('orders')),
    [`GET ${paths.editAccount()}`]: asMember(paths.editAccount()),
    [purchase]: (index) => buyOnce(shop, newcomers[index]!),
    [`GET ${paths.usersList()}`]: asStaff(paths.usersList()),
    [`GET ${paths.usersList()}, who has bought`]: asStaff(`${paths.usersList()}?bought=yes`),
    [`GET ${paths.staffOrders()}`]: asStaff(paths.staffOrders()),
  }
}
