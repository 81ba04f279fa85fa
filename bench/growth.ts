import pg from 'pg'

import { seedMany } from '#app/seed/bulk.ts'
import { openDatabase } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { usualProfile } from '#shipping/profiles/shipper-profile.rules.ts'
import { allProfiles, insertProfile } from '#shipping/profiles/shipper-profiles.store.server.ts'
import { dispatchEveryDay } from '#shipping/readiness/dispatch-days.rules.ts'
import { insertMissingShipments } from '#shipping/shipments/new-shipments.store.server.ts'

import type { Bench } from './bench.ts'
import { buyOnce } from './buy-flow.ts'
import { makeStaff } from './buyers.ts'
import type { Row } from './figures.ts'
import { drive, fixed, median, row } from './figures.ts'
import type { Point } from './growth-parts.ts'
import {
  costsOfFrequentJobs,
  fillOtherTables,
  giveOrders,
  readsOfLists,
  secondsOfOtherJobs,
} from './growth-parts.ts'
import { send } from './http.ts'

/** Requests of one measurement, and of the warm-up before it: code that is not JIT-compiled would hide growth. */
const [times, warming] = [100, 200]
/** Measurements per step, interleaved with the other steps; the median counts. */
const rounds = 5
/** The same of slower pages: admin pages, lists and the customer with many orders. */
const [longerTimes, longerWarming] = [20, 60]
/** Orders of the customer with a long history. */
const manyOrders = 1_000

/** Shipments that are ready to hand over at each size. */
const openShipments = 500

/** Allowed ratio of processor time between the last size and the first. */
const most = 1.2

/** Longest run, in seconds, of an hourly or nightly job, which may read whole tables. */
const longestJob = 60

const purchase = 'a purchase'
const takesLonger = (what: string) => /admin|list |, \d/.test(what)

/**
 * Cost of each step with a growing number of orders; the command exits with 1 when one of
 * them grew by more than a fifth. Judged by processor time, because
 * wall-clock time depends on the load of the machine.
 */
export async function growthCurve(
  bench: Bench,
  sizes: readonly number[],
  say: (line: string) => void,
): Promise<Row[]> {
  const { databaseUrl, newMembers, processorTime, shop } = bench
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const [staff] = await newMembers(1)
  await makeStaff(pool, [staff!])
  const curve = new Map<string, Point[]>()
  const jobs = new Map<string, number[]>()
  const used = () => processorTime().shop + processorTime().PostgreSQL
  let there = 0
  for (const size of sizes) {
    const wanted = { users: there === 0 ? 20_000 : 0, subscribers: 0, orders: size - there }
    await seedMany(openDatabase(pool), wanted, say)
    // Lists count their rows, so the number of users who have bought is the same at each point.
    await pool.query('update users set last_order_at = now() where last_order_at is null')
    await shipAll(pool)
    await fillOtherTables(pool, there, size)
    if (there === 0) await giveOrders(pool, staff!, manyOrders)
    await pool.query('vacuum analyze')
    there = size
    const cookies = await newMembers(times * (1 + rounds))
    const buyers = cookies.slice(0, times)
    for (const cookie of buyers) await buyOnce(shop, cookie) // warm-up, and their orders
    const all = Object.entries({
      ...steps(shop, staff!, buyers, cookies.slice(times)),
      ...readsOfLists(openDatabase(pool)),
    })
    for (const [what, step] of all) {
      if (what === purchase) continue
      const limit = { seconds: 10, times: takesLonger(what) ? longerWarming : warming }
      await drive(4, limit, (index) => step(index % times))
    }
    const measurements = new Map<string, Point[]>()
    for (let round = 0; round < rounds; round++) {
      for (const [what, step] of all) {
        const before = used()
        const first = round * times
        const limit = { seconds: 60, times: takesLonger(what) ? longerTimes : times }
        const { millis } = await drive(1, limit, (index) => step(first + index))
        const measurement = { millis: median(millis), processor: (used() - before) / millis.length }
        measurements.set(what, [...(measurements.get(what) ?? []), measurement])
      }
    }
    for (const [what, each] of measurements) {
      const middle = each.toSorted((a, b) => a.processor - b.processor)[Math.floor(rounds / 2)]!
      curve.set(what, [...(curve.get(what) ?? []), middle])
    }
    for (const [what, point] of await costsOfFrequentJobs(pool, used)) {
      curve.set(what, [...(curve.get(what) ?? []), point])
    }
    for (const [task, seconds] of await secondsOfOtherJobs(pool)) {
      jobs.set(task, [...(jobs.get(task) ?? []), seconds])
    }
  }
  await pool.end()
  const orders = sizes.map((size) => size.toLocaleString('en-US')).join(' → ')
  const grown = [...curve].filter(([, points]) => hasGrown(points))
  for (const [what, points] of grown) say(`${what} grew to ${fixed(growthOf(points), 2)}`)
  const slow = [...jobs].filter(([, seconds]) => Math.max(...seconds) > longestJob)
  for (const [what] of slow) say(`the job ${what} took over ${longestJob} s`)
  if (grown.length + slow.length > 0) process.exitCode = 1
  return [
    ...[...curve].map(([what, points]) =>
      row(
        `${what}, ms of processor`,
        points.map(({ processor }) => fixed(processor, 1)).join(' → '),
        `${orders} orders; p50 ${points.map(({ millis }) => fixed(millis, 1)).join(' → ')} ms`,
        fixed(growthOf(points), 2),
      ),
    ),
    ...[...jobs].map(([task, seconds]) =>
      row(
        `the job ${task}, seconds`,
        seconds.map((one) => fixed(one, 2)).join(' → '),
        `${longestJob} s at most`,
      ),
    ),
  ]
}

