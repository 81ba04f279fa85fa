import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import type { Visitor } from '#tests/harness/browser.ts'
import { openBrowser, waitForHydration } from '#tests/harness/browser.ts'
import type { TestServer } from '#tests/harness/test-server.ts'
import { startTestServer } from '#tests/harness/test-server.ts'

import { expectNoSideways } from './a-member.ts'

/** A shop of its own: a change of the wine would affect every other journey. */
let server: TestServer
let browser: Browser
let page: Page
const dir = mkdtempSync(join(tmpdir(), 'kohue-not-on-sale-'))

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(dir), openBrowser()])
  ;({ page } = await signedIn({ email: 'new@kohue.example', password: 'mendoza' }))
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function signedIn(form: { email: string; password: string }): Promise<Visitor> {
  const { url } = server.facts
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  waitForHydration(context)
  await context.addCookies([{ name: 'ageKey', value: 'older', url }])
  const headers = { origin: url }
  const response = await context.request.post('/login', { headers, form, maxRedirects: 0 })
  expect(response.status()).toBe(302)
  return { context, page: await context.newPage(), faults: [] }
}

/** Queries the database of this shop. */
async function asked<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.facts.databaseUrl })
  await client.connect()
  const { rows } = await client.query<Row>(text).finally(() => client.end())
  return rows
}

const put = (set: string) => asked(`update products set ${set} where id = 'malbec-2022'`)

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

test('sold out: the dashboard names a wine that may be bought', async () => {
  await put(`release_state = 'on-sale', stock = held + sold`)
  const card = page.getByRole('region', { name: 'Acquire' })
  await page.goto(paths.dashboard())
  await card.getByText('2022 Malbec').waitFor()
  await asked(`update products set release_state = 'on-sale' where id = 'malbec-2021'`)
  await page.reload()
  await card.getByText('2021 Malbec').waitFor()
  await asked(`update products set release_state = 'closed' where id = 'malbec-2021'`)
})

test('less than the cart holds: Checkout says that some are left, and says it once', async () => {
  await put(`release_state = 'on-sale', stock = null`)
  await page.goto('/mono')
  const more = page.getByRole('button', { name: 'One more 2022 Malbec' }).first()
  await more.click()
  await more.click()
  await page.getByRole('link', { name: 'Cart, 2 items' }).click()
  const cart = page.getByRole('dialog', { name: 'My Cart' })
  await cart.getByRole('radio', { name: /Local Pick up/ }).check()
  await put('stock = held + sold + 1')
  await cart.getByRole('button', { name: 'Checkout' }).click()
  const fewLeft = cart.getByText('There are fewer left than you chose. Please lower the quantity.')
  await fewLeft.waitFor()
  await cart.getByText('Only 1 left').waitFor()
  await cart.getByRole('button', { name: 'One more 2022 Malbec' }).click({ force: true })
  await page.getByRole('alert').getByText('Only 1 left').waitFor()
  await page.goto('/card')
  await page.getByRole('region', { name: 'My Cart' }).getByText('Only 1 left').waitFor()
  await page.goBack()
  expect(await cart.getByText(/sold out/i).count()).toBe(0)

  await expect.poll(() => new URL(page.url()).search).toBe('?cart=open')
  await put('stock = null')
  await page.reload()
  await cart.getByRole('button', { name: 'Checkout' }).waitFor()
  expect(await fewLeft.count()).toBe(0)
  expect(await cart.getByText('Only 1 left').count()).toBe(0)
  await cart.getByRole('button', { name: /^Remove/ }).click()
  await cart.getByText('Your cart is empty.').waitFor()
})

test('one left: the shop lets nobody take two, and says so', async () => {
  await put('stock = held + sold + 1')
  await page.goto('/mono')
  const more = page.getByRole('button', { name: 'One more 2022 Malbec' })
  const add = page.getByRole('button', { name: 'Add to cart' })
  await add.click()
  await page.getByRole('status').getByText('Only 1 left').waitFor()
  await more.press('Enter')
  // Said once, under the buttons, and not again beside them.
  await page.getByRole('status').getByText('Only 1 left').waitFor()
  expect(await page.getByRole('alert').getByText('Only 1 left').count()).toBe(0)
  for (const button of [more, add]) {
    expect(await button.getAttribute('aria-disabled')).toBe('true')
  }
  await add.press('Enter')
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
  const before = await page.request.get('/cart', { headers: { accept: 'application/json' } })
  const form = { kind: 'set-quantity', productId: 'malbec-2022', quantity: '2' }
  const headers = { accept: 'application/json', origin: server.facts.url }
  const after = await page.request.post('/cart', { headers, form })
  expect(await after.json()).toMatchObject({ whyNot: 'few-left', view: (await before.json()).view })
  await put('stock = null')
  await page.getByRole('button', { name: 'One fewer 2022 Malbec' }).click()
  await page.getByRole('button', { name: /^Cart, empty/ }).waitFor()
})

test('staff set the stock, and what is sold out is sold out on every page', async () => {
  const { url, admin } = server.facts
  const staff = await signedIn(admin)
  const wines = staff.page
  const bottle = '2021 Malbec, 1 bottle (750ml)'
  const taken = async () => {
    const [row] = await asked<{ taken: number }>(
      `select held + sold as taken from products where id = 'malbec-2021-bottle'`,
    )
    return row!.taken
  }
  const logged = async () => {
    const [row] = await asked<{ entries: number }>(
      `select count(*)::int as entries from audit_log where subject_id = 'malbec-2021-bottle'`,
    )
    return row!.entries
  }
  const loggedBefore = await logged()
  const setTo = async (count: string) => {
    await wines.getByRole('textbox', { name: `In all: ${bottle}` }).fill(count)
    await wines.getByRole('button', { name: `Save ${bottle}` }).click()
  }

  await wines.goto(paths.wines())
  await expectAccessible(wines)
  await setTo('a dozen')
  await wines
    .getByText('A whole number up to 1,000,000 please, or leave it empty for no limit.')
    .waitFor()
  await setTo(String(await taken()))
  await wines.getByText(`${bottle}: ${await taken()} in all.`).waitFor()
  const row = wines.getByRole('row').filter({ hasText: '1 bottle (750ml)' })
  await row.getByRole('cell', { name: 'Sold out' }).waitFor()

  // Cached pages follow within two seconds.
  const offer = async () => {
    const response = await fetch(url + paths.singleBottle(), {
      headers: { cookie: 'ageKey=older' },
    })
    return (await response.text()).includes('This wine has sold out')
  }
  await expect.poll(offer).toBe(true)
  await setTo('')
  await wines.getByText(`${bottle}: no limit.`).waitFor()
  await expect.poll(offer).toBe(false)
  await wines.getByRole('link', { name: `History of changes: ${bottle}` }).click()
  await wines.getByText(`Only about ${bottle}`).waitFor()
  const entries = wines.getByRole('listitem').filter({ hasText: admin.email })
  expect(await entries.getByText('set the stock of').count()).toBe(loggedBefore + 2)
  await wines.goBack()
  await wines.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(staff)
  await staff.context.close()
})
