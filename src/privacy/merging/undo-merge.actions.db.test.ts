import { randomUUID } from 'node:crypto'

import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { secondAddressesOf } from '#accounts/consent/second-addresses.store.server.ts'
import { requestEmailChange } from '#accounts/email-change/change-email.actions.server.ts'
import { emailChanges, identities, passkeys, sessions } from '#accounts/sign-in/tables.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { lockCart } from '#checkout/cart/carts.store.server.ts'
import { eraseUnpaid } from '#checkout/erase-unpaid.actions.server.ts'
import { releaseHold } from '#checkout/release-hold.actions.server.ts'
import { orders } from '#orders/order/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { buildAllocations } from '#releases/allocations/build-allocations.actions.server.ts'
import { requests } from '#requests/tables.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { from, password, tokenIn } from '#tests/harness/identity.ts'
import type { Person } from '#tests/harness/merging.ts'
import { openMergingShop } from '#tests/harness/merging.ts'
import { clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import type { Released } from '#tests/harness/release-buyers.ts'
import { released as priced } from '#tests/harness/release-buyers.ts'
import { sentRules } from '#tests/harness/release-drafts.ts'
import { afterChange, waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { deleteUser } from '../deletion/delete-user.actions.server.ts'
import { viewPerson } from '../people/view-person.actions.server.ts'
import { mergeUndoDays, undoGraceMillis } from './merge.rules.ts'
import { personMerges } from './tables.ts'
import { undoMerge } from './undo-merge.actions.server.ts'

const merging = await openMergingShop()
const { testShop } = merging

/** A release of a wine that has a price at the provider. */
const released = (stock: number): Promise<Released> => priced(testShop, { stock })

const unitsOf = async ({ viewer }: Person) =>
  testShop.db
    .select({ units: allocations.units, bought: allocations.bought })
    .from(allocations)
    .where(eq(allocations.userId, viewer.id))

const promisedOf = async ({ wine }: Released) => {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  return row!.promised
}

describe('an undo', () => {
  test('does not touch an account that has become one of staff since', async () => {
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    const role = (to: 'staff' | 'member') =>
      testShop.db.update(users).set({ role: to }).where(eq(users.id, into.viewer.id))
    await role('staff')
    expect(await merging.undo(into)).toMatchObject({
      ...{ ok: false, sentence: 'Accounts of staff are not merged.' },
    })
    expect(await testShop.db.$count(sessions, eq(sessions.userId, into.viewer.id))).toBe(1)
    await role('member')
    expect(await merging.undo(into)).toMatchObject({ ok: true })
  })

  test('does not touch one that becomes one of staff at the same moment', async () => {
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    const undone = await afterChange(
      testShop.db,
      (tx) => tx.update(users).set({ role: 'staff' }).where(eq(users.id, into.viewer.id)),
      () => merging.undo(into),
    )
    expect(undone).toMatchObject({ ok: false, sentence: 'Accounts of staff are not merged.' })
    expect(await testShop.db.$count(sessions, eq(sessions.userId, into.viewer.id))).toBe(1)
  })

  test('is refused while a payment page can’t be closed, or another is opened meanwhile', async () => {
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    await merging.atThePage(into)
    const refused = {
      ok: false,
      sentence:
        'A payment page of theirs is open and could not be closed. Nothing was undone; please try again in a few minutes.',
    }
    await setFault({ match: 'POST /v1/checkout/sessions/*', fault: 'error-before', times: 5 })
    expect(await merging.undo(into)).toMatchObject(refused)
    await clearFaults()
    expect(await merging.undo(into, merging.withSecondPage(into))).toMatchObject(refused)
    expect(await merging.undo(into)).toMatchObject({ ok: true })
  })

  test('removes the ways to sign in that either of the two has added since', async () => {
    const { db, services } = testShop
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    const userId = into.viewer.id
    const of = { publicKey: 'k', counter: 0, transports: [], userId }
    const add = async (what: string) => {
      await db.insert(passkeys).values({ ...of, credentialId: randomUUID(), name: what })
      await db.insert(identities).values({ userId, accountId: what, providerId: 'google' })
    }
    await add(`earlier ${userId}`)
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    await add(`since ${userId}`)
    const change = { email: `${randomUUID()}@example.com`, password }
    expect(await requestEmailChange(services, into.viewer, change, from())).toEqual({ ok: true })
    expect(await merging.undo(into)).toMatchObject({ ok: true })
    const keys = await db.select().from(passkeys).where(eq(passkeys.userId, userId))
    expect(keys.map(({ name }) => name)).toEqual([`earlier ${userId}`])
    const ways = await db.select().from(identities).where(eq(identities.userId, userId))
    expect(ways.map(({ providerId, accountId }) => [providerId, accountId]).sort()).toEqual([
      ['credential', userId],
      ['google', `earlier ${userId}`],
    ])
    expect(await db.$count(emailChanges, eq(emailChanges.userId, userId))).toBe(0)
  })

  test('of another person is none of this page', async () => {
    const { db, services } = testShop
    const [into, other, third] = [
      await merging.aPerson(),
      await merging.aPerson(),
      await merging.aPerson(),
    ]
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    const [made] = await db
      .select()
      .from(personMerges)
      .where(eq(personMerges.intoUser, into.viewer.id))
    const typed = { id: third.viewer.id, merge: made!.id }
    expect(await undoMerge(services, merging.staff, typed)).toMatchObject({
      ...{ ok: false, sentence: 'There is no such merge.' },
    })
  })
})

test('a merge keeps the words of both in the one open request, and an undo gives each its own', async () => {
  const { db } = testShop
  const [into, other] = [await merging.aPerson(), await merging.aPerson()]
  const ask = (person: Person, kind: 'other' | 'club', text: string) =>
    db.insert(requests).values({ userId: person.viewer.id, kind, text })
  await ask(into, 'other', 'Do you ship magnums?')
  await ask(other, 'other', 'May I visit in May?')
  await ask(into, 'club', 'The same words.')
  await ask(other, 'club', 'The same words.')
  const asked = async (person: Person) =>
    (
      await db
        .select({ state: requests.state, text: requests.text })
        .from(requests)
        .where(eq(requests.userId, person.viewer.id))
        .orderBy(requests.number)
    ).map(({ state, text }) => [state, text])
  expect(await merging.merge(into, other)).toMatchObject({ ok: true })
  expect(await asked(into)).toEqual([
    ['open', 'Do you ship magnums?\n\nMay I visit in May?'],
    ['withdrawn', 'May I visit in May?'],
    ['open', 'The same words.'],
    ['withdrawn', 'The same words.'],
  ])
  expect(await merging.undo(into)).toMatchObject({ ok: true })
  expect(await asked(into)).toEqual([
    ['open', 'Do you ship magnums?'],
    ['open', 'The same words.'],
  ])
  expect(await asked(other)).toEqual([
    ['open', 'May I visit in May?'],
    ['open', 'The same words.'],
  ])
})

test('an undo gives the other account the list record that its address got meanwhile', async () => {
  const { db } = testShop
  const [into, other] = [await merging.aPerson(), await merging.aPerson()]
  expect(await merging.merge(into, other)).toMatchObject({ ok: true })
  const listed = { email: other.email, fullName: 'Ana', firstName: 'Ana', consentSource: 'test' }
  const ofOther = eq(mailingListClients.email, other.email)
  await db.delete(mailingListClients).where(ofOther)
  await db.insert(mailingListClients).values({ ...listed, consentWording: 'yes' })
  expect(await merging.undo(into)).toMatchObject({ ok: true })
  const records = await db.select().from(mailingListClients).where(ofOther)
  expect(records).toMatchObject([{ userId: other.viewer.id }])
})

test('an undo of the first of two merges leaves the address of the second where it is', async () => {
  const { db, services } = testShop
  const [into, first, second] = [
    await merging.aPerson(),
    await merging.aPerson(),
    await merging.aPerson(),
  ]
  expect(await merging.merge(into, first)).toMatchObject({ ok: true })
  const [made] = await db
    .select()
    .from(personMerges)
    .where(eq(personMerges.intoUser, into.viewer.id))
  expect(await merging.merge(into, second)).toMatchObject({ ok: true })
  const typed = { id: into.viewer.id, merge: made!.id }
  expect(await undoMerge(services, merging.staff, typed)).toMatchObject({ ok: true })
  const addressesOf = async ({ viewer }: Person) =>
    (await secondAddressesOf(db, viewer.id)).map(({ email }) => email)
  expect(await addressesOf(into)).toEqual([second.email])
  expect(await addressesOf(first)).toEqual([])
})

describe('an undo when wine was sold since', () => {
  test('leaves what the account that stays has bought, and the other what is left', async () => {
    const release = await released(7)
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    await allocate(testShop.db, release, into.viewer, 3)
    await allocate(testShop.db, release, other.viewer, 4)
    expect(await merging.merge(into, other, { sum: true })).toMatchObject({ ok: true })
    expect(await merging.buys(into, release.wine, 3)).toMatchObject({ state: 'paid' })
    expect(await merging.buys(into, release.wine, 2)).toMatchObject({ state: 'paid' })
    expect(await unitsOf(into)).toEqual([{ units: 7, bought: 5 }])
    const sessionsOf = ({ viewer }: Person) =>
      testShop.db.$count(sessions, eq(sessions.userId, viewer.id))
    expect(await sessionsOf(into)).toBe(1)

    expect(await merging.undo(into)).toMatchObject({ ok: true })
    // Somebody may have signed in by the address that is no longer this account's.
    expect(await sessionsOf(into)).toBe(0)
    expect(await unitsOf(into)).toEqual([{ units: 5, bought: 5 }])
    expect(await unitsOf(other)).toEqual([{ units: 2, bought: 0 }])
    expect(await promisedOf(release)).toBe(2)
    expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
    expect(await merging.ordersOf(other)).toEqual([])
  })

  test('promises nothing that went to somebody else', async () => {
    const release = await released(7)
    const [into, other, third] = [
      await merging.aPerson(),
      await merging.aPerson(),
      await merging.aPerson(),
    ]
    await allocate(testShop.db, release, into.viewer, 3)
    await allocate(testShop.db, release, other.viewer, 4)
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    await allocate(testShop.db, release, third.viewer, 3)
    expect(await merging.buys(third, release.wine, 3)).toMatchObject({ state: 'paid' })

    expect(await merging.undo(into)).toMatchObject({ ok: true })
    expect(await unitsOf(into)).toEqual([{ units: 3, bought: 0 }])
    expect(await unitsOf(other)).toEqual([{ units: 1, bought: 0 }])
    expect(await promisedOf(release)).toBe(4)
    expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
  })

  test('gives each its own purchases, also those of the other made before', async () => {
    const release = await released(7)
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    await allocate(testShop.db, release, into.viewer, 3)
    await allocate(testShop.db, release, other.viewer, 4)
    await merging.buys(other, release.wine, 3)
    const before = await merging.ordersOf(into, other)
    expect(await merging.merge(into, other, { sum: true })).toMatchObject({ ok: true })
    await merging.buys(into, release.wine, 1)
    expect(await merging.undo(into)).toMatchObject({ ok: true })
    expect(await unitsOf(into)).toEqual([{ units: 3, bought: 1 }])
    expect(await unitsOf(other)).toEqual([{ units: 4, bought: 3 }])
    expect(await promisedOf(release)).toBe(3)
    expect(
      (await merging.ordersOf(into, other)).filter(({ owner }) => owner === other.viewer.id),
    ).toEqual(before)
  })
})

describe('an undo when a page of the other was paid, and booked late under the merged allocation', () => {
  /** Paid at the provider; our hold of it ended before the payment was recorded. */
  async function paidLate(person: Person, release: Released, quantity: number) {
    const { url, sessionId } = await merging.atThePage(person, release.wine, quantity)
    await payAt(url, { email: person.email })
    const [row] = await testShop.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.sessionId, sessionId))
    await releaseHold(testShop.services, row!.id, 'expired')
    return sessionId
  }

  async function mergedWithLatePage() {
    const release = await released(7)
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    await allocate(testShop.db, release, into.viewer, 3)
    await allocate(testShop.db, release, other.viewer, 4)
    const late = await paidLate(other, release, 3)
    expect(await merging.merge(into, other, { sum: true })).toMatchObject({ ok: true })
    return { release, into, other, late }
  }

  test('what was bought is counted for the person whose order it is', async () => {
    const { release, into, other, late } = await mergedWithLatePage()
    expect(await merging.buys(into, release.wine, 1)).toMatchObject({ state: 'paid' })
    expect(await testShop.shop.recordPayment(late)).toMatchObject({ state: 'paid', isNew: true })
    expect(await unitsOf(into)).toEqual([{ units: 7, bought: 4 }])

    expect(await merging.undo(into)).toMatchObject({ ok: true })
    expect(await unitsOf(into)).toEqual([{ units: 3, bought: 1 }])
    expect(await unitsOf(other)).toEqual([{ units: 4, bought: 3 }])
    expect(await promisedOf(release)).toBe(3)
    expect(await merging.ordersOf(into)).toHaveLength(1)
    expect(await merging.ordersOf(other)).toHaveLength(1)
    expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
  })

  test('what could not be served is counted for nobody', async () => {
    const { release, into, other, late } = await mergedWithLatePage()
    expect(await merging.buys(into, release.wine, 3)).toMatchObject({ state: 'paid' })
    expect(await merging.buys(into, release.wine, 2)).toMatchObject({ state: 'paid' })
    expect(await testShop.shop.recordPayment(late)).toMatchObject({ notServed: 'stock-gone' })
    expect(await unitsOf(into)).toEqual([{ units: 7, bought: 5 }])

    expect(await merging.undo(into)).toMatchObject({ ok: true })
    expect(await unitsOf(into)).toEqual([{ units: 5, bought: 5 }])
    expect(await unitsOf(other)).toEqual([{ units: 2, bought: 0 }])
    expect(await promisedOf(release)).toBe(2)
    expect(await merging.ordersOf(other)).toHaveLength(1)
    expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
  })
})

