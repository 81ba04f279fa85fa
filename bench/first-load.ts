import type { Browser, BrowserContext } from 'playwright'
import { chromium } from 'playwright'
import pg from 'pg'

import { cartCopy } from '#domain/copy/cart.ts'
import { paths } from '#domain/paths.ts'
import { findChromium } from '#launch/chromium.mjs'

import type { Bench } from './bench.ts'
import { makePurchaseLinks } from './entry-link.ts'
import type { Row } from './figures.ts'
import { fixed, median } from './figures.ts'
import { overAge } from './public-pages.ts'

/** Loads of each page and line; the median counts. */
const loads = 5

/** Bits a second and milliseconds of latency, as Chromium's own tools define the two lines. */
const lines = {
  '4G': { bits: 9_000_000, latency: 150, largest: 1_200 },
  'slow 4G': { bits: 1_600_000, latency: 400, largest: 3_000 },
} as const

/** Milliseconds from the first paint to text in the shop's own faces; and of an interaction. */
const aims = { faces: 300, shift: 0.02, interaction: 100 }

/** How much slower than this machine the phone's processor is during interactions. */
const slowdown = 4

/** A phone's window, in CSS pixels. */
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true }

type Seen = { first: number; faces: number; largest: number; shift: number }

declare global {
  interface Window {
    seen: { largest: number; shift: number; faces: number; presses: number[] }
  }
}

/**
 * First loads with an empty cache on a phone's line, and presses on a slow phone, in Chromium. The
 * pages: the landing page before and behind the age gate, a release, and the page behind the link
 * of an email.
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
      ['/', paths.home(), overAge],
      ['/offering', paths.offering(), overAge],
      ['/mono, signed in', paths.currentRelease(), cookie!],
      ['/enter, from an email', null, overAge],
    ] as const) {
      for (const line of ['4G', 'slow 4G'] as const) {
        const seen: Seen[] = []
        for (let n = 0; n < loads; n++) {
          // oxlint-disable no-await-in-loop -- one load at a time
          const target = path ?? paths.enter((await makePurchaseLinks(pool, people))[0]!)
          seen.push(await load(browser, bench.shop + target, { line, cookies }))
          // oxlint-enable no-await-in-loop
        }
        rows.push(rowOf(`${what}, ${line}`, seen, line))
      }
    }
    return [...rows, ...(await presses(bench, browser))]
  } finally {
    await browser.close()
    await pool.end()
  }
}

async function load(
  browser: Browser,
  url: string,
  { line, cookies }: { line: keyof typeof lines; cookies: string },
): Promise<Seen> {
  const context = await openPhone(browser, url, cookies)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  const { bits, latency } = lines[line]
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bits / 8,
    uploadThroughput: bits / 8,
  })
  await page.goto(url, { waitUntil: 'load' })
  // Later paints and shifts are observed for half a second more.
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
  const pairs = cookies.split('; ').filter(Boolean)
  await context.addCookies(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: new URL(url).origin }
    }),
  )
  return context
}

/** Presses of a purchase with the processor slowed: each from the press to the next paint. */
async function presses(bench: Bench, browser: Browser): Promise<Row[]> {
  const cookies = await bench.newMembers(loads)
  const millis: Record<string, number[]> = {}
  for (const cookie of cookies) {
    // oxlint-disable-next-line no-await-in-loop -- one customer after the other
    for (const [what, longest] of await pressAll(browser, bench.shop, cookie)) {
      ;(millis[what] ??= []).push(longest)
    }
  }
  return Object.entries(millis).map(([what, each]) => ({
    what: `${what}, processor ${slowdown} × slower`,
    figure: `next paint after ${fixed(median(each))} ms, ${fixed(Math.max(...each))} at most`,
    beside: `${aims.interaction} ms aimed at`,
    ratio: fixed(median(each) / aims.interaction, 2),
  }))
}

async function pressAll(browser: Browser, shop: string, cookie: string) {
  const context = await openPhone(browser, shop, cookie)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await page.goto(shop + paths.currentRelease(), { waitUntil: 'networkidle' })
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // The payment page is not what is measured: the press stays on this one.
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
    // oxlint-disable no-await-in-loop -- one press after the other
    await page.evaluate(() => {
      window.seen.presses = []
    })
    await press()
    // The entry of a press comes after its paint, and of all its events the longest counts.
    await page.waitForTimeout(1_000)
    found.push([what, await page.evaluate(() => Math.max(0, ...window.seen.presses))])
    // oxlint-enable no-await-in-loop
  }
  await context.close()
  return found
}

function rowOf(what: string, seen: readonly Seen[], line: keyof typeof lines): Row {
  const of = (key: keyof Seen) => median(seen.map((one) => one[key]))
  return {
    what,
    figure: `first paint ${fixed(of('first'))}, own faces +${fixed(of('faces'))}, largest ${fixed(of('largest'))} ms, shift ${fixed(Math.max(...seen.map(({ shift }) => shift)), 3)}`,
    beside: `+${aims.faces}, ${lines[line].largest} ms, ${aims.shift} aimed at`,
    ratio: fixed(of('largest') / lines[line].largest, 2),
  }
}
