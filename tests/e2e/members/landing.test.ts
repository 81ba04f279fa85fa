import { randomUUID } from 'node:crypto'

import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { cookies } from '#platform/http/cookies.rules.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { untilNoReleaseIsOpen } from '#tests/harness/release-rows.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { aMember, bothWays, expectNoSideways, ordersFor } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const club = {
  membership: true,
  membership_level: 12,
  membership_text_a: 'Twelve bottles a year.',
  membership_text_2022: 'From the barrel.',
  membership_text_2025: 'Twelve bottles of 2022 Malbec.',
}

describe.each(bothWays)('the members’ landing ($size, JavaScript $javaScript)', (way) => {
  test('who never paid starts in the shop, and each view has its address', async () => {
    const member = await aMember(browser, way)
    await untilNoReleaseIsOpen()
    const { page } = member
    await page.goto('/members')
    await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor()
    await page.getByText('Welcome to your account!').waitFor()
    await page.getByText('INAUGURAL RELEASE FALL 2024').waitFor()
    await page.getByRole('heading', { name: '2022 Malbec' }).waitFor()
    await page.getByRole('heading', { name: '2021 Cabernet Sauvignon' }).waitFor()
    await page.getByRole('heading', { name: '2021 Malbec' }).waitFor()
    // A journey beside this one may put wines of its own.
    const wines = page.getByRole('article').filter({ hasText: /2022 Malbec|2021/ })
    await wines.getByText('$450', { exact: true }).waitFor()
    await wines.getByText('3-pack of 750ml').first().waitFor()
    expect(await wines.getByText('$555', { exact: true }).count()).toBe(2)
    const menu = page.getByRole('navigation', { name: 'Your account' })
    expect(await menu.getByRole('link', { name: 'Membership' }).count()).toBe(0)

    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await page.waitForURL('**/members?view=dash')
    await page.getByRole('button', { name: 'Request More info' }).waitFor()
    const shopping = page.getByRole('region', { name: 'Acquire' }).getByRole('link')
    expect(await shopping.textContent()).toBe('Start Shopping')
    expect(await shopping.getAttribute('href')).toBe('/members?view=current')
    await menu.getByRole('link', { name: 'Order History' }).click()
    await page.waitForURL('**/members?view=orders')
    await page.getByText("You haven't made any orders yet.").waitFor()
    await page.getByRole('link', { name: 'Start Shopping' }).click()
    await page.waitForURL('**/members?view=current')
    await menu.getByRole('link', { name: 'Account Details' }).click()
    await page.waitForURL('**/members?view=account')
    await page.goBack()
    await page.getByRole('heading', { name: '2022 Malbec' }).waitFor()
    expect(member.faults).toEqual([])
    await member.context.close()
  })

  test('a club member starts on the dashboard and sees what was set aside', async () => {
    const member = await aMember(browser, { ...way, profile: club })
    const { page } = member
    await page.goto('/members')
    await page.getByText('My Aconcagua Wine Membership is ACTIVE').waitFor()
    if (way.javaScript) await expectAccessible(member.page)
    await page.getByRole('link', { name: 'Access' }).click()
    await page.getByText('The Andes society').waitFor()
    await page.getByRole('heading', { name: 'My Membership History' }).waitFor()
    await page.getByText('Twelve bottles a year.').waitFor()
    const years = page.getByRole('term')
    await years.first().waitFor()
    expect(await years.allTextContents()).toEqual(['2022', '2025'])
    if (way.javaScript) await expectAccessible(member.page)
    await page.goto('/card')
    await page.getByRole('link', { name: 'Membership' }).waitFor()
    await member.context.close()
  })
})

test.each([
  [6, 'My Tupungato Wine Membership is ACTIVE'],
  [12, 'My Aconcagua Wine Membership is ACTIVE'],
])('a member of level %i reads its name', async (level, sentence) => {
  const { page, context } = await aMember(browser, {
    profile: { membership: true, membership_level: level },
  })
  await page.goto('/dashboard')
  await page.getByText(sentence, { exact: true }).waitFor()
  await context.close()
})

test('Request More info thanks for the interest in the club', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Request More info' }).click()
  await page
    .getByRole('alert')
    .getByText(
      "Kohue Wine Club: Thank you for your interest! We'll be reaching out soon with more details about our wine club.",
    )
    .waitFor()
  await context.close()
})