test('an undo after the allocations were built anew promises only what they have', async () => {
  const { db, services } = testShop
  const hour = 60 * 60_000
  const made = await aRelease(db, {
    opensAt: new Date(Date.now() + hour),
    closesAt: new Date(Date.now() + 2 * hour),
    waves: [70],
  })
  const [into, other] = [await merging.aPerson(), await merging.aPerson()]
  await allocate(db, made, into.viewer, 3)
  await allocate(db, made, other.viewer, 4)
  expect(await merging.merge(into, other, { sum: true })).toMatchObject({ ok: true })
  const none = { atLeast: null, ofLast: null, cents: null, months: null }
  const waveId = made.waves[0]!
  const rules = [{ ...none, condition: 'confirmed' as const, units: { [made.wine]: 2 }, waveId }]
  const wish = { ...sentRules(rules, false), id: made.release.id, version: 1 }
  expect(await buildAllocations(services, merging.staff, wish)).toMatchObject({
    ok: true,
  })
  const promised = await promisedOf(made)
  expect(await unitsOf(into)).toEqual([{ units: 2, bought: 0 }])

  expect(await merging.undo(into)).toMatchObject({ ok: true })
  expect(await unitsOf(into)).toEqual([{ units: 2, bought: 0 }])
  expect(await unitsOf(other)).toEqual([])
  expect(await promisedOf(made)).toBe(promised)
  expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
})

