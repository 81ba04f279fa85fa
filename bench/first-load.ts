import pg from 'pg'
import type { Browser, BrowserContext } from 'playwright'
import { chromium } from 'playwright'

import { ageGateCopy } from '#accounts/age-gate/age-gate.copy.ts'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { findChromium } from '#launch/browsers.ts'
import { paths } from '#platform/http/paths.rules.ts'

import type { Bench } from './bench.ts'
import { makePurchaseLinks } from './entry-link.ts'
import type { Row } from './figures.ts'
import { fixed, median, row } from './figures.ts'
import { browserCookies } from './http.ts'
import { overAge } from './public-pages.ts'

/** Loads of each page on each network; the median counts. */
const loads = 5

/** Bits a second and milliseconds of latency as in Chromium's DevTools, and the target of the largest paint. */
const networks = {
  '4G': { bits: 9_000_000, latency: 150, largest: 1_200 },
  'slow 4G': { bits: 1_600_000, latency: 400, largest: 3_000 },
} as const

/** Milliseconds from the first paint to the shop's own typefaces, layout shift, milliseconds of an interaction. */
const targets = { faces: 300, shift: 0.02, interaction: 100 }

/** What a first visitor sees after the age gate; the page behind it has loaded meanwhile. */
const afterGate = '/ after the age gate'

/** How long the question of the age gate is read, in milliseconds. */
const readingMs = 1_000

/** CPU throttling during interactions. */
const slowdown = 4

/** A phone's window, in CSS pixels. */
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true }

type LoadMetrics = { first: number; faces: number; largest: number; shift: number }

declare global {
  interface Window {
    seen: { largest: number; shift: number; faces: number; presses: number[] }
  }
}

/**
 * First loads with an empty cache on mobile networks, and interactions on a slow phone, in Chromium. The
 * pages: the landing page with, after and without the age gate, two releases, and the landing page of an email's link.
 */
export async function firstLoads(bench: Bench): Promise<Row[]> {
  const [cookie] = await bench.newMembers(1)
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: 1 })
  const { rows: people } = await pool.query<{ id: string; email: string }>(
    `select id, email from users where email like '%@bench.example' limit 1`,
  )
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const rows: Row[] = []
    for (const [what, path, cookies] of [
      ['/ before the age gate', paths.home(), ''],
      [afterGate, paths.home(), ''],
      ['/', paths.home(), overAge],
      ['/offering', paths.offering(), overAge],
      ['/mono, signed in', paths.currentRelease(), cookie!],
      ['/enter, from an email', null, overAge],
    ] as const) {
      for (const network of ['4G', 'slow 4G'] as const) {
        const seen: LoadMetrics[] = []
        for (let n = 0; n < loads; n++) {
          // One load at a time, so that none slows another.
          const target = path ?? paths.enter((await makePurchaseLinks(pool, people))[0]!)
          const passesGate = what === afterGate
          seen.push(await load(browser, bench.shop + target, { network, cookies, passesGate }))
        }
        rows.push(rowOf(`${what}, ${network}`, seen, network))
      }
    }
    return [...rows, ...(await presses(bench, browser))]
  } finally {
    await browser.close()
    await pool.end()
  }
}

type Load = { network: keyof typeof networks; cookies: string; passesGate: boolean }

async function load(
  browser: Browser,
  url: string,
  { network, cookies, passesGate }: Load,
): Promise<LoadMetrics> {
  const context = await openPhone(browser, url, cookies)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  const { bits, latency } = networks[network]
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bits / 8,
    uploadThroughput: bits / 8,
  })
  await page.goto(url, { waitUntil: 'load' })
  if (passesGate) {
    await page.waitForTimeout(readingMs)
    const over = page.getByRole('button', { name: ageGateCopy.over })
    await over.click()
    await over.waitFor({ state: 'detached' })
    await page.waitForLoadState('load')
  }
  // Observes later paints and shifts.
  await page.waitForTimeout(500)
  const seen = await page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    ...window.seen,
  }))
  await context.close()
  return { ...seen, faces: Math.max(0, seen.faces - seen.first) }
}

async function openPhone(browser: Browser, url: string, cookies: string): Promise<BrowserContext> {
  const context = await browser.newContext(phone)
  await context.addInitScript(() => {
    window.seen = { largest: 0, shift: 0, faces: 0, presses: [] }
    const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
        durationThreshold: 16,
      } as PerformanceObserverInit)
    observe('largest-contentful-paint', ({ startTime }) => {
      window.seen.largest = startTime
    })
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      }
      if (!hadRecentInput) window.seen.shift += value
    })
    observe('event', ({ duration }) => window.seen.presses.push(duration))
    document.fonts.addEventListener('loadingdone', () => {
      window.seen.faces = performance.now()
    })
  })
  await context.addCookies(browserCookies(cookies, new URL(url).origin))
  return context
}

/** The interactions of a purchase with a throttled CPU: from each press to the next paint. */
async function presses(bench: Bench, browser: Browser): Promise<Row[]> {
  const cookies = await bench.newMembers(loads)
  const millis: Record<string, number[]> = {}
  for (const cookie of cookies) {
    for (const [what, longest] of await pressAll(browser, bench.shop, cookie)) {
      ;(millis[what] ??= []).push(longest)
    }
  }
  return Object.entries(millis).map(([what, each]) =>
    row(
      `${what}, processor ${slowdown} × slower`,
      `next paint after ${fixed(median(each))} ms, ${fixed(Math.max(...each))} at most`,
      `target ${targets.interaction} ms`,
      fixed(median(each) / targets.interaction, 2),
    ),
  )
}

async function pressAll(browser: Browser, shop: string, cookie: string) {
  const context = await openPhone(browser, shop, cookie)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await page.goto(shop + paths.currentRelease(), { waitUntil: 'networkidle' })
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // Stays on this page: the payment page is not measured.
  await page.route(/checkout/, (route) => route.fulfill({ status: 204 }))
  const button = (name: string | RegExp) => page.getByRole('button', { name }).last()
  const found: [string, number][] = []
  for (const [what, press] of [
    ['Add to cart', () => button(cartCopy.add).click()],
    ['one more', () => button(/^One more/).click()],
    ['Open my cart', () => page.getByRole('link', { name: cartCopy.openCart }).last().click()],
    ['a shipping method', () => page.getByRole('radio').first().check()],
    ['Checkout', () => button(cartCopy.checkout).click()],
  ] as const) {
    await page.evaluate(() => {
      window.seen.presses = []
    })
    await press()
    // The entry is recorded after the paint; the longest event of the press counts.
    await page.waitForTimeout(1_000)
    found.push([what, await page.evaluate(() => Math.max(0, ...window.seen.presses))])
  }
  await context.close()
  return found
}

function rowOf(what: string, seen: readonly LoadMetrics[], network: keyof typeof networks): Row {
  const of = (key: keyof LoadMetrics) => median(seen.map((one) => one[key]))
  return {
    what,
    figure: `first paint ${fixed(of('first'))}, own faces +${fixed(of('faces'))}, largest ${fixed(of('largest'))} ms, shift ${fixed(Math.max(...seen.map(({ shift }) => shift)), 3)}`,
    reference: `target +${targets.faces}, ${networks[network].largest} ms, ${targets.shift}`,
    ratio: fixed(of('largest') / networks[network].largest, 2),
  }
}
