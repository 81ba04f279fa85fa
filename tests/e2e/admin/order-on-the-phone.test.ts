import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aMember, california, expectNoSideways, oppositeWays } from '#tests/e2e/members/a-member.ts'
import { aPaidOrder, pay } from '#tests/e2e/members/a-paid-order.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { emailsTo, queryDatabase } from '#tests/harness/database-queries.ts'
import { expectHydrated, tabTo } from '#tests/harness/keyboard.ts'

import { aStaffMember } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const part = (page: Page, title: string) =>
  page.locator('details').filter({ has: page.locator('summary', { hasText: title }) })

/** The payment page that staff had sent to a buyer last. */
async function pageSentTo(email: string, about: RegExp): Promise<string> {
  const subjects = async () => (await emailsTo(email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContainEqual(expect.stringMatching(about))
  const [row] = await queryDatabase<{ session_url: string }>(
    `select session_url from checkouts where email = $1 and state = 'open'
     order by started_at desc limit 1`,
    [email],
  )
  return row!.session_url
}

/** A paid order on the screen of staff who handle orders. */
async function anOrderForStaff(way: { size: 'desktop' | 'phone'; javaScript: boolean }) {
  const buyer = await aMember(browser, { profile: california })
  const number = await aPaidOrder(buyer.page, buyer.person.email)
  const staff = await aStaffMember(browser, way)
  const { page } = staff
  const check = async () => {
    await expectNoSideways(staff)
    if (way.javaScript) await expectAccessible(page)
  }
  await page.goto(paths.staffOrder(number))
  return { buyer, number, page, check }
}

describe.each(oppositeWays)('staff on the phone ($size, JavaScript $javaScript)', (way) => {
  test('send an order overnight free of charge, and take it back', async () => {
    const { buyer, number, page, check } = await anOrderForStaff(way)
    const free = part(page, 'Faster shipping, free of charge')
    await free.locator('summary').click()
    await check()
    await free.getByLabel('On the phone with the buyer').check()
    await free.getByRole('button', { name: 'Send it free of charge' }).click()
    await page.getByText('Please say why, in up to 120 characters.').first().waitFor()
    await check()
    await free.getByLabel('Why').fill('Your first box was late.')
    await free.getByRole('button', { name: 'Send it free of charge' }).click()
    await page.getByText('The buyer is emailed: “Your order now ships overnight.”').waitFor()
    await check()

    // The buyer reads why, and that it cost nothing.
    await buyer.page.goto(paths.order(number))
    await buyer.page.getByText('Your 3 cases go overnight to').waitFor()
    await buyer.page.locator('summary', { hasText: 'What happened so far' }).click()
    await buyer.page.getByText('The price stays the same. Your first box was late.').waitFor()

    await page.getByRole('button', { name: 'Undo the last change' }).click()
    await page.getByText('The buyer is emailed: “Your order now ships by ground.”').waitFor()
    await free.waitFor()
    await check()
  })

  test('send one of three cases to another address, and put them together again', async () => {
    const { buyer, number, page, check } = await anOrderForStaff(way)
    const apart = part(page, 'Ship it in two parts')
    await apart.locator('summary').click()
    await check()
    await apart
      .getByLabel('Ships separately')
      .selectOption({ label: '1 × 2022 Malbec, 3-pack of 750ml' })
    await apart.getByLabel(/On the phone with the buyer/).check()
    await apart.getByRole('button', { name: 'Split it' }).click()
    await page.getByText('Please enter another address or another day.').first().waitFor()
    await check()
    await apart.getByLabel('Address', { exact: true }).fill('500 Congress Avenue')
    await apart.getByLabel('City').fill('Austin')
    await apart.getByLabel('State').selectOption('Texas')
    await apart.getByLabel('ZIP code').fill('78701')
    await apart.getByLabel(/On the phone with the buyer/).check()
    await apart.getByRole('button', { name: 'Split it' }).click()
    await page
      .getByText('The buyer is emailed: “1 case of your order now ships separately to Texas 78701')
      .waitFor()
    await page.getByText('This order ships in two parts.').waitFor()
    await check()

    await buyer.page.goto(paths.order(number))
    await buyer.page.getByText('2 cases to California 94110').waitFor()
    await buyer.page.getByText('1 case to Texas 78701').first().waitFor()
    await expectNoSideways(buyer)
    await buyer.page.getByRole('link', { name: 'Cancel it' }).waitFor()

    await page.getByRole('button', { name: 'Combine them' }).click()
    await page
      .getByText('The buyer is emailed: “Your order ships in one shipment again.”')
      .waitFor()
    await apart.waitFor()
    await check()
  })

  test('keep one more case for the buyer, who pays it as an order of its own', async () => {
    const { buyer, page, check } = await anOrderForStaff(way)
    const more = part(page, 'One more case, as a new order')
    await more.locator('summary').click()
    await check()
    await more.getByLabel('Cases').fill('4')
    await more.getByRole('button', { name: 'Email the payment page' }).click()
    await page.getByText('An order has 1 to 3 cases.').first().waitFor()
    await check()
    await more.getByLabel('Wine').selectOption({ label: '2022 Malbec, 3-pack of 750ml, $450.00' })
    await more.getByLabel('Cases').fill('1')
    await more.getByLabel('On the phone with the buyer').check()
    await more.getByRole('button', { name: 'Email the payment page' }).click()
    await page
      .getByText('The buyer is emailed a page to pay $517.63, which is open until')
      .waitFor()
    await page.getByText('A page to pay $517.63 is open until').waitFor()
    await check()

    const sent = await pageSentTo(buyer.person.email, /^Your new Kohue order, \$517\.63 to pay$/)
    await pay(buyer.page, sent)
    await buyer.page.waitForURL(/succes/)
    const bought = await queryDatabase<{ number: number; channel: string }>(
      'select number, channel from orders where email = $1 order by number',
      [buyer.person.email],
    )
    expect(bought.map(({ channel }) => channel)).toEqual(['cart', 'added'])
    await buyer.page.goto(paths.order(bought[1]!.number))
    await buyer.page.getByText('$517.63').first().waitFor()
    await page.goto(paths.staffOrder(bought[1]!.number))
    await page.getByText('Added by staff').waitFor()
    await check()
  })
})

test('staff send the page for a dearer method by keyboard alone, and the buyer pays (phone)', async () => {
  const { buyer, page, check } = await anOrderForStaff({ size: 'phone', javaScript: true })
  const dearer = part(page, 'Faster shipping, paid by the buyer')
  await expectHydrated(dearer)
  await tabTo(page, dearer.locator('summary'))
  await page.keyboard.press('Enter')
  await tabTo(page, dearer.getByRole('radio', { name: 'Overnight' }))
  await tabTo(page, dearer.getByLabel('On the phone with the buyer'))
  await page.keyboard.press('Space')
  await tabTo(page, dearer.getByRole('button', { name: 'Email the payment page' }))
  await page.keyboard.press('Enter')
  await page.getByText('The buyer is emailed a page to pay $45.00, which is open until').waitFor()
  await page.getByText('A page to pay $45.00 is open until').waitFor()
  await check()

  const sent = await pageSentTo(buyer.person.email, /^\$45\.00 due for your Kohue order K-/)
  await pay(buyer.page, sent)
  await buyer.page.getByText('Paid, and your order is changed. We have emailed you.').waitFor()
  await page.reload()
  await dearer.waitFor({ state: 'detached' })
  expect(await page.getByText('A page to pay').count()).toBe(0)
})
