import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { expectAccessible } from '#tests/harness/accessible.ts'
import { aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { ordersOf } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { aMember, california, everyWay, expectNoSideways } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const total = 51_763
const paidOnce = [{ state: 'paid', total_cents: total }]
const startPay = (page: Page) => page.getByRole('button', { name: 'Start Pay of $517.63' })
const field = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')
const bank = (page: Page) => page.frameLocator('iframe[title="3-D Secure"]')
const thanks = (page: Page) => page.getByText('Thank you for your purchase!').waitFor()

const addCase: Record<string, string> = { kind: 'add', productId: 'malbec-2022' }
const byGround: Record<string, string> = { kind: 'choose-shipping', method: 'ground' }

/** A member whose cart holds a case, sent by ground. */
async function aBuyer(way: Parameters<typeof aMember>[1] = {}, steps = [addCase, byGround]) {
  const member = await aMember(browser, { ...way, profile: california })
  const { url } = theShop()
  for (const form of steps) {
    await member.context.request.post(`${url}/cart`, { headers: { origin: url }, form })
  }
  return member
}

/** Has a button of the tests fill the field in, as the tool for it does, and sees it filled in. */
async function useTestCard(page: Page, name: 'Good card' | 'Declined card', number: string) {
  await page.getByText('Loading the card field…').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name }).click()
  await expect.poll(() => field(page).getByLabel('Card number').inputValue()).toBe(number)
}

/** The provider's frame is set in the shop's typeface, fetched from the shop. */
async function expectOurLetters(page: Page) {
  const number = field(page).getByLabel('Card number')
  await number.waitFor()
  await expect
    .poll(() =>
      number.evaluate((input) => ({
        family: getComputedStyle(input).fontFamily.split(',')[0],
        isLoaded: [...document.fonts].some((font) => font.status === 'loaded'),
      })),
    )
    .toEqual({ family: '"Source Sans"', isLoaded: true })
}

/** The field is there and takes a card. */
async function type(page: Page, number: string) {
  await field(page).getByLabel('Card number').fill(number)
  await field(page).getByLabel('Expiration date').pressSequentially('1240')
  await field(page).getByLabel('Security code').fill('123')
}

test('the card field loads behind the link of the shipping page, too', async () => {
  const { page, context } = await aBuyer()
  await page.goto('/ship')
  await page.getByText('Shipping method').first().waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Pay by card here' }).click()
  await field(page).getByLabel('Card number').waitFor()
  await context.close()
})

test('the provider’s field is told each total that will be charged', async () => {
  const { page, context } = await aBuyer()
  await page.addInitScript(() => {
    const told: (number | undefined)[] = []
    let make: StripeFactory | undefined
    type Elements = { update(change: { amount?: number }): void }
    type Provider = { elements(options: { amount?: number }): Elements }
    type StripeFactory = (...given: unknown[]) => Provider
    Object.defineProperty(window, 'toldAmounts', { value: told })
    Object.defineProperty(window, 'Stripe', {
      get: () => make,
      set(original: StripeFactory) {
        make = (...given) => {
          const provider = original(...given)
          const elements = provider.elements.bind(provider)
          provider.elements = (options) => {
            told.push(options.amount)
            const opened = elements(options)
            const update = opened.update.bind(opened)
            opened.update = (change) => {
              told.push(change.amount)
              update(change)
            }
            return opened
          }
          return provider
        }
      },
    })
  })
  await page.goto('/card')
  await field(page).getByLabel('Card number').waitFor()
  const told = () => page.evaluate(() => (window as { toldAmounts?: number[] }).toldAmounts?.at(-1))
  expect(await told()).toBe(total)
  await page.getByRole('main').getByLabel('Overnight').check()
  await page.getByRole('button', { name: 'Start Pay of $572.63' }).waitFor()
  await expect.poll(told).toBe(57_263)
  await context.close()
})

test('a card field that the provider fails to show is said to be missing', async () => {
  const { page, context } = await aBuyer()
  await page.addInitScript(() => {
    type Element = { on(event: string, tell: () => void): void }
    type Elements = { create(...given: unknown[]): Element }
    type Provider = { elements(...given: unknown[]): Elements }
    let make: ((...given: unknown[]) => Provider) | undefined
    Object.defineProperty(window, 'Stripe', {
      get: () => make,
      set(original: (...given: unknown[]) => Provider) {
        make = (...given) => {
          const provider = original(...given)
          const elements = provider.elements.bind(provider)
          provider.elements = (...options) => {
            const opened = elements(...options)
            const create = opened.create.bind(opened)
            opened.create = (...kind) => {
              const element = create(...kind)
              element.on = (event, tell) => {
                if (event === 'loaderror') setTimeout(tell)
              }
              return element
            }
            return opened
          }
          return provider
        }
      },
    })
  })
  await page.goto('/card')
  await page.getByRole('alert').getByText('The card field could not be loaded.').waitFor()
  expect(await page.getByText('Loading the card field…').count()).toBe(0)
  await context.close()
})

