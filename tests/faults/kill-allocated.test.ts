import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { Buyer } from './world/buyer.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import type { Write } from './world/held-commit.ts'
import { killAtCommit } from './world/kill-at-commit.ts'
import { World } from './world/world.ts'

let world: World
const members: string[] = []

/** Each member's promise; the stock is these and no more, so that every unit belongs to a member. */
const units = 2
const people = 6

beforeAll(async () => {
  world = await World.open({ env: { MAILS_PER_MINUTE: '0' } })
  members.push(...(await world.members(people)))
  await allocateTheMalbec()
})
afterAll(() => world.close())

/** Puts the case that buyers of these tests buy into an open release that promises it to them all. */
async function allocateTheMalbec(): Promise<void> {
  await world.queryDatabase(
    `with release as (
       insert into releases (name, season, year, kind, promise, opens_at, closes_at, state)
       values ('Faults', 'spring', 2027, 'allocated', 'guaranteed', now() - interval '1 hour',
         now() + interval '1 day', 'scheduled') returning id),
     wine as (
       insert into release_wines (release_id, product_id, position)
       select id, 'malbec-2022', 1 from release returning release_id, product_id),
     given as (
       insert into allocations (release_id, product_id, user_id, units, origin, is_promised)
       select wine.release_id, wine.product_id, users.id, $1, 'manual', true
       from wine, users where users.role = 'member' returning units)
     update products set stock = held + sold + (select sum(units) from given),
       promised = (select sum(units) from given)
     where id = 'malbec-2022'`,
    [units],
  )
}

const writes: { name: string; write: Write }[] = [
  {
    name: 'the allocation is held',
    write: { table: 'allocations', on: 'update', when: 'new.held > old.held' },
  },
  {
    name: 'the wine is held',
    write: { table: 'products', on: 'update', when: 'new.held > old.held' },
  },
  {
    name: 'what was paid is booked under the allocation',
    write: { table: 'allocations', on: 'update', when: 'new.bought > old.bought' },
  },
]

describe.each(writes)('kill -9 as $name', ({ write }) => {
  test.each(['undo', 'commit'] as const)('and the database is to %s', async (how) => {
    const buyer = new Buyer(world, members.pop()!)
    expect(await killAtCommit(world, write, how, () => buyer.buy())).toBe('paid')
    // Among them: promised units equal their sum, holds those of open checkouts, for wine and allocation.
    await expectConsistent(world)
    const rows = await world.queryDatabase<{ units: number; held: number; bought: number }>(
      `select sum(units)::int as units, sum(held)::int as held, sum(bought)::int as bought
       from allocations`,
    )
    const bought = people - members.length
    expect(rows).toMatchObject([{ held: 0, bought }])
    const wines = await world.queryDatabase(
      `select held, sold, promised from products where id = 'malbec-2022'`,
    )
    expect(wines).toEqual([{ held: 0, sold: bought, promised: rows[0]!.units - bought }])
  })
})
