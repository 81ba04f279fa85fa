/**
 * Measures the transfer size of pages and fails when one is over budget: `npm run budgets [address]`.
 */
import { chromium } from 'playwright'

import { findChromium } from '#launch/browsers.ts'

import { publicPages } from './public-pages.ts'
import type { Weight } from './weights.ts'
import { isTooMuch, weighLanding, weighParts } from './weights.ts'
import { withServer } from './with-server.ts'

let tooMuch = 0

await withServer(process.argv[2], async (url) => {
  for (const { path } of publicPages) report(await weighParts(url, path))
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  report(await weighLanding(url, browser))
  await browser.close()
})
process.stdout.write(tooMuch === 0 ? 'within budget\n' : `${tooMuch} over budget\n`)
process.exitCode = tooMuch === 0 ? 0 : 1

function report(weights: readonly Weight[]): void {
  for (const weight of weights) {
    if (isTooMuch(weight)) tooMuch++
    const verdict = isTooMuch(weight) ? 'TOO MUCH' : 'ok      '
    const { what, is, most } = weight
    process.stdout.write(`${verdict} ${is.toFixed(1).padStart(6)} of ${most} kB  ${what}\n`)
  }
}
