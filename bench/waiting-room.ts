import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { paths } from '#platform/http/paths.rules.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { shoppersPerCore } from '#waiting-room/line.rules.ts'

import type { Bench } from './bench.ts'
import { withBench } from './bench.ts'
import { payWithCard } from './buy-flow.ts'
import type { Row } from './figures.ts'
import { fixed, percentile, row } from './figures.ts'
import type { HttpResult } from './http.ts'
import { send } from './http.ts'

const cases = 300
const wine = 'malbec-2022'

/** Mean think time between two clicks, in ms. */
const reading = 3_000

export type RushOptions = {
  people: number
  processes: number
  /** A tenth of the people open ten sessions each. */
  hasScripts: boolean
}

/**
 * People who come within a minute for 300 cases, with the line and without it. Required with it: no 5xx,
 * line and polls within 100 ms and pages within 300 ms at p95, memory up to 250 MB, one order of entry,
 * every sum exact.
 */
export async function waitingRush(seconds: number, options: RushOptions): Promise<Row[]> {
  const rows: Row[] = []
  for (const line of ['with', 'without'] as const) {
    const env = {
      TRUSTED_PROXIES: '127.0.0.1',
      WAITING_CAPACITY: line === 'without' ? '0' : String(availableParallelism() * shoppersPerCore),
    }
    const { processes, people } = options
    await withBench({ seconds, buyers: people, processes }, env, async (bench) => {
      rows.push(row(`${line} the line`, `${people} people`))
      rows.push(...(await rush(bench, options)))
    })
  }
  return rows
}

async function rush(bench: Bench, { people, hasScripts }: RushOptions): Promise<Row[]> {
  const { shop, seconds, databaseUrl } = bench
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  pool.on('error', () => {})
  const sessions = await bench.newMembers(people)
  await pool.query('update products set stock = held + sold + $1 where id = $2', [cases, wine])
  const times = { line: [] as number[], gated: [] as number[] }
  const errors = new Map<string, number>()
  const counts = { waited: 0, bought: 0, soldOut: 0 }
  const began = performance.now()
  const isOver = () =>
    performance.now() - began > seconds * 1_000 || counts.bought >= cases || counts.soldOut > people
  const think = () => pause(Math.random() * 2 * reading)

  async function timed(work: () => Promise<HttpResult>, expected: number[]): Promise<HttpResult> {
    const start = performance.now()
    const response = await work().catch((error: Error) => ({
      status: 0,
      headers: {},
      body: error.message,
    }))
    const isLine = response.status === 429 || /"isOpen"|id="told"/.test(response.body)
    times[isLine ? 'line' : 'gated'].push(performance.now() - start)
    if (response.status !== 429 && !expected.includes(response.status)) {
      const name = response.status === 0 ? response.body : `status ${response.status}`
      errors.set(name, (errors.get(name) ?? 0) + 1)
    }
    return response
  }

  async function person(number: number, session: string): Promise<void> {
    await pause(Math.random() * Math.min(60, seconds / 3) * 1_000)
    let pass = ''
    const headers = {
      'x-forwarded-for': `100.${64 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`,
      'user-agent': `Person ${number}`,
    }
    const ask = async (path: string, more: object = {}, expected = [200]) => {
      const cookie = pass ? `${session}; ${pass}` : session
      const response = await timed(() => send(shop + path, { cookie, headers, ...more }), expected)
      const set = (response.headers['set-cookie'] ?? []).find((one) => one.includes('kohue.line='))
      if (set) pass = set.split(';', 1)[0]!
      return response
    }
    let page = await ask(paths.currentRelease())
    if (page.body.includes('id="told"')) counts.waited++
    while (page.body.includes('id="told"') && !isOver()) {
      const place = Number(/data-place="(\d+)"/.exec(page.body)![1])
      const { body } = await timed(() => send(`${shop}/waiting-line`), [200])
      const { isOpen, letIn } = JSON.parse(body) as { isOpen: boolean; letIn: number }
      if (!isOpen || place <= letIn) page = await ask(paths.currentRelease())
      else await pause(place - letIn < 25 ? 1_500 : 10_000 * (0.8 + Math.random() * 0.4))
    }
    if (isOver() || page.status !== 200) return
    await think()
    const cart = (form: Record<string, string>) =>
      ask(paths.cart(), { form, accept: 'application/json' }, [200, 409])
    if ((await cart({ kind: 'add', productId: wine })).status !== 200) return void counts.soldOut++
    await cart({ kind: 'choose-shipping', method: 'ground' })
    await think()
    const opened = await ask(paths.createCheckoutSession(), { json: {} }, [200, 409])
    if (opened.status !== 200) return void counts.soldOut++
    await think()
    const back = new URL(await payWithCard((JSON.parse(opened.body) as { url: string }).url))
    if ((await ask(back.pathname + back.search)).status === 200) counts.bought++
  }

  let megabytes = 0
  const watching = setInterval(
    () => (megabytes = Math.max(megabytes, bench.shopMegabytes())),
    1_000,
  )
  await Promise.all(
    sessions.flatMap((session, number) =>
      Array.from({ length: hasScripts && number % 10 === 0 ? 10 : 1 }, () =>
        person(number, session).catch(() => {}),
      ),
    ),
  )
  clearInterval(watching)
  const lasted = (performance.now() - began) / 1_000
  const { rows: disorder } = await pool.query<{ count: number }>(`
    select count(*)::int from (
      select place, lag(place) over (order by turn_at, place) as before
      from waiting_places where turn_at is not null) as turns
    where place < before`)
  const broken = await inconsistencies(databaseUrl)
  await pool.end()
  const ms = (figures: number[]) =>
    figures.length === 0 ? '–' : `${fixed(percentile(figures, 95))} ms of ${figures.length}`
  return [
    row('who waited in line', String(counts.waited)),
    row('line and polls, p95', ms(times.line), 'target 100 ms'),
    row('pages and calls of the shop, p95', ms(times.gated), 'target 300 ms'),
    row('cases sold', `${counts.bought} in ${fixed(lasted)} s`),
    row('memory of the largest process', `${fixed(megabytes)} MB`, 'target 250 MB'),
    row('let in before somebody ahead of them', String(disorder[0]!.count), 'required 0'),
    row('wrong sums', String(broken.length), 'required 0'),
    row(
      'errors',
      [...errors].map(([name, count]) => `${count} × ${name}`).join(', ') || 'none',
      'required none',
    ),
  ]
}
