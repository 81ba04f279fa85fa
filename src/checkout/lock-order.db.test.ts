import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { payAt } from '#tests/harness/provider.ts'
import { openReleaseShop, sessionIn } from '#tests/harness/release-buyers.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

const { testShop, released, aCustomer, inCart, startCheckout, recordPayment } =
  await openReleaseShop()

/** An invited buyer with a case in the cart. */
async function anInvited() {
  const made = await released()
  const { member, allocation } = await aCustomer(made, 2)
  await inCart(member, made.wine)
  const rows = {
    cart: sql`from carts where user_id = ${member.id}`,
    checkout: sql`from checkouts where user_id = ${member.id} and state = 'open'`,
    allocation: sql`from allocations where id = ${allocation}`,
    wine: sql`from products where id = ${made.wine}`,
  }
  return { member, rows }
}

type Lock = keyof Awaited<ReturnType<typeof anInvited>>['rows']
type Invited = Awaited<ReturnType<typeof anInvited>>

async function opening({ member }: Invited) {
  return async () => (await startCheckout(member)).ok
}

async function paying({ member }: Invited) {
  const started = await startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  return async () => (await recordPayment(sessionIn(started.url))).state === 'paid'
}

test.each<[string, (by: Invited) => Promise<() => Promise<boolean>>, Lock[]]>([
  ['a cart that is held', opening, ['cart', 'allocation', 'wine']],
  ['a payment that is recorded', paying, ['cart', 'checkout', 'allocation', 'wine']],
])(
  '%s locks its rows in the order of all, so that no two wait for each other',
  async (_, by, order) => {
    const { db } = testShop
    for (const [place, held] of order.slice(0, -1).entries()) {
      const invited = await anInvited()
      const work = await by(invited)
      const working = await db.transaction(async (tx) => {
        const lock = (row: Lock) =>
          tx.execute(sql`select ${invited.rows[row]} for no key update nowait`)
        await lock(held)
        const begun = work()
        await expect.poll(() => waitingForLocks(db)).toBe(1)
        for (const later of order.slice(place + 1)) await lock(later)
        return { begun }
      })
      expect(await working.begun, held).toBe(true)
    }
  },
)
