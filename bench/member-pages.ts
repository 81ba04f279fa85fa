import { paths } from '#platform/http/paths.rules.ts'

import { openBare } from './bare.ts'
import type { Bench } from './bench.ts'
import { buyOnce } from './buy-flow.ts'
import type { Row } from './figures.ts'
import { drive, fixed, median, percentile } from './figures.ts'
import { send, fetchBytes, encodingsOfBrowsers } from './http.ts'

const atOnce = 16
const encoding = encodingsOfBrowsers

const pages = [
  paths.members(),
  paths.members('orders'),
  paths.dashboard(),
  paths.currentRelease(),
  paths.shipping(),
  paths.editAccount(),
]

/** Members' pages under concurrent requests; the baseline is bare `node:http` with the same bytes. */
export async function memberPageRates(bench: Bench): Promise<Row[]> {
  const { shop, seconds, newMembers, processorTime } = bench
  const cookies = await newMembers(200)
  for (const cookie of cookies.slice(0, 20)) await buyOnce(shop, cookie)
  const bare = openBare()
  const rows: Row[] = []
  const load = (path: string) => async (index: number) => {
    const response = await send(shop + path, { cookie: cookies[index % cookies.length]!, encoding })
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}`)
  }
  // Warm-up for JIT compilation.
  for (const path of pages) await drive(atOnce, { seconds, times: 50_000 }, load(path))
  for (const path of pages) {
    const page = await fetchBytes(shop + path, {
      cookie: cookies[0]!,
      'accept-encoding': encoding,
    })
    await bare.respondWith(page.body)
    const before = processorTime().shop
    const ours = await drive(atOnce, { seconds, times: 50_000 }, load(path))
    const used = (processorTime().shop - before) / ours.millis.length
    const theirs = await drive(atOnce, { seconds: seconds / 2, times: 100_000 }, bare.send)
    rows.push({
      what: `${path} (${page.body.length} bytes)`,
      figure: `${fixed(ours.perSecond)}/s, p50 ${fixed(median(ours.millis))} p95 ${fixed(percentile(ours.millis, 95))} ms, ${fixed(used, 1)} ms of processor`,
      reference: `${fixed(theirs.perSecond)}/s bare node:http`,
      ratio: fixed(ours.perSecond / theirs.perSecond, 2),
    })
  }
  bare.end()
  return rows
}
