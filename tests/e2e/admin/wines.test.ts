import { randomUUID } from 'node:crypto'

import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { expectNoSideways, oppositeWays } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { aStaffMember as aStaffCaller } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectHydrated } from '#tests/harness/keyboard.ts'
import { plainBrowser } from '#tests/harness/plain-browser.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { aStaffMember } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

const aPicture = async () => {
  const bottle = await sharp({
    create: { width: 250, height: 980, channels: 4, background: '#4a1522' },
  })
    .png()
    .toBuffer()
  return sharp({ create: { width: 400, height: 1_040, channels: 4, background: '#0000' } })
    .composite([{ input: bottle, left: 75, top: 30 }])
    .png()
    .toBuffer()
}

test('the list of wines has every count from which what is left follows', async () => {
  const id = `counted-${randomUUID()}`
  await queryDatabase(
    `insert into products (id, title, subtitle, title_cart, vintage, image, price_cents, description,
       description_a, category_id, category_name, release_state, stock, held, promised, sold)
     values ($1, $1, 'a case', $1, 2023, 'bottle-malbec-2022', 45000, '', '', 'counted', 'Counted',
       'closed', 120, 3, 7, 10)`,
    [id],
  )
  const staff = plainBrowser((await aStaffCaller()).cookie)
  const { html } = await staff.visit(paths.wines())
  await queryDatabase('delete from products where id = $1', [id])
  const cells = (row: string) =>
    [...row.matchAll(/<(t[hd])[^>]*>(.*?)<\/\1>/gs)].map(([, , cell]) =>
      cell!.replaceAll(/<[^>]*>/g, '').trim(),
    )
  const rows = html.split('<tr')
  const labels = cells(rows[1]!)
  const values = cells(rows.find((row) => row.includes(id))!)
  const counts = ['In payment', 'Promised', 'Sold', 'Left'].map((label) => {
    return [label, values[labels.indexOf(label)]]
  })
  expect(counts).toEqual([
    ['In payment', '3'],
    ['Promised', '7'],
    ['Sold', '10'],
    ['Left', '100'],
  ])
})

test('a search leads from one wine to another with nothing that was typed of the first', async () => {
  const [one, other] = ['Bonarda', 'Torrontes'].map((name) => `${name} ${randomUUID()}`)
  await queryDatabase(
    `insert into products (id, title, subtitle, title_cart, vintage, image, price_cents, description,
       description_a, category_id, category_name, release_state, stock)
     select name, '2023 ' || name, 'a case', name, 2023, 'bottle-malbec-2022', 45000, '', '', name,
       name, 'closed', 120 from unnest($1::text[]) as name`,
    [[one, other]],
  )
  const { page, context } = await aStaffMember(browser)
  const name = page.getByLabel('Name', { exact: true })
  await page.goto(paths.wine(one!))
  await expectHydrated(name)
  await name.fill('Typed of the first')
  const search = page.getByRole('search', { name: 'The whole admin' }).getByRole('textbox')
  await search.fill(other!)
  await search.press('Enter')
  await button(page, 'Leave').click()
  await page.getByRole('heading', { name: `2023 ${other}` }).waitFor()
  expect(await name.inputValue()).toBe(other)
  await context.close()
  await queryDatabase('delete from products where id = any($1)', [[one, other]])
})

