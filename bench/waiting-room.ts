import { availableParallelism } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
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

/** How long PostgreSQL is away, and how long requests may fail afterwards, in ms. */
const awayFor = 20_000
const recovery = 10_000

export type RushOptions = {
  people: number
  processes: number
  /** A tenth of the people open ten sessions each. */
  hasScripts: boolean
  /** In the middle a process is killed, or PostgreSQL stands still for 20 s. */
  disturbance: 'kill' | 'database-away' | null
  /** Each way in which a rush is to be survived, one after the other. */
  isWhole: boolean
}

type Way = RushOptions & { line: 'with' | 'without' }

/**
 * People who come within a minute for 300 cases, with the line and without it. Required with it: no 5xx,
 * line and polls within 100 ms and pages within 300 ms at p95, memory up to 250 MB, one order of entry,
 * every sum exact. Each way takes `seconds` at most, and half a minute for its start.
 */
export async function waitingRush(seconds: number, options: RushOptions): Promise<Row[]> {
  const rows: Row[] = []
  for (const way of waysOf(options)) {
    const env = {
      TRUSTED_PROXIES: '127.0.0.1',
      WAITING_CAPACITY:
        way.line === 'without' ? '0' : String(availableParallelism() * shoppersPerCore),
    }
    const { processes, people, line, hasScripts, disturbance } = way
    await withBench({ seconds, buyers: people, processes }, env, async (bench) => {
      const of = [
        `processes: ${processes}`,
        hasScripts && 'scripts',
        disturbance === 'kill' && 'one killed',
        disturbance === 'database-away' && 'PostgreSQL away for 20 s',
      ]
      rows.push(row(`${line} the line`, `${people} people`, of.filter(Boolean).join(', ')))
      rows.push(...(await rush(bench, way)))
    })
  }
  return rows
}

function waysOf(options: RushOptions): Way[] {
  const way = { ...options, line: 'with' } as const
  if (!options.isWhole) return [way, { ...way, line: 'without' }]
  return [
    { ...way, processes: 1 },
    { ...way, processes: 1, line: 'without' },
    { ...way, processes: 2 },
    { ...way, processes: 4 },
    { ...way, processes: 2, disturbance: 'kill' },
    { ...way, processes: 2, disturbance: 'database-away' },
    { ...way, processes: 2, hasScripts: true },
  ]
}

