import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import type { Browser, BrowserContext, Page } from 'playwright'
import { chromium } from 'playwright'

import { findChromium } from '#launch/browsers.ts'

import { theShop } from './the-shop.ts'

export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const headed = Boolean(process.env['HEADED'])

/** Chromium without its own background requests; `npm test -- … --headed` shows it. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium({ headed }),
    args,
    headless: !headed,
    ...(headed && { slowMo: 250 }),
  })

/** With `npm test -- … --trace`, writes a Playwright trace of the visitor to test-results/. */
async function traceTo(context: BrowserContext): Promise<void> {
  await context.tracing.start({ screenshots: true, snapshots: true, sources: true })
  const close = context.close.bind(context)
  context.close = async () => {
    const file = join('test-results', `trace-${randomUUID().slice(0, 8)}.zip`)
    await context.tracing.stop({ path: file })
    process.stderr.write(`Trace: npx playwright show-trace ${file}\n`)
    await close()
  }
}

type VisitorOptions = {
  size?: keyof typeof sizes
  javaScript?: boolean
  /** With false the age gate is shown. */
  isOver21?: boolean
}

export type Visitor = { context: BrowserContext; page: Page; faults: string[] }

/** A visitor in a browser context of its own; errors that its page reports are in `faults`. */
export async function aVisitor(browser: Browser, options: VisitorOptions = {}): Promise<Visitor> {
  const { size = 'desktop', javaScript = true, isOver21 = true } = options
  const { url } = theShop()
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes[size],
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce',
  })
  if (process.env['TRACE']) await traceTo(context)
  if (isOver21) await context.addCookies([{ name: 'ageKey', value: 'older', url }])
  if (javaScript) waitForHydration(context)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return { context, page, faults }
}

/**
 * Makes `goto` and `reload` of the context's pages resolve after hydration, unless they are called with
 * `waitUntil`.
 */
export function waitForHydration(context: BrowserContext): void {
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    page.goto = async (address, options) => {
      const response = await goto(address, options)
      if (!options?.waitUntil) await hydrated(page)
      return response
    }
    page.reload = async (options) => {
      const response = await reload(options)
      if (!options?.waitUntil) await hydrated(page)
      return response
    }
    return page
  }
}

/**
 * Waits for hydration, on pages that have any: before it, only the browser's own behavior handles a press.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState()
  await page.waitForFunction(() => {
    if (!('__reactRouterContext' in window)) return true
    const keys = Object.keys(document.documentElement)
    if (!keys.some((key) => key.startsWith('__reactProps'))) return false
    // Effects run with the next frame.
    const flags = window as { isHydrated?: boolean }
    const isSecondFrame = flags.isHydrated === true
    flags.isHydrated = true
    return isSecondFrame
  })
}

/** A slow connection: no script of the shop is delivered until the returned function is called. */
export async function blockScripts(page: Page): Promise<() => Promise<void>> {
  const blocked = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await blocked.promise
    await route.continue()
  })
  return async () => {
    blocked.resolve()
    await page.waitForLoadState('load')
  }
}

export type Person = { firstName: string; lastName: string; email: string; password: string }

export const aPerson = (): Person => ({
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: `${randomUUID()}@example.com`,
  password: 'altamira',
})

/** Registers a new person through the form's POST, which signs the browser in. */
export async function registered(visitor: Visitor, person: Person = aPerson()): Promise<Person> {
  const { url } = theShop()
  const response = await visitor.context.request.post(`${url}/signin`, {
    headers: { origin: url },
    form: {
      firstname: person.firstName,
      lastname: person.lastName,
      email: person.email,
      password: person.password,
    },
    maxRedirects: 0,
  })
  if (response.status() !== 302) throw new Error(`Registration returned ${response.status()}`)
  return person
}
