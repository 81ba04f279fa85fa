import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { aMember, california, expectNoSideways, oppositeWays } from '#tests/e2e/members/a-member.ts'
import { pay } from '#tests/e2e/members/a-paid-order.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import { aStaffMember } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const cart = (page: Page) => page.getByRole('dialog', { name: 'My Cart' })
const more = (page: Page) => page.getByRole('button', { name: 'One more 2022 Malbec' }).first()

/** Each way has a state of its own, to which no other journey sends wine. */
const ways = [
  {
    ...oppositeWays[0],
    ...{ state: 'OH', name: 'Ohio' },
    lives: { ...california, state: 'OH', city: 'Columbus', zip_code: '43215' },
  },
  {
    ...oppositeWays[1],
    ...{ state: 'MN', name: 'Minnesota' },
    lives: { ...california, state: 'MN', city: 'Saint Paul', zip_code: '55102' },
  },
] as const

/** As it was before, also for a repeated run: the shop itself keeps versions and reports. */
const forget = (state: string) =>
  queryDatabase(`set session_replication_role = replica;
    delete from state_rules where state = '${state}' and (version > 1 or confirmed_at is not null);
    delete from compliance_reports where state = '${state}'`)

describe.each(ways)('a state with a limit ($size, JavaScript $javaScript)', (way) => {
  afterEach(async () => {
    await forget(way.state)
  })
  test('staff confirm a rule, the cart keeps it, and the record and the report say what was sold', async () => {
    const { state, name } = way
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    const press = (button: string | RegExp) => page.getByRole('button', { name: button }).click()
    const check = async () => {
      await expectNoSideways(staff)
      if (way.javaScript) await expectAccessible(page)
    }

    await page.goto(paths.compliance())
    await check()
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByText('None: the specification alone decides.').waitFor()
    await check()
    await page.getByText('New version', { exact: true }).click()
    await page.getByLabel('Source', { exact: true }).fill('The law of this test')
    await page.getByLabel('Limit', { exact: true }).fill('12')
    await press('Propose')
    await page.getByText('Whose wine counts together?').waitFor()
    await check()
    await page.getByLabel('Counted by').selectOption('person')
    await page.getByLabel('Counted in').selectOption({ index: 4 })
    await press('Propose')
    await page.getByText('Version 2 is proposed. It does nothing until it is confirmed.').waitFor()

    const buyer = await aMember(browser, { ...way, profile: way.lives })
    await buyer.page.goto(paths.currentRelease())
    for (const count of [1, 2, 3]) {
      await more(buyer.page).click()
      await buyer.page.getByRole('link', { name: new RegExp(`^Cart, ${count} `) }).waitFor()
    }
    await buyer.page.getByRole('link', { name: /^Cart, 3 / }).click()
    const panel = cart(buyer.page)
    await panel.getByText('$1,350.00').first().waitFor()
    expect(await panel.innerText()).not.toContain(name)

    await press('Confirm version 2')
    await page.getByText(`Version 2 for ${name} is confirmed by ${staff.person.email}.`).waitFor()
    await check()

    await buyer.page.reload()
    await panel
      .getByText(
        `${name} lets one person receive 12 bottles in twelve months; you have had 0. After this order, one more case can go.`,
      )
      .waitFor()
    await panel.getByRole('radio', { name: /Ground/ }).check()
    if (!way.javaScript) await panel.getByRole('button', { name: 'Use this method' }).click()
    await panel.getByText('$85.00').last().waitFor()
    const url = new URL(buyer.page.url()).origin
    const headers = { origin: url, accept: 'application/json' }
    const opened = await buyer.page.request.post(paths.createCheckoutSession(), {
      headers,
      data: {},
    })
    await pay(buyer.page, ((await opened.json()) as { url: string }).url)

    await buyer.page.goto(paths.currentRelease())
    for (const count of [1, 2]) {
      await more(buyer.page).click()
      await buyer.page.getByRole('link', { name: new RegExp(`^Cart, ${count} `) }).waitFor()
    }
    await buyer.page.getByRole('link', { name: /^Cart, 2 / }).click()
    await panel
      .getByText(
        `${name} lets one person receive 12 bottles in twelve months; you have had 9. One case can go; or choose Local Pick up.`,
      )
      .waitFor()
    const refused = await buyer.page.request.post(paths.createCheckoutSession(), {
      headers,
      data: {},
    })
    expect(refused.status()).toBe(409)

    await page.getByLabel('Reason, for staff').fill('Its license ends')
    await press('See what it reaches')
    await page.getByText('1 open cart').waitFor()
    await check()
    await press(`Suspend ${name}`)
    await page.getByText(`${name} is suspended.`).first().waitFor()
    await buyer.page.reload()
    await panel.getByText(`We are not shipping wine to ${name} at the moment.`).waitFor()
    await press(`Resume ${name}`)
    await page.getByText(`${name} is resumed.`).first().waitFor()
    await buyer.page.reload()
    await panel.getByText('you have had 9').waitFor()

    const [order] = await queryDatabase<{ number: number }>(
      'select number from orders where email = $1',
      [buyer.person.email],
    )
    await page.goto(paths.complianceRecord(order!.number))
    await page.getByText('Chain intact ✓').waitFor()
    await page.getByText(`Version 2 of ${name}`).waitFor()
    await page.getByText('9 bottles (6.75 liters, 6,750 ml)').first().waitFor()
    await check()

    await page.goto(paths.complianceReports({ state }))
    await page.getByRole('heading', { name: 'Make a report' }).waitFor()
    await press('Make the report')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await check()
    const file = page.getByRole('link', { name: /Download/ }).first()
    const taken = await page.request.get((await file.getAttribute('href'))!)
    expect(taken.headers()['content-disposition']).toContain('attachment')

    // The proposal that was refused.
    expect(staff.faults).toEqual([expect.stringContaining('400')])
    expect(buyer.faults).toEqual([])
  })
})
