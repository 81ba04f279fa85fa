import { sql } from 'drizzle-orm'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { aRelease } from '#tests/harness/a-release.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import type { LineShop } from '#tests/harness/line-shop.ts'
import { openLineShop } from '#tests/harness/line-shop.ts'
import { expectToFitEveryWindow } from '#tests/harness/windows.ts'
import { openLine } from '#waiting-room/line.store.server.ts'
import { closeLine } from '#waiting-room/move-line.store.server.ts'

let browser: Browser
let shop: LineShop
beforeAll(async () => {
  browser = await openBrowser()
  shop = await openLineShop({ WAITING_CAPACITY: '0' }, { processes: 2 })
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** Opens the line of a shop with room for one, who is in. */
beforeEach(async () => {
  await shop.db.transaction(async (tx) => {
    await closeLine(tx, shop.url)
    await openLine(tx, { why: 'staff', capacity: 1, fixedCapacity: 1 })
    await tx.execute(sql`insert into waiting_places (key, entered_at, until)
      values ('b:shopper', now(), now() + interval '5 minutes')`)
  })
  await expect.poll(async () => (await shop.news()).isOpen).toBe(true)
})
const makeRoom = () => shop.query(`update waiting_places set until = now() where key like 'b:%'`)

async function pageOf(
  { jar }: { jar: Map<string, string> },
  { javaScript = true } = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shop.url,
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce',
  })
  await context.addCookies([...jar].map(([name, value]) => ({ name, value, url: shop.url })))
  return context.newPage()
}

test('a link leads to the line, and the line to the page, by itself', async () => {
  const page = await pageOf(await shop.aMember())
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Current Release' }).first().click()
  await page.getByText('people are ahead of you').waitFor()
  await expect.poll(() => page.title()).toBe('0 ahead · Kohue')
  expect(new URL(page.url()).search).toBe('?view=current')
  await makeRoom()
  await page.getByRole('heading', { name: '2022 Malbec' }).first().waitFor()
  expect(new URL(page.url()).search).toBe('?view=current')
  await page.context().close()
})

test('a change of the cart leads to the line', async () => {
  const member = await shop.aMember()
  await shop.query('insert into carts (user_id) values ($1)', [member.id])
  await shop.query(
    `insert into cart_lines (user_id, product_id, quantity) values ($1, 'malbec-2022', 1)`,
    [member.id],
  )
  const page = await pageOf(member)
  await page.goto('/dashboard?cart=open')
  const cart = page.getByRole('dialog', { name: 'My Cart' })
  await cart.getByRole('button', { name: /more/i }).first().click()
  await page.getByText('people are ahead of you').waitFor()
  await makeRoom()
  await cart.getByText('2022 Malbec').first().waitFor()
  await page.context().close()
})

test('the page of the line fits every window, and axe finds nothing', async () => {
  await aRelease(shop.db, { stock: 3, kind: 'open' })
  const page = await pageOf(await shop.aMember())
  // Each process hears of the wine in its own second; each try adds a release.
  await expect
    .poll(async () => {
      await page.goto('/mono')
      return page.getByText('few left').count()
    })
    .toBeGreaterThan(0)
  await expectAccessible(page)
  await expectToFitEveryWindow(page)
  await page.getByRole('checkbox', { name: 'A soft sound when it is my turn' }).check()
  await page.getByRole('button', { name: 'Leave the line' }).click()
  await page.waitForURL(`${shop.url}/`)
  await page.context().close()
})

test('without JavaScript the page asks again by itself', async () => {
  const page = await pageOf(await shop.aMember(), { javaScript: false })
  await page.goto('/mono')
  await page.getByText('people are ahead of you').waitFor()
  expect(await page.getByRole('checkbox').isVisible()).toBe(false)
  await makeRoom()
  await page.getByRole('heading', { name: '2022 Malbec' }).first().waitFor()
  await page.context().close()
})

/** A connection of its own, which the kernel gives to either process. */
const elsewhere = { headers: { connection: 'close' } }
const form = '/offering/ship-to?quantity=1'

