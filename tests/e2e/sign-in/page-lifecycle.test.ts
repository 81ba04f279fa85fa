import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** As the browser does when it shows the page from its back/forward cache. */
const restore = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

describe('a page restored from the back/forward cache', () => {
  test.each([paths.members(), paths.ourWines()])('%s is gone after log out', async (path) => {
    const visitor = await aVisitor(browser)
    await registered(visitor)
    const { page, context } = visitor
    await page.goto(path)
    await context.clearCookies({ name: 'kohue.session' })
    const reloaded = page.waitForEvent('load')
    await restore(page)
    await reloaded
    expect(await page.locator('[data-signed-in]').count()).toBe(0)
    await context.close()
  })

  test('asks for the age again, or shows the refusal', async () => {
    const { page, context } = await aVisitor(browser, { isOver21: false })
    await page.goto(paths.about())
    await context.addCookies([{ name: 'ageRefused', value: 'younger', url: page.url() }])
    const reloaded = page.waitForEvent('load')
    await restore(page)
    await reloaded
    expect(await page.getByRole('button', { name: 'I am over 21' }).isDisabled()).toBe(true)
    await context.close()
  })
})

test('a page from that cache is where it was left, and the page after it begins at its top', async () => {
  const visitor = await aVisitor(browser, { size: 'phone' })
  await registered(visitor)
  const { page, context } = visitor
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  await page.goto(paths.currentRelease())
  await page.evaluate(() => {
    history.scrollRestoration = 'manual'
    scrollTo(0, 400)
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  })
  const reloaded = page.waitForEvent('load')
  await restore(page)
  await reloaded
  await expect.poll(scrolled).toBe(400)
  await page.goto(paths.ourWines())
  expect(await scrolled()).toBe(0)
  await context.close()
})

test('other tabs follow a log-out once they are shown again', async () => {
  const visitor = await aVisitor(browser)
  await registered(visitor)
  const [{ page: tab, context }, other] = [visitor, await visitor.context.newPage()]
  for (const page of [tab, other]) await page.goto(paths.members())
  await tab.getByRole('button', { name: 'Log out' }).first().click()
  await tab.waitForURL((url) => url.pathname === '/')
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  // A second navigation may abort the one that is waited for.
  await expect.poll(() => new URL(other.url()).pathname).toBe(paths.login())
  await context.close()
})

test('the fragment of an address survives the age gate', async () => {
  const { page, context } = await aVisitor(browser, { isOver21: false })
  await page.goto(`${paths.ourWines()}#content`)
  await page.getByRole('button', { name: 'I am over 21' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).hash).toBe('#content')
  await context.close()
})

test('logging in throws no error where motion is welcome', async () => {
  const visitor = await aVisitor(browser)
  const { page, context, faults } = visitor
  const person = await registered(visitor)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (let times = 0; times < 3; times++) {
    await context.clearCookies({ name: 'kohue.session' })
    await page.goto(paths.login())
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.waitForURL((url) => url.pathname === paths.members())
    await page.waitForLoadState('networkidle')
  }
  expect(faults).toEqual([])
  await context.close()
})
