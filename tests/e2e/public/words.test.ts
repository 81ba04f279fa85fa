import { randomUUID } from 'node:crypto'

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { formatPrice } from '#platform/text/money.rules.ts'
import type { Visitor } from '#tests/harness/browser.ts'
import { aVisitor, openBrowser, sizes } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { untilNoReleaseIsOpen } from '#tests/harness/release-rows.ts'

let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  visitor = await aVisitor(browser, { javaScript: false })
  page = visitor.page
})
afterAll(() => browser.close())

type Words = {
  /** Sentences of the specification, or what must be in one of ours. */
  says: readonly (string | RegExp)[]
  /** Where the page's ways lead, by their names. */
  leads?: Readonly<Record<string, string>>
}

const pages: Readonly<Record<string, Words>> = {
  [paths.home()]: {
    says: [
      'INAUGURAL RELEASE FALL 2024',
      /twice a year, in spring and in fall/,
      '2022 Malbec',
      /Earlier releases, closed/,
      /2021 Cabernet Sauvignon/,
      /2021 Malbec/,
    ],
    leads: { 'Join the list': paths.join(), 'See our wines': paths.ourWines() },
  },
  [paths.about()]: { says: [/Mendoza is/, /The Andes/, /a plant, the Kohue/] },
  [paths.ourWines()]: {
    says: [/twice a year, in spring and in fall/, 'Malbec', 'Cabernet Sauvignon'],
    leads: { 'Join The List': paths.join() },
  },
  [paths.acquire()]: {
    says: [/offered annually, in spring and in fall, to the members of our mailing list/],
    leads: { 'Join the List': paths.join(), 'Members Log in': paths.login() },
  },
  [paths.join()]: {
    says: [/in spring and in fall/],
    leads: {
      'Create an account': paths.register(),
      'Log in': paths.login(),
    },
  },
  [paths.mailingListJoined()]: {
    says: ['Thank you for your interest in our project! You have been added to our mailing list.'],
  },
  [paths.offering()]: {
    says: ['Your Exclusive Offer', '2022 Malbec', /^Malbec from Paraje Altamira/],
  },
  [paths.singleBottle()]: { says: ['2021 Malbec', '1 bottle (750ml)'] },
}

describe.each(Object.entries(pages))('%s', (path, { says, leads = {} }) => {
  test('says what the specification has it say, and leads on', async () => {
    await untilNoReleaseIsOpen()
    await page.goto(path)
    const main = page.getByRole('main')
    for (const words of says) await main.getByText(words).first().waitFor()
    for (const [name, href] of Object.entries(leads)) {
      const way = main.getByRole('link', { name, exact: true }).first()
      expect(await way.getAttribute('href')).toBe(href)
    }
  })
})

test('each wine is of 2021 and from Paraje Altamira in the Uco Valley', async () => {
  await page.goto(paths.ourWines())
  const wines = page.getByRole('main').getByRole('article')
  expect(await wines.count()).toBe(2)
  for (const wine of await wines.all()) {
    await wine.getByText('2021', { exact: false }).first().waitFor()
    await wine.getByText('Paraje Altamira, Uco Valley').waitFor()
  }
})

test('each wine says its format and its price, as the catalogue has them', async () => {
  const sold = await queryDatabase<{ title: string; subtitle: string; price_cents: number }>(
    `select title, subtitle, price_cents from products
     where position is not null and release_state = 'closed'`,
  )
  expect(sold).toHaveLength(2)
  await page.goto(paths.ourWines())
  for (const { title, subtitle, price_cents: price } of sold) {
    const [year, ...variety] = title.split(' ')
    const wine = page.getByRole('article', { name: `${variety.join(' ')} ${year}` })
    const facts = wine.getByRole('definition')
    await facts.filter({ hasText: subtitle }).waitFor()
    await wine.getByText(`${formatPrice(price)} the case. This release is closed.`).waitFor()
  }
})

test.each([true, false])(
  'the list is joined right on its page (script: %s)',
  async (javaScript) => {
    const guest = await aVisitor(browser, { javaScript })
    const form = guest.page.getByRole('main').locator('form')
    const subscribe = () => form.getByRole('button', { name: 'Subscribe' }).click()
    await guest.page.goto(paths.join())
    await form.getByLabel('Full name').fill('Clara Ortiz')
    await subscribe()
    await guest.page.getByText('Please fill all fields').waitFor()
    expect(await form.getByLabel('Full name').inputValue()).toBe('Clara Ortiz')
    await form.getByLabel('Email').fill(`clara.${randomUUID()}@example.com`)
    await subscribe()
    await guest.page.waitForURL((url) => url.pathname === paths.mailingListJoined())
    await guest.context.close()
  },
)

test('the offer shows the bottle that it sells', async () => {
  await page.goto(paths.offering())
  const bottle = page.getByRole('img', { name: 'Three bottles of Kohue 2022 Malbec' })
  await bottle.waitFor()
  expect(await bottle.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
})

test('the shipping policy is complete', async () => {
  await page.goto(paths.about())
  const ways = page.getByRole('contentinfo').getByText('Shipping Policy').filter({ visible: true })
  expect(await ways.count()).toBe(1)
  await ways.click()
  const policy = page.getByRole('dialog', { name: 'Shipping Policy' })
  for (const words of [
    /The buyer must be 21 or older/,
    /has to sign for the delivery/,
    /We prefer business addresses/,
    /A third-party shipper/,
    /California sales tax is charged regardless of where you live/,
    /not computed at checkout, we bill it separately/,
    /Shipments begin in November/,
    /If you need yours sooner, contact us/,
    /pick up your wines yourself. Contact us/,
  ]) {
    await policy.getByText(words).waitFor()
  }
})

test('the landing page has an upright view on small screens and a sepia one on larger', async () => {
  const shown = async (size: { width: number; height: number }) => {
    await page.setViewportSize(size)
    await page.goto(paths.home())
    const view = page.locator('picture:has([srcset*="cordillera"]) img').first()
    await view.evaluate((img: HTMLImageElement) => img.decode())
    return view.evaluate((img: HTMLImageElement) => ({
      file: new URL(img.currentSrc).pathname.replace(/-\d+\.\w+$/, ''),
      isUpright: img.naturalHeight > img.naturalWidth,
    }))
  }
  expect(await shown(sizes.phone)).toEqual({
    file: '/pictures/cordillera-vertical',
    isUpright: true,
  })
  expect(await shown(sizes.desktop)).toEqual({ file: '/pictures/cordillera', isUpright: false })
})
