import { afterAll, beforeAll, expect, test } from 'vitest'

import { World } from './world/world.ts'

let world: World
beforeAll(async () => {
  world = await World.open({ env: { WAITING_CAPACITY: '1', MAILS_PER_MINUTE: '0' } })
})
afterAll(() => world.close())

/** A visitor of an offer, with cookies and a name of their own. */
function visitor(agent: string) {
  let cookie = 'ageKey=older'
  return async () => {
    const response = await fetch(`${world.shop.url}/offering/ship-to?quantity=1`, {
      headers: { cookie, 'user-agent': agent },
    })
    for (const line of response.headers.getSetCookie()) cookie += `; ${line.split(';', 1)[0]}`
    const html = await response.text()
    const isInLine = html.includes('id="told"')
    const ticket = Number(/data-ticket="(\d+)"/.exec(html)?.[1] ?? -1)
    return { status: response.status, isInLine, ticket, html }
  }
}
const isStill = async () =>
  ((await (await fetch(`${world.shop.url}/waiting-line`)).json()) as { isStill: boolean }).isStill

test('the database away: the line says so, who is in stays in, and nobody loses a place', async () => {
  const [shopper, first, late] = [visitor('A'), visitor('B'), visitor('D')]
  expect(await shopper()).toMatchObject({ status: 200, isInLine: false })
  expect(await first()).toMatchObject({ status: 200, isInLine: true, ticket: 1 })
  expect(await shopper()).toMatchObject({ isInLine: false })

  await world.killDatabase()
  await expect.poll(isStill, { timeout: 30_000 }).toBe(true)
  const waits = await first()
  expect(waits).toMatchObject({ status: 200, isInLine: true, ticket: 1 })
  expect(waits.html).toContain('The line stands still, and your place is kept.')
  expect(await late()).toMatchObject({ status: 200, isInLine: true, ticket: 0 })
  expect((await shopper()).isInLine).toBe(false)

  await world.startDatabase()
  await expect.poll(isStill, { timeout: 60_000 }).toBe(false)
  expect(await first()).toMatchObject({ isInLine: true, ticket: 1 })
  expect(await late()).toMatchObject({ isInLine: true, ticket: 2 })
})

test('the only process killed: everybody has their place afterwards', async () => {
  const mine = visitor('E')
  const { ticket } = await mine()
  await world.shop.kill()
  await world.shop.start()
  expect(await mine()).toMatchObject({ status: 200, isInLine: true, ticket })
})
