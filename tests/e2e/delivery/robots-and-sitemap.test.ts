import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aVisitor, openBrowser } from '#tests/harness/browser.ts'
import { untilNoReleaseIsOpen } from '#tests/harness/release-rows.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

async function headOf(path: string, expectedFaults: readonly string[] = []) {
  const { page, context, faults } = await aVisitor(browser)
  await page.goto(path)
  const head = await page.evaluate(() => {
    const content = (selector: string) => document.querySelector(selector)?.getAttribute('content')
    return {
      title: document.title,
      description: content('meta[name=description]'),
      canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
      picture: content('meta[property="og:image"]'),
      robots: content('meta[name=robots]'),
      facts: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        (script) => JSON.parse(script.textContent) as Record<string, unknown>,
      ),
    }
  })
  await context.close()
  expect(faults).toEqual(expectedFaults)
  return head
}

async function listedPaths(): Promise<string[]> {
  const { url } = theShop()
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => new URL(loc!).pathname)
}

describe('metadata for search engines and shared links', () => {
  test('each page of the sitemap has words and an address of its own', async () => {
    const { url } = theShop()
    const listed = await listedPaths()
    const heads = await Promise.all(listed.map((path) => headOf(path)))
    expect(new Set(heads.map((head) => head.title)).size).toBe(listed.length)
    expect(new Set(heads.map((head) => head.description)).size).toBe(listed.length)
    expect(heads.map((head) => head.canonical)).toEqual(listed.map((path) => url + path))
    expect(heads.map((head) => head.robots)).toEqual(listed.map(() => undefined))
  })

  test('the shared picture is there, 1200 × 630', async () => {
    const { picture } = await headOf(paths.home())
    const response = await fetch(picture!)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    const { page, context } = await aVisitor(browser)
    const size = await page.goto(picture!).then(() =>
      page.evaluate(() => {
        const { naturalWidth, naturalHeight } = document.querySelector('img')!
        return [naturalWidth, naturalHeight]
      }),
    )
    expect(size).toEqual([1200, 630])
    await context.close()
  })

  test('the winery on its landing page, a wine with its price where it is offered', async () => {
    await untilNoReleaseIsOpen()
    expect((await headOf(paths.home())).facts).toMatchObject([
      { '@type': 'Organization' },
      { '@type': 'Product', name: 'Kohue 2022 Malbec', offers: { price: '450.00' } },
    ])
    const [wine] = (await headOf(paths.singleBottle())).facts
    expect(wine).toMatchObject({
      '@type': 'Product',
      offers: { price: '150.00', priceCurrency: 'USD' },
    })
  })

  test('what is one person’s asks to be left out', async () => {
    const { robots } = await headOf(paths.accountDeleted())
    expect(robots).toBe('noindex')
    // Without the secret of an email.
    const reset = await headOf(paths.resetPassword(), [
      'Failed to load resource: the server responded with a status of 404 (Not Found)',
    ])
    expect(reset.robots).toBe('noindex')
  })
})

describe('icons and manifest', () => {
  test('every one that a page or the manifest names is there', async () => {
    const { url } = theShop()
    const html = await (await fetch(`${url}/`)).text()
    const named = [
      ...html.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g),
    ]
    const manifest = (await (await fetch(`${url}/site.webmanifest`)).json()) as {
      icons: { src: string }[]
    }
    const addresses = [...named.map(([, href]) => href!), ...manifest.icons.map(({ src }) => src)]
    expect(addresses).toHaveLength(7)
    for (const address of addresses) {
      expect([address, (await fetch(url + address)).status]).toEqual([address, 200])
    }
  })
})

describe('the PDFs', () => {
  test.each(['terms', 'privacy'])(
    '%s is pictured in its page and can be downloaded',
    async (name) => {
      const { page, context, faults } = await aVisitor(browser)
      await page.goto(`/${name}`)
      const paper = page.getByRole('link', { name: /as a PDF, opens in a new tab$/ })
      const link = await page.getByRole('link', { name: 'Download the PDF' }).getAttribute('href')
      expect(await paper.getAttribute('href')).toBe(link)
      const shown = await paper.getByRole('img').evaluate((img: HTMLImageElement) => img.decode())
      expect(shown).toBeUndefined()
      expect(faults).toEqual([])
      const response = await fetch(theShop().url + link)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(response.headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
      await context.close()
    },
  )

  test('each wine of the wines page has a sheet', async () => {
    const { page, context } = await aVisitor(browser)
    await page.goto(paths.ourWines())
    const sheets = page.locator('a[href$=".pdf"]')
    const hrefs = await sheets.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')),
    )
    expect(hrefs).toEqual(
      expect.arrayContaining(['/pdf/malbec-2021.pdf', '/pdf/cabernet-sauvignon-2021.pdf']),
    )
    for (const href of hrefs) {
      const response = await fetch(theShop().url + href)
      expect((await response.text()).startsWith('%PDF-')).toBe(true)
    }
    await context.close()
  })
})
