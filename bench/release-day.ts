import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { paths } from '#domain/paths.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'

import type { Load, Step } from './allocated-release.ts'
import { allocate, fewFreeCases, freeCases, guest, purchaseCosts } from './allocated-release.ts'
import type { Bench } from './bench.ts'
import { payWithCard } from './buy-flow.ts'
import type { Row } from './figures.ts'
import { fixed, percentile } from './figures.ts'
import type { HttpResult } from './http.ts'
import { send, encodingsOfBrowsers } from './http.ts'
import { openLiveViews } from './live-views.ts'

/** For each buyer at once. */
const [membersPerBuyer, guestsPerBuyer] = [4, 0.4]
/** Of the buyers at once where some of them come by the link of an email: members, guests, by link. */
export const sharesOfWholeDay = { members: 0.5, guests: 0.2, byLink: 0.3 }
const cases = 100
const wine = 'malbec-2022'
const encoding = encodingsOfBrowsers

/** Mean think time between two clicks, in ms. */
const reading = 3_000

/** What adding the wine may return: an allocation that is used up refuses it. */
const addStatuses = { open: [200], allocated: [200, 409] } as const

/**
 * A release day: members signed in, concurrent buyers for some minutes, stock for few of them, or
 * an allocation for each and people without one on `/offering`. With what goes on beside it only some
 * have an allocation, as on a day with few cases. Required: pages within half a second at p95, no error,
 * every case sold once. `liveViews` screens show how it goes.
 */
export async function releaseDay(
  bench: Bench,
  kind: 'open' | 'allocated',
  liveViews: number,
  prepareBeside?: PrepareBeside,
): Promise<Row[]> {
  const { shop, seconds, databaseUrl, newMembers, shopMegabytes } = bench
  const isAllocated = kind === 'allocated'
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  // After a failure the database stops first; that would hide the failure.
  pool.on('error', () => {})
  const costs = isAllocated && !prepareBeside ? await purchaseCosts(bench, pool) : null
  const besideIt = await prepareBeside?.(bench, pool)
  const cookies = await newMembers(bench.buyers * membersPerBuyer)
  const watching = liveViews > 0 ? await newMembers(liveViews) : []
  const isFew = prepareBeside !== undefined
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
  /** The most statements that a request of each kind sent. */
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
      const cookie = cookies[next++ % cookies.length]!
      const shown = (path: string) => () => send(shop + path, { cookie, encoding })
      await page('the landing page', shown('/'), [200])
      await think()
      await page('the shop page', shown(paths.currentRelease()), [200])
      await think()
      const cart = (form: Record<string, string>) => () =>
        send(shop + paths.cart(), { cookie, form, accept: 'application/json' })
      const added = await call('add', cart({ kind: 'add', productId: wine }), addStatuses[kind])
      if (added?.status === 409) counts.soldOut++
      if (added?.status !== 200) continue
      await call('shipping', cart({ kind: 'choose-shipping', method: 'ground' }), [200])
      await think()
      const checkout = () => send(shop + paths.createCheckoutSession(), { cookie, json: {} })
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
  const [ofBeside = []] = await Promise.all([
    besideIt?.({ isOver, think, page, call }),
    ...Array.from({ length: bench.buyers * shares.members }, buyer),
    ...Array.from({ length: bench.buyers * shares.guests }, (_, number) => visitor(number)),
  ])

  const ofViews = (await views?.stop()) ?? []
  const after = await figuresOf(pool)
  const broken = await inconsistencies(databaseUrl)
  await pool.end()
  const failed = [...errors].map(([name, count]) => `${count} × ${name}`).join(', ')
  const row = (what: string, figure: string, beside = '', ratio = ''): Row => ({
    what,
    figure,
    beside,
    ratio,
  })
  const free = isFew ? fewFreeCases : freeCases
  const offered = isAllocated ? `${promised} promised, ${free} free` : `${cases} in stock`
  return [
    row('pages, p50 and p95', latency(pages), '500 ms at p95 aimed at'),
    row('calls, p50 and p95', latency(calls), '500 ms at p95 aimed at'),
    row('requests a second', fixed((pages.length + calls.length) / seconds)),
    row('errors', failed || 'none', 'none aimed at'),
    row('cases sold', String(after.sold - before.sold), offered),
    row('orders written', String(after.orders - before.orders), `${counts.bought} buyers thanked`),
    row('sold-out responses', String(counts.soldOut)),
    row('sums, holds and orders', broken.join('; ') || 'consistent', 'none aimed at'),
    row('memory of the shop', `${fixed(shopMegabytes())} MB`),
    ...ofViews,
    ...ofBeside,
    ...(costs
      ? [
          row(
            'most statements of a request',
            [...statements].map(([what, count]) => `${what} ${count}`).join(', '),
            '6 aimed at',
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

/** Prepares what goes on beside the buyers, before any of them comes, and returns what runs it. */
export type PrepareBeside = (bench: Bench, pool: pg.Pool) => Promise<(load: Load) => Promise<Row[]>>

const latency = (millis: number[]) =>
  `${fixed(percentile(millis, 50))} and ${fixed(percentile(millis, 95))} ms of ${millis.length}`

async function figuresOf(pool: pg.Pool): Promise<{ sold: number; orders: number }> {
  const { rows } = await pool.query<{ sold: number; orders: number }>(
    `select sold, (select count(*)::int from orders) as orders from products where id = $1`,
    [wine],
  )
  return rows[0]!
}
