import { randomUUID } from 'node:crypto'

import type { ExpectStatic } from 'vitest'
import { afterAll, beforeAll, describe, test } from 'vitest'

import { everybody } from '#campaigns/campaign/audience.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { payAsTexan } from '#tests/e2e/admin/a-guest-order.ts'
import { aSubscriber, aUser } from '#tests/e2e/admin/a-staff-member.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { putRelease } from '#tests/harness/release-rows.ts'
import { isOfAdmin, routeFiles } from '#tests/harness/site-map.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { engines } from './engines.ts'
import type { Visitor } from './visitor.ts'

const wine = `walked-${randomUUID().slice(0, 8)}`
const releaseTabs = ['wines', 'waves', 'allocations', 'rules', 'preview', 'check', 'live'] as const
let release: string

/**
 * What an owner who has bought wine is shown: pages of records, which are made for the walk, and those whose
 * address says everything.
 */
let addresses: string[]
beforeAll(async () => {
  const { url, admin } = theShop()
  const email = `${randomUUID()}@example.com`
  await payAsTexan(url, { name: 'Eva Marsh', email })
  // Delivered: no list of work shows it.
  await queryDatabase(
    `insert into shipments (order_id, kind, state, method, to_state, to_zip)
     select id, 'first', 'delivered', 'ground', 'TX', '78701' from orders where email = $1
     on conflict do nothing`,
    [email],
  )
  const [order] = await queryDatabase<{ number: number; month: string; shipment: number }>(
    `select orders.number, shipments.number as shipment,
       to_char(orders.created_at at time zone 'America/Los_Angeles', 'YYYY-MM') as month
     from orders join shipments on order_id = orders.id where email = $1`,
    [email],
  )
  const own = `${randomUUID()}@example.com`
  await payAsTexan(url, { name: 'Eva Marsh', email: own })
  const [bought] = await queryDatabase<{ number: number }>(
    `update orders set user_id = users.id from users where orders.email = $1 and users.email = $2
     returning orders.number`,
    [own, admin.email],
  )
  const wines = [{ id: wine, title: '2024 Walked', image: 'bottle-malbec-2022', cents: 45_000 }]
  // A draft: no other test sees it.
  release = await putRelease({ email: null, state: 'draft', opensIn: 600, wines })
  // As long as an address may be, so that no page becomes wider by it.
  const longEmail = `${randomUUID()}@${'long'.repeat(12)}.${'longer'.repeat(5)}.example`
  const [user, subscriber] = [await aUser({ email: longEmail }), await aSubscriber()]
  const twin = await aUser({ email: longEmail.replace('.example', '.test'), phone: '2125550147' })
  const [campaign] = await queryDatabase<{ id: string }>(
    `insert into campaigns (name, audience) values ($1, $2) returning id`,
    [wine, everybody],
  )
  const [request] = await queryDatabase<{ number: number }>(
    `insert into requests (kind, user_id, product_id) values ('wine', $1, $2) returning number`,
    [user.id, wine],
  )
  addresses = [
    ...routeFiles()
      .map(({ address }) => `/${address}`)
      .filter((address) => isOfAdmin(address) && !/[{*.]|letters|books/.test(address)),
    paths.staffOrder(order!.number),
    paths.release(release),
    ...releaseTabs.map((tab) => paths.release(release, tab)),
    paths.releaseDay(release),
    paths.wine(wine),
    paths.wineState(wine, 'on-sale'),
    paths.user(user.id),
    `${paths.user(user.id)}/person`,
    paths.mergeUser(user.id),
    `${paths.mergeUser(user.id)}?with=${encodeURIComponent(twin.email)}`,
    paths.deleteUser(user.id),
    paths.subscriber(subscriber.id),
    paths.deleteSubscriber(subscriber.id),
    paths.campaign(campaign!.id),
    paths.staffRequest(request!.number),
    paths.requestQueue(wine),
    paths.shipment(order!.shipment),
    paths.accountingMonth(order!.month),
    paths.order(bought!.number),
    ...['/', '/about', '/ourwines', '/terms', '/privacy', '/join', '/acquire', '/offering'],
    ...['/offer1', '/offering/ship-to', '/members', '/dashboard', '/mono', '/edit'],
    ...['/members/close-account', '/account/cards', '/account/security'],
  ]
})
afterAll(async () => {
  await queryDatabase('delete from requests where product_id = $1', [wine])
  await queryDatabase(`delete from campaigns where name = $1`, [wine])
  await queryDatabase('delete from releases where id = $1', [release])
  await queryDatabase('delete from products where id = $1', [wine])
})

/** Runs in the page: texts that stand on the line above a part, with no room between. */
function textsOnLines(): string[] {
  const main = document.querySelector('main')!
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const boxes: { text: string; box: DOMRect }[] = []
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode as Text
    const text = data.trim().slice(0, 40)
    if (!text || !parentElement!.checkVisibility()) continue
    if (parentElement!.closest('.visually-hidden')) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    for (const box of range.getClientRects()) boxes.push({ text, box })
  }
  const parts = [...main.querySelectorAll('section, div, fieldset')].filter((part) => {
    const { borderTopWidth, borderLeftWidth, position } = getComputedStyle(part)
    const isAcross = borderTopWidth !== '0px' && borderLeftWidth === '0px'
    return isAcross && position !== 'sticky' && part.checkVisibility()
  })
  const found: string[] = []
  for (const part of parts) {
    const line = part.getBoundingClientRect()
    const over = (box: DOMRect) => box.left < line.right - 8 && box.right > line.left + 8
    const above = boxes.filter(({ box }) => over(box) && box.top < line.top)
    const near = above.find(({ box }) => line.top - box.bottom < 3)
    if (near) found.push(`"${near.text}" on the line of "${part.textContent!.slice(0, 40)}"`)
  }
  return found
}

