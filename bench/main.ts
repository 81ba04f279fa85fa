import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { resolve } from 'node:path'

import { openTestHouse } from '#tests/harness/test-house.ts'

import { makeBuyers } from './buyers.ts'
import { buyFlow } from './buy-flow.ts'
import type { Row } from './figures.ts'
import { drive, median, table } from './figures.ts'
import { ask } from './http.ts'
import { landingRates } from './landing.ts'
import { queryCounts } from './query-counts.ts'

/**
 * `npm run bench [-- --seconds 6]`: every figure beside its comparison in the same run. Load goes to
 * 127.0.0.1 only, and each part is bounded in count and time.
 */
const at = process.argv.indexOf('--seconds')
const seconds = at < 0 ? 6 : Number(process.argv[at + 1])
const authSecret = 'a secret of the bench, long enough'
const dir = resolve('.data-test', `bench-${process.pid}`)
const print = (text: string) => process.stdout.write(`${text}\n`)
const fixed = (figure: number, digits = 0) => figure.toFixed(digits)

mkdirSync(dir, { recursive: true })
print(
  `${cpus().length} × ${cpus()[0]!.model}, ${fixed(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
)

const env = { AUTH_SECRET: authSecret, LOG_LEVEL: 'error', MAILS_PER_MINUTE: '60' }
await (await openTestHouse(dir, env)).stop() // the first start sets the database up
const began = performance.now()
const house = await openTestHouse(dir, env)
const boot = performance.now() - began
const shop = house.facts.url.replace('localhost', '127.0.0.1')

try {
  const rows: Row[] = []
  const idle = residentMegabytes()

  const landing = await landingRates(shop, seconds)
  rows.push({
    what: `landing page, 50 connections (${landing.bytes} bytes)`,
    figure: `${fixed(landing.shop)}/s`,
    beside: `${fixed(landing.bare)}/s bare node:http`,
    ratio: fixed(landing.shop / landing.bare, 2),
  })

  const cookies = await makeBuyers(house.facts.databaseUrl, authSecret, 20_000)
  const mono = await drive(16, { seconds, times: 20_000 }, async (index) => {
    const answer = await ask(`${shop}/mono`, { cookie: cookies[index % cookies.length]! })
    if (answer.status !== 200) throw new Error(`/mono answered ${answer.status}`)
  })
  rows.push({
    what: 'members’ shop page, 16 at once',
    figure: `${fixed(mono.perSecond)}/s, median ${fixed(median(mono.millis), 1)} ms`,
    beside: `${fixed(landing.bare)}/s bare node:http`,
    ratio: fixed(mono.perSecond / landing.bare, 3),
  })

  let used = 0
  for (const atOnce of [1, 8, 32]) {
    const bare = await bareRate(atOnce)
    const share = cookies.slice(used, used + 6_000)
    used += share.length
    const figures = await buyFlow(shop, share, atOnce, seconds)
    rows.push({
      what: `purchases, ${atOnce} at once`,
      figure: `${fixed(figures.perSecond)}/s, p50 ${fixed(figures.p50)} p95 ${fixed(figures.p95)} p99 ${fixed(figures.p99)} ms`,
      beside: `${fixed(bare)}/s bare writes`,
      ratio: fixed(figures.perSecond / bare, 2),
    })
  }

  rows.push({
    what: 'memory of the shop, idle',
    figure: `${fixed(idle)} MB`,
    beside: '',
    ratio: '',
  })
  rows.push({
    what: '… after the load',
    figure: `${fixed(residentMegabytes())} MB`,
    beside: '250 MB aimed at',
    ratio: '',
  })
  rows.push({
    what: 'npm start’s own part, to the first 200',
    figure: `${fixed(boot)} ms`,
    beside: '',
    ratio: '',
  })
  print(table('figure', rows))
} finally {
  await house.stop()
}

const counted = await openTestHouse(dir, { ...env, COUNT_QUERIES: 'true' })
try {
  const cookies = await makeBuyers(counted.facts.databaseUrl, authSecret, 1)
  print(table('statements per request', await queryCounts(counted.facts.url, cookies[0]!)))
} finally {
  await counted.stop()
  rmSync(dir, { recursive: true, force: true })
}

/** Bare writes of a purchase per second on the same database. */
async function bareRate(atOnce: number): Promise<number> {
  const bare = fork(new URL('bare-purchase.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: house.facts.databaseUrl },
  })
  const [port] = (await once(bare, 'message')) as [number]
  const { perSecond } = await drive(atOnce, { seconds: seconds / 2, times: 20_000 }, async () => {
    const buyer = randomUUID()
    for (const step of ['cart', 'checkout', 'paid']) {
      const answer = await ask(`http://127.0.0.1:${port}/${step}?buyer=${buyer}`)
      if (answer.status !== 200) throw new Error(`bare ${step}: ${answer.body}`)
    }
  })
  bare.disconnect()
  return perSecond
}

/** Memory of the shop's process in MB, as Linux counts it. */
function residentMegabytes(): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      const parent = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      if (!command.includes('build/server/index.js') || Number(parent) !== house.pid) continue
      const pages = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return Number(pages) / 1024
    } catch {
      // It ended while we looked.
    }
  }
  return Number.NaN
}
