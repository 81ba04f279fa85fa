import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectFocus } from '#tests/harness/keyboard.ts'

import { aMember, california, expectNoSideways, oppositeWays, ordersFor } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** A shipment of a member's order to San Francisco that waits for its handover. */
async function aReadyShipment(email: string): Promise<number> {
  const to = {
    ...{ name: 'Ana Ruiz', phone: '4155550123', birthdate: '1980-02-03' },
    ...{ address: '1200 Valencia Street', addressExtra: '', city: 'San Francisco' },
    ...{ state: 'CA', zipCode: '94110', rules: '2026-11-01', statement: 'I am 21 or older.' },
  }
  const [row] = await queryDatabase<{ number: number }>(
    `with bought as (select id, number from orders where email = $1 limit 1), made as (
       insert into shipments (order_id, kind, state, method, ship_to, to_state, to_zip)
       select id, 'first', 'ready', 'ground', $2, 'CA', '94110' from bought returning id),
     line as (
       insert into shipment_lines (shipment_id, product_id, units)
       select made.id, product_id, quantity from made, order_lines, bought where order_id = bought.id)
     select number from bought`,
    [email, JSON.stringify(to)],
  )
  return row!.number
}

const stateOf = async (email: string) =>
  (
    await queryDatabase<{ to_state: string }>(
      `select to_state from shipments join orders on orders.id = order_id where email = $1 order by shipments.number`,
      [email],
    )
  )[0]!.to_state

const inTenDays = () => new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)

describe.each(oppositeWays)('a buyer ($size, JavaScript $javaScript)', (way) => {
  test('changes address and day until the box is handed over', async () => {
    const buyer = await aMember(browser, { ...way, profile: california })
    const { page, person } = buyer
    const check = async () => {
      await expectNoSideways(buyer)
      if (way.javaScript) await expectAccessible(page)
    }
    await ordersFor(person.email, 1)
    const number = await aReadyShipment(person.email)
    await page.goto(paths.order(number))
    const section = page.getByRole('region', { name: 'Change this order' })
    await section.getByText('1200 Valencia Street, San Francisco, California 94110').waitFor()
    await check()
    await section.getByRole('link', { name: 'Another address' }).click()

    await page.getByLabel('Address', { exact: true }).fill('350 West 200 South')
    await page.getByLabel('City').fill('Salt Lake City')
    await page.getByLabel('State').selectOption('UT')
    await page.getByLabel('ZIP code').fill('84101')
    await page.getByLabel('I am 21 or older').check()
    await page.getByRole('button', { name: 'Send it there' }).click()
    await page.getByText('We are not permitted to ship wine to this state.').first().waitFor()
    expect(await stateOf(person.email)).toBe('CA')
    expect(await page.getByLabel('City').inputValue()).toBe('Salt Lake City')
    await check()
    await page.getByLabel('City').fill('Austin')
    await page.getByLabel('State').selectOption('TX')
    await page.getByLabel('ZIP code').fill('78701')
    await page.getByLabel('I am 21 or older').check()
    await page.getByRole('button', { name: 'Send it there' }).click()
    await page.getByText('Your order now ships to Texas 78701. We have emailed you.').waitFor()
    await section.getByText('Austin, Texas 78701').waitFor()
    expect(await stateOf(person.email)).toBe('TX')

    await section.getByRole('link', { name: 'Another day' }).click()
    await page.getByLabel('Not before').fill('2020-01-02')
    await page.getByRole('button', { name: 'Change the day' }).click()
    await page.getByText('That day is over.').first().waitFor()
    await check()
    await page.getByLabel('Not before').fill(inTenDays())
    await page.getByRole('button', { name: 'Change the day' }).click()
    await section.getByRole('link', { name: 'Another day' }).click()
    const day = page.getByLabel('Not before')
    expect(await day.inputValue()).toBe(inTenDays())
    if (way.javaScript) {
      // Typed in part it has no value, and none would mean as soon as possible.
      await day.press('Backspace')
      await page.getByRole('button', { name: 'Change the day' }).press('Enter')
      await expectFocus(page, day)
      await page.reload()
      expect(await day.inputValue()).toBe(inTenDays())
    }
    await day.fill('')
    await page.getByRole('button', { name: 'Change the day' }).click()

    await section.getByRole('link', { name: 'Hold it for me' }).click()
    await check()
    await page.getByRole('button', { name: 'Hold it' }).click()
    await page
      .getByText('We are holding your order until you tell us to send it. We have emailed you.')
      .waitFor()
    await section.getByText('We are holding it until you tell us to send it.').waitFor()
    await section.getByRole('link', { name: 'Have it sent' }).click()
    await page.getByRole('button', { name: 'Send it now' }).click()
    await page
      .getByText(
        'We no longer hold your order for you. It ships as soon as possible. We have emailed you.',
      )
      .waitFor()

    await section.getByRole('link', { name: 'Make it a gift' }).click()
    await page.getByLabel('Recipient’s name').fill('Lucía Ferrer')
    await page.getByLabel('Gift note').fill('Happy birthday!')
    await page.getByLabel('the recipient is 21 or older').check()
    await page.getByRole('button', { name: 'Save the gift' }).click()
    await page.getByText('At least 9 number for phones').first().waitFor()
    expect(await page.getByLabel('Gift note').inputValue()).toBe('Happy birthday!')
    await check()
    await page.getByLabel('Recipient’s phone').fill('(415) 555-0142')
    await page.getByLabel('the recipient is 21 or older').check()
    await page.getByRole('button', { name: 'Save the gift' }).click()
    await section.getByText('as a gift for Lucía Ferrer').waitFor()
    await section.getByRole('link', { name: 'Recipient and gift note' }).click()
    expect(await page.getByLabel('Recipient’s phone').inputValue()).toBe('4155550142')
    await check()
    await page.getByRole('button', { name: 'Send it to me instead' }).click()
    await page.getByText('Your order is no longer a gift. We have emailed you.').waitFor()
    await section.getByRole('link', { name: 'Make it a gift' }).waitFor()
    await queryDatabase(
      `update shipments set state = 'handed-over', handed_at = now()
       where order_id = (select id from orders where number = $1)`,
      [number],
    )
    await page.goto(paths.order(number))
    await section.getByText(/It was handed over for shipping on/).waitFor()
    // Its receipt below says where it was to go when it was ordered.
    const goes = /goes? by ground to 350 West 200 South, Austin, Texas 78701\. The receipt keeps/
    await section.getByText(goes).waitFor()
    expect(await section.getByRole('link').count()).toBe(0)
    await check()
    await buyer.context.close()
  })
})