test('Start Pay pressed while the cart changes waits for it', async () => {
  const { page, context, person } = await aBuyer()
  await page.goto('/card')
  await type(page, '4242424242424242')
  await page.getByLabel('Keep this card for my next order').check()
  await startPay(page).click()
  await thanks(page)
  const { url } = theShop()
  for (const form of [addCase, byGround]) {
    await context.request.post(`${url}/cart`, { headers: { origin: url }, form })
  }
  await page.goto('/card')
  // A saved card is charged at once, without the provider's field.
  await page.getByLabel(/^Visa ending in 4242/).waitFor()
  await startPay(page).and(page.locator(':not([aria-disabled])')).waitFor()
  const calls: string[] = []
  const isFree = Promise.withResolvers<void>()
  await page.route('**/cart', async (route) => {
    await isFree.promise
    calls.push('cart')
    await route.continue()
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/cardTokenCharge')) calls.push('charge')
  })
  await page.getByRole('main').getByLabel('Overnight').check()
  await page.getByRole('button', { name: 'Start Pay of $572.63' }).click()
  await page.getByRole('button', { name: 'Paying…' }).waitFor()
  isFree.resolve()
  await thanks(page)
  expect(calls).toEqual(['cart', 'charge'])
  expect(await ordersOf(person.email)).toMatchObject([
    { total_cents: total },
    { total_cents: 57_263 },
  ])
  await context.close()
})

test('no amount that will change is named while no shipping is chosen', async () => {
  const { page, context } = await aBuyer({ javaScript: false }, [addCase])
  for (const path of ['/members?cart=open', '/ship', '/card']) {
    await page.goto(path)
    // A case of $450.00 with its tax.
    await page.getByText('Wine and tax so far').first().waitFor()
    await page.getByText('$482.63').first().waitFor()
    expect(await page.getByText('To be charged').count()).toBe(0)
    expect(await page.getByRole('button', { name: /\$/ }).count()).toBe(0)
  }
  await context.close()
})

describe.each(everyWay)('the card panel ($size, JavaScript $javaScript)', (way) => {
  test('is found from the cart, and pays', async () => {
    const member = await aBuyer(way)
    const { page, person } = member
    await page.goto('/members?cart=open')
    await page.getByRole('link', { name: 'Pay by card here' }).click()
    await page.waitForURL('**/card')
    await expectNoSideways(member)
    if (way.javaScript) await expectOurLetters(page)
    if (!way.javaScript) {
      await page.getByText(/^The card field needs JavaScript/).waitFor()
      expect(await startPay(page).isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Or pay on the payment provider’s own page' }).click()
      await page.waitForURL(/\/c\/pay\//)
      return member.context.close()
    }

    await field(page).getByLabel('Card number').waitFor()
    await expectAccessible(member.page)
    await useTestCard(page, 'Declined card', '4000 0000 0000 0002')
    await startPay(page).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'Your card was declined.' })
    await refusal.waitFor()
    await expectAccessible(member.page)
    await useTestCard(page, 'Good card', '4242 4242 4242 4242')
    await refusal.waitFor({ state: 'hidden' })
    await startPay(page).click()
    await thanks(page)
    await page.waitForURL(/\/succes\?payment_intent=pi_\w+$/)
    await page.goto('/members?view=orders')
    await page.getByRole('cell', { name: /2022 Malbec/ }).waitFor()
    await page.getByRole('button', { name: /^Cart, empty/ }).waitFor()
    expect(await ordersOf(person.email)).toEqual(paidOnce)
    // The box to keep the card was not ticked.
    await page.goto('/account/cards')
    await page.getByText('No saved cards.').waitFor()
    await member.context.close()
  })
})