test('two processes have one order of entry, also when the one that moves the line is killed', async () => {
  const people = Array.from({ length: 12 }, () => shop.aBrowser())
  for (const [at, person] of people.entries()) {
    expect((await person.see(form, elsewhere)).ahead).toBe(at)
  }
  const [first, second] = shop.processes()
  expect(second).toBeDefined()
  await makeRoom()
  const isLetIn = async (upTo: number) => {
    await shop.query('update waiting_line set fixed_capacity = $1', [upTo])
    await expect.poll(() => shop.processes().length).toBe(2)
    // Each process hears of it in its own second.
    const letIn = async () => {
      const all = await Promise.all(Array.from({ length: 16 }, () => shop.news(elsewhere)))
      return [...new Set(all.map((news) => news.letIn))]
    }
    await expect.poll(letIn).toEqual([upTo])
    const aheads = []
    for (const person of people) aheads.push((await person.see(form, elsewhere)).ahead)
    expect(aheads).toEqual(people.map((_, at) => (at < upTo ? null : at - upTo)))
  }
  // They count as shoppers for five minutes, so the capacity is how many have come in.
  await isLetIn(4)
  process.kill(first!, 'SIGKILL')
  await isLetIn(6)
  process.kill(second!, 'SIGKILL')
  await isLetIn(9)
})

test('staff open, pause, steer and close the line in every process, and the log says so', async () => {
  await shop.db.transaction((tx) => closeLine(tx, shop.url))
  const { release } = await aRelease(shop.db)
  const [began] = await shop.query<{ at: Date }>('select now() as at')
  const page = await pageOf(await shop.aStaffMember())
  /** What both processes say. */
  const everywhere = async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => shop.news(elsewhere)))
    return [...new Set(all.map(({ isOpen, isPaused }) => `${isOpen} ${isPaused}`))]
  }
  await page.goto(`/admin/releases/${release.id}/live`)
  await page.getByText('Waiting line: closed').click()
  await page.getByRole('button', { name: 'Open the waiting line' }).click()
  await page.getByText('The waiting line is open.').waitFor()
  await expect.poll(everywhere).toEqual(['true false'])
  await page.getByText('0 in line').waitFor()
  await expectAccessible(page)

  await page.getByText('Pause the line').click()
  await page.getByRole('button', { name: 'Pause it' }).click()
  await page.getByText('The line is paused.').waitFor()
  await expect.poll(everywhere).toEqual(['true true'])

  await page.getByText('Change the pace').click()
  await page.getByLabel('Shoppers at once').fill('40')
  await page.getByLabel('Let in per minute at most').fill('0')
  await page.getByRole('button', { name: 'Change it' }).click()
  await page.getByText('Please enter a whole number from 1 to 100,000.').waitFor()
  await page.getByLabel('Let in per minute at most').fill('12')
  await page.getByRole('button', { name: 'Change it' }).click()
  await page.getByText('The pace is changed.').waitFor()
  const [line] = await shop.query('select fixed_capacity, most_per_minute from waiting_line')
  expect(line).toEqual({ fixed_capacity: 40, most_per_minute: 12 })
  // The form sends the version of the line as it is now, so it must also say what a colleague set.
  await shop.query('update waiting_line set fixed_capacity = 60, version = version + 1')
  await expect.poll(() => page.getByLabel('Shoppers at once').inputValue()).toBe('60')

  await page.goto(`/admin/releases/${release.id}/live/large`)
  await page.getByText('0 in line').waitFor()
  await expectAccessible(page)

  await page.goto(`/admin/releases/${release.id}/live`)
  await page.getByText('Close the line').click()
  await page.getByRole('button', { name: 'Close it' }).click()
  await page.getByText('The line is closed, and everybody is let in.').waitFor()
  await expect.poll(everywhere).toEqual(['false false'])
  const log = await shop.query<{ action: string }>(
    `select action from audit_log where action like 'line-%' and at >= $1 order by at, id`,
    [began!.at],
  )
  expect(log.map(({ action }) => action)).toEqual([
    'line-opened',
    'line-changed',
    'line-changed',
    'line-closed',
  ])
  await page.context().close()
})
