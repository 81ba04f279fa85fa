import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { paths } from '#platform/http/paths.rules.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'

import type { Load, Step } from './allocated-release.ts'
import { allocate, fewFreeCases, freeCases, guest, purchaseCosts } from './allocated-release.ts'
import type { Bench } from './bench.ts'
import { payWithCard } from './buy-flow.ts'
import type { Row } from './figures.ts'
import { fixed, percentile, row } from './figures.ts'
import type { HttpResult } from './http.ts'
import { send, encodingsOfBrowsers } from './http.ts'
import { openLiveViews } from './live-views.ts'

/** For each concurrent buyer. */
const [membersPerBuyer, guestsPerBuyer] = [4, 0.4]
/** With background load: members, guests and people who come by the campaign's link, of the concurrent buyers. */
export const sharesOfWholeDay = { members: 0.5, guests: 0.2, byLink: 0.3 }
const cases = 100
const wine = 'malbec-2022'
const encoding = encodingsOfBrowsers

/** Mean think time between two clicks, in ms. */
const reading = 3_000

/** Expected statuses of adding the wine: 409 for an allocation that is used up. */
const addStatuses = { open: [200], allocated: [200, 409] } as const

/**
 * A release day: concurrent signed-in buyers for some minutes, with stock for few of them, or with an
 * allocation for each and guests without one on `/offering`. With background load only some have an
 * allocation, as on a day with few cases. Required: pages within half a second at p95, no error, every
 * case sold once. `liveViews` large views are open meanwhile.
 */
