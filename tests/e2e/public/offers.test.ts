import { randomUUID } from 'node:crypto'

import type { Browser, BrowserContext, Page } from 'playwright'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aMember } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { emailsTo, queryDatabase } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('the direct offer', () => {
  test.each([true, false])('multiplies price by quantity (JavaScript: %s)', async (javaScript) => {
    const { context, page } = await aVisitor(browser, { javaScript })
    await page.goto(paths.offering())
    const quantities = page.getByRole('group', { name: 'How many cases' })
    const total = page.locator('form b:visible')
    expect(await total.count()).toBe(0)
    await quantities.getByRole('radio', { name: '3' }).check()
    expect(await total.textContent()).toBe('$450.00 × 3 = $1,350.00')
    expect(await quantities.getByRole('radio').count()).toBe(3)
    await context.close()
  })
})

describe('the single-bottle offer', () => {
  test('is one bottle of the 2021 Malbec at the configured price', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(paths.singleBottle())
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: '2021 Malbec' }).waitFor()
    await main.getByText('1 bottle (750ml)').waitFor()
    await main.getByText('$150', { exact: true }).waitFor()
    expect(await main.getByRole('radio').count()).toBe(0)
    await main.getByRole('button', { name: 'Checkout' }).waitFor()
    await context.close()
  })
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

const texas = { city: 'Austin', state: 'Texas', zip: '78701' }

async function fillIn(page: Page, email: string, { city, state, zip }: typeof texas) {
  await page.getByLabel('Full name').fill('Eva Marsh')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('(512) 555-0123')
  await page.getByLabel('Birthdate').fill('1980-02-03')
  await page.getByLabel('Address', { exact: true }).fill('400 Congress Ave')
  await page.getByLabel('City').fill(city)
  await page.getByLabel('State').selectOption({ label: state })
  await page.getByLabel('ZIP code').fill(zip)
  await page.getByLabel(/^I am 21 or older/).check()
}

const card = { number: '4242 4242 4242 4242', expires: '12 / 34', code: '123', name: 'Eva Marsh' }

