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

type Message = { headers: Record<string, string>; text: string }

/** Joins the list and answers the link of the email's header. */
async function joinedTheList(email: string): Promise<string> {
  const { url, fakesUrl } = theShop()
  const form = new URLSearchParams({ fullname: 'Ana Ruiz', email, shownAt: '0' })
  const joined = await fetch(`${url}/ex-join`, { method: 'POST', body: form, redirect: 'manual' })
  expect(joined.headers.get('location')).toBe('/ex-joinedmaillist')
  const response = await fetch(`${fakesUrl}/mail/messages?to=${email}&wait=20000`)
  const { messages } = (await response.json()) as { messages: Message[] }
  const [mail] = messages
  expect(mail!.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const link = /^<(.+)>$/.exec(mail!.headers['List-Unsubscribe']!)![1]!
  expect(mail!.text).toContain(link)
  return link
}

describe('leaving the mailing list', () => {
  test.each([true, false])('by the link in the email (JavaScript %s)', async (javaScript) => {
    const { email } = aPerson()
    const link = await joinedTheList(email)
    const { page, context } = await aVisitor(browser, { javaScript, size: 'phone' })

    await page.goto(link)
    await page.getByText(`${email} is on our mailing list.`).waitFor()
    if (javaScript) await expectAccessible(page)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('heading', { name: 'You are off the list' }).waitFor()

    await page.goto(link)
    await page.getByRole('heading', { name: 'You are off the list' }).waitFor()
    await context.close()
  })

  test('and coming back, by the link in the email that asks', async () => {
    const { url, fakesUrl } = theShop()
    const { email } = aPerson()
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    await fetch(await joinedTheList(email), { method: 'POST', body, redirect: 'manual' })
    const { page, context } = await aVisitor(browser, { size: 'phone' })
    await page.goto(`${url}/ex-join`)
    await page.getByLabel('Full name').fill('Ana Ruiz')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('You have been added to our mailing list.').waitFor()

    await expect
      .poll(async () => {
        const response = await fetch(`${fakesUrl}/mail/messages?to=${email}&wait=20000`)
        return ((await response.json()) as { messages: Message[] }).messages.map(({ text }) => text)
      })
      .toContainEqual(expect.stringContaining('/rejoin/'))
    const response = await fetch(`${fakesUrl}/mail/messages?to=${email}&wait=20000`)
    const { messages } = (await response.json()) as { messages: Message[] }
    const link = messages.map(({ text }) => /\S+\/rejoin\/\S+/.exec(text)?.[0]).find(Boolean)
    await page.goto(link!.slice(0, -5))
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(await page.title()).toMatch(/^This link no longer works/)
    await page.goto(link!)
    await page.getByText(`Would you like to hear from us at ${email} again?`).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Yes, put me back on the list' }).click()
    await page.getByRole('heading', { name: 'You are on the list again' }).waitFor()
    expect((await page.goto(`${link}x`))!.status()).toBe(404)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await context.close()
  })

  test('by the one click of a mail client, which follows no redirect', async () => {
    const link = await joinedTheList(aPerson().email)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const response = await fetch(link, { method: 'POST', body, redirect: 'manual' })
    expect(response.status).toBe(200)
    expect(await (await fetch(link)).text()).toContain('You are off the list')
  })

  test('not by looking, nor by a link that is not ours', async () => {
    const link = await joinedTheList(aPerson().email)
    expect((await fetch(link)).status).toBe(200)
    expect((await fetch(`${link}x`)).status).toBe(404)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(`${link}x`, { method: 'POST', body })).status).toBe(404)
    expect(await (await fetch(link)).text()).toContain('is on our mailing list')
  })
})
