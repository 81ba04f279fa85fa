import { rmSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Browser, Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { insertUserWithPassword } from '#accounts/users/users.store.server.ts'
import { seedOrder } from '#app/seed/factory.ts'
import { openDatabase, openPool } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { errorCopy } from '#platform/layout/errors.copy.ts'
import { openBrowser, sizes, waitForHydration } from '#tests/harness/browser.ts'
import type { TestServer } from '#tests/harness/test-server.ts'
import { startTestServer } from '#tests/harness/test-server.ts'

const dir = resolve('.data-test', `monday-${process.pid}`)
const california = { city: 'San Francisco', state: 'CA', zipCode: '94110' }
const texas = { city: 'Austin', state: 'TX', zipCode: '78701' }

let browser: Browser
let server: TestServer
let pool: ReturnType<typeof openPool>

// A shop of its own: once it ships from here, that cannot be turned off again.
beforeEach(async () => {
  ;[browser, server] = await Promise.all([openBrowser(), startTestServer(dir)])
  pool = openPool(server.facts.databaseUrl, 1)
  for (let n = 0; n < 8; n++) await anOrder(n < 6 ? california : texas)
  const pickup = await anOrder(california)
  await pool.query(
    `update orders set shipping_method = 'pickup', ship_to = null, shipping_cents = 0,
       total_cents = subtotal_cents + tax_cents where id = $1`,
    [pickup],
  )
})
afterEach(async () => {
  await Promise.all([browser.close(), pool.end()])
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** A paid order of a buyer of its own. */
async function anOrder(to: typeof texas): Promise<string> {
  const db = openDatabase(pool)
  const { rows } = await pool.query<{ count: number }>('select count(*)::int from orders')
  const buyer = {
    email: `box-${rows[0]!.count}@example.com`,
    firstName: 'Ana',
    lastName: 'Ruiz',
    address: '1 Main Street',
    ...to,
  }
  const id = await insertUserWithPassword(db, { ...buyer, passwordHash: 'none' })
  const order = await seedOrder(db, { ...buyer, id: id! }, 0)
  // Apart from the orders that a new shop has to try things on.
  await pool.query('update orders set created_at = now() where id = $1', [order])
  return order
}

/** The numbers of the shipments in that state, oldest first. */
async function numbersOf(state: string, method = 'ground'): Promise<number[]> {
  const { rows } = await pool.query<{ number: number }>(
    'select number from shipments where state = $1 and method = $2 order by number',
    [state, method],
  )
  return rows.map(({ number }) => number)
}

const isoDay = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)

const tracking = (number: number) => `1Z999AA1${String(number).padStart(10, '0')}`

async function atTheCarrier(number: number, ...events: string[]): Promise<void> {
  for (const [index, what] of events.entries()) {
    const at = new Date(Date.now() - (events.length - index) * 60_000).toISOString()
    await fetch(`${server.facts.fakesUrl}/carriers`, {
      method: 'POST',
      body: JSON.stringify({ number: tracking(number), what, at }),
    })
  }
}

async function loggedIn(): Promise<Page> {
  const { url, admin } = server.facts
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes.desktop,
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'ageKey', value: 'older', url }])
  waitForHydration(context)
  const page = await context.newPage()
  await page.goto(paths.shippingOverview())
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  return page
}

