import { randomUUID } from 'node:crypto'

import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectFocus } from '#tests/harness/keyboard.ts'
import { dropReleases, putRelease } from '#tests/harness/release-rows.ts'

import { aMember, bothWays, california, everyWay, expectNoSideways } from './a-member.ts'
import { pay } from './a-paid-order.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterEach(dropReleases)
afterAll(() => browser.close())

const shots = process.env['SHOTS']

async function member(way: Parameters<typeof aMember>[1]) {
  const visitor = await aMember(browser, {
    ...way,
    profile: { ...california, membership: true, membership_level: 6 },
  })
  const shoot = async (name: string) => {
    if (shots) await visitor.page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
  }
  return { ...visitor, shoot, way: `${way?.size}-${way?.javaScript ? 'js' : 'plain'}` }
}

const twoWines = [
  { id: 'malbec-2023', title: '2024 Malbec', image: 'bottle-malbec-2022', cents: 45_000 },
  {
    id: 'cabernet-2023',
    title: '2023 Cabernet Sauvignon',
    image: 'bottle-cabernet-sauvignon-2021',
    cents: 55_500,
  },
] as const

describe.each(everyWay)('a release ($size, JavaScript $javaScript)', (way) => {
  test('shows what is allocated, wine by wine, and sells no more than that', async () => {
    const { page, person, context, shoot, way: name } = await member(way)
    await putRelease({ email: person.email, units: 2, wines: twoWines })
    await page.goto('/mono')
    await page.getByRole('heading', { name: 'The spring release' }).waitFor()
    await page.getByText('SPRING RELEASE 2027').waitFor()
    const card = page.getByRole('article').filter({ hasText: '2024 Malbec' }).first()
    await card.getByText(/2 cases, kept for you until \w{3}, \w+ \d+, .* P[SD]T/).waitFor()
    await expectNoSideways({ page } as never)
    await shoot(`release-${name}`)
    await card.getByRole('button', { name: 'Add to cart' }).click()
    await card.getByRole('button', { name: /^(One more|Add one|More).*2024 Malbec/i }).click()
    await card.getByText('You have reached your allocation.').waitFor()
    await shoot(`release-limit-${name}`)
    await page.goto('/members?view=membership')
    await page.getByRole('heading', { name: 'This release' }).waitFor()
    await shoot(`release-membership-${name}`)
    await context.close()
  })

  test('says why it sells nothing now', async () => {
    const { page, person, context, shoot, way: name } = await member(way)
    await putRelease({ email: null })
    await page.goto('/mono')
    await page.getByText('This release is offered by allocation.').first().waitFor()
    await page.getByRole('button', { name: 'Request To Acquire 2024 Malbec' }).waitFor()
    await shoot(`release-none-${name}`)

    await dropReleases()
    await putRelease({ email: person.email, opensIn: 60 })
    await page.goto('/mono')
    await page
      .getByText(/The 2023s are offered .* Opens for you \w{3}, /)
      .first()
      .waitFor()
    expect(
      await page.getByRole('article').first().getByRole('button', { name: 'Add to cart' }).count(),
    ).toBe(0)
    await shoot(`release-before-${name}`)

    await dropReleases()
    await putRelease({ email: person.email, state: 'paused' })
    await page.goto('/mono')
    await page.getByText('The truck from the cellar is late. We go on at noon.').waitFor()
    expect(await page.getByRole('article').first().getByRole('button').count()).toBe(0)
    await shoot(`release-paused-${name}`)

    await dropReleases()
    await putRelease({ email: person.email, units: 2, bought: 2 })
    await page.goto('/mono')
    await page.getByText('2 cases, 2 bought, 0 left').waitFor()
    await shoot(`release-bought-${name}`)

    await dropReleases()
    await putRelease({ email: null, state: 'ended' })
    await page.goto('/mono')
    const closed = page.getByRole('article').filter({ hasText: '2024 Malbec' })
    await closed.getByText('This release is closed.').waitFor()
    await context.close()
  })
})

/** Waits until the payment provider knows what the wines cost. */
async function priced(wines: readonly string[]) {
  await queryDatabase(
    `select graphile_worker.add_job('create-price', json_build_object('productId', id))
     from unnest($1::text[]) as id`,
    [wines],
  )
  await expect
    .poll(() =>
      queryDatabase('select id from products where id = any($1) and price_id is null', [wines]),
    )
    .toEqual([])
}

