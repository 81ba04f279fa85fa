import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { hasPooler } from '#launch/pooler.ts'

import { Buyer } from './world/buyer.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import { World } from './world/world.ts'

describe.skipIf(!hasPooler())('two shops behind PgBouncer in transaction mode', () => {
  let world: World
  let members: string[]

  beforeAll(async () => {
    world = await World.open({ shops: 2, poolerConnections: 3, env: { MAILS_PER_MINUTE: '0' } })
    await world.setStock(20)
    members = await world.members(30)
  })
  afterAll(() => world.close())

  test('sell 20 cases to thirty buyers at once, over three connections', async () => {
    const buyers = members.map((cookie, at) => new Buyer(world, cookie, world.shops[at % 2]!.url))
    const results = await Promise.all(buyers.map((buyer) => buyer.buy()))
    expect(results.filter((result) => result === 'paid')).toHaveLength(20)
    expect(
      buyers.flatMap(({ failures }) => failures),
      world.troubles,
    ).toEqual([])
    const { orders } = await expectConsistent(world)
    expect(orders).toBe(20)
  })

  test('send what the queue holds, hear of each other, and read a file of rows by a cursor', async () => {
    const [owner] = members
    await world.queryDatabase(
      `update users set role = 'staff' where id in (select user_id from sessions)`,
    )
    const headers = { cookie: owner! }
    const [first, second] = world.shops
    const leaving = new AbortController()
    const events = await fetch(`${first!.url}/admin/live?list=joined`, {
      headers,
      signal: leaving.signal,
    })
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
    const until = async (event: string) => {
      for (let received = ''; !received.includes(`event: ${event}`);) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`The event stream ended before ${event}`)
        received += value
      }
    }
    await until('ready')
    const joined = await fetch(`${second!.url}/ex-join`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ fullname: 'Ana Ruiz', email: 'ana.ruiz@example.com' }),
      headers: { origin: second!.url },
    })
    expect(joined.status).toBe(303)
    await until('change')
    leaving.abort()

    const file = await fetch(`${second!.url}/admin/orders.csv`, { headers })
    expect(file.status, world.troubles).toBe(200)
    expect((await file.text()).match(/K-1\d{3}/g)).toHaveLength(20)
    await expect
      .poll(() =>
        world.queryDatabase(`select 1 from mails where state not in ('sent', 'suppressed')`),
      )
      .toEqual([])
  })

  test('do not start behind a pooler that limits no statement', async () => {
    const [shop] = world.shops
    await shop!.stop()
    const direct = world.databaseUrl
    await expect(shop!.start({ DATABASE_POOLER_URL: direct })).rejects.toThrow(
      'sets no statement_timeout',
    )
    await shop!.start()
  })
})