test('an undo leaves each its payment customer, whose profile is sent anew, and no link from before', async () => {
  const { db, shop } = testShop
  const [into, other] = [
    await merging.aPerson({ stripeCustomerId: `cus_${randomUUID()}` }),
    await merging.aPerson({ stripeCustomerId: `cus_${randomUUID()}` }),
  ]
  const customers = async () =>
    new Map(
      (await db.select().from(users)).map(({ id, stripeCustomerId }) => [id, stripeCustomerId]),
    )
  const before = await customers()
  await shop.sendRecoveryEmail(other.email)
  const token = await tokenIn(db, other.email, 'password-recovery')
  const syncs = async () => {
    const { rows } = await db.execute(sql`delete from graphile_worker._private_jobs
      where key = ${`customer:${into.viewer.id}`} returning id`)
    return rows.length
  }
  expect(await merging.merge(into, other)).toMatchObject({ ok: true })
  expect((await customers()).get(into.viewer.id)).toBe(before.get(into.viewer.id))
  expect(await syncs()).toBe(1)
  expect(await merging.undo(into)).toMatchObject({ ok: true })
  expect(await syncs()).toBe(1)
  const after = await customers()
  for (const { viewer } of [into, other]) expect(after.get(viewer.id)).toBe(before.get(viewer.id))
  expect(await shop.checkRecoveryLink(token, from())).toMatchObject({ ok: false })
})

