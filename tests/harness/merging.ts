import { randomUUID } from 'node:crypto'

import { eq, inArray } from 'drizzle-orm'
import { afterAll, expect } from 'vitest'

import { factsOf } from '#accounts/consent/consent.actions.server.ts'
import type { WhyNotWrite } from '#accounts/consent/consent.rules.ts'
import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import type { Services } from '#platform/services/services.ts'
import { mergePeople } from '#privacy/merging/merge-people.actions.server.ts'
import type { MergeChoices } from '#privacy/merging/merge.rules.ts'
import { personMerges } from '#privacy/merging/tables.ts'
import { undoMerge } from '#privacy/merging/undo-merge.actions.server.ts'

import { afterFirstTransaction } from './after-first-transaction.ts'
import { inconsistencies } from './consistency.ts'
import { emailsTo, registeredPerson } from './identity.ts'
import { payAt } from './provider.ts'
import { aStaffMember } from './staff.ts'
import { openTestShop, setStock } from './test-shop.ts'

export type Person = Awaited<ReturnType<typeof registeredPerson>>

type MergeWish = {
  services?: Services
  choices?: MergeChoices
  sum?: boolean
  key?: string
  by?: User & { duties: readonly ['owner'] }
}

/**
 * A shop with a hundred cases of one wine, and what tests of merged accounts do in it. For the top
 * of a test file, after whose tests it is checked and closed.
 */
export async function openMergingShop() {
  const testShop = await openTestShop()
  afterAll(async () => {
    expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
    await testShop.close()
  })
  const { db, shop } = testShop
  const staff = (await aStaffMember(db)) as User & { duties: readonly ['owner'] }
  const wine = 'malbec-2022'
  await setStock(db, wine, 100)

  /** A customer whose address is confirmed. */
  async function aPerson(profile: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
    const person = await registeredPerson(testShop)
    await db
      .update(users)
      .set({ emailVerified: true, ...profile })
      .where(eq(users.id, person.viewer.id))
    return person
  }

  /** Opens a payment page for this many cases. */
  async function atThePage({ viewer }: Person, productId = wine, quantity = 1) {
    await shop.changeCart(viewer, { kind: 'add', productId })
    await shop.changeCart(viewer, { kind: 'set-quantity', productId, quantity })
    await shop.changeCart(viewer, { kind: 'choose-shipping', method: 'pickup' })
    const started = await shop.startCheckout(viewer)
    if (!started.ok) throw new Error(started.reason)
    return { url: started.url, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
  }

  async function buys(person: Person, productId = wine, quantity = 1) {
    const { url, sessionId } = await atThePage(person, productId, quantity)
    await payAt(url, { email: person.email })
    return shop.recordPayment(sessionId)
  }

  const versionOf = async (id: string) =>
    (await db.select({ version: users.version }).from(users).where(eq(users.id, id)))[0]?.version ??
    0

  /** What each form was sent with, to send the same again. */
  const sent = new Map<string, object>()

  async function merge(into: Person, other: Person, wish: MergeWish = {}) {
    const { choices = {}, sum = false, key = randomUUID(), by = staff } = wish
    const { services = testShop.services } = wish
    const form = [key, into.viewer.id, other.viewer.id].join()
    const typed = sent.get(form) ?? {
      id: into.viewer.id,
      from: other.viewer.id,
      intoVersion: await versionOf(into.viewer.id),
      fromVersion: await versionOf(other.viewer.id),
      ...(sum && { sum: 'on' }),
      ...choices,
    }
    sent.set(form, typed)
    return mergePeople(services, by, typed, { key })
  }

  /** Undoes the last merge into an account. */
  async function undo(into: Person, services = testShop.services) {
    const rows = await db
      .select()
      .from(personMerges)
      .where(eq(personMerges.intoUser, into.viewer.id))
      .orderBy(personMerges.at)
    return undoMerge(services, staff, { id: into.viewer.id, merge: rows.at(-1)!.id })
  }

  /** Services with which another window opens a payment page as soon as the first one was closed. */
  const withSecondPage = (person: Person): Services => ({
    ...testShop.services,
    db: afterFirstTransaction(db, () => atThePage(person)),
  })

  /** Numbers, totals and owners of the orders of these people. */
  const ordersOf = (...people: Person[]) =>
    db
      .select({ number: orders.number, total: orders.totalCents, owner: orders.userId })
      .from(orders)
      .where(
        inArray(
          orders.userId,
          people.map(({ viewer }) => viewer.id),
        ),
      )
      .orderBy(orders.number)

  const kindsTo = async (email: string) => (await emailsTo(db, email)).map(({ kind }) => kind)

  const whyNot = async (email: string): Promise<WhyNotWrite | null> =>
    whyNotWriteTo(await factsOf(testShop.services, db, email))

  const join = (email: string) =>
    shop.joinMailingList(
      { fullname: 'Ana Ruiz', email },
      { page: '/ex-join', address: '203.0.113.9', isSentTooFast: false },
    )

  return {
    testShop,
    staff,
    wine,
    aPerson,
    atThePage,
    buys,
    merge,
    undo,
    withSecondPage,
    ordersOf,
    kindsTo,
    whyNot,
    join,
  }
}
