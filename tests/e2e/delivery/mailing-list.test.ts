import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aPerson, aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const confirmation =
  'Thank you for your interest in our project! You have been added to our mailing list.'

async function subscribe(page: Page, fullName: string, email: string) {
  await page.getByLabel('Full name').fill(fullName)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Subscribe' }).click()
}

async function emailsTo(email: string) {
  const { fakesUrl } = theShop()
  const response = await fetch(`${fakesUrl}/mail/messages?to=${email}&wait=20000`)
  return ((await response.json()) as { messages: { text: string }[] }).messages
}

describe.each([true, false])('joining the mailing list (JavaScript %s)', (javaScript) => {
  test('asks to fill all fields, keeps what was written, and thanks', async () => {
    const { email } = aPerson()
    const { page, context } = await aVisitor(browser, { javaScript, size: 'phone' })
    await page.goto(paths.mailingList())

    await subscribe(page, 'Ana María Ruiz', '')
    await page.getByRole('alert').getByText('Please fill all fields').waitFor()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ana María Ruiz')

    await subscribe(page, 'Ana María Ruiz', 'ana@')
    await page.getByText('This is not a valid email').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('ana@')

    await subscribe(page, 'Ana María Ruiz', email)
    await page.waitForURL(`**${paths.mailingListJoined()}`)
    await page.getByText(confirmation).waitFor()
    const [welcome] = await emailsTo(email)
    expect(welcome!.text).toContain('Ana')
    await context.close()
  })

  test('a second time reads the same and sends no second email', async () => {
    const { email } = aPerson()
    const { page, context } = await aVisitor(browser, { javaScript })
    for (const written of [email, `  ${email.toUpperCase()} `]) {
      await page.goto(paths.mailingList())
      await subscribe(page, 'Ana Ruiz', written)
      await page.getByText(confirmation).waitFor()
    }
    expect(await emailsTo(email)).toHaveLength(1)
    await context.close()
  })
})

test.each([true, false])(
  'an error of the form on join stays on join (JavaScript %s)',
  async (javaScript) => {
    const { page, context } = await aVisitor(browser, { javaScript })
    await page.goto(paths.join())
    await page.getByLabel('Full name').fill('Ana')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('At Least 4 letters please').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Join the list' }).waitFor()
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ana')
    await page.goto(paths.mailingList())
    await page.getByRole('heading', { level: 1, name: 'The mailing list' }).waitFor()
    await context.close()
  },
)

test('a robot that fills in what people cannot see is asked again', async () => {
  const { url } = theShop()
  const { email } = aPerson()
  const response = await fetch(url + paths.mailingList(), {
    method: 'POST',
    body: new URLSearchParams({ fullname: 'Ana Ruiz', email, website: 'https://spam.example' }),
    redirect: 'manual',
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('Please press Subscribe again.')
})

test('people cannot see or reach the robots’ field', async () => {
  const { page, context } = await aVisitor(browser)
  await page.goto(paths.mailingList())
  expect(await page.locator('[name=website]').isVisible()).toBe(false)
  expect(await page.getByRole('textbox').count()).toBe(2)
  await context.close()
})