test('an undo returns no checkout whose buyer was erased meanwhile', async () => {
  const { db, services } = testShop
  const [into, other] = [await merging.aPerson(), await merging.aPerson()]
  const ended = async (days: number) => {
    const endedAt = new Date(services.clock().getTime() - days * 24 * 60 * 60_000)
    const [row] = await db
      .insert(checkouts)
      .values({
        ...{ userId: other.viewer.id, channel: 'cart', state: 'expired', fingerprint: 'x' },
        ...{ subtotalCents: 0, taxCents: 0, shippingCents: 0, totalCents: 0 },
        ...{ expiresAt: endedAt, endedAt },
      })
      .returning()
    return row!.id
  }
  const [old, fresh] = [await ended(25), await ended(1)]
  expect(await merging.merge(into, other)).toMatchObject({ ok: true })
  testShop.pass(6 * 24 * 60)
  await eraseUnpaid(services)
  expect(await merging.undo(into)).toMatchObject({ ok: true })
  testShop.pass(-6 * 24 * 60)
  const ownerOf = async (id: string) =>
    (await db.select().from(checkouts).where(eq(checkouts.id, id)))[0]!.userId
  expect(await ownerOf(old)).toBeNull()
  expect(await ownerOf(fresh)).toBe(other.viewer.id)
})

