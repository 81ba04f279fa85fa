import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { endPromises } from '#data/releases/promises.ts'
import { allocations, releases } from '#data/schema/releases.ts'
import { products } from '#data/schema/trade.ts'
import { holdCommit } from '#tests/faults/world/held-commit.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

let testShop: TestShop
let staff: Awaited<ReturnType<typeof aStaffMember>>
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())
afterEach(async () => {
  expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
})

async function released(stock: number) {
  const made = await aRelease(testShop.db, { stock })
  const { data } = await testShop.stripe.prices.list({ limit: 1 })
  const { id: priceId } = await testShop.stripe.prices.create({
    product: data[0]!.product as string,
    currency: 'usd',
    unit_amount: 45_000,
  })
  await testShop.db.update(products).set({ priceId }).where(eq(products.id, made.wine))
  return made
}
type Released = Awaited<ReturnType<typeof released>>

async function aCustomer(made: Released, units: number) {
  const member = await aMember(testShop.db)
  return { member, allocation: await allocate(testShop.db, made, member, units) }
}

async function start({ wine }: Released, member: { id: string }, quantity: number) {
  await testShop.db.execute(sql`
    insert into carts (user_id, shipping_method) values (${member.id}, 'ground')
    on conflict (user_id) do update set shipping_method = 'ground'`)
  await testShop.db.execute(sql`
    insert into cart_lines (user_id, product_id, quantity) values (${member.id}, ${wine}, ${quantity})
    on conflict (user_id, product_id) do update set quantity = ${quantity}`)
  return testShop.shop.startCheckout(member)
}

const wineOf = async ({ wine }: Released) => {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  const { held, sold, promised } = row!
  return { held, sold, promised }
}

const allocationOf = async (id: string) => {
  const [row] = await testShop.db.select().from(allocations).where(eq(allocations.id, id))
  return { units: row!.units, held: row!.held, bought: row!.bought, version: row!.version }
}

/** Waits until another statement of this database waits for a row that is locked. */
const untilBlocked = () =>
  expect
    .poll(async () => {
      const { rows } = await testShop.db.execute(sql`
        select 1 from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and wait_event <> 'advisory'`)
      return rows.length
    })
    .toBeGreaterThan(0)

/**
 * Runs `first` until its transaction is about to commit with its row locks held, begins `second`,
 * which has to wait for them, and lets the first commit or undoes it.
 */
async function interleaved<First, Second>(
  {
    first,
    second,
    how,
  }: { first: () => Promise<First>; second: () => Promise<Second>; how: 'commit' | 'undo' },
  on: { table: 'allocations' | 'products'; when: string },
): Promise<[First | 'undone', Second]> {
  const held = await holdCommit(testShop.databaseUrl, { ...on, on: 'update' })
  const one = first().catch((): 'undone' => 'undone')
  await held.reached()
  const other = second()
  try {
    await untilBlocked()
  } finally {
    await held.end(how)
  }
  return [await one, await other]
}

const byHold = { table: 'allocations', when: 'new.held > old.held' } as const
const byPromise = { table: 'products', when: 'new.promised > old.promised' } as const
const ends = ['commit', 'undo'] as const

describe.each(ends)('while a hold of an allocation waits to %s', (how) => {
  test('a second checkout of the allocation takes no more than is left', async () => {
    const made = await released(10)
    const { member, allocation } = await aCustomer(made, 4)
    const [first, second] = await interleaved(
      {
        first: () => start(made, member, 3),
        // Another device of the same customer: its cart is another version.
        second: () => start(made, member, 2),
        how,
      },
      byHold,
    )
    const { held, bought } = await allocationOf(allocation)
    expect(held + bought).toBeLessThanOrEqual(4)
    expect(second).toMatchObject({ ok: true })
    // One open checkout at a time: the later cart replaced the earlier.
    expect(held).toBe(2)
    expect(await wineOf(made)).toMatchObject({ held: 2, promised: 2 })
    if (how === 'undo') expect(first).toBe('undone')
  })

  test('staff cannot lower the allocation below it', async () => {
    const made = await released(10)
    const { member, allocation } = await aCustomer(made, 4)
    await testShop.db
      .update(releases)
      .set({ opensAt: new Date(Date.now() + 1_800_000) })
      .where(eq(releases.id, made.release.id))
    const buyer = { ...member, role: 'staff' as const }
    await testShop.db.execute(sql`update users set role = 'staff' where id = ${buyer.id}`)
    const [{ version }, [wave]] = [await allocationOf(allocation), made.waves]
    const lower = { id: allocation, version, units: 1, waveId: wave!, note: '' }
    const [, saved] = await interleaved(
      {
        first: () => start(made, buyer, 3),
        second: () => testShop.shop.saveAllocation(staff, made.release.id, lower),
        how,
      },
      byHold,
    )
    if (how === 'commit') {
      expect(saved).toEqual({ ok: false, reason: 'below-taken', taken: 3 })
      expect(await wineOf(made)).toEqual({ held: 3, sold: 0, promised: 1 })
    } else {
      expect(saved).toMatchObject({ ok: true, units: 1 })
      expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 1 })
    }
  })

  test('the end of its promise counts it once', async () => {
    const made = await released(10)
    const { member } = await aCustomer(made, 4)
    const other = await aCustomer(made, 2)
    await testShop.db
      .update(releases)
      .set({ promiseUntil: new Date(Date.now() - 60_000) })
      .where(eq(releases.id, made.release.id))
    const [first] = await interleaved(
      { first: () => start(made, member, 3), second: () => endPromises(testShop.db), how },
      byHold,
    )
    // What was locked meanwhile is left to the next minute's job.
    await endPromises(testShop.db)
    expect(await wineOf(made)).toEqual({ held: how === 'commit' ? 3 : 0, sold: 0, promised: 0 })
    // Unkept, it is still theirs as long as the release is open and there is wine.
    expect(await start(made, other.member, 2)).toMatchObject({ ok: true })
    if (how === 'commit') expect(first).toMatchObject({ ok: true })
  })
})

describe.each(ends)('while a raised promise waits to %s', (how) => {
  test('the free pool sells only what the promise leaves', async () => {
    const made = await released(5)
    const { allocation } = await aCustomer(made, 4)
    const guest = await aCustomer(made, 1)
    // Nobody's promise: they draw on the free pool, which has none left.
    await testShop.db.execute(sql`
      update allocations set is_promised = false where id = ${guest.allocation}`)
    await testShop.db.execute(sql`
      update products set promised = promised - 1 where id = ${made.wine}`)
    const [wave] = made.waves
    const { version } = await allocationOf(allocation)
    const raise = { id: allocation, version, units: 5, waveId: wave!, note: '' }
    const [saved, started] = await interleaved(
      {
        first: () => testShop.shop.saveAllocation(staff, made.release.id, raise),
        second: () => start(made, guest.member, 1),
        how,
      },
      byPromise,
    )
    if (how === 'commit') {
      expect(saved).toMatchObject({ ok: true, units: 5 })
      expect(started).toMatchObject({ ok: false })
      expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 5 })
    } else {
      expect(saved).toBe('undone')
      expect(started).toMatchObject({ ok: true })
      expect(await wineOf(made)).toEqual({ held: 1, sold: 0, promised: 4 })
    }
  })
})
