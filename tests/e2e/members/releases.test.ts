import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { openBrowser } from '#tests/harness/browser.ts'
import { dropReleases, putRelease } from '#tests/harness/release-rows.ts'

import { aMember, everyWay, expectNoSideways } from './a-member.ts'

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
    profile: { membership: true, membership_level: 6 },
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
    await card.getByText('That is your allocation.').waitFor()
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