export async function releaseDay(
  bench: Bench,
  kind: 'open' | 'allocated',
  liveViews: number,
  prepareBackgroundLoad?: PrepareBackgroundLoad,
): Promise<Row[]> {
  const { shop, seconds, databaseUrl, newMembers, shopMegabytes } = bench
  const isAllocated = kind === 'allocated'
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  // After a failure the database stops first; an unhandled error here would hide the failure.
  pool.on('error', () => {})
  const costs = isAllocated && !prepareBackgroundLoad ? await purchaseCosts(bench, pool) : null
  const backgroundLoad = await prepareBackgroundLoad?.(bench, pool)
  const cookies = await newMembers(bench.buyers * membersPerBuyer)
  const watching = liveViews > 0 ? await newMembers(liveViews) : []
  const isFew = prepareBackgroundLoad !== undefined
  const promised = isAllocated ? await allocate(pool, { isFew }) : 0
  if (!isAllocated) {
    await pool.query('update products set stock = held + sold + $1 where id = $2', [cases, wine])
  }
  const views = liveViews > 0 ? await openLiveViews(bench, pool, { cookies: watching, wine }) : null
  const before = await figuresOf(pool)

  const pages: number[] = []
  const calls: number[] = []
  const errors = new Map<string, number>()
  const counts = { bought: 0, soldOut: 0 }
  /** The most statements of one request, by kind. */
  const statements = new Map<string, number>()
  const shares = isFew ? sharesOfWholeDay : { members: 1, guests: isAllocated ? guestsPerBuyer : 0 }
  const until = performance.now() + seconds * 1_000
  let next = 0

  const stepOf =
    (times: number[]): Step =>
    async (what, work, expected) => {
      const began = performance.now()
      const response = await work().catch((error: Error): HttpResult => ({
        status: 0,
        headers: {},
        body: error.message,
      }))
      times.push(performance.now() - began)
      const sent = Number(response.headers['x-queries'] ?? 0)
      statements.set(what, Math.max(statements.get(what) ?? 0, sent))
      if (expected.includes(response.status)) return response
      const name = `${what} returned ${response.status}`
      errors.set(name, (errors.get(name) ?? 0) + 1)
      return null
    }
  const [page, call] = [stepOf(pages), stepOf(calls)]
  const isOver = () => performance.now() >= until
  const think = () => pause(Math.random() * 2 * reading)

  const buyer = async () => {
    await think()
    while (!isOver()) {
      const number = next++ % cookies.length
      const cookie = cookies[number]!
      // A phone of its own: what new buyers hold is limited by network.
      const headers = {
        'x-forwarded-for': `100.${64 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`,
      }
      const shown = (path: string) => () => send(shop + path, { cookie, encoding, headers })
      await page('the landing page', shown('/'), [200])
      await think()
      await page('the shop page', shown(paths.currentRelease()), [200])
      await think()
      const cart = (form: Record<string, string>) => () =>
        send(shop + paths.cart(), { cookie, form, accept: 'application/json', headers })
      const added = await call('add', cart({ kind: 'add', productId: wine }), addStatuses[kind])
      if (added?.status === 409) counts.soldOut++
      if (added?.status !== 200) continue
      await call('shipping', cart({ kind: 'choose-shipping', method: 'ground' }), [200])
      await think()
      const checkout = () =>
        send(shop + paths.createCheckoutSession(), { cookie, json: {}, headers })
      const opened = await call('checkout', checkout, [200, 409])
      if (opened?.status === 409) counts.soldOut++
      if (opened?.status !== 200) continue
      await think()
      const back = new URL(await payWithCard((JSON.parse(opened.body) as { url: string }).url))
      if (await page('the thank-you', shown(back.pathname + back.search), [200])) counts.bought++
    }
  }
  const visitor = async (number: number) => {
    const { bought, refused } = await guest(shop, number, { isOver, think, page, call })
    counts.bought += bought
    counts.soldOut += refused
  }
  const [ofBackgroundLoad = []] = await Promise.all([
    backgroundLoad?.({ isOver, think, page, call }),
    ...Array.from({ length: bench.buyers * shares.members }, buyer),
    ...Array.from({ length: bench.buyers * shares.guests }, (_, number) => visitor(number)),
  ])

  const ofViews = (await views?.stop()) ?? []
  const after = await figuresOf(pool)
  const broken = await inconsistencies(databaseUrl)
  await pool.end()
  const failed = [...errors].map(([name, count]) => `${count} × ${name}`).join(', ')
  const free = isFew ? fewFreeCases : freeCases
  const offered = isAllocated ? `${promised} promised, ${free} free` : `${cases} in stock`
  return [
    row('pages, p50 and p95', latency(pages), 'target 500 ms at p95'),
    row('calls, p50 and p95', latency(calls), 'target 500 ms at p95'),
    row('requests a second', fixed((pages.length + calls.length) / seconds)),
    row('errors', failed || 'none', 'target none'),
    row('cases sold', String(after.sold - before.sold), offered),
    row('orders written', String(after.orders - before.orders), `${counts.bought} buyers thanked`),
    row('sold-out responses', String(counts.soldOut)),
    row('sums, holds and orders', broken.join('; ') || 'consistent', 'target none'),
    row('memory of the shop', `${fixed(shopMegabytes())} MB`),
    ...ofViews,
    ...ofBackgroundLoad,
    ...(costs
      ? [
          row(
            'most statements of a request',
            [...statements].map(([what, count]) => `${what} ${count}`).join(', '),
            'target 6',
          ),
          row(
            'processor time of a purchase',
            `${fixed(costs.allocated, 1)} ms`,
            `${fixed(costs.open, 1)} ms from an open sale`,
            fixed(costs.allocated / costs.open, 2),
          ),
        ]
      : []),
  ]
}

/** Prepares the background load before the buyers start; returns the function that runs it. */
export type PrepareBackgroundLoad = (
  bench: Bench,
  pool: pg.Pool,
) => Promise<(load: Load) => Promise<Row[]>>

const latency = (millis: number[]) =>
  `${fixed(percentile(millis, 50))} and ${fixed(percentile(millis, 95))} ms of ${millis.length}`

async function figuresOf(pool: pg.Pool): Promise<{ sold: number; orders: number }> {
  const { rows } = await pool.query<{ sold: number; orders: number }>(
    `select sold, (select count(*)::int from orders) as orders from products where id = $1`,
    [wine],
  )
  return rows[0]!
}
