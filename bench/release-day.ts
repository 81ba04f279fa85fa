import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { paths } from '#domain/paths.ts'

import type { Bench } from './bench.ts'
import { payWithCard } from './buy-flow.ts'
import type { Row } from './figures.ts'
import { fixed, percentile } from './figures.ts'
import type { HttpResult } from './http.ts'
import { send, encodingsOfBrowsers } from './http.ts'

const members = 2_000
const buyersAtOnce = 500
const cases = 100
const wine = 'malbec-2022'
const encoding = encodingsOfBrowsers

/** Mean think time between two clicks, in ms. */
const reading = 3_000

/**
 * A release day: members signed in, concurrent buyers for some minutes, stock for
 * few of them. Required: pages within half a second at p95, no error, every case sold once.
 */
export async function releaseDay(
  { shop, databaseUrl, newMembers, shopMegabytes }: Bench,
  seconds: number,
): Promise<Row[]> {
  const cookies = await newMembers(members)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  await pool.query('update products set stock = held + sold + $1 where id = $2', [cases, wine])
  const before = await figuresOf(pool)

  const pages: number[] = []
  const calls: number[] = []
  const errors = new Map<string, number>()
  const counts = { bought: 0, soldOut: 0 }
  const until = performance.now() + seconds * 1_000
  let next = 0

  const step = async (
    kind: number[],
    what: string,
    work: () => Promise<HttpResult>,
    fine: number[],
  ) => {
    const began = performance.now()
    const response = await work().catch(
      (error: Error) => ({ status: 0, body: error.message }) as HttpResult,
    )
    kind.push(performance.now() - began)
    if (!fine.includes(response.status)) {
      const name = `${what} returned ${response.status}`
      errors.set(name, (errors.get(name) ?? 0) + 1)
      return null
    }
    return response
  }
  const think = () => pause(Math.random() * 2 * reading)

  const buyer = async () => {
    await think()
    while (performance.now() < until) {
      const cookie = cookies[next++ % cookies.length]!
      await step(pages, 'the landing page', () => send(shop, { cookie, encoding }), [200])
      await think()
      await step(
        pages,
        'the shop page',
        () => send(shop + paths.currentRelease(), { cookie, encoding }),
        [200],
      )
      await think()
      const cart = (form: Record<string, string>) => () =>
        send(shop + paths.cart(), { cookie, form, accept: 'application/json' })
      await step(calls, 'add', cart({ kind: 'add', productId: wine }), [200])
      await step(calls, 'shipping', cart({ kind: 'choose-shipping', method: 'ground' }), [200])
      await think()
      const opened = await step(
        calls,
        'checkout',
        () => send(shop + paths.createCheckoutSession(), { cookie, json: {} }),
        [200, 409],
      )
      if (opened?.status === 409) counts.soldOut++
      if (opened?.status !== 200) continue
      await think()
      const back = new URL(await payWithCard((JSON.parse(opened.body) as { url: string }).url))
      const thanks = `${shop}${back.pathname}${back.search}`
      if (await step(pages, 'the thank-you', () => send(thanks, { cookie, encoding }), [200]))
        counts.bought++
    }
  }
  await Promise.all(Array.from({ length: buyersAtOnce }, buyer))

  const after = await figuresOf(pool)
  await pool.query('update products set stock = null where id = $1', [wine])
  await pool.end()
  const failed = [...errors].map(([name, count]) => `${count} × ${name}`).join(', ')
  const row = (what: string, figure: string, beside: string): Row => ({
    what,
    figure,
    beside,
    ratio: '',
  })
  return [
    row('pages, p50 and p95', latency(pages), '500 ms at p95 aimed at'),
    row('calls, p50 and p95', latency(calls), ''),
    row('requests a second', fixed((pages.length + calls.length) / seconds), ''),
    row('errors', failed || 'none', 'none aimed at'),
    row('cases sold', String(after.sold - before.sold), `${cases} in stock`),
    row('orders written', String(after.orders - before.orders), `${counts.bought} buyers thanked`),
    row('sold-out responses', String(counts.soldOut), ''),
    row('memory of the shop', `${fixed(shopMegabytes())} MB`, ''),
  ]
}

const latency = (millis: number[]) =>
  `${fixed(percentile(millis, 50))} and ${fixed(percentile(millis, 95))} ms of ${millis.length}`

async function figuresOf(pool: pg.Pool): Promise<{ sold: number; orders: number }> {
  const { rows } = await pool.query<{ sold: number; orders: number }>(
    `select sold, (select count(*)::int from orders) as orders from products where id = $1`,
    [wine],
  )
  return rows[0]!
}
