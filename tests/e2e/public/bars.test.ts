import { readFileSync } from 'node:fs'

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const bar = (page: Page) => page.getByRole('banner').getByRole('navigation')

describe('the public bar', () => {
  test('leads a visitor to the story, the wines, the members and to join', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(paths.home())
    expect(await bar(page).getByRole('link').allTextContents()).toEqual([
      'About us',
      'Wines',
      'Members',
      'Join',
    ])
    await bar(page).getByRole('link', { name: 'Wines' }).click()
    await page.getByRole('heading', { name: 'Our wines' }).waitFor()
    expect(await bar(page).getByRole('link', { name: 'Wines' }).getAttribute('aria-current')).toBe(
      'page',
    )
    await context.close()
  })

  test('has no Join, and the wines say Acquire, for someone signed in', async () => {
    const visitor = await aVisitor(browser)
    await registered(visitor)
    const { context, page } = visitor
    await page.goto(paths.ourWines())
    expect(await bar(page).getByRole('link', { name: 'Join' }).count()).toBe(0)
    const acquire = page.getByRole('main').getByRole('link', { name: 'Acquire' })
    expect(await acquire.count()).toBe(2)
    expect(await acquire.first().getAttribute('href')).toBe(paths.members())
    const cart = page.getByRole('banner').getByRole('link', { name: 'My Cart' })
    expect(await cart.getAttribute('href')).toBe(paths.members('current', { cart: 'open' }))
    const { origin } = new URL(page.url())
    const form = { kind: 'add', productId: 'malbec-2022' }
    await page.request.post(paths.cart(), { headers: { origin }, form, maxRedirects: 0 })
    await page.reload()
    await page.getByRole('banner').getByRole('link', { name: 'My Cart, 1 item' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
    await bar(page).getByRole('link', { name: 'Join' }).waitFor()
    await context.close()
  })
})

describe('the wines', () => {
  test('open their technical sheet in a new tab by the vintage', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(paths.ourWines())
    const sheets = page.getByRole('link', { name: '2021' })
    expect(await sheets.count()).toBe(2)
    for (const sheet of await sheets.all()) {
      expect(await sheet.getAttribute('target')).toBe('_blank')
      const file = await context.request.get((await sheet.getAttribute('href'))!)
      expect(file.headers()['content-type']).toBe('application/pdf')
    }
    const join = page.getByRole('main').getByRole('link', { name: 'Join The List' })
    expect(await join.first().getAttribute('href')).toBe(paths.join())
    await context.close()
  })
})

describe.each([
  ['the terms', paths.terms(), 'terms'],
  ['the privacy policy', paths.privacy(), 'privacy'],
])('%s', (_what, path, name) => {
  test('is a draft, page and PDF, until counsel has approved it', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(path)
    await page.getByText('for review by counsel').waitFor()
    const file = await page.getByRole('link', { name: 'Download the PDF' }).getAttribute('href')
    expect(file).toBe(`/pdf/${name}.pdf`)
    const picture = page.getByRole('link', { name: 'as a PDF, opens in a new tab' })
    expect(await picture.getAttribute('href')).toBe(file)
    const paper = await context.request.get(file!)
    expect(paper.status()).toBe(200)
    expect(paper.headers()['content-type']).toBe('application/pdf')
    expect(await paper.body()).toEqual(readFileSync(`public/pdf/${name}-draft.pdf`))
    await context.close()
  })
})

describe('the footer', () => {
  test('says how to reach the winery', async () => {
    const { context, page } = await aVisitor(browser)
    await page.goto(paths.about())
    const footer = page.getByRole('contentinfo')
    expect(await footer.locator('a[href^="tel:"]').count()).toBe(1)
    expect(await footer.locator('a[href^="mailto:"]').count()).toBe(1)
    for (const name of ['About us', 'Wines', 'Terms', 'Privacy']) {
      expect(await footer.getByRole('link', { name }).count(), name).toBe(1)
    }
    await context.close()
  })
})