// A purchase keeps its wines in the database, so each try has wines of its own.
describe.each(bothWays)('a larger allocation ($size, JavaScript $javaScript)', (way) => {
  test('four cases are an order of three, and the fourth is in the cart once that is paid', async () => {
    const { page, person, context, faults, shoot, way: name } = await member(way)
    const [malbec, cabernet] = [`malbec-${randomUUID()}`, `cabernet-${randomUUID()}`]
    const wines = [
      {
        id: malbec,
        title: '2025 Malbec',
        image: 'bottle-malbec-2022',
        cents: 45_000,
      },
      {
        id: cabernet,
        title: '2025 Cabernet Sauvignon',
        image: 'bottle-cabernet-sauvignon-2021',
        cents: 55_500,
      },
    ]
    await putRelease({ email: person.email, units: 2, wines })
    await priced(wines.map(({ id }) => id))
    await page.goto('/mono')
    for (const [index, { title }] of wines.entries()) {
      const card = page.getByRole('article').filter({ hasText: title }).first()
      await card.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByRole('link', { name: new RegExp(`^Cart, ${2 * index + 1} `) }).waitFor()
      await card.getByRole('button', { name: `One more ${title}` }).click()
      await page.getByRole('link', { name: new RegExp(`^Cart, ${2 * index + 2} `) }).waitFor()
    }
    // What cannot be ordered at once is said beside the methods, too.
    for (const path of ['/ship', '/card']) {
      await page.goto(path)
      await page.getByRole('main').getByRole('button', { name: 'Keep three now' }).waitFor()
    }
    await page.goto('/mono')
    await page.getByRole('link', { name: /^Cart, 4 / }).click()
    const cart = page.getByRole('dialog', { name: 'My Cart' })
    await cart
      .getByText('An order holds three cases. Keep three now, and order the rest right after.')
      .waitFor()
    await shoot(`release-four-${name}`)
    if (way.javaScript) {
      const answer = page.getByRole('alert').getByText('Please remove some.')
      await cart.getByRole('button', { name: 'Checkout' }).press('Enter')
      // It stays under the pointer, until what it says is so no more.
      await answer.hover()
      await cart.getByRole('button', { name: 'One fewer 2025 Malbec' }).press('Enter')
      await answer.waitFor({ state: 'detached' })
      await cart.getByRole('button', { name: 'One more 2025 Malbec' }).press('Enter')
    }
    await cart.getByRole('button', { name: 'Keep three now' }).click()
    const apart = cart.getByText(
      '1 case is saved for your next order. It moves into your cart once this one is paid.',
    )
    await apart.waitFor()
    await shoot(`release-three-${name}`)
    const counts = () => cart.getByRole('status', { name: 'Quantity' }).allTextContents()
    expect(await counts()).toEqual(['2', '1'])

    await cart.getByRole('radio', { name: /Ground shipping/ }).check()
    if (!way.javaScript) await cart.getByRole('button', { name: 'Use this method' }).click()
    await cart.getByRole('button', { name: 'Checkout' }).click()
    await page.waitForURL(/\/c\/pay\//)
    await pay(page, page.url())
    await page.getByText('Thank you for your purchase!').waitFor()
    const bought = await queryDatabase(
      `select line.product_id as wine, line.quantity from order_lines as line
        join orders on orders.id = line.order_id where orders.email = $1 order by line.quantity desc`,
      [person.email],
    )
    expect(bought).toEqual([
      { wine: malbec, quantity: 2 },
      { wine: cabernet, quantity: 1 },
    ])

    await page.goto('/members?cart=open')
    await cart.getByText('2025 Cabernet Sauvignon').first().waitFor()
    expect(await counts()).toEqual(['1'])
    expect(await cart.getByText('2025 Malbec').count()).toBe(0)
    expect(await apart.count()).toBe(0)
    await shoot(`release-rest-${name}`)
    expect(faults).toEqual([])
    await context.close()
  })
})

test('the keyboard goes on in the cart after one of two wines is removed from it', async () => {
  const { page, person, context } = await aMember(browser, { profile: california })
  const wines = twoWines.map((wine) => ({ ...wine, id: `${wine.id}-${randomUUID()}` }))
  await putRelease({ email: person.email, units: 1, wines })
  await priced(wines.map(({ id }) => id))
  await page.goto('/mono')
  for (const { title } of wines) {
    const card = page.getByRole('article').filter({ hasText: title }).first()
    await card.getByRole('button', { name: 'Add to cart' }).click()
  }
  const bar = (count: number) => page.getByRole('link', { name: new RegExp(`^Cart, ${count} `) })
  await bar(2).press('Enter')
  const cart = page.getByRole('dialog', { name: 'My Cart' })
  await cart.getByRole('button', { name: 'Remove 2024 Malbec' }).press('Enter')
  const headline = cart.getByRole('heading', { name: 'My Cart' })
  await expect.poll(() => headline.evaluate((one) => one === document.activeElement)).toBe(true)
  await cart.getByRole('button', { name: 'Remove 2023 Cabernet' }).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(page, bar(1))
  await context.close()
})