/**
 * Adds a shipment for each order. A constant number of them is ready and the rest delivered, as in a shop
 * that ships every day.
 */
async function shipAll(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into shipping_settings (begun_at, begun_by, dispatch)
     values (now(), 'the bench', $1) on conflict do nothing`,
    [JSON.stringify(dispatchEveryDay)],
  )
  const db = openDatabase(pool)
  if ((await allProfiles(db)).length === 0) {
    await db.transaction((tx) => insertProfile(tx, { ...usualProfile }))
  }
  await insertMissingShipments(db, new Date(0), new Date())
  await pool.query(
    `with open as (select id from shipments order by number desc limit $1)
     update shipments set state = case when id in (select id from open) then 'ready' else 'delivered' end,
       waits_for = null, delivered_at = case when id in (select id from open) then null else now() end`,
    [openShipments],
  )
}

const growthOf = (points: Point[]): number => points.at(-1)!.processor / points[0]!.processor

/** Growth below 1 ms is ignored: clock ticks of 10 ms can't resolve it. */
const hasGrown = (points: Point[]): boolean =>
  growthOf(points) > most && points.at(-1)!.processor - points[0]!.processor > 1

async function load(url: string, cookie: string): Promise<void> {
  const { status } = await send(url, { cookie })
  if (status !== 200) throw new Error(`${url} returned ${status}`)
}

const steps = (
  shop: string,
  staff: string,
  members: string[],
  newcomers: string[],
): Record<string, (index: number) => Promise<unknown>> => {
  const asMember = (path: string) => (index: number) => load(shop + path, members[index % times]!)
  const asStaff = (path: string) => () => load(shop + path, staff)
  return {
    [`GET ${paths.currentRelease()}`]: asMember(paths.currentRelease()),
    [`GET ${paths.members('orders')}`]: asMember(paths.members('orders')),
    [`GET ${paths.members('orders')}, ${manyOrders} orders`]: asStaff(paths.members('orders')),
    [`GET ${paths.yourData()}, ${manyOrders} orders`]: asStaff(paths.yourData()),
    [`GET ${paths.editAccount()}`]: asMember(paths.editAccount()),
    [purchase]: (index) => buyOnce(shop, newcomers[index]!),
    [`GET ${paths.usersList()}`]: asStaff(paths.usersList()),
    [`GET ${paths.usersList()}, who has bought`]: asStaff(`${paths.usersList()}?bought=yes`),
    [`GET ${paths.staffOrders()}`]: asStaff(paths.staffOrders()),
    [`GET ${paths.overview()}`]: asStaff(paths.overview()),
    [`GET ${paths.today()}`]: asStaff(paths.today()),
    [`GET ${paths.reconciliation()}`]: asStaff(paths.reconciliation()),
    [`GET ${paths.emails()}`]: asStaff(paths.emails()),
    [`GET ${paths.dataRequests()}`]: asStaff(paths.dataRequests()),
    [`GET ${paths.shippingOverview()}`]: asStaff(paths.shippingOverview()),
    [`GET ${paths.shipments()}`]: asStaff(paths.shipments()),
    [`GET ${paths.handovers()}`]: asStaff(paths.handovers()),
  }
}
