import { cpus, totalmem } from 'node:os'

import type { Bench } from './bench.ts'
import { withBench } from './bench.ts'
import type { Row } from './figures.ts'
import { fixed, table } from './figures.ts'
import { growthCurve } from './growth.ts'
import { memberPageRates } from './member-pages.ts'
import { publicPageRates } from './pages.ts'
import { purchaseCosts, purchaseRates } from './purchases.ts'
import { queryCounts } from './query-counts.ts'
import { releaseDay } from './release-day.ts'
import { loginRate } from './login.ts'
import { soak } from './soak.ts'
import { staffListTimes } from './staff-lists.ts'

const print = (text: string) => void process.stdout.write(`${text}\n`)
const say = (line: string) => void process.stderr.write(`${line}\n`)

type Part = {
  /** True for parts that run only when named, or with `all`. */
  long?: true
  env?: Record<string, string>
  measure(bench: Bench): Promise<Row[]>
}

/** The measurements. Load goes to 127.0.0.1 only; each part is bounded in count and time. */
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
  statements: { env: { COUNT_QUERIES: 'true' }, measure: queryCounts },
  'release-day': { long: true, measure: (bench) => releaseDay(bench, 300) },
  soak: { long: true, measure: (bench) => soak(bench, Math.max(bench.seconds, 600)) },
  growth: { long: true, measure: (bench) => growthCurve(bench, say) },
}

const requested = wanted(process.argv.slice(2))
print(
  `${cpus().length} × ${cpus()[0]!.model}, ${fixed(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
)
for (const name of requested.named) {
  const { env = {}, measure } = parts[name]!
  say(`${name} …`)
  await withBench(requested.seconds, env, async (bench) => print(table(name, await measure(bench))))
}

/** `npm run bench [-- PART … | all] [--seconds 6]`: without a name, the short parts. */
function wanted(args: string[]): { named: string[]; seconds: number } {
  const at = args.indexOf('--seconds')
  const seconds = at < 0 ? 6 : Number(args[at + 1])
  const names = at < 0 ? args : args.toSpliced(at, 2)
  const unknown = names.find((name) => name !== 'all' && !(name in parts))
  if (unknown !== undefined || !(seconds >= 1)) {
    const available = [...Object.keys(parts), 'all'].join(', ')
    say(`npm run bench -- PART … --seconds 6; the parts are: ${available}.`)
    process.exit(1)
  }
  const all = Object.keys(parts)
  if (names.includes('all')) return { named: all, seconds }
  return { named: names.length > 0 ? names : all.filter((name) => !parts[name]!.long), seconds }
}

/** Memory before and after a load, and the start-up time. */
async function withMemory(bench: Bench, load: (bench: Bench) => Promise<Row[]>): Promise<Row[]> {
  const row = (what: string, figure: string, beside = ''): Row => ({
    what,
    figure,
    beside,
    ratio: '',
  })
  const idle = bench.shopMegabytes()
  const rows = await load(bench)
  return [
    ...rows,
    row('memory of the shop, idle', `${fixed(idle)} MB`),
    row('… after the load', `${fixed(bench.shopMegabytes())} MB`, 'target 250 MB'),
    row('npm start’s own part, to the first 200', `${fixed(bench.boot)} ms`),
  ]
}
