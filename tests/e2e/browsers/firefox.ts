import type { ElementHandle, Page } from 'puppeteer-core'
import { launch } from 'puppeteer-core'

import { theShop } from '#tests/harness/the-shop.ts'

import type { Kind } from './locate.ts'
import { locate, nameOf } from './locate.ts'
import type { Engine, Visitor } from './visitor.ts'
import { pageText, until } from './visitor.ts'

/** Firefox by WebDriver BiDi; each visitor has a context of their own. */
export async function openFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
  return {
    name: 'firefox',
    async open(width) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      const visitor = visitorOf(page, () => context.close())
      await visitor.resize(width)
      return visitor
    },
    close: () => browser.close(),
  }
}

function visitorOf(page: Page, close: () => Promise<void>): Visitor {
  const { url } = theShop()
  const element = (name: string | RegExp, kind: Kind) =>
    until(
      `${kind} ${name}`,
      async () => {
        const handle = await page.evaluateHandle(locate, kind, nameOf(name))
        return handle.asElement() as ElementHandle<Element> | null
      },
      () => evaluate(pageText),
    )
  const isShown = (name: string | RegExp, kind: Kind) =>
    page.evaluateHandle(locate, kind, nameOf(name)).then((handle) => handle.asElement() !== null)
  const evaluate = <Value>(expression: string) => page.evaluate(expression) as Promise<Value>

  // Puppeteer's own `url()` stays behind when a page comes from the back/forward cache.
  const address = () => evaluate<string>('location.href')

  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  // Firefox alone reports that data was still arriving when a page was left.
  page.on('pageerror', (error) => {
    const text = String(error)
    if (!text.includes('Error in input stream')) faults.push(text)
  })

  return {
    engine: 'firefox',
    faults,
    resize: (width) => page.setViewport({ width, height: width < 600 ? 844 : 900 }),
    // Puppeteer's `goto()` waits in vain after a page came from the back/forward cache.
    async goto(path) {
      const target = JSON.stringify(new URL(path, url).href)
      await evaluate(`void (window.isLeft = true, location.href = ${target})`)
      await until(path, () =>
        evaluate<boolean>(`!window.isLeft && document.readyState === 'complete'`),
      )
    },
    async press(name, kind = 'button') {
      await (await element(name, kind)).click()
    },
    async fill(label, value) {
      const field = await element(label, 'field')
      await field.focus()
      await field.evaluate((input) => (input as HTMLInputElement).select?.())
      await page.keyboard.press('Delete')
      await field.type(value)
    },
    async choose(label, option) {
      const list = await element(label, 'field')
      const value = await list.evaluate(
        (select, text) =>
          [...(select as HTMLSelectElement).options].find((one) => one.text === text)!.value,
        option,
      )
      await list.select(value)
    },
    async check(label) {
      await (await element(label, 'field')).click()
    },
    async see(name, kind = 'text') {
      await element(name, kind)
    },
    async seeGone(name, kind = 'text') {
      await until(`the end of ${name}`, async () => !(await isShown(name, kind)))
    },
    async seeAddress(pattern) {
      await until(
        `an address like ${pattern}`,
        async () => pattern.test(await address()),
        () => evaluate(pageText),
      )
    },
    address,
    async valueOf(label) {
      return (await element(label, 'field')).evaluate((input) => (input as HTMLInputElement).value)
    },
    // Puppeteer's goBack() waits for a load that a page from the back/forward cache never has.
    back: () => evaluate('void history.back()'),
    forward: () => evaluate('void history.forward()'),
    async reload() {
      await page.reload()
    },
    keys: (key) => page.keyboard.press(key),
    pressAt: (x, y) => page.mouse.click(x, y),
    async inPopup(open, act) {
      const context = page.browserContext()
      await open()
      const popup = await until('a window of its own', async () =>
        (await context.pages()).find((other) => other !== page),
      )
      await act(visitorOf(popup, async () => {}))
      await until('the end of that window', async () => (await context.pages()).length === 1)
    },
    evaluate,
    async screenshot(file) {
      await page.screenshot({ path: file as `${string}.png` })
    },
    close,
  }
}