test('after an undo an account stays when the other is deleted, and when that was merged on', async () => {
  const { db, services } = testShop
  const [first, second, into, last] = [
    await merging.aPerson(),
    await merging.aPerson(),
    await merging.aPerson(),
    await merging.aPerson(),
  ]
  for (const other of [first, second]) {
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    expect(await merging.undo(into)).toMatchObject({ ok: true })
  }
  expect(await merging.merge(last, into)).toMatchObject({ ok: true })
  expect(await deleteUser(services, merging.staff, { id: last.viewer.id })).toMatchObject({
    ok: true,
  })
  const left = async (...people: Person[]) =>
    db.$count(
      users,
      inArray(
        users.id,
        people.map(({ viewer }) => viewer.id),
      ),
    )
  expect(await left(into, last)).toBe(0)
  expect(await left(first, second)).toBe(2)
  const other = await merging.aPerson()
  expect(await merging.merge(first, other)).toMatchObject({ ok: true })
  expect(await merging.undo(first)).toMatchObject({ ok: true })
  expect(await deleteUser(services, merging.staff, { id: first.viewer.id })).toMatchObject({
    ok: true,
  })
  expect(await left(first)).toBe(0)
  expect(await left(other, second)).toBe(2)
})

test('an undo is refused once its fourteen days are over', async () => {
  const [into, other] = [await merging.aPerson(), await merging.aPerson()]
  await merging.buys(other)
  expect(await merging.merge(into, other)).toMatchObject({ ok: true })
  const [merge] = await testShop.db
    .select()
    .from(personMerges)
    .where(eq(personMerges.intoUser, into.viewer.id))
  const minutes = mergeUndoDays * 24 * 60
  testShop.pass(minutes)
  const viewed = await testShop.shop.viewPerson(merging.staff, into.viewer.id)
  expect(viewed).toMatchObject({ person: { merges: [{ mayUndo: false }] } })
  const until = merge!.undoUntil.getTime()
  // The other account is erased only once an undo that began in time is over.
  const [account] = await testShop.db.select().from(users).where(eq(users.id, other.viewer.id))
  expect(account!.eraseAt!.getTime() - until).toBe(undoGraceMillis)
  for (const [at, mayUndo] of [
    [until - 1, true],
    [until, false],
  ] as const) {
    const services = { ...testShop.services, clock: () => new Date(at) }
    const seen = await viewPerson(services, merging.staff, into.viewer.id)
    expect(seen).toMatchObject({ person: { merges: [{ mayUndo }] } })
  }
  const late = { id: into.viewer.id, merge: merge!.id }
  expect(await undoMerge(testShop.services, merging.staff, late)).toMatchObject({
    ok: false,
    sentence: 'It can no longer be undone.',
  })
  testShop.pass(-minutes)
  expect(await merging.ordersOf(into)).toHaveLength(1)
})

