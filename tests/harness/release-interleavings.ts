import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'

import { allocations } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Write } from '#tests/faults/world/held-commit.ts'
import { holdCommit } from '#tests/faults/world/held-commit.ts'

import { allocate } from './a-release.ts'
import type { Released } from './release-buyers.ts'
import { forceCart, released as releasedAs } from './release-buyers.ts'
import type { TestShop } from './test-shop.ts'
import { aMember } from './test-shop.ts'

export const released = (testShop: TestShop, stock: number) => releasedAs(testShop, { stock })

export async function aCustomer({ db }: TestShop, made: Released, units: number) {
  const member = await aMember(db)
  return { member, allocation: await allocate(db, made, member, units) }
}

/** Starts a checkout of the wine, beyond the limits of the cart page. */
export async function start(
  testShop: TestShop,
  { wine }: Released,
  member: { id: string },
  quantity: number,
) {
  await forceCart(testShop, member, wine, quantity)
  return testShop.shop.startCheckout(member)
}

export async function wineOf({ db }: TestShop, { wine }: Released) {
  const [row] = await db.select().from(products).where(eq(products.id, wine))
  const { held, sold, promised } = row!
  return { held, sold, promised }
}

export async function allocationOf({ db }: TestShop, id: string) {
  const [row] = await db.select().from(allocations).where(eq(allocations.id, id))
  return { units: row!.units, held: row!.held, bought: row!.bought, version: row!.version }
}

/** How the transaction that waits at its commit ends. */
export const ends = ['commit', 'undo'] as const

/** Waits until a statement in this database waits for a row lock. */
export const untilBlocked = ({ db }: TestShop) =>
  expect
    .poll(
      async () => {
        const { rows } = await db.execute(sql`
          select 1 from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and wait_event <> 'advisory'`)
        return rows.length
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)

/**
 * Stops the transaction of `first` at its commit with its row locks held, begins `second`, which has to
 * wait for them, and then commits the first or rolls it back.
 */
export async function interleaved<First, Second>(
  testShop: TestShop,
  {
    first,
    second,
    how,
  }: { first: () => Promise<First>; second: () => Promise<Second>; how: (typeof ends)[number] },
  on: Omit<Write, 'on'>,
): Promise<[First | 'undone', Second]> {
  const held = await holdCommit(testShop.databaseUrl, { ...on, on: 'update' })
  const one = first().catch((): 'undone' => 'undone')
  await held.reached()
  const other = second()
  try {
    await untilBlocked(testShop)
  } finally {
    await held.end(how)
  }
  return [await one, await other]
}