describe.each(oppositeWays)('staff ($size, JavaScript $javaScript)', (way) => {
  test('make a wine with its price, picture and sheet, and set it on sale in two steps', async () => {
    const name = `Bonarda ${randomUUID().slice(0, 4)}`
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    const check = async () => {
      await expectNoSideways(staff)
      if (way.javaScript) await expectAccessible(page)
    }

    await page.goto(paths.wines())
    await page.getByRole('link', { name: 'New wine' }).click()
    await page.getByRole('heading', { name: 'New wine' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Vintage').fill('1989')
    await page.getByLabel('Origin, in a sentence or two').fill('Bonarda from Uco Valley.')
    await page.getByLabel('Price in dollars').fill('320')
    await button(page, 'Create the wine').click()
    await page.getByText(/A year from 1990 to/).waitFor()
    await page.getByText('or tick “No limit”').waitFor()
    await check()
    await page.getByLabel('Vintage').fill('2025')
    if (way.javaScript) await page.getByLabel('No limit').check()
    await page.getByLabel('Cases in all').fill('60')
    expect(await page.getByLabel('No limit').isChecked()).toBe(false)
    await button(page, 'Create the wine').click()
    await page.getByRole('heading', { name: `2025 ${name}` }).waitFor()

    const [wine] = await queryDatabase<{ id: string }>('select id from products where title = $1', [
      `2025 ${name}`,
    ])
    await expect
      .poll(
        () =>
          queryDatabase<{ price_id: string | null }>(
            'select price_id from products where id = $1',
            [wine!.id],
          ),
        { timeout: 30_000 },
      )
      .toEqual([{ price_id: expect.stringMatching(/^price_/) }])
    if (!way.javaScript) await page.reload()
    await page
      .getByText(/^price_/)
      .first()
      .waitFor()
    await check()

    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'label.png',
        mimeType: 'image/png',
        buffer: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        ),
      })
    await button(page, 'Upload the picture').click()
    await page.getByText('This is not a JPEG, PNG, WebP or AVIF picture').waitFor()
    // The page of the wine, with the refused form in view.
    await page.getByRole('heading', { name: `2025 ${name}` }).waitFor()
    if (way.javaScript) {
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
        .toBe('file')
    }
    await check()
    const buffer = await aPicture()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'bottle.png', mimeType: 'image/png', buffer })
    await button(page, 'Upload the picture').click()
    await page.getByRole('heading', { name: `2025 ${name}` }).waitFor()
    const image = async () =>
      (
        await queryDatabase<{ image: string }>('select image from products where id = $1', [
          wine!.id,
        ])
      )[0]!.image
    await expect.poll(image, { timeout: 60_000 }).toMatch(/^[0-9a-f]{64}$/)
    const { url } = theShop()
    const served = await fetch(`${url}/pictures/${await image()}-640.avif`)
    expect(served.headers.get('content-type')).toBe('image/avif')
    expect(served.headers.get('cache-control')).toContain('immutable')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')

    await page.goto(paths.wine(wine!.id))
    await page.getByText('Or type one').click()
    await page.getByLabel('Place').fill('Altamira, Uco Valley')
    await button(page, 'Make the sheet').click()
    const sheet = page.getByRole('link', { name: 'Open the technical sheet' })
    await sheet.waitFor()
    await check()
    const pdf = await fetch(url + (await sheet.getAttribute('href')))
    expect(pdf.headers.get('content-type')).toBe('application/pdf')

    await page.getByRole('link', { name: 'Announce' }).click()
    await page.getByText('Customers see it, and cannot add it to a cart yet.').waitFor()
    await check()
    await button(page, 'Yes, do it').click()
    await page.getByText(`2025 ${name}: announced.`).first().waitFor()
    await page.getByRole('link', { name: 'Close', exact: true }).click()
    await button(page, 'Yes, do it').click()
    await page.getByText(`2025 ${name}: closed.`).first().waitFor()
    // Not left among the closed wines that other tests see.
    await queryDatabase('update products set position = null where id = $1', [wine!.id])

    await page.getByRole('link', { name: 'Copy as a new wine' }).click()
    await page.getByRole('heading', { name: `Copy of 2025 ${name}` }).waitFor()
    expect(await page.getByLabel('Price in dollars').inputValue()).toBe('')
    expect(staff.faults.filter((fault) => !/40[09]|422/.test(fault))).toEqual([])
  })
})

test('a crafted price is refused with 409', async () => {
  const staff = await aStaffMember(browser)
  const { url } = theShop()
  const response = await staff.context.request.post(url + paths.wine('malbec-2022'), {
    headers: { origin: url },
    form: {
      ...{ intent: 'save', version: '1' },
      ...{ name: 'Malbec', vintage: '2022', price: '1', stock: '300' },
    },
  })
  expect(response.status()).toBe(409)
  expect(await response.text()).toContain('The price of this wine cannot change')
})

test('a file that is too large is refused beside its field', async () => {
  const { page, context } = await aStaffMember(browser, { size: 'phone' })
  await page.goto('/admin/wines/malbec-2022')
  const file = page.getByLabel('Picture of one bottle')
  const buffer = Buffer.alloc(4 * 1024 * 1024 + 1)
  // Again until the script has begun.
  const refusals = async () => {
    await file.setInputFiles({ name: 'large', mimeType: 'image/png', buffer })
    return page.getByText('That file is larger than 4 MB.').count()
  }
  await expect.poll(refusals).toBe(1)
  expect(await file.inputValue()).toBe('')
  await file.setInputFiles({ name: 'small', mimeType: 'image/png', buffer: buffer.subarray(1) })
  await page.getByText('That file is larger than 4 MB.').waitFor({ state: 'detached' })
  await context.close()
})
