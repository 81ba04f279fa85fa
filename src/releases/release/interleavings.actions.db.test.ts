import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { releases } from '#catalogue/on-sale/tables.ts'
import { recordPayment } from '#checkout/record-payment.actions.server.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { payAt } from '#tests/harness/provider.ts'
import { sessionIn } from '#tests/harness/release-buyers.ts'
import { saveRow } from '#tests/harness/release-drafts.ts'
import {
  aCustomer,
  allocationOf,
  ends,
  interleaved,
  released,
  start,
  wineOf,
} from '#tests/harness/release-interleavings.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { endPromises } from '../allocations/promises.store.server.ts'

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

const byHold = { table: 'allocations', when: 'new.held > old.held' } as const
const byPayment = { table: 'allocations', when: 'new.bought > old.bought' } as const
const byPromise = { table: 'products', when: 'new.promised > old.promised' } as const

describe.each(ends)('while a hold of an allocation waits to %s', (how) => {
  test('a second checkout of the allocation takes no more than is left', async () => {
    const made = await released(testShop, 10)
    const { member, allocation } = await aCustomer(testShop, made, 4)
    const [first, second] = await interleaved(
      testShop,
      {
        first: () => start(testShop, made, member, 3),
        // Another device of the same customer: its cart is another version.
        second: () => start(testShop, made, member, 2),
        how,
      },
      byHold,
    )
    const { held, bought } = await allocationOf(testShop, allocation)
    expect(held + bought).toBeLessThanOrEqual(4)
    expect(second).toMatchObject({ ok: true })
    // One open checkout at a time: the later cart replaced the earlier.
    expect(held).toBe(2)
    expect(await wineOf(testShop, made)).toMatchObject({ held: 2, promised: 2 })
    if (how === 'undo') expect(first).toBe('undone')
  })

  test('staff cannot lower the allocation below it', async () => {
    const made = await released(testShop, 10)
    const { member, allocation } = await aCustomer(testShop, made, 4)
    await testShop.db
      .update(releases)
      .set({ opensAt: new Date(Date.now() + 1_800_000) })
      .where(eq(releases.id, made.release.id))
    const buyer = { ...member, role: 'staff' as const }
    await testShop.db.execute(sql`update users set role = 'staff' where id = ${buyer.id}`)
    const [{ version }, [wave]] = [await allocationOf(testShop, allocation), made.waves]
    const lower = { id: allocation, version, units: 1, waveId: wave!, note: '' }
    const [, saved] = await interleaved(
      testShop,
      {
        first: () => start(testShop, made, buyer, 3),
        second: () => saveRow(testShop, staff, made.release.id, lower),
        how,
      },
      byHold,
    )
    if (how === 'commit') {
      expect(saved).toMatchObject({
        error: '3 are already bought or in payment; it can’t be fewer.',
      })
      expect(await wineOf(testShop, made)).toEqual({ held: 3, sold: 0, promised: 1 })
    } else {
      expect(saved).toEqual({ ok: true })
      expect(await wineOf(testShop, made)).toEqual({ held: 0, sold: 0, promised: 1 })
    }
  })

  test('the end of its promise counts it once', async () => {
    const made = await released(testShop, 10)
    const { member } = await aCustomer(testShop, made, 4)
    const other = await aCustomer(testShop, made, 2)
    await testShop.db
      .update(releases)
      .set({ promiseUntil: new Date(Date.now() - 60_000) })
      .where(eq(releases.id, made.release.id))
    const [first] = await interleaved(
      testShop,
      {
        first: () => start(testShop, made, member, 3),
        second: () => endPromises(testShop.db),
        how,
      },
      byHold,
    )
    // What was locked meanwhile is left to the next minute's job.
    await endPromises(testShop.db)
    expect(await wineOf(testShop, made)).toEqual({
      held: how === 'commit' ? 3 : 0,
      sold: 0,
      promised: 0,
    })
    // Unkept, it is still theirs as long as the release is open and there is wine.
    expect(await start(testShop, made, other.member, 2)).toMatchObject({ ok: true })
    if (how === 'commit') expect(first).toMatchObject({ ok: true })
  })
})