/**
 * The texts that the server wrote and the script replaced, once it has begun: what it adds, such as boxes
 * that select rows, is of no concern.
 */
const replacedTexts = `(async () => {
  const textsOf = (page) => {
    const main = page.querySelector('main').cloneNode(true)
    for (const part of main.querySelectorAll('script, noscript, [data-late]')) part.remove()
    const walker = page.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const texts = []
    // Of a second, the large view says another one each time.
    while (walker.nextNode()) texts.push(walker.currentNode.data.trim().replace(/\\d+:\\d\\d:\\d\\d/, ''))
    return texts
  }
  // Pages without a script of React are as they were served.
  const isHydrated = () => !('__reactRouterContext' in window) || Object.keys(document.querySelector('main')).some((key) => /^__react/.test(key))
  while (!isHydrated()) await new Promise((done) => setTimeout(done, 20))
  const response = await fetch(location.href)
  const served = await response.text()
  const shown = new Set(textsOf(document))
  return {
    status: response.status,
    replaced: textsOf(new DOMParser().parseFromString(served, 'text/html')).filter((text) => !shown.has(text)),
    isWider: document.documentElement.scrollWidth > innerWidth,
    onLines: (${textsOnLines.toString()})(),
  }
})()`

type Seen = { status: number; replaced: string[]; isWider: boolean; onLines: string[] }

async function expectAsServed(
  expect: ExpectStatic,
  visitor: Visitor,
  address: string,
): Promise<void> {
  // Again: other tests buy and change what the pages show.
  await expect
    .poll(async () => {
      await visitor.goto(address)
      const seen = await visitor.evaluate<Seen>(replacedTexts)
      return { address, ...seen }
    })
    .toEqual({ address, status: 200, replaced: [], isWider: false, onLines: [] })
}

// Both engines at once: each walks every page at one of the two widths, and the other at the other.
describe.concurrent.each(engines)('$name $whySkipped', ({ name, open, widths }) => {
  test.skipIf(!open)('shows pages as the server wrote them', async ({ expect }) => {
    const engine = await open!()
    try {
      const visitor = await engine.open(widths[0]!)
      await visitor.goto(paths.login())
      await visitor.press('I am over 21')
      await visitor.seeGone('I am over 21', 'button')
      const { admin } = theShop()
      await visitor.fill('Email', admin.email)
      await visitor.fill('Password', admin.password)
      await visitor.press('Log In')
      await visitor.seeAddress(/\/(members|admin|joinedadmin)/)
      for (const [nth, width] of (name === 'webkit' ? widths.toReversed() : widths).entries()) {
        await visitor.resize(width)
        const walked = addresses.filter((_, index) => index % widths.length === nth)
        for (const address of walked) await expectAsServed(expect, visitor, address)
      }
      expect(visitor.faults).toEqual([])
    } finally {
      await engine.close()
    }
  })
})
