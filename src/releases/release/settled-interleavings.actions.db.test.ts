import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { releases } from '#catalogue/on-sale/tables.ts'
import { checkouts } from '#catalogue/tables.ts'
import { releaseHold } from '#checkout/release-hold.actions.server.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { payAt } from '#tests/harness/provider.ts'
import { sessionIn } from '#tests/harness/release-buyers.ts'
import {
  aCustomer,
  allocationOf,
  ends,
  interleaved,
  released,
  start,
  wineOf,
} from '#tests/harness/release-interleavings.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { endPromises } from '../allocations/promises.store.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
afterEach(async () => {
  expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
})

/**
 * A customer with 4 units whose checkout of 2 is paid at the provider, and not yet recorded; another
 * with 2 untouched, so that the end of promises has to change the wine beside any checkout.
 */
async function paidAtProvider() {
  const made = await released(testShop, 10)
  const { member, allocation } = await aCustomer(testShop, made, 4)
  await aCustomer(testShop, made, 2)
  const started = await start(testShop, made, member, 2)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  const [open] = await testShop.db.select().from(checkouts).where(eq(checkouts.userId, member.id))
  return { made, allocation, checkout: open!.id, session: sessionIn(started.url) }
}
type Paid = Awaited<ReturnType<typeof paidAtProvider>>

/** What may happen to a checkout and its allocation at once, and the write it is held at. */
const events = {
  paid: {
    run: ({ session }: Paid): Promise<unknown> => testShop.shop.recordPayment(session),
    held: { table: 'allocations', when: 'new.bought > old.bought' },
  },
  'ended unpaid': {
    run: ({ checkout }: Paid): Promise<unknown> =>
      releaseHold(testShop.services, checkout, 'expired'),
    held: { table: 'allocations', when: 'new.held < old.held and new.bought = old.bought' },
  },
  'the end of its promise': {
    run: (): Promise<unknown> => endPromises(testShop.db),
    held: { table: 'allocations', when: 'old.is_promised and not new.is_promised' },
  },
} as const
type Event = keyof typeof events

const pairs = (Object.keys(events) as Event[]).flatMap((first) =>
  (Object.keys(events) as Event[])
    .filter((second) => second !== first)
    .flatMap((second) => ends.map((how) => ({ first, second, how }))),
)

describe('the counters of a checkout', () => {
  test.each(pairs)(
    'hold: $first waits to $how, $second follows',
    async ({ first, second, how }) => {
      const paid = await paidAtProvider()
      const isOver = [first, second].includes('the end of its promise')
      if (isOver) {
        await testShop.db
          .update(releases)
          .set({ promiseUntil: new Date(Date.now() - 60_000) })
          .where(eq(releases.id, paid.made.release.id))
      }
      await interleaved(
        testShop,
        { first: () => events[first].run(paid), second: () => events[second].run(paid), how },
        events[first].held,
      )
      expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
      // The next minute's job, and the notification that comes again.
      await endPromises(testShop.db)
      const isPaid = [first, second].includes('paid')
      if (isPaid) await testShop.shop.recordPayment(paid.session)
      else await releaseHold(testShop.services, paid.checkout, 'expired')
      const bought = isPaid ? 2 : 0
      expect(await allocationOf(testShop, paid.allocation)).toMatchObject({ held: 0, bought })
      const promised = isOver ? 0 : 6 - bought
      expect(await wineOf(testShop, paid.made)).toEqual({ held: 0, sold: bought, promised })
    },
  )
})
