import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'

import { expectAccessible } from '#tests/harness/accessible.ts'
import { aPerson, openBrowser } from '#tests/harness/browser.ts'
import type { TestHouse } from '#tests/harness/test-house.ts'
import { openTestHouse } from '#tests/harness/test-house.ts'

import { button, expectSaid, logIn, passwordField, register } from './screen.ts'

/** A house of its own, in which the riddle is switched on. */
let house: TestHouse
let browser: Browser
let page: Page
const dir = mkdtempSync(join(tmpdir(), 'kohue-captcha-'))
const person = aPerson()

beforeAll(async () => {
  const riddle = `${inject('house').standInsUrl}/captcha`
  const env = {
    CAPTCHA_SITE_KEY: '1x00000000000000000000AA',
    CAPTCHA_SECRET: '1x0000000000000000000000000000000AA',
    CAPTCHA_SCRIPT_URL: `${riddle}/api.js`,
    CAPTCHA_VERIFY_URL: `${riddle}/siteverify`,
  }
  ;[house, browser] = await Promise.all([openTestHouse(dir, env), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await house.stop()
  rmSync(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  const { url } = house.facts
  const context = await browser.newContext({ baseURL: url })
  await context.addCookies([{ name: 'ageKey', value: 'older', url }])
  page = await context.newPage()
})
afterEach(() => page.context().close())

const solve = async () => {
  const riddle = page.frameLocator('.cf-turnstile iframe')
  await riddle.getByRole('checkbox', { name: 'Verify you are human' }).check()
  await riddle.getByText('Success!').waitFor()
}

const unsolved = 'Please confirm that you are human and try again.'

test('registration asks whether one is human, and each try asks anew', async () => {
  await page.goto('/signin')
  await register(page, { ...person, password: '12345' })
  await page.getByText('Password must be at least 6 characters long').waitFor()
  await passwordField(page).fill(person.password)
  await button(page, 'Sign In').click()
  await expectSaid(page, unsolved)
  expect(await page.getByLabel('Email').inputValue()).toBe(person.email)

  await passwordField(page).fill(person.password)
  await solve()
  await expectAccessible(page)
  await button(page, 'Sign In').click()
  await page.waitForURL('**/members*')
})

describe('login', () => {
  beforeEach(async () => {
    await page.goto('/login')
  })

  test('lets nobody in who did not solve it, and whoever did', async () => {
    await logIn(page, person.email, person.password)
    await expectSaid(page, unsolved)
    await solve()
    await logIn(page, person.email, person.password)
    await page.waitForURL('**/members*')
  })

  test('wants a new answer after a wrong password', async () => {
    await solve()
    await logIn(page, person.email, 'not this one')
    await expectSaid(page, 'Email or Password error')
    await logIn(page, person.email, person.password)
    await expectSaid(page, unsolved)
    await solve()
    await logIn(page, person.email, person.password)
    await page.waitForURL('**/members*')
  })

  test('keeps the riddle in place when the network was gone, for a new answer', async () => {
    await solve()
    await page.context().setOffline(true)
    await logIn(page, person.email, person.password)
    await expectSaid(page, 'The shop could not be reached.')
    await page.context().setOffline(false)
    await page.frameLocator('.cf-turnstile iframe').getByText('Verify you are human').waitFor()
    await solve()
    await button(page, 'Log In').click()
    await page.waitForURL('**/members*')
  })

  test('asks it before a recovery letter too', async () => {
    await page.getByLabel('Email').fill(person.email)
    await button(page, 'Forgot Password?').click()
    await expectSaid(page, unsolved)
    await solve()
    await button(page, 'Forgot Password?').click()
    await expectSaid(page, `A recovery message was sent to ${person.email}`)
  })
})

test.each(['/login', '/signin'])('%s says without JavaScript what it needs', async (path) => {
  const answer = await page.goto(path)
  expect(await answer!.text()).toContain('<noscript>Please turn on JavaScript')
})