async function pay(page: Page) {
  await page.waitForURL(/\/c\/pay\//)
  await page.getByLabel('Card number').fill(card.number)
  await page.getByLabel('Expires').fill(card.expires)
  await page.getByLabel('Security code').fill(card.code)
  await page.getByLabel('Name on card').fill(card.name)
  await button(page, /^Pay/).click()
  await page.waitForURL(/\/success_offering\?session_id=/)
}

const ordersOf = (email: string) =>
  queryDatabase<{ channel: string; state: string; shipping_method: string; total_cents: number }>(
    'select channel, state, shipping_method, total_cents from orders where email = $1',
    [email],
  )

const guests = [
  { size: 'desktop', javaScript: true, method: 'overnight', total: 107_525 },
  { size: 'phone', javaScript: false, method: 'ground', total: 101_525 },
] as const

describe.each(guests)('a guest ($size, JavaScript $javaScript)', (options) => {
  test('says where two cases go, chooses the shipping at the payment page, and has them', async () => {
    const { context, page } = await aVisitor(browser, options)
    const email = `${randomUUID()}@example.com`
    await page.goto(paths.offering())
    await page.getByRole('radio', { name: '2' }).check()
    await button(page, 'Checkout').click()
    await page.getByRole('heading', { level: 1, name: 'Where should we send it?' }).waitFor()
    await page.getByText('2 × 2022 Malbec').waitFor()
    if (options.javaScript) await expectAccessible(page)

    await fillIn(page, email, { city: 'Salt Lake City', state: 'Utah', zip: '84101' })
    await button(page, 'Go to payment').click()
    await page.getByRole('alert').getByText('You can also pick up your wine').waitFor()
    expect(await page.getByLabel('City').inputValue()).toBe('Salt Lake City')
    if (options.javaScript) await expectAccessible(page)

    await fillIn(page, email, texas)
    await button(page, 'Go to payment').click()
    if (options.method === 'overnight') await page.getByRole('radio', { name: /Overnight/ }).check()
    await pay(page)
    await page.getByRole('heading', { level: 1, name: 'Thanks for you order.' }).waitFor()

    expect(await ordersOf(email)).toEqual([
      {
        channel: 'offering',
        state: 'paid',
        shipping_method: options.method,
        total_cents: options.total,
      },
    ])
    const subjects = async () => (await emailsTo(email)).map((mail) => mail.subject)
    await expect
      .poll(subjects, { timeout: 30_000 })
      .toEqual([expect.stringMatching(/^Your Kohue order K-\d+$/)])
    await context.close()
  })
})

test.each([
  [
    paths.offering(),
    '9',
    'This offer is for up to 3 cases, so we have set it to 1.',
    '1 × 2022 Malbec',
  ],
  [
    paths.singleBottle(),
    '2',
    'This offer is for a single bottle, so we have set it to 1.',
    '1 × 2021 Malbec',
  ],
])(
  'an address that asks %s for %s says what is offered',
  async (offer, quantity, said, summary) => {
    const { context, page } = await aVisitor(browser)
    await page.goto(`${offer}/ship-to?quantity=${quantity}`)
    await page.getByText(said, { exact: true }).waitFor()
    await page.getByText(summary).waitFor()
    await page.goto(`${offer}/ship-to`)
    await page.getByText(summary).waitFor()
    expect(await page.getByText(said, { exact: true }).count()).toBe(0)
    await context.close()
  },
)

test('the picture beside a long form stays in view', async () => {
  const { context, page } = await aVisitor(browser)
  await page.goto(`${paths.offering()}/ship-to`)
  const picture = page.locator('main img').first()
  await button(page, 'Go to payment').scrollIntoViewIfNeeded()
  const box = await picture.boundingBox()
  const { height } = page.viewportSize()!
  expect(box!.y).toBeLessThanOrEqual(1)
  expect(box!.y + box!.height).toBeGreaterThan(height * 0.6)
  await context.close()
})

test('a form that was mended after an error is filled in when one comes Back from the payment', async () => {
  const { context, page, faults } = await aVisitor(browser)
  await page.goto(paths.singleBottle())
  await button(page, 'Checkout').click()
  await page.getByRole('heading', { level: 1, name: 'Where should we send it?' }).waitFor()
  await page.waitForLoadState('load')
  await fillIn(page, `${randomUUID()}@example.com`, texas)
  const birthdate = page.getByLabel('Birthdate')
  await birthdate.fill('')
  await button(page, 'Go to payment').click()
  await page.getByRole('alert').getByText('Please check the marked fields.').waitFor()
  expect(await birthdate.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await birthdate.getAttribute('aria-invalid')).toBe('true')

  await birthdate.fill('1980-02-03')
  await button(page, 'Go to payment').click()
  await page.waitForURL(/\/c\/pay\//)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Where should we send it?' }).waitFor()
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Eva Marsh')
  expect(await birthdate.inputValue()).toBe('1980-02-03')
  expect(await page.getByLabel('State').inputValue()).toBe('TX')
  expect(await page.getByLabel(/^I am 21 or older/).isChecked()).toBe(true)

  await button(page, 'Go to payment').click()
  await page.waitForURL(/\/c\/pay\//)
  expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([])
  await context.close()
})

test('a number that is not offered is set to one, and the page says so', async () => {
  const { context, page } = await aVisitor(browser)
  for (const [path, sentence] of [
    ['/offering/ship-to?quantity=4', 'This offer is for up to 3 cases, so we have set it to 1.'],
    ['/offering/ship-to?quantity=1e0', 'This offer is for up to 3 cases, so we have set it to 1.'],
    ['/offer1/ship-to?quantity=3', 'This offer is for a single bottle, so we have set it to 1.'],
  ] as const) {
    await page.goto(path)
    await page.getByText(sentence).waitFor()
  }
  await context.close()
})

test('an error goes once its field is typed anew', async () => {
  const { context, page } = await aVisitor(browser)
  await page.goto(paths.offerShipTo('offer1', 1))
  await button(page, 'Go to payment').click()
  const name = page.getByLabel('Full name')
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  const error = page.locator(`[id="${await name.getAttribute('id')}-error"]`)
  await error.waitFor()
  await name.fill('Eva Marsh')
  expect(await name.getAttribute('aria-invalid')).toBeNull()
  expect(await error.count()).toBe(0)
  await context.close()
})

test('a form that the shop cannot answer keeps what was typed', async () => {
  const { context, page } = await aVisitor(browser)
  await page.goto(paths.offerShipTo('offer1', 1))
  await fillIn(page, `${randomUUID()}@example.com`, texas)
  const isPost = (url: URL) => url.pathname === '/offer1/ship-to'
  await page.route(isPost, (route) => route.abort())
  await button(page, 'Go to payment').click()
  await page.getByRole('alert').getByText('The shop could not be reached.').waitFor()
  await page.unroute(isPost)
  await page.route(isPost, (route) => route.fulfill({ status: 503, body: '<p>Away</p>' }))
  await button(page, 'Go to payment').click()
  await page.getByRole('alert').getByText('Something went wrong on our side.').waitFor()
  expect(await page.getByLabel('Full name').inputValue()).toBe('Eva Marsh')
  await page.unroute(isPost)
  await button(page, 'Go to payment').click()
  await page.waitForURL(/\/c\/pay\//)
  await context.close()
})

test('a single bottle is picked up without an address', async () => {
  const { context, page } = await aVisitor(browser)
  const email = `${randomUUID()}@example.com`
  await page.goto(paths.singleBottle())
  await button(page, 'Checkout').click()
  await fillIn(page, email, texas)
  await page.getByLabel(/^I will pick it up/).check()
  await page.getByLabel('City').waitFor({ state: 'hidden' })
  await button(page, 'Go to payment').click()
  await pay(page)
  expect(await ordersOf(email)).toEqual([
    { channel: 'offer1', state: 'paid', shipping_method: 'pickup', total_cents: 16_088 },
  ])
  await context.close()
})

/** A guest's payment page of one case, which asks for the address itself. */
async function anAskingPage({ request }: BrowserContext) {
  const { url } = theShop()
  const response = await request.post(`${url}${paths.createDirectCheckoutSession()}`, {
    headers: { origin: url },
    data: { product: 'malbec-2022', quantity: 1 },
  })
  return ((await response.json()) as { url: string }).url
}

async function sendToUtah(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('8015550123')
  await page.getByLabel('Full name').fill('Eva Marsh')
  await page.getByLabel('Address', { exact: true }).fill('10 Temple Square')
  await page.getByLabel('City').fill('Salt Lake City')
  await page.getByLabel('State').selectOption('UT')
  await page.getByLabel('ZIP', { exact: true }).fill('84101')
}

test('an address that the payment page took and wine may not go to reads that nothing was charged', async () => {
  const { context, page } = await aVisitor(browser)
  const email = `${randomUUID()}@example.com`
  await page.goto(await anAskingPage(context))
  await sendToUtah(page, email)
  await pay(page)
  await page.getByRole('heading', { level: 1, name: 'We could not take your order' }).waitFor()
  await page.getByText('We are not permitted to ship wine to this state.').waitFor()
  await page.getByText('You have not been charged.').waitFor()
  await expectAccessible(page)
  expect(await ordersOf(email)).toEqual([])
  const texts = async () => (await emailsTo(email)).map((mail) => mail.text)
  await expect
    .poll(texts, { timeout: 30_000 })
    .toEqual([expect.stringContaining('you have not been charged')])
  await context.close()
})

test('the thanks without an order of this visitor lead to the offer and say why', async () => {
  const { context, page } = await aVisitor(browser)
  for (const query of ['', '?session_id=cs_test_nobodys']) {
    await page.goto(`${paths.offerThanks()}${query}`)
    await page.waitForURL((url) => url.pathname === paths.offering())
    await page.getByText('We don’t see a completed payment.').waitFor()
    expect(await page.getByText('Thanks for you order.').count()).toBe(0)
  }
  await context.close()
})

test('back from the payment page of the single bottle one is at its offer, also behind the age gate', async () => {
  const { context, page } = await aVisitor(browser, { isOver21: false })
  await page.goto(`${paths.offerThanks('offer1')}&session_id=cs_test_nobodys`)
  await page.waitForURL((url) => url.pathname === paths.singleBottle())
  await page.getByRole('button', { name: 'I am over 21' }).first().click()
  await page.getByText('We don’t see a completed payment.').waitFor()
  await context.close()
})

test('who paid while logged in and was logged out since is led to log in, and back', async () => {
  const member = await aMember(browser)
  const { page, context } = member
  await page.goto(paths.offerShipTo('offering', 1))
  await fillIn(page, member.person.email, texas)
  await button(page, 'Go to payment').click()
  await pay(page)
  await page.getByText('Thanks for you order.').waitFor()
  const thanks = page.url()
  await context.clearCookies({ name: /session/ })
  await page.goto(thanks)
  await page.waitForURL((url) => url.pathname === paths.login())
  expect(new URL(page.url()).searchParams.get('to')).toBe(
    new URL(thanks).pathname + new URL(thanks).search,
  )
  await context.close()
})

test.each([
  { size: 'desktop', javaScript: true },
  { size: 'phone', javaScript: false },
] as const)(
  'a guest sees the order by the link of the confirmation ($size, JavaScript $javaScript)',
  async (way) => {
    const { context, page } = await aVisitor(browser, way)
    const email = `${randomUUID()}@example.com`
    await page.goto(paths.offerShipTo('offering', 2))
    await fillIn(page, email, texas)
    await button(page, 'Go to payment').click()
    await pay(page)
    await page.getByRole('link', { name: 'See your order' }).click()
    await page.getByRole('heading', { level: 1, name: /^Order K-\d+$/ }).waitFor()
    const main = page.getByRole('main')
    for (const said of ['Austin, Texas', '2022 Malbec, 3-pack of 750ml', '$900.00', 'Paid']) {
      await main.getByText(said, { exact: true }).first().waitFor()
    }
    const text = await main.innerText()
    for (const kept of ['Eva', email, 'Congress', '78701']) expect(text).not.toContain(kept)
    if (way.javaScript) await expectAccessible(page)
    const shown = page.url()

    const links = async () =>
      (await emailsTo(email)).flatMap(({ text: body }) => body.match(/http\S+\/order\/\S+/g) ?? [])
    await expect.poll(links, { timeout: 30_000 }).toEqual([shown])
    // The last character carries unused bits, so that two may stand for one signature.
    const other = shown.at(-2) === 'A' ? 'B' : 'A'
    const altered = await page.goto(`${shown.slice(0, -2)}${other}${shown.at(-1)!}`)
    expect(altered!.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor()
    await context.close()
  },
)

/** A session of ours for the same checkout that captures at once, not after the address is checked. */
async function aTakingPage(asking: string) {
  const { fakesUrl, url } = theShop()
  const { hostname, port } = new URL(fakesUrl)
  const provider = new Stripe('sk_test_fake', { host: hostname, port, protocol: 'http' })
  const asked = await provider.checkout.sessions.retrieve(/cs_[^/?#]+/.exec(asking)![0])
  const lines = await provider.checkout.sessions.listLineItems(asked.id)
  const taking = await provider.checkout.sessions.create({
    mode: 'payment',
    client_reference_id: asked.client_reference_id!,
    metadata: asked.metadata!,
    line_items: lines.data.map((line) => ({ price: line.price!.id, quantity: line.quantity! })),
    shipping_address_collection: { allowed_countries: ['US'] },
    phone_number_collection: { enabled: true },
    shipping_options: [{ shipping_rate: asked.shipping_cost!.shipping_rate as string }],
    success_url: `${url}${paths.offerThanks()}?session_id={CHECKOUT_SESSION_ID}`,
  })
  await provider.checkout.sessions.expire(asked.id)
  return taking.url!
}

test('what was charged and may not be served is not thanked for: the money goes back', async () => {
  const { context, page } = await aVisitor(browser)
  const email = `${randomUUID()}@example.com`
  await page.goto(await aTakingPage(await anAskingPage(context)))
  await sendToUtah(page, email)
  await pay(page)
  const told = async () => {
    await page.getByRole('heading', { level: 1, name: 'We could not take your order' }).waitFor()
    await page.getByText('We are not permitted to ship wine to this state.').waitFor()
    await page.getByText('You have been charged, and the full amount goes back').waitFor()
    expect(await page.getByText('Thanks for you order.').count()).toBe(0)
  }
  await told()
  await expectAccessible(page)
  await page.reload()
  await told()
  const subjects = async () => (await emailsTo(email)).map((mail) => mail.subject)
  await expect
    .poll(subjects, { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^Your refund for Kohue order/)])
  expect(await ordersOf(email)).toMatchObject([{ channel: 'offering', state: 'refunded' }])
  await context.close()
})