describe.each(ends)('while a raised promise waits to %s', (how) => {
  test('the free pool sells only what the promise leaves', async () => {
    const made = await released(testShop, 5)
    const { allocation } = await aCustomer(testShop, made, 4)
    const guest = await aCustomer(testShop, made, 1)
    // Nobody's promise: they draw on the free pool, which has none left.
    await testShop.db.execute(sql`
      update allocations set is_promised = false where id = ${guest.allocation}`)
    await testShop.db.execute(sql`
      update products set promised = promised - 1 where id = ${made.wine}`)
    const [wave] = made.waves
    const { version } = await allocationOf(testShop, allocation)
    const raise = { id: allocation, version, units: 5, waveId: wave!, note: '' }
    const [saved, started] = await interleaved(
      testShop,
      {
        first: () => saveRow(testShop, staff, made.release.id, raise),
        second: () => start(testShop, made, guest.member, 1),
        how,
      },
      byPromise,
    )
    if (how === 'commit') {
      expect(saved).toEqual({ ok: true })
      expect(started).toMatchObject({ ok: false })
      expect(await wineOf(testShop, made)).toEqual({ held: 0, sold: 0, promised: 5 })
    } else {
      expect(saved).toBe('undone')
      expect(started).toMatchObject({ ok: true })
      expect(await wineOf(testShop, made)).toEqual({ held: 1, sold: 0, promised: 4 })
    }
  })
})

describe.each(ends)('while a payment waits to %s as bought', (how) => {
  /** A customer with 4 units whose checkout of 3 is paid at the provider, and not yet recorded. */
  async function paidAtProvider() {
    const made = await released(testShop, 10)
    const { member, allocation } = await aCustomer(testShop, made, 4)
    const started = await start(testShop, made, member, 3)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    return { made, member, allocation, session: sessionIn(started.url) }
  }
  const sold = { held: 0, sold: 3, promised: 1 }

  test('the same payment, recorded by two processes, is bought once', async () => {
    const { made, allocation, session } = await paidAtProvider()
    // A process shares its own calls, by its connection pool.
    const record = () =>
      recordPayment({ ...testShop.services, db: Object.create(testShop.db) }, session)
    await interleaved(testShop, { first: record, second: record, how }, byPayment)
    expect(await wineOf(testShop, made)).toEqual(sold)
    expect(await allocationOf(testShop, allocation)).toMatchObject({ held: 0, bought: 3 })
  })

  test('another checkout finds only what is left', async () => {
    const { made, member, allocation, session } = await paidAtProvider()
    const [, second] = await interleaved(
      testShop,
      {
        first: () => testShop.shop.recordPayment(session),
        second: () => start(testShop, made, member, 2),
        how,
      },
      byPayment,
    )
    // Its page is paid whatever becomes of the first record of it: no other checkout replaces it.
    expect(second).toMatchObject({ ok: false })
    await testShop.shop.recordPayment(session)
    expect(await wineOf(testShop, made)).toEqual(sold)
    expect(await allocationOf(testShop, allocation)).toMatchObject({ held: 0, bought: 3 })
  })

  test('staff cannot lower the allocation below it', async () => {
    const { made, allocation, session } = await paidAtProvider()
    await testShop.db
      .update(releases)
      .set({ state: 'draft' })
      .where(eq(releases.id, made.release.id))
    const [{ version }, [wave]] = [await allocationOf(testShop, allocation), made.waves]
    const lower = { id: allocation, version, units: 2, waveId: wave!, note: '' }
    const [, saved] = await interleaved(
      testShop,
      {
        first: () => testShop.shop.recordPayment(session),
        second: () => saveRow(testShop, staff, made.release.id, lower),
        how,
      },
      byPayment,
    )
    // Held or bought, the units are taken.
    expect(saved).toMatchObject({
      error: '3 are already bought or in payment; it can’t be fewer.',
    })
    await testShop.shop.recordPayment(session)
    expect(await wineOf(testShop, made)).toEqual(sold)
  })
})
