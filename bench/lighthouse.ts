/**
 * Lighthouse in its mobile preset on each public page: `npm run lighthouse [address] [path …]`.
 * Full reports are written to `.cache/lighthouse/`.
 */
import { mkdir, writeFile } from 'node:fs/promises'

import getPort from 'get-port'
import type { Result, RunnerResult } from 'lighthouse'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'

import { findChromium } from '#launch/chromium.mjs'

import { withServer } from './with-server.ts'
import { overAge, publicPages } from './public-pages.ts'

const reports = '.cache/lighthouse'
const args = process.argv.slice(2)
const address = args.find((arg) => arg.startsWith('http'))
const wanted = args.filter((arg) => arg.startsWith('/'))
const visits = publicPages
  .filter(({ path }) => wanted.length === 0 || wanted.includes(path))
  .map((page) => ({ ...page, name: page.path, cookie: overAge }))
const behindTheGate = { ...publicPages[0], name: '/ (age gate)', cookie: '' }

/** Minimum scores of 100, and limits of Core Web Vitals on the simulated slow phone. */
const least = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }
const most = { lcp: 1200, cls: 0 }

await mkdir(reports, { recursive: true })
await withServer(address, async (url) => {
  const port = await getPort()
  const browser = await chromium.launch({
    executablePath: findChromium(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  for (const visit of wanted.length === 0 ? [...visits, behindTheGate] : visits) {
    const run = await bestOf(3, url + visit.path, port, visit.cookie)
    const file = visit.name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'
    await writeFile(`${reports}/${file}.html`, run.report as string)
    report(visit.name, run.lhr)
  }
  await browser.close()
})

/** Load on the machine only slows pages down: returns the first run within limits, or the fastest. */
async function bestOf(tries: number, url: string, port: number, cookie: string) {
  let best: RunnerResult | undefined
  const lcpOf = ({ lhr }: RunnerResult) =>
    lhr.audits['largest-contentful-paint']?.numericValue ?? Infinity
  const isFast = (run: RunnerResult) =>
    lcpOf(run) <= most.lcp && run.lhr.categories['performance']?.score === 1
  for (let n = 0; n < tries && !(best && isFast(best)); n++) {
    const run = await lighthouse(url, {
      port,
      output: 'html',
      logLevel: 'silent',
      ...(cookie && { extraHeaders: { cookie } }),
    })
    if (run && (!best || isFast(run) || lcpOf(run) < lcpOf(best))) best = run
  }
  if (!best) throw new Error(`Lighthouse gave no result for ${url}`)
  return best
}

function report(name: string, result: Result): void {
  const lcp = Math.round(result.audits['largest-contentful-paint']?.numericValue ?? 0)
  const cls = result.audits['cumulative-layout-shift']?.numericValue ?? 0
  const faults: string[] = []
  const scores = Object.entries(least).map(([category, wish]) => {
    const score = Math.round((result.categories[category]?.score ?? 0) * 100)
    if (score < wish) faults.push(`${category} ${score}`)
    return String(score).padStart(3)
  })
  if (lcp > most.lcp) faults.push(`LCP ${lcp} ms`)
  if (cls > most.cls) faults.push(`CLS ${cls.toFixed(3)}`)
  for (const audit of Object.values(result.audits)) {
    const counts = audit.scoreDisplayMode === 'binary' || audit.scoreDisplayMode === 'metricSavings'
    if (faults.length > 0 && counts && audit.score !== null && audit.score < 1) {
      faults.push(audit.id)
    }
  }
  if (faults.length > 0) process.exitCode = 1
  process.stdout.write(
    `${scores.join(' / ')}  LCP ${String(lcp).padStart(4)} ms  CLS ${cls.toFixed(3)}  ${name}${faults.length > 0 ? `\n      ${faults.join(', ')}` : ''}\n`,
  )
}
