import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { expectAccessible } from '#tests/harness/accessible.ts'
import { aPerson, aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** The link of this form in an email to an address. */
async function linkTo(email: string, pattern: RegExp): Promise<string> {
  const { fakesUrl } = theShop()
  let found: string | undefined
  await expect
    .poll(async () => {
      const response = await fetch(`${fakesUrl}/mail/messages?to=${email}&wait=20000`)
      const { messages } = (await response.json()) as { messages: { text: string }[] }
      found = messages.map(({ text }) => pattern.exec(text)?.[0]).find(Boolean)
      return found
    })
    .toBeDefined()
  return found!
}

describe('a subscriber without an account', () => {
  test.each([true, false])(
    'sees and erases what is kept, from the foot of an email (JavaScript %s)',
    async (javaScript) => {
      const { url } = theShop()
      const { email } = aPerson()
      const form = new URLSearchParams({ fullname: 'Ana Ruiz', email, shownAt: '0' })
      await fetch(`${url}/ex-join`, { method: 'POST', body: form, redirect: 'manual' })
      const { page, context } = await aVisitor(browser, { javaScript, size: 'phone' })

      await page.goto(await linkTo(email, /\S+\/your-data\/\S+/))
      if (javaScript) await expectAccessible(page)
      await page.getByRole('button', { name: 'Send me the link' }).click()
      await page.getByText('A link is on its way').waitFor()

      const link = await linkTo(email, /\S+\/your-data\?token=\S+/)
      await page.goto(link)
      expect(page.url()).not.toContain('token')
      await page.getByRole('button', { name: 'See my data' }).click()
      await page.getByText(email).waitFor()
      if (javaScript) await expectAccessible(page)
      await page.getByLabel('Full name').fill('Ana María Ruiz')
      await page.getByRole('button', { name: 'Save the name' }).click()
      await page.getByText('Your name is saved.').waitFor()

      const other = await aVisitor(browser, { size: 'phone' })
      await other.page.goto(link)
      await other.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
      await other.context.close()

      await page.getByRole('button', { name: 'Erase' }).click()
      await page.getByText('Please check the box first.').waitFor()
      await page.getByLabel('Yes, erase everything about me').check()
      await page.getByRole('button', { name: 'Erase' }).click()
      await page.getByText('Your data is being erased.').waitFor()
      await linkTo(email, /Your data has been erased/)
      await context.close()
    },
  )
})
