import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { openBrowser, withholdScripts } from '#tests/harness/browser.ts'

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
  const { url } = inject('house')
  const added = await member.page.request.post('/cart', {
    headers: { origin: url },
    form: { kind: 'add', productId: 'malbec-2022' },
  })
  expect(added.ok()).toBe(true)
  return member
}

/** The page as it is before its script, what is done there, and the page once the script is there. */
async function beforeTheScript(page: Page, address: string, act: () => Promise<unknown>) {
  const release = await withholdScripts(page)
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('contentinfo').waitFor()
  await act()
  await release()
  await scripted(page)
}

/** React has taken the page over: its elements know of it. */
const scripted = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main')!).some((key) => key.startsWith('__react')),
  )

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

test('who types into a prompt goes on typing', async () => {
  const { page, context, faults } = await aMember(browser)
  const answer = page.getByRole('textbox', { name: 'Answer' })
  await beforeTheScript(page, '/mono?ask=year', () => answer.pressSequentially('tupun'))
  await page.locator('dialog:modal').waitFor()
  await page.keyboard.type('gato')
  expect(await answer.inputValue()).toBe('tupungato')
  expect(faults).toEqual([])
  await context.close()
})

test('who reads on is not taken back to the form', async () => {
  const { page, context } = await aMember(browser, { size: 'phone', profile: { first_name: 'A' } })
  const down = () => page.evaluate(() => window.scrollY)
  await beforeTheScript(page, '/members?view=account&edit=personal', () =>
    page.evaluate(() => window.scrollTo(0, document.body.scrollHeight)),
  )
  await page.getByRole('button', { name: 'Save' }).and(page.locator('[aria-disabled]')).waitFor()
  expect(await down()).toBeGreaterThan(500)
  await context.close()
})

test('what is typed under a message counts', async () => {
  const { page, context, faults } = await aMember(browser, { profile: california })
  const note = page.locator('[name="optionalText"]')
  await beforeTheScript(page, '/members?view=account&edit=personal&notice=saved', () =>
    note.fill('Ring twice'),
  )
  await page.getByText('Your account is saved.').waitFor()
  expect(await note.inputValue()).toBe('Ring twice')
  expect(faults).toEqual([])
  await context.close()
})

test('a press on Pay before the card field is there asks for nothing', async () => {
  const { page, context } = await withACase()
  let asked = 0
  page.on('request', (request) => (asked += request.isNavigationRequest() ? 1 : 0))
  await beforeTheScript(page, '/card', async () => {
    await page.getByRole('button', { name: /^Start Pay/ }).focus()
    await page.keyboard.press('Enter')
  })
  expect(page.url()).toMatch(/\/card$/)
  expect(asked).toBe(1)
  await context.close()
})