test('a Monday: hold, handover, slips, tracking with faults, an attempt, a return, a pickup', async () => {
  const page = await loggedIn()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const follow = (name: string | RegExp) => page.getByRole('link', { name }).first().click()
  const read = (text: string | RegExp) => page.getByText(text).first().waitFor()

  await press('Start shipping from here')
  await page.getByRole('link', { name: 'Shipping settings' }).first().click()
  await page.getByLabel('Orders since').fill(isoDay(-2))
  await press('Take in orders')
  await press('Take in 9 orders')
  await read('9 orders were taken in.')
  await page.goto(paths.shippingOverview())
  await page.getByRole('link', { name: /^9 Ready$/ }).waitFor()

  await follow('Holds')
  await page.getByLabel('Places').fill('TX')
  await press('See how many')
  await read('2 shipments are affected.')
  await press('Hold them')
  await read('2 shipments are held.')
  expect(await page.getByLabel('Places').inputValue()).toBe('')
  await page.getByRole('button', { name: 'End this hold: TX' }).waitFor()

  await page.getByRole('link', { name: 'Shipping', exact: true }).click()
  await page.getByRole('link', { name: 'Pickups: 1' }).waitFor()
  await follow(/^7 Ready$/)
  const all = page.getByLabel('Select all on this page')
  const one = page.getByLabel(/^Select S-/).first()
  const marks = () => all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])
  await read('Select shipments in the list first.')
  expect(await marks()).toEqual([false, false])
  await all.check()
  await read('6 of 6 selected')
  expect(await marks()).toEqual([true, false])
  await one.uncheck()
  await read('5 of 6 selected')
  expect(await marks()).toEqual([false, true])
  await one.check()
  await read('6 of 6 selected')
  await press('Take for handover')
  await read('6 of 6 selected')
  await read('6 shipments, 6 boxes, 18 bottles')
  await page.getByLabel('Select all').uncheck()
  await read('0 shipments, 0 boxes, 0 bottles')
  await press('Hand over and make the file')
  await read('Choose at least one shipment.')
  await page.getByLabel('Select all').check()
  const going = await numbersOf('ready')
  await press('Hand over and make the file')
  await read('Handover 1 is made: 6 shipments are handed over.')
  expect(await numbersOf('handed-over')).toEqual(going)

  const fetched = async (name: string) => {
    const link = page.getByRole('link', { name }).first()
    return (await page.request.get((await link.getAttribute('href'))!)).body()
  }
  const file = (await fetched('Download the file of handover 1')).toString('utf8')
  expect(file.trim().split('\r\n')).toHaveLength(going.length + 1)
  const slips = await fetched('PDF: packing slips of handover 1')
  expect(slips.subarray(0, 5).toString()).toBe('%PDF-')

  const rows = [
    'shipment,carrier,tracking number,shipped date',
    ...going.map((number) => `S-${number},UPS,${tracking(number)},`),
    'S-999999,UPS,1Z999AA10000090001,',
    `S-${going[0]},Pigeon,1Z999AA10000090003,`,
  ]
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'ups.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await press('Import the file')
  await read('2 of 8 rows cannot be imported. Nothing was saved.')
  await page.getByRole('cell', { name: 'Unknown carrier' }).waitFor()
  await press('Import the 6 good rows')
  await read('Imported: 6 rows. Not imported: 2, named below.')

  const [missed, back] = going as [number, number]
  await atTheCarrier(missed, 'shipped', 'out', 'attempted')
  await atTheCarrier(back, 'shipped', 'attempted', 'returning', 'returned')
  for (const [number, state] of [
    [missed, 'Delivery attempted'],
    [back, 'Returned'],
  ] as const) {
    await page.goto(paths.shipment(number))
    const heading = page.getByRole('heading', { name: `S-${number}: ${state}` })
    // The job of each minute may have asked the carrier already.
    if ((await heading.count()) === 0) {
      await page.getByText('Manage this shipment').click()
      await press('Update tracking now')
    }
    await heading.waitFor()
  }

  await page.goto(paths.today())
  await press(`Follow up: Delivery of S-${missed} was attempted`)
  await page.getByLabel('In your words').fill('home on Friday')
  await page.getByLabel('Remind me on').fill('9999-12-31')
  await press('Note what you did')
  await read('Choose a day within a year, or none.')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('againOn')
  expect(await page.getByLabel('In your words').inputValue()).toBe('home on Friday')
  await page.getByLabel('Remind me on').fill(isoDay(3))
  // The page of the shipment answers the form, which stands on that of the order.
  await page.route(/\.data/, (route) => route.abort())
  await press('Note what you did')
  await read(errorCopy.networkError)
  expect(await page.getByLabel('In your words').inputValue()).toBe('home on Friday')
  await page.unroute(/\.data/)
  await press('Note what you did')
  await read(/^Followed up: Called the buyer: home on Friday, .* on Today again from /)
  expect(await page.getByLabel('In your words').inputValue()).toBe('')
  await page.goto(paths.today())
  await press(`Settle: S-${back} came back`)
  await page.getByLabel('What was agreed with the buyer').fill('Paid back by check 118')
  await press('Record another agreement')
  await read('Settled: Paid back by check 118')
  await page.goto(paths.today())
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  expect(await page.getByText(new RegExp(`S-(${missed}|${back})`)).count()).toBe(0)

  const [pickup] = await numbersOf('ready', 'pickup')
  await pool.query(
    `with place as (
       insert into pickup_places (name, address, start_times)
       values ('The cellar', '12 Main Street', '{}') returning id),
     agreed as (
       update shipments set state = 'agreed' where number = $1 returning id)
     insert into pickups (shipment_id, place_id, "from", until, state)
     select agreed.id, place.id, now() - interval '1 minute', now() + interval '29 minutes', 'agreed'
     from place, agreed`,
    [pickup],
  )
  await page.goto(paths.shippingOverview())
  await page.getByRole('link', { name: 'Pickups', exact: true }).click()
  await page.getByLabel('ID shown, 21 or older, name matches').check()
  await page.getByLabel('Document shown').selectOption({ label: 'Passport' })
  await press(`Collected: S-${pickup}`)
  await read(`S-${pickup} is collected.`)
  expect(await numbersOf('collected', 'pickup')).toEqual([pickup])
  expect(faults).toEqual([])
})