async function rush(bench: Bench, { people, hasScripts, disturbance }: Way): Promise<Row[]> {
  const { shop, seconds, databaseUrl } = bench
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  pool.on('error', () => {})
  const sessions = await bench.newMembers(people)
  const soldBefore = await soldOf(
    pool.query('update products set stock = held + sold + $1 where id = $2 returning sold', [
      cases,
      wine,
    ]),
  )
  const times = { poll: [] as number[], line: [] as number[], gated: [] as number[] }
  const errors = new Map<string, number>()
  const errorsOfDisturbance = new Map<string, number>()
  let isDisturbed = false
  const counts = { waited: 0, bought: 0, soldOut: 0 }
  const began = performance.now()
  const isOver = () => performance.now() - began > seconds * 1_000 || counts.bought >= cases
  const think = () => pause(Math.random() * 2 * reading)

  async function timed(work: () => Promise<HttpResult>, expected: number[]): Promise<HttpResult> {
    const start = performance.now()
    const response = await work().catch((error: Error) => ({
      status: 0,
      headers: {},
      body: error.message,
    }))
    const { body } = response
    const isLine = response.status === 429 || body.includes('id="told"')
    times[body.startsWith('{"isOpen"') ? 'poll' : isLine ? 'line' : 'gated'].push(
      performance.now() - start,
    )
    if (response.status !== 429 && !expected.includes(response.status)) {
      const name = response.status === 0 ? response.body : `status ${response.status}`
      const among = isDisturbed ? errorsOfDisturbance : errors
      among.set(name, (among.get(name) ?? 0) + 1)
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
      if (isOver()) throw new Error('The rush is over')
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
      const { status, body } = await timed(() => send(`${shop}/waiting-line`), [200])
      if (status !== 200) {
        await pause(5_000)
        continue
      }
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
    // Ten sessions of one account pay one checkout: the first is thanked, the others see their orders.
    const thanks = hasScripts ? [200, 302] : [200]
    if ((await ask(back.pathname + back.search, {}, thanks)).status === 200) counts.bought++
  }

  let megabytes = 0
  const watching = setInterval(
    () => (megabytes = Math.max(megabytes, bench.shopMegabytes())),
    1_000,
  )
  async function disturb(): Promise<void> {
    await pause((seconds * 1_000) / 6)
    const { shop: shops, PostgreSQL: databases } = bench.processIds()
    isDisturbed = true
    if (disturbance === 'kill') process.kill(shops[0]!, 'SIGKILL')
    else {
      signal(databases, 'SIGSTOP')
      await pause(awayFor).finally(() => signal(databases, 'SIGCONT'))
    }
    await pause(recovery)
    isDisturbed = false
  }
  const disturbed = disturbance === null ? null : disturb()
  const usedBefore = bench.processorTime()
  const ownDelay = monitorEventLoopDelay({ resolution: 10 })
  ownDelay.enable()
  await Promise.all(
    sessions.flatMap((session, number) =>
      Array.from({ length: hasScripts && number % 10 === 0 ? 10 : 1 }, () =>
        person(number, session).catch(() => {}),
      ),
    ),
  )
  clearInterval(watching)
  ownDelay.disable()
  const used = bench.processorTime()
  const secondsOf = (part: keyof typeof used) =>
    `${fixed((used[part] - usedBefore[part]) / 1_000)} s`
  const lasted = (performance.now() - began) / 1_000
  await disturbed
  const { rows: disorder } = await pool.query<{ count: number }>(`
    select count(*)::int from (
      select place, lag(place) over (order by turn_at, place) as before
      from waiting_places where turn_at is not null) as turns
    where place < before`)
  const sold =
    (await soldOf(pool.query('select sold from products where id = $1', [wine]))) - soldBefore
  const broken = await inconsistencies(databaseUrl)
  await pool.end()
  const ms = (figures: number[]) =>
    figures.length === 0 ? '–' : `${fixed(percentile(figures, 95))} ms of ${figures.length}`
  return [
    row('who waited in line', String(counts.waited)),
    row('line and polls, p95', ms([...times.line, ...times.poll]), 'target 100 ms'),
    row('… polls alone', ms(times.poll)),
    row('… pages of the line, most with a new place', ms(times.line)),
    row('pages and calls of the shop, p95', ms(times.gated), 'target 300 ms'),
    row(
      'delay of the load generator itself, p95',
      `${fixed(ownDelay.percentile(95) / 1e6 - 10)} ms`,
    ),
    row('cases sold', `${sold} in ${fixed(lasted)} s`, '', `${fixed(sold / lasted, 1)} a second`),
    row(
      'processor time of shop, PostgreSQL, fakes, generator',
      (['shop', 'PostgreSQL', 'fakes', 'bench'] as const).map(secondsOf).join(', '),
    ),
    row('memory of the largest process', `${fixed(megabytes)} MB`, 'target 250 MB'),
    row('let in before somebody ahead of them', String(disorder[0]!.count), 'required 0'),
    row('wrong sums', String(broken.length), 'required 0'),
    row('errors', listed(errors), 'required none'),
    ...(disturbance ? [row('… while disturbed', listed(errorsOfDisturbance))] : []),
  ]
}

const soldOf = async (query: Promise<pg.QueryResult<{ sold: number }>>): Promise<number> =>
  (await query).rows[0]!.sold

const listed = (errors: ReadonlyMap<string, number>) =>
  [...errors].map(([name, count]) => `${count} × ${name}`).join(', ') || 'none'

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended.
    }
  }
}
