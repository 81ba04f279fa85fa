import { gzipSync } from 'node:zlib'

import type { Browser } from 'playwright'

import { overAge } from './public-pages.ts'

/** In kB of 1000 bytes, as they travel. */
const budgets = {
  script: 5,
  styles: 15,
  landing: [
    { width: 390, height: 844, pixels: 2, most: 250 },
    { width: 1440, height: 900, pixels: 1, most: 450 },
  ],
} as const

/** What something weighs beside what it may, in kB of 1000 bytes. */
export type Weight = { what: string; is: number; most: number }

const weight = (what: string, bytes: number, most: number): Weight => ({
  what,
  is: bytes / 1000,
  most,
})

export const isTooMuch = ({ is, most }: Weight): boolean => is > most

/** Script and styles of a page, linked and in the page itself, as gzip. */
export async function weighParts(url: string, path: string): Promise<Weight[]> {
  const answer = await fetch(url + path, { headers: { cookie: overAge } })
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
  const html = await answer.text()
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

/** What stands between such elements, packed together as it travels. */
function within(html: string, elements: RegExp): number {
  const texts = [...html.matchAll(elements)].map(([, text]) => text)
  return texts.length === 0 ? 0 : gzipSync(texts.join('')).length
}

async function weightOf(url: string, html: string, links: RegExp): Promise<number> {
  let bytes = 0
  for (const [, link] of html.matchAll(links)) {
    const answer = await fetch(new URL(link!, url), { headers: { 'accept-encoding': 'gzip' } })
    await answer.arrayBuffer()
    bytes += Number(answer.headers.get('content-length'))
  }
  return bytes
}

/** All that a browser fetches for the landing page, read to its end. */
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
