import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'

import type { WebDriver, WebElement } from 'selenium-webdriver'
import { Builder, Capabilities, Key } from 'selenium-webdriver'

import { freePorts } from '#launch/free-ports.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import type { Kind } from './locate.ts'
import { locate, nameOf } from './locate.ts'
import type { Engine, Visitor } from './visitor.ts'
import { pageText, patienceMs, until } from './visitor.ts'

/** WebKitGTK's own small browser; each visitor has a driver, and so a session, of their own. */
export function openWebKit(binary: string): Engine {
  const drivers = new Set<ChildProcess>()
  return {
    name: 'webkit',
    async open(width) {
      const port = await freePorts(1)
      const driverProcess = startDriver(port)
      drivers.add(driverProcess)
      const driver = await connect(port, binary)
      await driver.manage().setTimeouts({ pageLoad: patienceMs, script: patienceMs })
      const visitor = visitorOf(driver, async () => {
        await driver.quit().catch(() => {})
        await stop(driverProcess)
      })
      await visitor.resize(width)
      return visitor
    },
    // A test that fails leaves its visitor's browser open.
    async close() {
      await Promise.all([...drivers].map(stop))
    },
  }
}

const startDriver = (port: number): ChildProcess =>
  spawn('xvfb-run', ['-a', '-s', '-screen 0 1600x1000x24', 'WebKitWebDriver', `--port=${port}`], {
    env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
    detached: true,
  })

/** Ends the driver, its browser and its screen: one process group. */
async function stop(driver: ChildProcess): Promise<void> {
  if (driver.exitCode !== null || driver.signalCode !== null) return
  const ended = new Promise((done) => driver.once('exit', done))
  try {
    process.kill(-driver.pid!, 'SIGTERM')
  } catch {
    return
  }
  await ended
}

const connect = (port: number, binary: string): Promise<WebDriver> =>
  until('WebKitWebDriver', () =>
    new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        }),
      )
      .build(),
  )

/**
 * The answer of a script, or an error after five seconds, so that `until` asks again: WebKit never answers
 * a script that reaches a page as Back or Forward puts it into the back/forward cache.
 */
const answerInTime = <Answer>(script: Promise<Answer>): Promise<Answer> =>
  Promise.race([
    script,
    new Promise<never>((_, giveUp) =>
      setTimeout(() => giveUp(new Error('The page answered no script for five seconds')), 5000),
    ),
  ])

/**
 * On a busy machine nothing happened after a press now and then, and the driver reported no error: until
 * a click arrives in the element, its page says that it misses one, and the press is made again.
 */
const listenForClick = `
  const [target] = arguments
  window.missesClick = true
  addEventListener('click', (event) => {
    if (target.contains(event.target)) window.missesClick = false
  }, { capture: true })`

function visitorOf(driver: WebDriver, close: () => Promise<void>): Visitor {
  const { url } = theShop()
  const find = (name: string | RegExp, kind: Kind) =>
    answerInTime(
      driver.executeScript<WebElement | null>(
        `return (${locate.toString()})(arguments[0], arguments[1])`,
        kind,
        nameOf(name),
      ),
    )
  const element = (name: string | RegExp, kind: Kind) =>
    until(
      `${kind} ${name}`,
      () => find(name, kind),
      () => evaluate(pageText),
    )
  const evaluate = <Value>(expression: string) =>
    answerInTime(driver.executeScript<Value>(`return (${expression})`))

  const visitor: Visitor = {
    engine: 'webkit',
    faults: [],
    async resize(width) {
      await driver.manage().window().setRect({ width, height: 900, x: 0, y: 0 })
    },
    goto: (address) => driver.get(new URL(address, url).href),
    async press(name, kind = 'button') {
      await until(`a press on ${name}`, async () => {
        const target = await element(name, kind)
        await driver.executeScript(listenForClick, target)
        await target.click()
        // A page that is being left has had its click, and may answer nothing.
        return !(await evaluate<boolean>('window.missesClick').catch(() => false))
      })
    },
    async fill(label, value) {
      const field = await element(label, 'field')
      await driver.executeScript(
        `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })
         arguments[0].focus()
         arguments[0].select?.()`,
        field,
      )
      await driver.actions().sendKeys(value).perform()
    },
    async choose(label, option) {
      const list = await element(label, 'field')
      await driver.executeScript(
        `const [list, text] = arguments
         list.value = [...list.options].find((one) => one.text === text).value
         list.dispatchEvent(new Event('input', { bubbles: true }))
         list.dispatchEvent(new Event('change', { bubbles: true }))`,
        list,
        option,
      )
    },
    async check(label) {
      const box = await element(label, 'field')
      const target = await driver.executeScript<WebElement>(
        'return arguments[0].labels?.[0] ?? arguments[0]',
        box,
      )
      await target.click()
    },
    async see(name, kind = 'text') {
      await element(name, kind)
    },
    async seeGone(name, kind = 'text') {
      await until(`the end of ${name}`, async () => !(await find(name, kind)))
    },
    async seeAddress(pattern) {
      await until(
        `an address like ${pattern}`,
        async () => pattern.test(await driver.getCurrentUrl()),
        () => evaluate(pageText),
      )
    },
    address: () => driver.getCurrentUrl(),
    async valueOf(label) {
      const field = await element(label, 'field')
      return driver.executeScript<string>('return arguments[0].value', field)
    },
    back: () => driver.executeScript('history.back()'),
    forward: () => driver.executeScript('history.forward()'),
    reload: () => driver.navigate().refresh(),
    async keys(key) {
      const code = { Escape: Key.ESCAPE, Tab: Key.TAB, Enter: Key.ENTER }[key]
      await driver.actions().sendKeys(code).perform()
    },
    async pressAt(x, y) {
      await driver
        .actions()
        .move({ x, y, origin: 'viewport' as never })
        .click()
        .perform()
    },
    async inPopup(open, act) {
      const own = await driver.getWindowHandle()
      await open()
      const popup = await until('a window of its own', async () =>
        (await driver.getAllWindowHandles()).find((handle) => handle !== own),
      )
      await driver.switchTo().window(popup)
      await act(visitor)
      await until(
        'the end of that window',
        async () => (await driver.getAllWindowHandles()).length === 1,
      )
      await driver.switchTo().window(own)
    },
    evaluate,
    async screenshot(file) {
      writeFileSync(file, Buffer.from(await driver.takeScreenshot(), 'base64'))
    },
    close,
  }
  return visitor
}
