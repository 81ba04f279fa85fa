import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import { aMember, ordersFor } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** How many pages a PDF has: Chromium writes the page objects in clear. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test.each(['desktop', 'phone'] as const)(
  'an order prints as a receipt of one page (%s)',
  async (size) => {
    const { page, context, person } = await aMember(browser, { size })
    await ordersFor(person.email, 1)
    const [order] = await queryDatabase<{ number: number }>(
      `update orders set created_at = '2026-11-05T03:00:00Z' where email = $1 returning number`,
      [person.email],
    )
    await queryDatabase(
      `update orders set state = 'partly-refunded', refunded_cents = 10000 where number = $1`,
      [order!.number],
    )
    await queryDatabase(
      `insert into refunds (order_id, request_key, cause, state, amount_cents, settled_at)
       select id, 'test ' || number || day, 'staff', 'made', 5000, day::timestamptz
       from orders, unnest(array['2026-11-08T03:00:00Z', '2026-11-09T15:00:00Z']) day
       where number = $1`,
      [order!.number],
    )
    await page.goto('/members?view=orders')
    const row = page.locator('tbody', { hasText: `K-${order!.number}` })
    await row.getByText('11/4/2026', { exact: true }).waitFor()
    await row.getByText('Partly refunded').waitFor()
    await page.getByRole('link', { name: /2022 Malbec/ }).click()
    await page.getByRole('heading', { level: 1, name: `Order K-${order!.number}` }).waitFor()

    await page.emulateMedia({ media: 'print' })
    const paper = await page.locator('body').innerText()
    for (const words of [
      `Order K-${order!.number}`,
      '11/4/2026',
      'Partly refunded',
      'Ground shipping',
      'Ana Ruiz',
      person.email,
      '1200 Valencia Street',
      'San Francisco, California 94110',
      '2022 Malbec, 3-pack of 750ml',
      '$450.00',
      '$35.00',
      '$32.63',
      '$517.63',
      'Refunded 11/7/2026',
      'Refunded 11/9/2026',
      '-$50.00',
      'Refunded in total',
      '-$100.00',
    ]) {
      expect(paper).toContain(words)
    }
    // Nothing to press, and no way to go on, on paper.
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('main').getByRole('link').count()).toBe(0)

    const pdf = await page.pdf({ format: 'Letter', printBackground: false })
    expect(pagesOf(pdf)).toBe(1)
    await context.close()
  },
)
