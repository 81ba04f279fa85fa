import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openBrowser } from '#tests/harness/browser.ts'
import type { TestHouse } from '#tests/harness/test-house.ts'
import { openTestHouse } from '#tests/harness/test-house.ts'

/** A house of its own: what is done to the wine here would be met by every other journey. */
let house: TestHouse
let browser: Browser
let page: Page
const dir = mkdtempSync(join(tmpdir(), 'kohue-not-on-sale-'))

beforeAll(async () => {
  ;[house, browser] = await Promise.all([openTestHouse(dir), openBrowser()])
  const { url } = house.facts
  const context = await browser.newContext({ baseURL: url })
  await context.addCookies([{ name: 'ageKey', value: 'older', url }])
  const answer = await context.request.post('/login', {
    headers: { origin: url },
    form: { email: 'new@kohue.example', password: 'mendoza' },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(302)
  page = await context.newPage()
})
afterAll(async () => {
  await browser.close()
  await house.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function put(set: string): Promise<void> {
  const client = new pg.Client({ connectionString: house.facts.databaseUrl })
  await client.connect()
  await client.query(`update products set ${set} where id = 'malbec-2022'`)
  await client.end()
}

test('announced: Add to cart answers when it comes', async () => {
  await put(`release_state = 'announced'`)
  await page.goto('/mono')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Coming this fall 2024. Stay tuned!').waitFor()
  await page.getByRole('button', { name: /^Cart, empty/ }).waitFor()
})

test('sold out: says so, and can be asked for', async () => {
  await put(`release_state = 'on-sale', stock = held + sold`)
  await page.goto('/mono')
  await page.getByText('Sold out').waitFor()
  await page.getByRole('button', { name: 'Request To Acquire 2022 Malbec' }).waitFor()
  expect(await page.getByRole('button', { name: 'Add to cart' }).count()).toBe(0)
})
