import { gzipSync } from 'node:zlib'

import type { Browser } from 'playwright'

import { overAge } from './public-pages.ts'

/** Limits in kB of 1000 bytes, compressed. */
const budgets = {
  script: 5,
  styles: 15,
  landing: [
    { width: 390, height: 844, pixels: 2, most: 250 },
    { width: 1440, height: 900, pixels: 1, most: 450 },
  ],
} as const

/** Transfer size and limit, in kB of 1000 bytes. */
export type Weight = { what: string; is: number; most: number }

const weight = (what: string, bytes: number, most: number): Weight => ({
  what,
  is: bytes / 1000,
  most,
})

export const isTooMuch = ({ is, most }: Weight): boolean => is > most

/** Script and styles of a page, linked and inline, as gzip. */
export async function weighParts(url: string, path: string): Promise<Weight[]> {
  const response = await fetch(url + path, { headers: { cookie: overAge } })
  if (!response.ok) throw new Error(`${path} returned ${response.status}`)
  const html = await response.text()
  const script = await weightOf(
    url,
    html,
    /<(?:script[^>]* src|link[^>]*modulepreload"[^>]* href)="([^"]+)"/g,
  )
  const styles = await weightOf(url, html, /<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)
  const scriptWithin = within(
    html,
    /<script(?![^>]*(?:src=|ld\+json|speculationrules))[^>]*>(.+?)<\/script>/gs,
  )
  const stylesWithin = within(html, /<style[^>]*>(.+?)<\/style>/gs)
  return [
    weight(`${path} script`, script + scriptWithin, budgets.script),
    weight(`${path} styles`, styles + stylesWithin, budgets.styles),
  ]
}

/** Gzip size of the inline content of such elements. */
function within(html: string, elements: RegExp): number {
  const texts = [...html.matchAll(elements)].map(([, text]) => text)
  return texts.length === 0 ? 0 : gzipSync(texts.join('')).length
}

async function weightOf(url: string, html: string, links: RegExp): Promise<number> {
  let bytes = 0
  for (const [, link] of html.matchAll(links)) {
    const response = await fetch(new URL(link!, url), { headers: { 'accept-encoding': 'gzip' } })
    await response.arrayBuffer()
    bytes += Number(response.headers.get('content-length'))
  }
  return bytes
}

/** Everything a browser fetches for the landing page, scrolled to its end. */
export async function weighLanding(url: string, browser: Browser): Promise<Weight[]> {
  const weights: Weight[] = []
  for (const { width, height, pixels, most } of budgets.landing) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: pixels,
    })
    await context.addCookies([{ name: 'ageKey', value: 'older', url }])
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    let bytes = 0
    network.on('Network.loadingFinished', (event) => {
      bytes += event.encodedDataLength
    })
    await page.goto(`${url}/`, { waitUntil: 'networkidle' })
    await page.evaluate(async () => {
      for (const picture of document.querySelectorAll('img')) {
        picture.scrollIntoView()
        await picture.decode().catch(() => {})
      }
    })
    await page.waitForLoadState('networkidle')
    weights.push(weight(`landing page at ${width} px`, bytes, most))
    await context.close()
  }
  return weights
}
