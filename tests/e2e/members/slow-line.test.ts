import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { accountCopy } from '#accounts/account/account.copy.ts'
import { cookies } from '#platform/http/cookies.rules.ts'
import type { CartView } from '#storefront/cart/view-cart.actions.server.ts'
import { aUser } from '#tests/e2e/admin/a-staff-member.ts'
import { openBrowser, hydrated, blockScripts } from '#tests/harness/browser.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import type { Member } from './a-member.ts'
import { aMember, california } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const cart = (page: Page) => page.getByRole('dialog', { name: 'My Cart' })

const withACase = async (): Promise<Member> => {
  const member = await aMember(browser, { size: 'phone', profile: california })
  const { url } = theShop()
  const added = await member.page.request.post('/cart', {
    headers: { origin: url },
    form: { kind: 'add', productId: 'malbec-2022' },
  })
  expect(added.ok()).toBe(true)
  return member
}

async function cartOf(page: Page): Promise<CartView> {
  const response = await page.request.get('/cart', { headers: { accept: 'application/json' } })
  return ((await response.json()) as { view: CartView }).view
}

/** The page as it is before its script, what is done there, and the page once the script is there. */
async function beforeTheScript(page: Page, address: string, act: () => Promise<unknown>) {
  const release = await blockScripts(page)
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await styled(page)
  await act()
  await release()
  await hydrated(page)
}

/** The page's styles have arrived: before them, what they hide can be seen. */
const styled = (page: Page) =>
  page.waitForFunction(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    return sheets.length > 0 && sheets.every((link) => link.sheet !== null)
  })

test('the cart that was closed stays closed, and opens again', async () => {
  const { page, context, faults } = await withACase()
  await beforeTheScript(page, '/mono?cart=open', () =>
    cart(page).getByRole('button', { name: 'Close' }).click(),
  )
  await page.waitForURL('**/mono')
  expect(await cart(page).count()).toBe(0)
  await page.getByRole('link', { name: /^Cart, 1 / }).click()
  await cart(page).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('what has the focus in the open cart keeps it', async () => {
  const { page, context, faults } = await withACase()
  const remove = cart(page).getByRole('button', { name: /^Remove/ })
  await beforeTheScript(page, '/mono?cart=open', () => remove.focus())
  await page.locator('dialog:modal').waitFor()
  expect(await remove.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(faults).toEqual([])
  await context.close()
})

test('who types into a prompt goes on typing', async () => {
  const { page, context, faults } = await aMember(browser)
  const response = page.getByRole('textbox', { name: 'Answer' })
  await beforeTheScript(page, '/mono?ask=year', () => response.pressSequentially('tupun'))
  await page.locator('dialog:modal').waitFor()
  await page.keyboard.type('gato')
  expect(await response.inputValue()).toBe('tupungato')
  expect(faults).toEqual([])
  await context.close()
})

test('who reads on is not taken back to the form', async () => {
  const { page, context } = await aMember(browser, { size: 'phone', profile: { first_name: 'A' } })
  const down = () => page.evaluate(() => window.scrollY)
  await beforeTheScript(page, '/members?view=account&edit=personal', async () => {
    await page.getByRole('contentinfo').waitFor()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  })
  await page.getByRole('button', { name: 'Save' }).and(page.locator('[aria-disabled]')).waitFor()
  expect(await down()).toBeGreaterThan(500)
  await context.close()
})

test('what is typed under a message counts', async () => {
  const { page, context, faults } = await aMember(browser, { profile: california })
  const note = page.locator('[name="optionalText"]')
  const flash = { tone: 'good', sentence: accountCopy.saved, at: 'content' }
  const { url } = theShop()
  await context.addCookies([
    { name: cookies.flash.name, value: encodeURIComponent(JSON.stringify(flash)), url },
  ])
  await beforeTheScript(page, '/members?view=account&edit=personal', () => note.fill('Ring twice'))
  await page.getByText('Your account is saved.').waitFor()
  expect(await note.inputValue()).toBe('Ring twice')
  expect(faults).toEqual([])
  await context.close()
})

test('a press on Pay before the card field is there asks for nothing', async () => {
  const { page, context } = await withACase()
  let asked = 0
  page.on('request', (request) => (asked += /\/card\??$/.test(request.url()) ? 1 : 0))
  await beforeTheScript(page, '/card', async () => {
    await page.getByRole('button', { name: /^Start Pay/ }).focus()
    await page.keyboard.press('Enter')
  })
  expect(page.url()).toMatch(/\/card$/)
  expect(asked).toBe(1)
  await context.close()
})

test('a field that goes with a box is there once it is ticked, and what is typed counts', async () => {
  const { page, context, faults } = await aMember(browser, { profile: { role: 'staff' } })
  const user = await aUser({ billing_differs: false })
  const address = page.locator('[name="xaddress"]')
  await beforeTheScript(page, `/usersadmin/${user.id}`, async () => {
    expect(await address.isVisible()).toBe(false)
    await page.locator('[name="billDifThanShip"]').check()
    await address.pressSequentially('1200 Val')
  })
  await page.getByText('Not saved yet', { exact: true }).waitFor()
  await page.keyboard.type('encia Street')
  expect(await address.inputValue()).toBe('1200 Valencia Street')
  expect(faults).toEqual([])
  await context.close()
})

describe('where the script never comes', () => {
  const without = (page: Page) => page.route(/\.js$/, (route) => route.abort())
  /** The page as it comes, with the time stopped at which what is late would be there. */
  const early = async (page: Page, address: string) => {
    await page.goto(address, { waitUntil: 'commit' })
    await page.getByRole('contentinfo').waitFor()
    await styled(page)
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.pause()
    })
    await page.waitForLoadState()
  }
  /** What is late is there once its time has come. */
  const wait = (page: Page) =>
    page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })

  test('a method is taken by its button, which nobody sees before', async () => {
    const { page, context } = await withACase()
    await without(page)
    await early(page, '/ship')
    const take = page.getByRole('button', { name: 'Use this method' })
    expect(await take.isVisible()).toBe(false)
    await wait(page)
    await page.getByRole('radio', { name: /Overnight/ }).check()
    await take.click()
    await expect.poll(async () => (await cartOf(page)).cart.shipping).toBe('overnight')
    await context.close()
  })

  test('a card is paid with on the provider’s page, and it is said', async () => {
    const { page, context } = await withACase()
    await without(page)
    await early(page, '/card')
    const said = page.getByText(/^The card field needs JavaScript/)
    expect(await said.isVisible()).toBe(false)
    await wait(page)
    await said.waitFor()
    await context.close()
  })

  test('an admin list is shown by its button', async () => {
    const { page, context } = await aMember(browser, { profile: { role: 'staff' } })
    await without(page)
    await page.goto('/usersadmin', { waitUntil: 'load' })
    await wait(page)
    await page.getByLabel('Membership').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL(/membership=/)
    await context.close()
  })
})