test('the cart stands on the landing, to read only', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/members?view=dash')
  expect(await page.getByRole('region', { name: 'My Cart' }).count()).toBe(0)
  await page.goto('/members?view=current')
  // Other tests may have a release of their own open.
  await page.locator('#wine-malbec-2022').getByRole('button', { name: 'Add to cart' }).click()
  const summary = page.getByRole('region', { name: 'My Cart' })
  await summary.getByText('1 × 2022 Malbec').waitFor()
  await summary.getByText('$482.63').waitFor()
  expect(await summary.getByRole('button').count()).toBe(0)
  await context.close()
})

test.each([true, false])(
  'thanks once for an order nobody came back from (%s)',
  async (javaScript) => {
    const { page, context, person } = await aMember(browser, { javaScript })
    await ordersFor(person.email, 1)
    await queryDatabase(
      `update orders set thanked_at = null where user_id = (select id from users where email = $1)`,
      [person.email],
    )
    await page.goto('/members')
    const thanks = page.getByRole('dialog', { name: 'Thank you for your purchase!' })
    await thanks.getByText('Close', { exact: true }).click()
    await thanks.waitFor({ state: 'hidden' })
    await page.waitForURL('**/members')
    await page.getByRole('columnheader', { name: 'Purchased' }).waitFor()
    await page.reload()
    await page.getByRole('columnheader', { name: 'Purchased' }).waitFor()
    expect(await thanks.count()).toBe(0)
    await page.goto('/succes?session_id=cs_test_nobodys')
    await page.waitForURL('**/members')
    expect(await thanks.count()).toBe(0)
    await context.close()
  },
)

test('thanks nobody for what goes back, and says that it does', async () => {
  const { page, context, person } = await aMember(browser)
  await ordersFor(person.email, 1)
  const session = `cs_test_${randomUUID().replaceAll('-', '')}`
  await queryDatabase(
    `with theirs as (
       update orders set session_id = $2 where user_id = (select id from users where email = $1)
       returning id, checkout_id),
     paid as (update checkouts set session_id = $2 from theirs where checkouts.id = checkout_id),
     lines as (
       insert into checkout_lines
         (checkout_id, product_id, description, quantity, unit_price_cents, tax_cents)
       select checkout_id, 'malbec-2022', '2022 Malbec', 1, 45000, 3263 from theirs),
     flagged as (insert into order_flags (order_id, reason) select id, 'stock-gone' from theirs)
     insert into refunds (order_id, request_key, cause, state, amount_cents)
     select id, $2, 'automatic', 'made', 51763 from theirs`,
    [person.email, session],
  )
  await page.goto(`/succes?session_id=${session}`)
  await page.waitForURL(/\/members\?/)
  await page.getByText('The full amount goes back to the card you paid with').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await context.close()
})

test('a buyer who returns from the payment signed out reads that it is safe, then is thanked', async () => {
  const { context, page, person } = await aMember(browser)
  await ordersFor(person.email, 1)
  const session = `cs_test_${randomUUID().replaceAll('-', '')}`
  await queryDatabase(
    `with theirs as (
       update orders set session_id = $2, thanked_at = null
       where user_id = (select id from users where email = $1) returning checkout_id)
     update checkouts set session_id = $2 from theirs where checkouts.id = checkout_id`,
    [person.email, session],
  )
  await context.clearCookies({ name: 'kohue.session' })
  await page.goto('/members')
  expect(await page.getByText(/your payment is safe/).count()).toBe(0)
  await page.goto(`/succes?session_id=${session}`)
  await page.waitForURL(/\/login\?to=/)
  await page
    .getByRole('status')
    .getByText(/^If you have just paid, your payment is safe/)
    .waitFor()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByText('Thank you for your purchase!').first().waitFor()
  await context.close()
})

test.each(['/members', '/dashboard', '/mono', '/ship', '/edit', '/members/orders/1', '/succes'])(
  '%s sends a visitor to log in, the page’s script too',
  async (path) => {
    const { page, context } = await aVisitor(browser)
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/login')
    expect(new URL(page.url()).searchParams.get('to')).toBe(path)
    const response = await page.request.get(`${path}.data`, { maxRedirects: 0 })
    expect(await response.text()).not.toContain('malbec')
    await context.close()
  },
)

