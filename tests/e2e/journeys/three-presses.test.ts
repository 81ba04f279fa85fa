import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { expectAccessible } from '#tests/harness/accessible.ts'
import { aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { aMember, withAddress } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { aPurchaseLink } from '#tests/harness/entry-link.ts'
import { putRelease } from '#tests/harness/release-rows.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test.each([
  [390, true],
  [320, false],
])(
  'from the inbox to the payment page in three presses, %i px (JavaScript %s)',
  async (width, javaScript) => {
    const { url } = theShop()
    const member = await withAddress(await aMember())
    await queryDatabase('update users set email_verified = true where id = $1', [member.id])
    const image = 'bottle-malbec-2022'
    const wine = { id: `three-presses-${width}`, title: '2025 Malbec', image, cents: 45_000 }
    const release = await putRelease({ email: member.email, units: 2, wines: [wine] })
    await queryDatabase(
      `select graphile_worker.add_job('create-price', json_build_object('productId', $1::text))`,
      [wine.id],
    )
    await expect
      .poll(() => queryDatabase('select price_id from products where id = $1', [wine.id]), {
        timeout: 20_000,
      })
      .not.toEqual([{ price_id: null }])
    await queryDatabase(
      `insert into carts (user_id, shipping_method) values ($1, 'ground')
       on conflict (user_id) do update set shipping_method = 'ground'`,
      [member.id],
    )
    const { path } = await aPurchaseLink(member, release)
    const { page, context, faults } = await aVisitor(browser, { javaScript, size: 'phone' })
    await page.setViewportSize({ width, height: width === 390 ? 844 : 568 })

    // The first press is the one in the email.
    await page.goto(url + path)
    expect(page.url()).toBe(`${url}/enter`)
    if (javaScript) await expectAccessible(page)
    const go = page.getByRole('button', { name: 'Continue as Ana R.' })
    expect(await go.evaluate((button) => button.getBoundingClientRect().bottom)).toBeLessThan(
      page.viewportSize()!.height,
    )
    await go.click()

    await page.getByRole('heading', { name: 'Your order' }).waitFor()
    await page.getByText('2 × 2025 Malbec').first().waitFor()
    const pay = page.getByRole('main').getByRole('button').first()
    expect(await pay.textContent()).toBe('Checkout')
    expect(await pay.evaluate((button) => button.getBoundingClientRect().bottom)).toBeLessThan(
      page.viewportSize()!.height,
    )
    if (javaScript) await expectAccessible(page)
    await pay.click()
    await page.getByText('$1,015.25').first().waitFor()
    expect(new URL(page.url()).origin).not.toBe(url)
    expect(faults).toEqual([])
    await context.close()
    await queryDatabase(`update releases set state = 'ended' where id = $1`, [release])
    await queryDatabase('update release_wines set is_current = false where release_id = $1', [
      release,
    ])
  },
)
