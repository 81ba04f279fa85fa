import { mkdirSync } from 'node:fs'

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { sizes, openBrowser } from '#tests/harness/browser.ts'
import { theShop } from '#tests/harness/the-shop.ts'

/** Throughput in bytes per second, latency in milliseconds. */
const lines = {
  '4G': { downloadThroughput: 9_000_000 / 8, uploadThroughput: 1_500_000 / 8, latency: 150 },
  'slow 4G': { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 },
} as const

/** When the page is photographed, in milliseconds from the request on. */
const moments = [300, 500, 1_000, 3_000]

const folder = 'test-results/first-visit'

let browser: Browser

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  browser = await openBrowser()
})
afterAll(() => browser.close())

type Options = { line: keyof typeof lines; size: keyof typeof sizes; isOver21?: boolean }

/** A browser with an empty cache on that line. */
async function firstVisit({ line, size, isOver21 }: Options): Promise<Page> {
  const { url } = theShop()
  const context = await browser.newContext({ baseURL: url, viewport: sizes[size] })
  if (isOver21) await context.addCookies([{ name: 'ageKey', value: 'older', url }])
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', { offline: false, ...lines[line] })
  await page.addInitScript(recordFrames)
  return page
}

/** The faces that the gate's text wants and that are not there, and how each face waits. */
type Frame = { missing: string[]; displays: string[] }
type Recorded = { frames: Frame[]; shift: number; moved: string[] }

/** Runs in the page: what its text is set in, frame by frame, and how far things moved. */
function recordFrames() {
  const recorded: Recorded = { frames: [], shift: 0, moved: [] }
  Object.assign(window, { recorded })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null }[]
      }
      if (hadRecentInput) continue
      recorded.shift += value
      for (const { node } of sources) recorded.moved.push(node?.outerHTML?.slice(0, 80) ?? 'gone')
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const words = [...document.querySelectorAll('[data-covers-page] :is(h2, p, button)')]
    if (words.length > 0) {
      // Layout asks for the faces.
      document.body.getBoundingClientRect()
      const faces = words.map((element) => ({
        face: getComputedStyle(element).fontFamily.split(',')[0]!.replaceAll('"', ''),
        text: element.textContent!,
      }))
      recorded.frames.push({
        missing: faces.flatMap(({ face, text }) =>
          document.fonts.check(`16px '${face}'`, text) ? [] : [face],
        ),
        displays: [...document.fonts]
          .filter(({ family }) => faces.some(({ face }) => face === family.replaceAll('"', '')))
          .map(({ display }) => display),
      })
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * While a face with `font-display: block` is decoded its text is not painted at all; from the first
 * frame that has it, all have.
 */
function expectOwnFaces(frames: readonly Frame[]): void {
  const first = frames.findIndex(({ missing }) => missing.length === 0)
  expect(first).toBeGreaterThanOrEqual(0)
  expect(frames.slice(first).flatMap(({ missing }) => missing)).toEqual([])
  const displays = frames.flatMap((frame) => frame.displays)
  expect(new Set(displays)).toEqual(new Set(['block']))
}

const recordedIn = (page: Page) =>
  page.evaluate(() => (window as unknown as { recorded: Recorded }).recorded)

/** For the eye: nothing depends on how fast this machine was. */
async function photograph(page: Page, address: string, name: string): Promise<void> {
  const began = performance.now()
  const arrived = page.goto(address, { waitUntil: 'load' })
  for (const moment of moments) {
    await new Promise((done) => setTimeout(done, began + moment - performance.now()))
    await page.screenshot({ path: `${folder}/${name}-${moment}ms.png` }).catch(() => {})
  }
  await arrived
}

describe.each([
  { line: '4G', size: 'phone' },
  { line: '4G', size: 'desktop' },
  { line: 'slow 4G', size: 'phone' },
  { line: 'slow 4G', size: 'desktop' },
] as const)('on $line, $size', ({ line, size }) => {
  const name = `${line.replace(' ', '-')}-${size}`

  test('the age gate is set in the shop’s own typefaces as soon as it has any', async () => {
    const page = await firstVisit({ line, size })
    // They come with the page: nothing of them is asked for.
    await page.route(/\.woff2$/, (route) => route.abort())
    await photograph(page, paths.home(), `gate-${name}`)
    const { frames, shift, moved } = await recordedIn(page)
    expectOwnFaces(frames)
    expect(shift, moved.join('\n')).toBeLessThanOrEqual(0.02)
    await page.context().close()
  })

  test.each([paths.home(), paths.ourWines(), paths.login()])(
    '%s does not move when its typefaces arrive',
    async (address) => {
      const page = await firstVisit({ line, size, isOver21: true })
      await page.goto(address, { waitUntil: 'load' })
      await page.evaluate(() => document.fonts.ready.then(() => {}))
      const faces = await page.evaluate(() =>
        ['Cinzel', 'EB Garamond'].map((face) => document.fonts.check(`16px '${face}'`)),
      )
      expect(faces).toEqual([true, true])
      const { shift, moved } = await recordedIn(page)
      expect(shift, moved.join('\n')).toBeLessThanOrEqual(0.02)
      await page.context().close()
    },
  )
})

test('the answer “under 21” is set in them too', async () => {
  const page = await firstVisit({ line: '4G', size: 'phone' })
  await page.goto(paths.home())
  await page.getByRole('button', { name: 'I am under 21' }).click()
  await page.getByRole('heading', { name: 'You must be 21 to enter' }).waitFor()
  expectOwnFaces((await recordedIn(page)).frames)
  await page.context().close()
})
