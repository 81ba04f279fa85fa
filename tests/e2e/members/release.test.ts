import type { Browser, Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openBrowser, hydrated } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectFocus } from '#tests/harness/keyboard.ts'

import { aMember, everyWay } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
  // A wine without a sheet.
  await queryDatabase(`update products set spec_sheet = null where id = 'malbec-2022'`)
})
afterAll(async () => {
  await queryDatabase(`update products set spec_sheet = 'malbec-2022.pdf' where id = 'malbec-2022'`)
  await browser.close()
})

test('the question for the word has the focus in its field', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/mono?ask=year')
  await expectFocus(page, page.getByRole('dialog', { name: 'The word?' }).getByLabel('Answer'))
  await context.close()
})

describe.each(everyWay)('the current release ($size, JavaScript $javaScript)', (way) => {
  test('tells all costs before checkout, and about sheets and closed wines', async () => {
    const { page, context } = await aMember(browser, way)
    await page.goto('/mono')
    await page.getByRole('row', { name: 'Overnight $90 $110 $130' }).waitFor()
    await page.getByRole('row', { name: 'Ground shipping $35 $50 $85' }).waitFor()
    await page.getByRole('row', { name: 'Local Pick up $0 $0 $0' }).waitFor()
    await page.getByText('California sales tax (7.25%) is added to every order').waitFor()
    await page.getByText('An adult 21 or older must sign for the delivery.').first().waitFor()
    const sheet = page.getByRole('link', { name: /SPEC SHEET 2021 Malbec/ })
    expect(await sheet.getAttribute('href')).toBe('/pdf/malbec-2021.pdf')
    expect(await sheet.getAttribute('target')).toBe('_blank')
    await page.getByRole('link', { name: 'SPEC SHEET 2022 Malbec' }).click()
    await page.getByText('No hay PDF disponible').waitFor()
    await page.getByRole('button', { name: 'Request To Acquire 2021 Malbec' }).click()
    await page
      .getByText("Thank you for your interest in our wines! We'll be in touch soon.")
      .waitFor()
    await context.close()
  })

  test('Add to cart shows the way to the cart right there, and nothing moves', async () => {
    const { page, context } = await aMember(browser, way)
    await page.goto('/mono')
    const add = page.getByRole('button', { name: 'Add to cart' })
    const sheet = page.getByRole('link', { name: 'SPEC SHEET 2022 Malbec' })
    const between = async () => (await topOf(sheet)) - (await topOf(add))
    const before = await between()
    const toCart = page.getByRole('link', { name: 'Open my cart' })
    expect(await toCart.count()).toBe(0)
    await add.click()
    await page.getByRole('status').filter({ hasText: 'In your cart.' }).waitFor()
    expect(Math.abs((await between()) - before)).toBeLessThan(1)
    expect((await topOf(toCart)) - (await topOf(add))).toBeLessThan(200)
    await toCart.click()
    await page.getByRole('dialog', { name: 'My Cart' }).waitFor()
    await context.close()
  })

  test('the sheet stands in line with the wine, or beside Add to cart', async () => {
    const { page, context } = await aMember(browser, way)
    await page.goto('/mono')
    if (way.size !== 'phone') {
      const add = page.getByRole('button', { name: 'Add to cart' })
      const beside = page.getByRole('link', { name: 'SPEC SHEET 2022 Malbec' })
      expect(Math.abs((await topOf(beside)) - (await topOf(add)))).toBeLessThan(2)
      await context.close()
      return
    }
    const leftOf = (words: Locator) =>
      words.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getBoundingClientRect().left
      })
    const sheet = await leftOf(page.getByRole('link', { name: 'SPEC SHEET 2022 Malbec' }))
    const title = await leftOf(page.getByRole('heading', { name: '2022 Malbec' }))
    expect(Math.abs(sheet - title)).toBeLessThan(1)
    await context.close()
  })

  test('the year opens the coming release to who knows the word', async () => {
    const { page, context } = await aMember(browser, way)
    await page.goto('/mono')
    const say = async (word: string) => {
      await page.getByRole('link', { name: '2022', exact: true }).click()
      const prompt = page.getByRole('dialog', { name: 'The word?' })
      await prompt.getByLabel('Answer').fill(word)
      await prompt.getByRole('button', { name: 'Enter' }).click()
      await prompt.waitFor({ state: 'hidden' })
    }
    await say('aconcagua')
    expect(await page.getByRole('heading', { name: '2023 Malbec' }).count()).toBe(0)
    await say('tupungato')
    await page.getByRole('heading', { name: '2023 Malbec' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: '2023 Malbec' }).waitFor()
    await context.close()
  })
})

const topOf = async (part: Locator) => (await part.boundingBox())!.y

test('the word and what it opens are not on the page before', async () => {
  const { page, context } = await aMember(browser)
  const arriving: Promise<string>[] = []
  page.on('response', (response) => {
    if (/javascript|html/.test(response.headers()['content-type'] ?? '')) {
      arriving.push(response.text().catch(() => ''))
    }
  })
  await page.goto('/mono', { waitUntil: 'networkidle' })
  await hydrated(page)
  const texts = await Promise.all(arriving)
  expect(texts.length).toBeGreaterThan(1)
  const all = texts.join('\n')
  expect(all).toContain('Malbec')
  expect(all).not.toContain('2023 Malbec')
  await context.close()
})
