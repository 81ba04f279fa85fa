import { randomUUID } from 'node:crypto'

import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { aStaffMember } from '#tests/e2e/admin/a-staff-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser, sizes } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import type { Member } from './a-member.ts'
import { aMember, california, expectNoSideways, oppositeWays, ordersFor } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

type Made = { order: number; shipment: number; id: string }

/** A member's order with a shipment in that state. */
async function aShipment(email: string, columns: Record<string, unknown>): Promise<Made> {
  const names = Object.keys(columns)
  const [row] = await queryDatabase<Made>(
    `with bought as (select id, number from orders where email = $1 order by number limit 1),
     made as (
       insert into shipments (order_id, kind, ${names.join(', ')})
       select id, 'first', ${names.map((_, index) => `$${index + 2}`).join(', ')} from bought
       returning id, number),
     line as (
       insert into shipment_lines (shipment_id, product_id, units)
       select made.id, product_id, quantity from made, order_lines, bought where order_id = bought.id)
     select bought.number as order, made.number as shipment, made.id from made, bought`,
    [email, ...Object.values(columns)],
  )
  return row!
}

async function expectFitAndAccessible({ page, ...visitor }: Member, isScripted: boolean) {
  await expectNoSideways({ page, ...visitor })
  if (!isScripted) return
  for (const size of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
}

describe.each(oppositeWays)('a buyer ($size, JavaScript $javaScript)', (way) => {
  test('reads where the order is, once there is a shipment, and follows it at the carrier', async () => {
    const buyer = await aMember(browser, { ...way, profile: california })
    const { page, person } = buyer
    await ordersFor(person.email, 1)
    const heads = async () => {
      await page.goto(paths.members('orders'))
      const table = page.getByRole('group', { name: 'Order History' })
      expect(await table.getByRole('columnheader').allTextContents()).toEqual([
        'Order',
        'Date',
        'Purchased',
        'Qty',
        'Status',
      ])
      return table
    }
    const before = await heads()
    expect(await before.getByText('an adult has to sign').count()).toBe(0)
    await before.getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /^Order K-/ }).waitFor()
    expect(await page.getByRole('heading', { name: 'Where it is' }).count()).toBe(0)

    const { order, id } = await aShipment(person.email, {
      state: 'shipped',
      method: 'ground',
      shipped_at: '2026-11-19T20:00:00Z',
      expected_on: '2099-11-20',
    })
    await queryDatabase(
      `insert into parcels (shipment_id, carrier, tracking_number) values ($1, 'ups', $2)`,
      [id, `1Z${randomUUID().slice(0, 8).toUpperCase()}`],
    )
    await queryDatabase(
      `insert into shipment_events (shipment_id, at, source, kind, place) values
         ($1, '2026-11-19T20:00:00Z', 'carrier', 'shipped', 'Napa, CA'),
         ($1, '2026-11-19T19:00:00Z', 'staff', 'note', 'for staff alone')`,
      [id],
    )
    const after = await heads()
    await after.getByText(/^Arrives .+ November\s20; an adult has to sign$/).waitFor()
    // The number as it is printed leads to the page.
    await page.goto(paths.order(`K-${order}`))
    expect(new URL(page.url()).pathname).toBe(paths.order(order))
    const contact = page.getByText(ordersCopy.contact)
    expect(await contact.getByRole('link').count()).toBe(2)
    const where = page.getByRole('region', { name: 'Where it is' })
    await where.getByText(/^The carrier expects to deliver it on .+ November 20\.$/).waitFor()
    await where.getByText('An adult 21 or older has to sign').waitFor()
    expect(
      await where
        .getByRole('listitem')
        .filter({ hasText: /: (done|now|to come)/ })
        .count(),
    ).toBe(5)
    const link = where.getByRole('link', { name: 'Track it at UPS' })
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/www\.ups\.com\/track/)
    await where.getByText('What happened so far').click()
    await where.getByText('Napa, CA').waitFor()
    expect(await page.getByText('for staff alone').count()).toBe(0)
    await expectFitAndAccessible(buyer, way.javaScript)
    expect(buyer.faults).toEqual([])
    await buyer.context.close()
  })

  test('pays to have a returned box sent again, to another address', async () => {
    const buyer = await aMember(browser, { ...way, profile: california })
    const { page, person } = buyer
    await ordersFor(person.email, 1)
    const made = await aShipment(person.email, {
      state: 'returned',
      method: 'ground',
      ship_to: JSON.stringify({
        name: 'Ana Ruiz',
        phone: '4155550123',
        birthdate: '1980-02-03',
        address: '1200 Valencia Street',
        addressExtra: '',
        city: 'San Francisco',
        state: 'CA',
        zipCode: '94110',
        rules: '2026-11-01',
        statement: 'I am 21 or older.',
      }),
      returned_at: new Date().toISOString(),
    })
    await page.goto(paths.order(made.order))
    const where = page.getByRole('region', { name: 'Where it is' })
    await where.getByRole('heading', { name: 'What would you like us to do?' }).waitFor()
    await where.getByText('The shipping is not refunded.').waitFor()
    await where.getByLabel('Another address').check()
    await where.getByLabel('Address', { exact: true }).fill('400 Congress Ave')
    await where.getByLabel('City').fill('Salt Lake City')
    await where.getByLabel('State').selectOption('UT')
    await where.getByLabel('ZIP code').fill('84101')
    await where.getByRole('button', { name: 'Continue to payment' }).click()
    await where.getByText('Please check the address.').waitFor()
    await expectFitAndAccessible(buyer, way.javaScript)
    await where.getByLabel('City').fill('Austin')
    await where.getByLabel('State').selectOption('TX')
    await where.getByLabel('ZIP code').fill('78701')
    await where.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByText('Ground shipping, once more').first().waitFor()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Expires').fill('12 / 34')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Name on card').fill('Ana Ruiz')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await where.getByText('the shipping is paid').waitFor()
    await where.getByText(/^Shipping paid again: \$\d+\.\d\d/).waitFor()
    await where.getByRole('heading', { name: /^Sent again: S-/ }).waitFor()
    await page.goto(paths.members('orders'))
    const table = page.getByRole('group', { name: 'Order History' })
    expect(await table.getByRole('row').count()).toBe(2)
    await buyer.context.close()
  })

  test('agrees on a pickup, which staff hand out only with the tick', async () => {
    const staff = await aStaffMember(browser, way)
    const place = `Cellar ${randomUUID().slice(0, 8)}`
    await staff.page.goto(paths.pickups())
    const add = staff.page.locator('details').filter({ hasText: 'Add a place' })
    if (!(await add.getAttribute('open').then((open) => open !== null))) {
      await add.getByText('Add a place').click()
    }
    await add.getByLabel('Name', { exact: true }).fill(place)
    await add.getByLabel('Address').fill('1 Cellar Road, Napa, CA 94558')
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
      await add.getByLabel(day).fill('16:00 16:30')
    }
    await add.getByRole('button', { name: 'Save place' }).click()
    await staff.page.getByText('The place is saved.').waitFor()

    const buyer = await aMember(browser, { ...way, profile: california })
    const { page, person } = buyer
    await ordersFor(person.email, 1)
    const made = await aShipment(person.email, { state: 'ready', method: 'pickup' })
    await page.goto(paths.order(made.order))
    const where = page.getByRole('region', { name: 'Where it is' })
    await where.getByRole('button', { name: 'Confirm this time' }).click()
    await where.getByText('Please choose a time.').waitFor()
    const slots = where.getByLabel('Pickup time')
    const slot = (await slots.locator('option').filter({ hasText: place }).first().textContent())!
    await slots.selectOption({ label: slot })
    await expectFitAndAccessible(buyer, way.javaScript)
    await where.getByRole('button', { name: 'Confirm this time' }).click()
    await where.getByText('We will expect you then, and have sent you an email.').waitFor()
    await where.getByText(/^We expect you on /).waitFor()
    await where.getByText(`${place}, 1 Cellar Road`).waitFor()
    expect(await slots.locator('option').filter({ hasText: slot }).count()).toBe(0)

    await queryDatabase(
      `update pickups set "from" = now() - interval '1 minute' where shipment_id = $1`,
      [made.id],
    )
    await staff.page.goto(paths.pickups())
    const due = staff.page.getByRole('listitem').filter({ hasText: `S-${made.shipment}` })
    const stateNow = async () => {
      const sql = 'select state from shipments where id = $1'
      return (await queryDatabase<{ state: string }>(sql, [made.id]))[0]!.state
    }
    await due.getByRole('button', { name: 'Collected' }).click()
    expect(await stateNow()).toBe('agreed')
    await expectFitAndAccessible(staff, way.javaScript)
    await due.getByLabel('ID shown, 21 or older, name matches').check()
    await due.getByLabel('Document shown').selectOption({ label: 'Passport' })
    await due.getByRole('button', { name: 'Collected' }).click()
    await staff.page.getByText(`S-${made.shipment} is collected.`).waitFor()
    expect(await stateNow()).toBe('collected')
    await page.reload()
    await where.getByText(/^You picked it up on /).waitFor()
    const file = await staff.page.request.get(paths.pickupList('2026-11-20'))
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
    const refused = await page.request.get(paths.pickupList('2026-11-20'))
    expect(refused.status()).toBe(403)
    await queryDatabase(`delete from pickups where shipment_id = $1`, [made.id])
    await queryDatabase(`delete from pickup_places where name = $1`, [place])
    expect([...buyer.faults, ...staff.faults]).toEqual([])
    await Promise.all([buyer.context.close(), staff.context.close()])
  })
})
