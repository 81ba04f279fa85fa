import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aVisitor, openBrowser, registered } from '#tests/harness/browser.ts'
import { pageFacts } from '#tests/harness/site-map.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** A query with which no cached page is sent, so that the router responds. */
const fromTheRouter = (path: string) => `${path}?fresh=1`

/** How a page looks once it has come to rest: the same twice in a row. */
async function looksOf(page: Page): Promise<string[]> {
  let looks = await stylesOf(page)
  for (let tries = 0; tries < 20; tries++) {
    const before = looks
    looks = await stylesOf(page)
    if (looks.join('\n') === before.join('\n')) return looks
  }
  throw new Error(`${page.url()} does not come to rest`)
}

/** What a missing rule, font or picture would change; all four hundred properties take minutes. */
const compared = [
  ...['display', 'position', 'visibility', 'opacity', 'color', 'background-color'],
  ...['background-image', 'border-top', 'outline', 'box-shadow', 'transform', 'z-index'],
  ...['font', 'letter-spacing', 'text-align', 'text-decoration', 'text-transform', 'padding'],
]

/** Place and computed styles of every element, as one text an element. */
const stylesOf = (page: Page) =>
  page.evaluate(async (names) => {
    // Type that has arrived is laid out with the frame after.
    await Promise.allSettled([...document.fonts].map((face) => face.load()))
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
    return [...document.querySelectorAll('body *')].map((element) => {
      const styles = getComputedStyle(element)
      const { x, y, width, height } = element.getBoundingClientRect()
      const place = [x, y, width, height].map(Math.round).join(' ')
      return `${element.tagName} ${place} ${names.map((name) => styles.getPropertyValue(name)).join('|')}`
    })
  }, compared)

test.each([
  ...pageFacts().flatMap(({ path, cached }) => (cached ? [[path, true] as const] : [])),
  [paths.home(), false] as const,
])('%s looks the same from memory and from the router (over 21: %s)', async (path, isOver21) => {
  const { page, context } = await aVisitor(browser, { isOver21, size: 'phone' })
  // Type that comes late on one visit and from the cache on the next would be a difference too.
  await context.route(/\.woff2$/, (route) => route.abort())
  const kept = await page.goto(path)
  expect(kept!.headers()['etag']).toBeDefined()
  const fromMemory = await looksOf(page)
  const made = await page.goto(fromTheRouter(path))
  expect(made!.headers()['etag']).toBeUndefined()
  await expect.poll(() => looksOf(page)).toEqual(fromMemory)
  await context.close()
})

describe('the security headers of a cached page', () => {
  test('are those of any other, with hashes in place of nonces', async () => {
    const { url } = theShop()
    const headers = { cookie: 'ageKey=older' }
    const kept = await fetch(url + paths.about(), { headers })
    const made = await fetch(url + fromTheRouter(paths.about()), { headers })
    const own = [
      ...['content-length', 'date', 'etag', 'keep-alive', 'connection', 'transfer-encoding'],
      ...['cache-control', 'content-security-policy', 'vary', 'x-request-id', 'speculation-rules'],
    ]
    const rest = (response: Response) =>
      Object.fromEntries([...response.headers].filter(([name]) => !own.includes(name)))
    expect(rest(kept)).toEqual({ ...rest(made), 'content-encoding': 'gzip' })

    const rules = (response: Response) =>
      response.headers
        .get('content-security-policy')!
        .replaceAll(/ ?'(?:nonce|sha256)-[^']+'/g, '')
        .replaceAll(/ +/g, ' ')
    expect(rules(kept)).toBe(rules(made))
    expect(kept.headers.get('content-security-policy')).not.toMatch(/nonce|unsafe/)
  })
})

describe('who gets which copy', () => {
  test('saying yes at the gate opens the page, and what is sent is never shared', async () => {
    const { page, context } = await aVisitor(browser, { isOver21: false })
    await page.goto(paths.about())
    await page.getByRole('button', { name: 'I am over 21' }).click()
    // The words stand behind the gate too.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'About us' }).waitFor()
    const again = await page.goto(paths.about())
    expect(again!.headers()['cache-control']).toBe('private, no-cache')
    await context.close()
  })

  test('a member gets pages made for members, and visitors never do', async () => {
    const member = await aVisitor(browser)
    await registered(member)
    await member.page.goto(paths.ourWines())
    await member.page.getByRole('link', { name: 'Acquire' }).first().waitFor()
    const visitor = await aVisitor(browser)
    await visitor.page.goto(paths.ourWines())
    await visitor.page.getByRole('link', { name: 'Join The List' }).first().waitFor()
    expect(await visitor.page.getByRole('link', { name: 'Acquire' }).count()).toBe(0)
    await Promise.all([member.context.close(), visitor.context.close()])
  })
})