test.each(['desktop', 'phone'] as const)('500 orders and long names (%s)', async (size) => {
  const member = await aMember(browser, {
    size,
    profile: { first_name: 'Wolfeschlegelsteinhausenberger', last_name: 'W'.repeat(30) },
  })
  const { page, person } = member
  await ordersFor(person.email, 500)
  await page.goto('/members')
  await page.getByRole('heading', { name: 'Hello, Wolfeschlegelsteinhausenberger' }).waitFor()
  await page.getByRole('columnheader', { name: 'Purchased' }).waitFor()
  expect(await page.getByRole('link', { name: /2022 Malbec/ }).count()).toBe(20)
  await expectNoSideways(member)
  await page.getByRole('link', { name: 'Older orders' }).click()
  await page.getByText('Page 2').waitFor()
  await page.goto('/members?view=orders&page=26')
  expect(new URL(page.url()).search).toBe('?view=orders')
  await page.goto('/members?view=orders&page=25')
  expect(await page.getByRole('link', { name: 'Older orders' }).count()).toBe(0)
  await page
    .getByRole('link', { name: /2022 Malbec/ })
    .first()
    .click()
  await page.getByRole('heading', { name: /^Order K-\d+/ }).waitFor()
  await page.getByText('Ground shipping').waitFor()
  await page.getByText('1200 Valencia Street').waitFor()
  await page
    .getByRole('row', { name: /^Total/ })
    .getByText('$517.63')
    .waitFor()
  await page.getByRole('button', { name: 'Print receipt' }).waitFor()
  await expectAccessible(member.page)
  const order = new URL(page.url()).pathname

  const other = await aMember(browser)
  const response = await other.page.goto(order)
  expect(response?.status()).toBe(404)
  expect((await other.page.goto('/edit/somebody-else'))?.status()).toBe(404)
  await other.context.close()
  await member.context.close()
})

test('the tab of the page is in sight, also after Back', async () => {
  const { page, context } = await aMember(browser, { size: 'phone' })
  await page.setViewportSize({ width: 320, height: 700 })
  const menu = page.getByRole('navigation', { name: 'Your account' })
  const isInSight = () =>
    menu.locator('[aria-current]').evaluate((tab) => {
      const { left, right } = tab.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })
  await page.goto('/members?view=account')
  await expect.poll(isInSight).toBe(true)
  await page.goto('/members?view=current')
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await page.waitForURL('**/members?view=dash')
  await menu.evaluate((row) => row.scrollTo(row.scrollWidth, 0))
  await page.goBack()
  await page.waitForURL('**/members?view=current')
  await expect.poll(isInSight).toBe(true)
  await context.close()
})

test('a screen reader is told where a script led, as it is told of a loaded document', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/members?view=dash')
  const live = page.locator('p[aria-live="polite"]')
  expect(await live.allTextContents()).not.toContain('Dashboard · Your account · Kohue')
  const menu = page.getByRole('navigation', { name: 'Your account' })
  await menu.getByRole('link', { name: 'Order History' }).press('Enter')
  const said = (text: string) => live.filter({ hasText: text }).waitFor({ state: 'attached' })
  await said('Order History · Your account · Kohue')
  await menu.getByRole('link', { name: 'Dashboard' }).press('Enter')
  await said('Dashboard · Your account · Kohue')
  await context.close()
})

test('a message is shown where the page has it, and above the page that opens further down', async () => {
  const { page, context } = await aMember(browser, { size: 'phone' })
  const { url } = theShop()
  const opened = async (path: string, tone: string) => {
    const flash = { tone, sentence: 'This is said once.', at: 'content' }
    const value = encodeURIComponent(JSON.stringify(flash))
    await context.addCookies([{ name: cookies.flash.name, value, url }])
    await page.goto(path)
    await page.getByText('This is said once.').first().waitFor()
  }
  const dismiss = page
    .getByRole('alert')
    .filter({ hasText: 'This is said once.' })
    .getByRole('button', { name: 'Dismiss' })
  await page.clock.install()
  await opened('/mono#wine-malbec-2022', 'good')
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await dismiss.waitFor()
  await page.clock.fastForward(9_000)
  await dismiss.waitFor({ state: 'detached' })
  // What went wrong stays until it is dismissed.
  await opened('/members?view=current#wine-malbec-2022', 'bad')
  await dismiss.waitFor()
  await page.clock.fastForward(9_000)
  await dismiss.click()
  await dismiss.waitFor({ state: 'detached' })

  await opened('/mono', 'bad')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.getByRole('link', { name: /^Cart, 1 / }).waitFor()
  expect(await dismiss.count()).toBe(0)
  await context.close()
})
