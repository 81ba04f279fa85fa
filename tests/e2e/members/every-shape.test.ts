import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'
import { expectToFitEveryWindow } from '#tests/harness/windows.ts'

import type { Member } from './a-member.ts'
import { aMember, longWords, ordersFor } from './a-member.ts'

let browser: Browser
let member: Member
let orderNumber: number

/** Every text that a person can write, without a break: sixty letters in a row. */
beforeAll(async () => {
  browser = await openBrowser()
  const word = longWords()
  const profile = {
    ...word.name,
    ...word.address,
    billing_first_name: word.name.first_name,
    billing_last_name: word.name.last_name,
    billing_address: word.address.address,
    billing_city: word.address.city,
    email: word.email,
    membership: true,
    membership_level: 12,
    membership_text_a: word.text,
    membership_text_2024: word.text,
    optional_text: word.text,
  }
  member = await aMember(browser, { profile })
  await ordersFor(word.email, 2)
  const [order] = await queryDatabase<{ number: number }>(
    `update orders set name = $2, ship_to = $3 where email = $1 returning number`,
    [word.email, word.name.name, word.shipTo],
  )
  orderNumber = order!.number
  const { url } = theShop()
  const steps: Record<string, string>[] = [
    { kind: 'add', productId: 'malbec-2022' },
    { kind: 'choose-shipping', method: 'ground' },
  ]
  for (const form of steps) {
    await member.context.request.post(`${url}${paths.cart()}`, { headers: { origin: url }, form })
  }
})
afterAll(() => browser.close())

const pages = {
  'the landing': () => paths.members(),
  'the shop': () => paths.members('current'),
  'the dashboard view': () => paths.members('dash'),
  'the orders': () => paths.members('orders'),
  'the account': () => paths.members('account'),
  'the membership': () => paths.members('membership'),
  'the release': () => paths.currentRelease(),
  'the release’s question': () => `${paths.currentRelease()}?ask=year`,
  shipping: () => paths.shipping(),
  dashboard: () => paths.dashboard(),
  'the account to read': () => paths.editAccount(),
  'the personal block to write': () => `${paths.editAccount()}?edit=personal`,
  'the shipping block to write': () => `${paths.editAccount()}?edit=shipping`,
  'the billing block to write': () => `${paths.editAccount()}?edit=billing`,
  'an order': () => paths.order(orderNumber),
  security: () => paths.security(),
  'the card panel': () => paths.card(),
  'closing the account': () => paths.closeAccount(),
  'the open cart': () => paths.members('current', { cart: 'open' }),
} as const

describe.each(Object.entries(pages))('%s', (_, address) => {
  test('fits every window whatever people are called, also with text twice as large', async () => {
    const page = await member.context.newPage()
    await page.goto(address())
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    await expectToFitEveryWindow(page)
    await page.close()
  })
})
