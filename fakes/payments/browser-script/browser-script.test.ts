import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startProvider, type Provider } from '#fakes/testing/provider.ts'
import { openBrowser } from '#tests/harness/browser.ts'

let provider: Provider
let browser: Browser
let shop: Server
let context: BrowserContext
let page: Page
let card: FrameLocator

/** A minimal card panel of a shop. */
const panel = (key: string) => `<!doctype html><html lang="en"><title>Card</title>
<main><h1>Card</h1><div id="card"></div><p id="message" role="alert"></p><button id="pay">Pay</button>
<button id="fill" onclick="postMessage({ type: 'fake:fill', card: '4242424242424242' }, '*')">Fill</button></main>
<script src="${provider.url}/v3/"></script>
<script>
window.seen = []
const say = (text) => { document.getElementById('message').textContent = text }
const stripe = Stripe('${key}')
const elements = stripe.elements({ mode: 'payment', amount: 48263, currency: 'usd', appearance: { variables: { borderRadius: '0px' } } })
const element = elements.create('payment')
element.on('ready', () => seen.push('ready'))
element.on('loaderror', ({ error }) => say(error.message))
element.on('change', ({ complete, empty, value }) => { seen.push({ complete, empty, type: value.type }); if (complete) say('') })
element.mount('#card')
document.getElementById('pay').onclick = async () => {
  const { error } = await elements.submit()
  if (error) return say(error.message)
  const made = await stripe.createConfirmationToken({ elements, params: { return_url: location.href } })
  if (made.error) return say(made.error.message)
  const result = await (await fetch('/pay', { method: 'POST', body: made.confirmationToken.id })).json()
  if (result.error) return say(result.error)
  if (result.status !== 'requires_action') return say(result.status)
  const after = await stripe.handleNextAction({ clientSecret: result.clientSecret })
  say(after.error ? after.error.message : after.paymentIntent.status)
}
</script></html>`

async function charge(token: string) {
  try {
    const intent = await provider.stripe.paymentIntents.create({
      amount: 48_263,
      currency: 'usd',
      confirm: true,
      confirmation_token: token,
    })
    return { status: intent.status, clientSecret: intent.client_secret }
  } catch (error) {
    return { error: error instanceof Stripe.errors.StripeError ? error.message : String(error) }
  }
}

beforeAll(async () => {
  provider = await startProvider()
  browser = await openBrowser()
  shop = createServer((request, response) => {
    if (request.method !== 'POST') {
      const key = request.url?.includes('wrong') ? 'pk_test_wrong' : provider.publishableKey
      return response.writeHead(200, { 'content-type': 'text/html' }).end(panel(key))
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () =>
      response.end(JSON.stringify(await charge(Buffer.concat(chunks).toString()))),
    )
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
  await page.goto(shopUrl())
  card = page.frameLocator('iframe[title="Secure payment input frame"]')
})
afterEach(() => context.close())
afterAll(async () => {
  await browser.close()
  shop.close()
  await provider.remove()
})

const shopUrl = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`
const pay = () => page.getByRole('button', { name: 'Pay' }).click()
const expectMessage = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

async function type(number: string) {
  await card.getByLabel('Card number').fill(number)
  await card.getByLabel('Expiration date').pressSequentially('1240')
  await card.getByLabel('Security code').fill('123')
}

describe('the card panel', () => {
  test('pays with a card whose number never reaches the shop', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await type('4242424242424242')
    await pay()
    await expectMessage('succeeded')
    const withCard = sent.filter((line) => line.includes('4242424242424242'))
    expect(withCard).toHaveLength(1)
    expect(withCard[0]).toContain(`${provider.url}/v1/confirmation_tokens`)
    const seen = await page.evaluate(() => (window as unknown as { seen: object[] }).seen)
    expect(seen[0]).toBe('ready')
    expect(seen.at(-1)).toEqual({ complete: true, empty: false, type: 'card' })
  })

  test('is filled by the shop’s test button', async () => {
    await page.waitForFunction(() => (window as unknown as { seen: string[] }).seen[0] === 'ready')
    await page.getByRole('button', { name: 'Fill' }).click()
    await pay()
    await expectMessage('succeeded')
    expect(await card.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  })

  test('shows an error at the field until it is corrected', async () => {
    await pay()
    await expectMessage('Your card number is incomplete.')
    await card.getByText('Your card number is incomplete.').waitFor()
    await card.getByLabel('Card number').fill('4242424242424242')
    await card.getByText('Your card number is incomplete.').waitFor({ state: 'hidden' })
    await card.getByText("Your card's security code is incomplete.").waitFor()
  })

  test('shows the provider’s decline message', async () => {
    await type('4000000000009995')
    await pay()
    await expectMessage('Your card has insufficient funds.')
  })

  test('shows 3-D Secure in an overlay', async () => {
    await type('4000002760003184')
    await pay()
    const bank = page.frameLocator('iframe[title="3-D Secure"]')
    await bank.getByRole('button', { name: 'Fail' }).click()
    await expectMessage('We are unable to authenticate your payment method.')
    await pay()
    await bank.getByRole('button', { name: 'Complete' }).click()
    await expectMessage('succeeded')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('treats a closed overlay as failed authentication', async () => {
    await type('4000002760003184')
    await pay()
    await page
      .frameLocator('iframe[title="3-D Secure"]')
      .getByRole('button', { name: 'Complete' })
      .waitFor()
    await page.getByRole('dialog').press('Escape')
    await expectMessage('We are unable to authenticate your payment method.')
  })

  test('reports a load error with a wrong key', async () => {
    await page.goto(`${shopUrl()}?wrong`)
    await expectMessage('Invalid API Key provided')
  })

  test('has no accessibility violations, with errors shown too', async () => {
    await pay()
    await card.getByText('Your card number is incomplete.').waitFor()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
  })
})

describe('stripe.confirmPayment', () => {
  test('confirms in the browser and redirects to the return address', async () => {
    const intent = await provider.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
    await type('4242424242424242')
    await page
      .evaluate(
        `stripe.confirmPayment({ elements, clientSecret: '${intent.client_secret}', confirmParams: { return_url: '${shopUrl()}back' } })`,
      )
      .catch(() => {})
    await page.waitForURL('**/back?*')
    expect(new URL(page.url()).searchParams.get('redirect_status')).toBe('succeeded')
    expect((await provider.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })

  test('returns the error', async () => {
    const intent = await provider.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
    await type('4000000000000002')
    const outcome = await page.evaluate(
      `stripe.confirmPayment({ elements, clientSecret: '${intent.client_secret}', confirmParams: { return_url: location.href }, redirect: 'if_required' })`,
    )
    expect(outcome).toMatchObject({
      error: { type: 'card_error', code: 'card_declined', payment_intent: { id: intent.id } },
    })
  })
})

test('the loader of @stripe/stripe-js uses the script already on the page', async () => {
  const found = await page.evaluate(() => {
    const { Stripe: script } = window as unknown as { Stripe: { version: string } }
    return [typeof script, script.version]
  })
  expect(found).toEqual(['function', 'endive'])
})