describe('the provider’s message', () => {
  test('stands under the field and goes once it is mended', async () => {
    const { page, context } = await aBuyer()
    await page.goto('/card')
    await field(page).getByLabel('Card number').waitFor()
    await startPay(page).click()
    const message = page.getByRole('alert').filter({ hasText: 'Your card number is incomplete.' })
    await message.waitFor()
    await field(page).getByLabel('Card number').fill('4242424242424242')
    await message.waitFor({ state: 'hidden' })
    await context.close()
  })

  test('is a plain sentence when the field does not come, and the payment page is there', async () => {
    const { page, context } = await aBuyer()
    await page.route('**/v3/', (route) => route.abort())
    await page.goto('/card')
    await page.getByRole('alert').getByText('The card field could not be loaded.').waitFor()
    await page.getByRole('button', { name: 'Or pay on the payment provider’s own page' }).click()
    await page.waitForURL(/\/c\/pay\//)
    await context.close()
  })
})

describe.each([
  { owner: 'an address on file', profile: california },
  { owner: 'no address on file', profile: {} },
])('the field’s room, with $owner', ({ profile }) => {
  test.each(['phone', 'desktop'] as const)('is kept until it comes (%s)', async (size) => {
    const { page, context } = await aMember(browser, { size, profile })
    await context.request.post(`${theShop().url}/cart`, {
      headers: { origin: theShop().url },
      form: addCase,
    })
    const script = Promise.withResolvers<void>()
    await page.route('**/v3/', (route) => script.promise.then(() => route.continue()))
    // The page's load event waits for the provider's script, as its own scripts do here.
    const ours = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', (route) => ours.promise.then(() => route.continue()))
    await page.goto('/card', { waitUntil: 'commit' })
    const pays = page.getByRole('button', { name: /^Start Pay/ })
    const coming = page.getByText('Loading the card field…')
    await coming.waitFor()
    // A page whose styles are still to come has no typeface to wait for.
    await page.waitForFunction(
      () =>
        document.fonts.status === 'loaded' &&
        [...document.fonts].some(({ status }) => status === 'loaded'),
    )
    const before = await pays.boundingBox()
    ours.resolve()
    script.resolve()
    await coming.waitFor({ state: 'hidden' })
    expect(await pays.boundingBox()).toEqual(before)
    await context.close()
  })
})

describe('strong authentication', () => {
  test('in the page: a refusal is shown, an approval is an order', async () => {
    const { page, person, context } = await aBuyer()
    await page.goto('/card')
    await type(page, '4000002760003184')
    await startPay(page).click()
    await bank(page).getByRole('button', { name: 'Fail' }).click()
    const refusal = page.getByRole('alert').getByText('We are unable to authenticate')
    await refusal.waitFor()
    expect(await ordersOf(person.email)).toEqual([])
    await startPay(page).click()
    const complete = bank(page).getByRole('button', { name: 'Complete' })
    await complete.waitFor()
    expect(await refusal.count()).toBe(0)
    await complete.click()
    await thanks(page)
    expect(await ordersOf(person.email)).toEqual(paidOnce)
    await context.close()
  })

  test('in the page: an approval whose response is lost is an order, and thanked', async () => {
    const { page, person, context } = await aBuyer()
    await page.goto('/card')
    await type(page, '4000002760003184')
    await startPay(page).click()
    await page.route('**/api/stripe_check', (route) => route.abort())
    await bank(page).getByRole('button', { name: 'Complete' }).click()
    await thanks(page)
    expect(await ordersOf(person.email)).toEqual(paidOnce)
    await context.close()
  })

  test('in the whole window: a no leads back to the panel, a yes to the thanks', async () => {
    const { page, person, context } = await aBuyer()
    await toBank(page)
    await page.getByRole('button', { name: 'Fail' }).click()
    await page.waitForURL(/\/card\?payment_intent=/)
    await page.getByRole('alert').getByText('We are unable to authenticate').waitFor()
    await toBank(page)
    await page.getByRole('button', { name: 'Complete' }).click()
    await thanks(page)
    await page.waitForURL(/\/succes\?payment_intent=pi_\w+$/)
    expect(await ordersOf(person.email)).toEqual(paidOnce)
    await context.close()
  })
})

/** Pays by a plain form with a card whose bank asks, as a page without the provider's script would. */
async function toBank(page: Page) {
  const { fakesUrl, url } = theShop()
  const made = await fetch(`${fakesUrl}/v1/test_helpers/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_fake' },
    body: new URLSearchParams({ payment_method: 'pm_card_authenticationRequired' }),
  })
  const { id } = (await made.json()) as { id: string }
  const response = await page.request.post(`${url}/api/cardTokenCharge`, {
    headers: { origin: url },
    form: { token: id, amount: String(total) },
    maxRedirects: 0,
  })
  await page.goto(response.headers()['location']!)
}

test('a card that is ticked is kept, pays the next order, and is removed', async () => {
  const { page, person, context } = await aBuyer()
  await page.goto('/card')
  await type(page, '4242424242424242')
  await page.getByLabel('Keep this card for my next order').check()
  const tokenMade = page.waitForRequest(/\/v1\/confirmation_tokens$/)
  await startPay(page).click()
  await thanks(page)
  // The provider refuses a card that was entered for one payment where it is to be kept.
  const made = new URLSearchParams((await tokenMade).postData()!)
  expect(made.get('setup_future_usage')).toBe('on_session')

  const { url } = theShop()
  for (const form of [addCase, byGround]) {
    await context.request.post(`${url}/cart`, { headers: { origin: url }, form })
  }
  await page.goto('/card')
  await page.getByLabel('Visa ending in 4242, expires 12/40').waitFor()
  expect(await page.getByLabel('Keep this card').isVisible()).toBe(false)
  const frame = page.locator('main iframe').first()
  await frame.waitFor({ state: 'attached' })
  expect(await frame.isVisible()).toBe(false)
  await startPay(page).click()
  await thanks(page)
  expect(await ordersOf(person.email)).toEqual([...paidOnce, ...paidOnce])

  await page.goto('/account/cards')
  await page.getByText('Visa ending in 4242, expires 12/40').first().waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No saved cards.').waitFor()
  await context.close()
})

describe('nobody is charged twice', () => {
  test('by a doubled press', async () => {
    const { page, person, context } = await aBuyer()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/cardTokenCharge')) asked += 1
    })
    await page.goto('/card')
    await type(page, '4242424242424242')
    await startPay(page).dblclick()
    await thanks(page)
    expect(asked).toBe(1)
    expect(await ordersOf(person.email)).toEqual(paidOnce)
    await context.close()
  })

  test('by a response that is lost: it is asked for once more', async () => {
    const { page, person, context } = await aBuyer()
    let isLost = false
    await page.route('**/api/cardTokenCharge', async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await page.goto('/card')
    await type(page, '4242424242424242')
    await startPay(page).click()
    await thanks(page)
    expect(isLost).toBe(true)
    expect(await ordersOf(person.email)).toEqual(paidOnce)
    await context.close()
  })

  test('by a press after two lost responses: it thanks for what was paid', async () => {
    const { page, person, context } = await aBuyer()
    let lost = 0
    await page.route('**/api/cardTokenCharge', async (route) => {
      await route.fetch()
      await route.abort()
      lost += 1
    })
    await page.goto('/card')
    await type(page, '4242424242424242')
    await startPay(page).click()
    await page.getByText('We could not reach the shop. Press again').waitFor()
    await startPay(page).click()
    await thanks(page)
    expect(lost).toBe(2)
    expect(await ordersOf(person.email)).toEqual(paidOnce)
    await context.close()
  })

  test('by a second tab, or by a reload in the middle', async () => {
    const { page, person, context } = await aBuyer()
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto('/card')
      await type(tab, '4242424242424242')
    }
    await page.route('**/api/cardTokenCharge', async (route) => {
      await route.fetch()
      await page.reload()
    })
    await startPay(page).click()
    await page.waitForURL(/\/members/)
    await thanks(page)
    await startPay(other).click()
    await other.getByText('Your cart is empty.').first().waitFor()
    expect(await ordersOf(person.email)).toEqual(paidOnce)
    await context.close()
  })
})

test('without a shipping method a press answers why', async () => {
  const { page, context } = await aBuyer({}, [addCase])
  await page.goto('/card')
  const press = page.getByRole('button', { name: 'Start Pay', exact: true })
  await field(page).getByLabel('Card number').waitFor()
  expect(await press.getAttribute('aria-disabled')).toBe('true')
  await press.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Please choose a shipping method', { exact: true }).waitFor()
  await page.getByRole('radio', { name: /Ground/ }).check()
  await startPay(page).waitFor()
  await context.close()
})

test('an empty cart has nothing to pay', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/card')
  await page.getByText('Your cart is empty.').first().waitFor()
  await page.getByRole('link', { name: 'Start Shopping' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  await context.close()
})

test('a visitor is sent to join', async () => {
  const { page, context } = await aVisitor(browser)
  await page.goto('/card')
  await page.waitForURL('**/join')
  await context.close()
})

test('the provider’s script is let into this page alone', async () => {
  const { page, context } = await aBuyer()
  const provider = new URL(theShop().fakesUrl).origin
  const policyOf = async (path: string) => {
    const policy = (await page.request.get(path)).headers()['content-security-policy']!
    return Object.fromEntries(
      policy.split(';').map((part) => [part.trim().split(' ')[0], part.includes(provider)]),
    )
  }
  expect(await policyOf('/card')).toMatchObject({
    'script-src': true,
    'connect-src': true,
    'frame-src': true,
  })
  for (const path of ['/members', '/mono', '/ship', '/']) {
    expect(await policyOf(path)).toMatchObject({ 'script-src': false, 'connect-src': false })
  }
  await context.close()
})
