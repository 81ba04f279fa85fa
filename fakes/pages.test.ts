import { AxeBuilder } from '@axe-core/playwright'
import { createTransport } from 'nodemailer'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openBrowser } from '#tests/harness/browser.ts'

import { startProvider, type Provider } from './testing/provider.ts'
import { checkoutOf, createShop, payPage, type Shop } from './testing/shop.ts'

let provider: Provider
let browser: Browser
let shop: Shop

beforeAll(async () => {
  provider = await startProvider()
  browser = await openBrowser()
  shop = await createShop(provider)
  await createTransport(provider.smtpUrl).sendMail({
    from: 'Kohue <hello@kohue.test>',
    to: 'a.very.long.address.of.somebody@a-very-long-domain-name.example.com',
    subject: 'Your order of wine, with a subject that goes on for quite a while',
    text: 'Read on at http://shop.test/members',
    html: '<p>Read on at <a href="http://shop.test/members">your account</a></p>',
  })
})
afterAll(async () => {
  await browser.close()
  await provider.remove()
})

async function withPage(options: BrowserContextOptions, visit: (page: Page) => Promise<void>) {
  const context = await browser.newContext(options)
  try {
    await visit(await context.newPage())
  } finally {
    await context.close()
  }
}

const payment = async () => {
  const session = await provider.stripe.checkout.sessions.create({
    ...checkoutOf(shop),
    customer: undefined,
    // Serves the cancel address too, so that its link can be followed.
    success_url: `${provider.url}/healthz?paid={CHECKOUT_SESSION_ID}`,
    cancel_url: `${provider.url}/healthz?back`,
    shipping_options: [{ shipping_rate: shop.ground }, { shipping_rate: shop.overnight }],
    shipping_address_collection: { allowed_countries: ['US', 'AR'] },
    phone_number_collection: { enabled: true },
    billing_address_collection: 'required',
    consent_collection: { terms_of_service: 'required' },
  })
  return session.url!
}

const bank = async () => {
  const session = await provider.stripe.checkout.sessions.create(checkoutOf(shop))
  return (await payPage(session.url!, { card: '4000002760003184' })).headers.get('location')!
}

const mail = async () => {
  const { messages } = (await (await fetch(`${provider.url}/mail/messages`)).json()) as {
    messages: { id: string }[]
  }
  return `${provider.url}/mail/${messages[0]!.id}`
}

const pages: [string, () => Promise<string> | string][] = [
  ['payment', payment],
  ['3-D Secure', bank],
  ['unknown payment', () => `${provider.url}/c/pay/cs_test_none`],
  ['inbox', () => `${provider.url}/mail`],
  ['empty inbox', () => `${provider.url}/mail?to=nobody@example.com`],
  ['mail', mail],
  ['mail as text', async () => `${await mail()}?view=text`],
  ['mail headers', async () => `${await mail()}?view=headers`],
  ['mail source', async () => `${await mail()}?view=source`],
  ['deleted mail', () => `${provider.url}/mail/none`],
  ['switchboard', () => `${provider.url}/_faults`],
]

async function violationsOn(page: Page) {
  // Legacy mode skips the sandboxed frame of an email, which allows no script.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ iframes: false })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])
}

describe('the pages', () => {
  test.each(pages)('“%s” is accessible, and fits from 320 to 1440 px', async (_name, address) => {
    await withPage({ viewport: { width: 390, height: 900 } }, async (page) => {
      await page.goto(await address())
      expect(await violationsOn(page)).toEqual([])
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    })
  })

  test('“payment” with every field wrong is accessible', async () => {
    await withPage({ viewport: { width: 390, height: 900 } }, async (page) => {
      await page.goto(await payment())
      await page.getByRole('button', { name: /^Pay/ }).click()
      await page.getByText('fields need your attention').waitFor()
      await page.waitForLoadState()
      expect(await violationsOn(page)).toEqual([])
    })
  })
})

test('a long address does not break the word beside it', async () => {
  const { url } = await provider.stripe.checkout.sessions.create({
    ...checkoutOf(shop),
    customer: undefined,
    customer_email: 'a.very.long.address.of.somebody@a-very-long-domain-name.example.com',
  })
  await withPage({ viewport: { width: 390, height: 900 } }, async (page) => {
    await page.goto(url!)
    const label = await page.locator('.prefilled .quiet').boundingBox()
    expect(label!.height).toBeLessThan(30)
  })
})

describe.each([true, false])('paying with script %s', (javaScriptEnabled) => {
  test('works by keyboard, from the test card to the return address', async () => {
    await withPage({ javaScriptEnabled, viewport: { width: 390, height: 800 } }, async (page) => {
      await page.goto(await payment())
      await page.getByLabel('Email').fill('bo@example.com')
      await page.getByLabel('Phone').fill('4155550100')
      await page.getByLabel('Full name').fill('Bo Buyer')
      await page.locator('#shipping_line1').fill('2 Oak St')
      await page.locator('#shipping_city').fill('Reno')
      await page.locator('#shipping_state').selectOption('NV')
      await page.locator('#shipping_postal_code').fill('89501')
      await page.getByRole('button', { name: /4000 0000 0000 0002/ }).press('Enter')
      await expect
        .poll(() => page.getByLabel('Card number').inputValue())
        .toBe('4000 0000 0000 0002')
      expect(await page.getByLabel('Email').inputValue()).toBe('bo@example.com')
      await page.locator('#line1').fill('2 Oak St')
      await page.locator('#city').fill('Reno')
      await page.locator('#postal_code').fill('89501')
      await page.getByRole('checkbox').press('Space')
      await page.getByLabel('Security code').press('Enter')
      await page.getByText('Your card was declined.').waitFor()
      await page.waitForLoadState()

      await page.getByRole('button', { name: /4242/ }).press('Enter')
      await expect
        .poll(() => page.getByLabel('Card number').inputValue())
        .toBe('4242 4242 4242 4242')
      await page.waitForLoadState()
      await page.getByRole('radio', { name: /Overnight/ }).check()
      if (!javaScriptEnabled)
        await page.getByRole('button', { name: 'Update total' }).press('Enter')
      await page.getByRole('button', { name: 'Pay $572.63' }).press('Enter')
      await page.waitForURL('**/healthz?paid=cs_test_*')
    })
  })
})

test('the back link leads to the cancel address', async () => {
  await withPage({}, async (page) => {
    await page.goto(await payment())
    await page.getByRole('link', { name: 'Back to Kohue' }).click()
    await page.waitForURL('**/healthz?back')
  })
})
