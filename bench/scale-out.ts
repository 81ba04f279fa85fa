import { cpus } from 'node:os'

import pg from 'pg'

import { freePorts } from '#launch/free-ports.ts'
import { hasProxy, startProxy } from '#launch/proxy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { World } from '#tests/faults/world/world.ts'

import { processorTime, withBench } from './bench.ts'
import { buyOnce } from './buy-flow.ts'
import type { Row } from './figures.ts'
import { drive, fixed, percentile } from './figures.ts'
import { encodingsOfBrowsers, send } from './http.ts'

const counts = [1, 2, 4]
const atOnce = 16
/** How often connections and lock waits are sampled, in ms. */
const sampleEvery = 100

type Setup = {
  name: string
  shop: string
  databaseUrl: string
  newMembers(count: number): Promise<string[]>
  used(): Record<'shop' | 'PostgreSQL', number>
}

type Load = 'purchases' | 'customers’ pages'
/** Rates of one process, the denominators of the ratios. */
type Rates = Map<Load, number>

/**
 * Purchases and customers' pages a second with several processes on one port, and with three shops behind
 * nginx, and PostgreSQL's share. Load generator, fakes and PostgreSQL share the cores.
 */
export async function scaleOut(seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  const ofOne: Rates = new Map()
  for (const processes of counts) {
    const name = `${processes} ${processes === 1 ? 'process' : 'processes'}`
    await withBench({ seconds, buyers: 1, processes }, {}, async (bench) => {
      const setup = { ...bench, name, used: bench.processorTime }
      rows.push(...(await measure(setup, seconds, ofOne)))
    })
  }
  if (hasProxy()) rows.push(...(await behindProxy(seconds, ofOne)))
  return rows
}

async function behindProxy(seconds: number, ofOne: Rates): Promise<Row[]> {
  const http = await freePorts(2)
  const world = await World.open({
    shops: 3,
    publicUrl: `https://localhost:${http + 1}`,
    env: { TRUSTED_PROXIES: '127.0.0.1', MAILS_PER_MINUTE: '60', LOG_LEVEL: 'error' },
  })
  await world.setStock(null)
  const ports = world.shops.map(({ url }) => Number(new URL(url).port))
  const proxy = await startProxy({ http, https: http + 1 }, ports)
  try {
    const setup: Setup = {
      name: '3 shops behind nginx',
      shop: proxy.url,
      databaseUrl: world.databaseUrl,
      newMembers: (count) => world.members(count),
      used: () => processorTime(process.pid, world.dir),
    }
    return await measure(setup, seconds, ofOne)
  } finally {
    await proxy.stop()
    await world.close()
  }
}

async function measure(setup: Setup, seconds: number, ofOne: Rates): Promise<Row[]> {
  const { shop, newMembers } = setup
  const cookies = await newMembers(150 * seconds)
  const readers = cookies.slice(0, 200)
  const pages = [paths.currentRelease(), paths.members(), paths.members('orders')]
  const page = async (index: number) => {
    const path = pages[index % pages.length]!
    const cookie = readers[index % readers.length]!
    const { status } = await send(shop + path, { cookie, encoding: encodingsOfBrowsers })
    if (status !== 200) throw new Error(`${path} returned ${status}`)
  }
  const buy = (index: number) => buyOnce(shop, cookies[index]!)
  const warming = 100
  await drive(atOnce, { seconds: 20, times: warming }, buy)
  await drive(atOnce, { seconds: 20, times: 1_000 }, page)
  const loads: [Load, number, (index: number) => Promise<unknown>][] = [
    ['purchases', cookies.length - warming, (index) => buy(warming + index)],
    ['customers’ pages', 1_000_000, page],
  ]
  const rows: Row[] = []
  for (const [load, times, work] of loads) {
    rows.push(await measureLoad(setup, load, { seconds, times }, work, ofOne))
  }
  return rows
}

async function measureLoad(
  { name, databaseUrl, used }: Setup,
  load: Load,
  limit: { seconds: number; times: number },
  work: (index: number) => Promise<unknown>,
  ofOne: Rates,
): Promise<Row> {
  const watch = await watchDatabase(databaseUrl)
  const [before, began] = [used(), performance.now()]
  const { perSecond, millis } = await drive(atOnce, limit, work).catch(async (error) => {
    await watch.stop()
    throw error
  })
  const [after, wall] = [used(), performance.now() - began]
  const { connections, longestWait } = await watch.stop()
  if (!ofOne.has(load)) ofOne.set(load, perSecond)
  const cores = (part: 'shop' | 'PostgreSQL') => fixed((after[part] - before[part]) / wall, 2)
  return {
    what: `${name}: ${load}`,
    figure: `${fixed(perSecond)}/s, p95 ${fixed(percentile(millis, 95))} ms`,
    reference: `cores of ${cpus().length}: shop ${cores('shop')}, PostgreSQL ${cores('PostgreSQL')}; ${connections} connections, longest lock wait ${fixed(longestWait)} ms`,
    ratio: fixed(perSecond / ofOne.get(load)!, 2),
  }
}

/** Samples the most connections at one moment, and the longest wait for a lock in ms. */
async function watchDatabase(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const most = { connections: 0, longestWait: 0 }
  const sample = async () => {
    const { rows } = await client.query<{ connections: number; wait: number }>(
      `select (select count(*)::int from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()) as connections,
         coalesce((select max(extract(epoch from clock_timestamp() - waitstart)) * 1000
           from pg_locks where not granted), 0)::float8 as wait`,
    )
    most.connections = Math.max(most.connections, rows[0]!.connections)
    most.longestWait = Math.max(most.longestWait, rows[0]!.wait)
  }
  let sampling = sample()
  const timer = setInterval(() => {
    sampling = sampling.then(sample)
  }, sampleEvery)
  return {
    async stop() {
      clearInterval(timer)
      await sampling
      await client.end()
      return most
    },
  }
}
