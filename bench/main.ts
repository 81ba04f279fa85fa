import { registerHooks } from 'node:module'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'

import type { Bench } from './bench.ts'
import { withBench } from './bench.ts'
import { campaignRush } from './campaign-rush.ts'
import type { Row } from './figures.ts'
import { fixed, row, table } from './figures.ts'
import { firstLoads } from './first-load.ts'
import { loginRate } from './login.ts'
import { memberPageRates } from './member-pages.ts'
import { publicPageRates } from './pages.ts'
import { purchaseCosts, purchaseRates } from './purchases.ts'
import { queryCounts } from './query-counts.ts'
import { scaleOut } from './scale-out.ts'
import { soak } from './soak.ts'
import { staffListTimes } from './staff-lists.ts'
import type { RushOptions } from './waiting-room.ts'

// Some parts import lists of the shop, and with them PDFs, whose typefaces only the build can load inline.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.woff?inline')
      ? { format: 'module', source: "export default ''", shortCircuit: true }
      : next(url, context),
})
const { growthCurve } = await import('./growth.ts')
const { releaseDay } = await import('./release-day.ts')
const { waitingRush } = await import('./waiting-room.ts')
const { prepareWholeDay } = await import('./whole-day.ts')

const print = (text: string) => void process.stdout.write(`${text}\n`)
const say = (line: string) => void process.stderr.write(`${line}\n`)

type Part = {
  /** True for parts that run only when named, or with `all`. */
  long?: true
  /** Default duration. */
  seconds?: number
  env?: Record<string, string>
  measure(bench: Bench): Promise<Row[]>
}

/** Parts that start their own servers. */
const standalone: Record<string, { seconds: number; measure(seconds: number): Promise<Row[]> }> = {
  'scale-out': { seconds: 20, measure: scaleOut },
  'waiting-room': { seconds: 240, measure: (seconds) => waitingRush(seconds, requested.rush) },
}

/** Load goes to 127.0.0.1 only; each part is bounded in count and time. */
const parts: Record<string, Part> = {
  pages: { measure: publicPageRates },
  members: { measure: memberPageRates },
  login: { measure: loginRate },
  purchases: {
    measure: async (bench) => [
      ...(await withMemory(bench, purchaseRates)),
      ...(await purchaseCosts(bench)),
    ],
  },
  'staff-lists': { measure: staffListTimes },
  'first-load': { long: true, measure: firstLoads },
  statements: { env: { COUNT_QUERIES: 'true' }, measure: queryCounts },
  'campaign-rush': {
    long: true,
    seconds: 60,
    env: { MAILS_PER_MINUTE: '600', POSTAL_ADDRESS: '1 Vine Street', TRUSTED_PROXIES: '127.0.0.1' },
    measure: campaignRush,
  },
  'release-day': {
    long: true,
    seconds: 300,
    measure: (bench) => releaseDay(bench, 'open', requested.liveViews),
  },
  'release-day --allocated': {
    long: true,
    seconds: 300,
    env: { COUNT_QUERIES: 'true', TRUSTED_PROXIES: '127.0.0.1' },
    measure: (bench) => releaseDay(bench, 'allocated', requested.liveViews),
  },
  'release-day --whole': {
    long: true,
    seconds: 180,
    env: { MAILS_PER_MINUTE: '600', POSTAL_ADDRESS: '1 Vine Street', TRUSTED_PROXIES: '127.0.0.1' },
    measure: (bench) => releaseDay(bench, 'allocated', requested.liveViews || 3, prepareWholeDay),
  },
  soak: { long: true, seconds: 600, measure: soak },
  growth: { long: true, measure: (bench) => growthCurve(bench, requested.sizes, say) },
}

const requested = wanted()
print(
  `${cpus().length} × ${cpus()[0]!.model}, ${fixed(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
)
for (const name of requested.named) {
  const own = standalone[name]
  if (own) {
    say(`${name} …`)
    print(table(name, await own.measure(requested.seconds ?? own.seconds)))
    continue
  }
  const { env = {}, measure } = parts[name]!
  const seconds = requested.seconds ?? parts[name]!.seconds ?? 6
  say(`${name} …`)
  await withBench({ seconds, buyers: requested.buyers }, env, async (bench) =>
    print(table(name, await measure(bench))),
  )
}

/**
 * `npm run bench [-- PART … | all] [--seconds N] [--buyers 500]`: without a name, the short parts.
 * `release-day --allocated` is a separate part, and `release-day --whole` adds a campaign, its links,
 * handovers, wrong passwords and three large views; `--live-views 3` keeps three large views of the release
 * open. `waiting-room --people 2000 --processes 2 --scripts`: so many come within a minute, a tenth of them as
 * scripts with ten sessions each; `--kill` kills a process, `--database-away` stops PostgreSQL for 20 s, and
 * `--whole` does all that, one after the other. `growth --sizes 1000,100000` measures with 1,000 and with 100,000 orders.
 */
function wanted(): {
  named: string[]
  seconds: number | undefined
  buyers: number
  liveViews: number
  sizes: number[]
  rush: RushOptions
} {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      buyers: { type: 'string', default: '500' },
      allocated: { type: 'boolean' },
      whole: { type: 'boolean' },
      'live-views': { type: 'string', default: '0' },
      people: { type: 'string', default: '2000' },
      processes: { type: 'string', default: '1' },
      scripts: { type: 'boolean' },
      kill: { type: 'boolean' },
      'database-away': { type: 'boolean' },
      sizes: { type: 'string', default: '1000,100000,1000000' },
    },
  })
  const names = positionals.map((name) =>
    name === 'release-day' && values.whole
      ? `${name} --whole`
      : name === 'release-day' && values.allocated
        ? `${name} --allocated`
        : name,
  )
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds)
  const buyers = Number(values.buyers)
  const liveViews = Number(values['live-views'])
  const rush: RushOptions = {
    people: Number(values.people),
    // The last process ends the shop with it.
    processes: Math.max(values.kill ? 2 : 1, Number(values.processes)),
    hasScripts: values.scripts === true,
    disturbance: values.kill ? 'kill' : values['database-away'] ? 'database-away' : null,
    isWhole: values.whole === true,
  }
  const sizes = values.sizes.split(',').map(Number)
  const all = [...Object.keys(parts), ...Object.keys(standalone)]
  const unknown = names.find((name) => name !== 'all' && !(name in parts) && !(name in standalone))
  if (
    unknown !== undefined ||
    !((seconds ?? 1) >= 1) ||
    !(buyers >= 1) ||
    !(rush.people >= 1 && Number(values.processes) >= 1) ||
    !(liveViews >= 0) ||
    !sizes.every((size) => size >= 1_000)
  ) {
    const available = [...all, 'all'].join(', ')
    say(`npm run bench -- PART … --seconds 6 --buyers 500; the parts are: ${available}.`)
    process.exit(1)
  }
  const short = Object.keys(parts).filter((name) => !parts[name]!.long)
  const named = names.includes('all') ? all : names.length > 0 ? names : short
  return { named, seconds, buyers, liveViews, sizes, rush }
}

/** Memory before and after a load, and the start-up time. */
async function withMemory(bench: Bench, load: (bench: Bench) => Promise<Row[]>): Promise<Row[]> {
  const idle = bench.shopMegabytes()
  const rows = await load(bench)
  return [
    ...rows,
    row('memory of the shop, idle', `${fixed(idle)} MB`),
    row('… after the load', `${fixed(bench.shopMegabytes())} MB`, 'target 250 MB'),
    row('start-up of the shop, to the first 200', `${fixed(bench.boot)} ms`),
  ]
}