describe('a payment whose page has ended, recorded as accounts are merged', () => {
  /** Paid at the provider when our hold of it had ended already. */
  async function paidLate(person: Person) {
    const { url, sessionId } = await merging.atThePage(person)
    await payAt(url, { email: person.email })
    await testShop.db
      .update(checkouts)
      .set({ state: 'expired' })
      .where(eq(checkouts.sessionId, sessionId))
    const [row] = await testShop.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.sessionId, sessionId))
    await testShop.db.update(products).set({ held: 0 }).where(eq(products.id, merging.wine))
    return { sessionId, checkoutId: row!.id }
  }

  const waiting = () => waitingForLocks(testShop.db)

  test.each([
    ['the merge first', true],
    ['the payment first', false],
  ])('is the order of the account that stays: %s', async (_name, isMergeFirst) => {
    const { db, shop } = testShop
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    const { sessionId, checkoutId } = await paidLate(other)
    const steps = {
      merge: () => merging.merge(into, other, { key: randomUUID() }),
      payment: () => shop.recordPayment(sessionId),
    }
    const order = isMergeFirst ? (['merge', 'payment'] as const) : (['payment', 'merge'] as const)
    const running: Partial<Record<keyof typeof steps, Promise<unknown>>> = {}
    await db.transaction(async (tx) => {
      await lockCart(tx, other.viewer.id)
      for (const [index, step] of order.entries()) {
        running[step] = steps[step]()
        await expect.poll(waiting).toBe(index + 1)
      }
    })
    expect(await running.merge).toMatchObject({ ok: true })
    expect(await running.payment).toMatchObject({ state: 'paid' })
    const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
    const written = await db.select().from(orders).where(eq(orders.checkoutId, checkoutId))
    expect(checkout).toMatchObject({ state: 'paid', userId: into.viewer.id })
    expect(written).toMatchObject([{ userId: into.viewer.id }])
    expect((await shop.orderHistory(into.viewer, 1)).orders).toHaveLength(1)
    const owned = await db
      .select()
      .from(orders)
      .where(inArray(orders.userId, [other.viewer.id]))
    expect(owned).toEqual([])
    // An undo gives it back: it was the other's purchase, whenever it was written.
    expect(await merging.undo(into)).toMatchObject({ ok: true })
    expect(await merging.ordersOf(other)).toHaveLength(1)
  })
})
