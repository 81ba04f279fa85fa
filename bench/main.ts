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
  /** Why it is not among those that run when none is named. */
  long?: true
  env?: Record<string, string>
  measure(bench: Bench): Promise<Row[]>
}

/** What can be measured. Load goes to 127.0.0.1 only, and each part is bounded in count and time. */
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

const asked = wanted(process.argv.slice(2))
print(
  `${cpus().length} × ${cpus()[0]!.model}, ${fixed(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
)
for (const name of asked.named) {
  const { env = {}, measure } = parts[name]!
  say(`${name} …`)
  await withBench(asked.seconds, env, async (bench) => print(table(name, await measure(bench))))
}

/** `npm run bench [-- PART … | all] [--seconds 6]`: none named, the short ones. */
function wanted(args: string[]): { named: string[]; seconds: number } {
  const at = args.indexOf('--seconds')
  const seconds = at < 0 ? 6 : Number(args[at + 1])
  const names = at < 0 ? args : args.toSpliced(at, 2)
  const unknown = names.find((name) => name !== 'all' && !(name in parts))
  if (unknown !== undefined || !(seconds >= 1)) {
    const known = [...Object.keys(parts), 'all'].join(', ')
    say(`npm run bench -- PART … --seconds 6; the parts are: ${known}.`)
    process.exit(1)
  }
  const all = Object.keys(parts)
  if (names.includes('all')) return { named: all, seconds }
  return { named: names.length > 0 ? names : all.filter((name) => !parts[name]!.long), seconds }
}

/** Memory before and after a load, and how long the house took to open. */
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
    row('… after the load', `${fixed(bench.shopMegabytes())} MB`, '250 MB aimed at'),
    row('npm start’s own part, to the first 200', `${fixed(bench.boot)} ms`),
  ]
}
