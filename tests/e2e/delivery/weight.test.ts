import { readdirSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { aMember, ask } from '#tests/harness/callers.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { overAge, publicPages } from '../../../bench/public-pages.ts'
import { isTooMuch, weighLanding, weighParts } from '../../../bench/weights.ts'

describe('what the shop sends is no heavier than it may be', () => {
  test.each(publicPages)('script and styles of $path', async ({ path }) => {
    const weights = await weighParts(theShop().url, path)
    expect(weights.filter(isTooMuch)).toEqual([])
    // A page without styles would be a page that was not weighed.
    expect(weights.find(({ what }) => what.endsWith('styles'))!.is).toBeGreaterThan(1)
  })

  test('the landing page with its pictures and type', async () => {
    const browser = await openBrowser()
    const weights = await weighLanding(theShop().url, browser)
    await browser.close()
    expect(weights.filter(isTooMuch)).toEqual([])
    for (const { is } of weights) expect(is).toBeGreaterThan(50)
  })
})

describe('a page of the members’ names few files of script, and none of the admin’s', () => {
  test.each([paths.members(), paths.currentRelease(), paths.editAccount(), paths.closeAccount()])(
    '%s',
    async (path) => {
      const response = await ask(path, { caller: await aMember() })
      expect(response.status).toBe(200)
      const files = (await response.text()).match(/<link rel="modulepreload"[^>]*>/g)!
      expect(files.length).toBeGreaterThan(3)
      expect(files.length).toBeLessThan(25)
      expect(files.filter((link) => link.includes('/admin'))).toEqual([])
    },
  )
})

describe('how long browsers keep a file', () => {
  const keptFor = async (path: string) => {
    const response = await fetch(theShop().url + path)
    await response.arrayBuffer()
    return [response.status, response.headers.get('cache-control')]
  }
  const forever = [200, 'public, max-age=31536000, immutable']

  test('for ever what has a hash in its name: script, styles, type', async () => {
    const files = readdirSync('build/client/assets').filter((name) => !/\.(?:br|gz)$/.test(name))
    for (const ending of ['.js', '.css', '.woff2']) {
      expect(files.filter((name) => name.endsWith(ending)).length).toBeGreaterThan(0)
    }
    for (const name of files) {
      expect([name, ...(await keptFor(`/assets/${name}`))]).toEqual([name, ...forever])
    }
  })

  test('for ever each font that a page names', async () => {
    const html = await (await fetch(theShop().url, { headers: { cookie: overAge } })).text()
    const fonts = [...html.matchAll(/href="([^"]+\.woff2)"/g)].map(([, href]) => href!)
    expect(fonts.length).toBeGreaterThan(2)
    for (const font of fonts) expect([font, ...(await keptFor(font))]).toEqual([font, ...forever])
  })

  test.each(['/pictures/bottle-malbec-2022-640.webp', '/pdf/terms-draft.pdf', '/favicon.svg'])(
    'a day what keeps its name, such as %s',
    async (path) => {
      expect(await keptFor(path)).toEqual([
        200,
        'public, max-age=86400, stale-while-revalidate=604800',
      ])
    },
  )
})
