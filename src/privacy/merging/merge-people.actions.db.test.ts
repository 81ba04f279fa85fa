import { randomUUID } from 'node:crypto'

import { and, eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { leftOf, recordNo } from '#accounts/consent/consent.actions.server.ts'
import { writeConsent } from '#accounts/consent/consents.store.server.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { suppress } from '#mail/suppressions.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { recordRequest } from '#requests/requests.store.server.ts'
import { requests } from '#requests/tables.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { from, password } from '#tests/harness/identity.ts'
import type { Person } from '#tests/harness/merging.ts'
import { openMergingShop } from '#tests/harness/merging.ts'
import { clearFaults, setFault } from '#tests/harness/provider.ts'
import { untilBlocked } from '#tests/harness/release-interleavings.ts'
import { afterChange } from '#tests/harness/waiting-for-locks.ts'

import { deleteUser } from '../deletion/delete-user.actions.server.ts'
import { mergePeople } from './merge-people.actions.server.ts'

type Made = Awaited<ReturnType<typeof aRelease>>

const merging = await openMergingShop()
const { testShop } = merging

test('the page of a person begins with what they spent, and shows emails to an unconfirmed address', async () => {
  const { db, shop } = testShop
  const buyer = await merging.aPerson({ phone: '4155550100' })
  await merging.buys(buyer)
  const [order] = await merging.ordersOf(buyer)
  const viewed = await shop.viewPerson(merging.staff, buyer.viewer.id)
  expect(viewed).toMatchObject({
    person: {
      summary: {
        spentCents: order!.total,
        lastOrderAt: expect.any(Date),
        phone: '4155550100',
        allocationLeft: 0,
      },
    },
  })
  await db.update(orders).set({ refundedCents: 1_000 }).where(eq(orders.userId, buyer.viewer.id))
  expect(await shop.viewPerson(merging.staff, buyer.viewer.id)).toMatchObject({
    person: { summary: { spentCents: order!.total - 1_000 } },
  })
  const fresh = await merging.aPerson()
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, fresh.viewer.id))
  const seen = await shop.viewPerson(merging.staff, fresh.viewer.id)
  if (!seen.ok) throw new Error(seen.reason)
  expect(seen.person.mails.map(({ kind }) => kind)).toContain('register')
  expect(seen.person.summary).toMatchObject({ spentCents: 0, lastOrderAt: null })
})

describe('a merge', () => {
  test('whose form was used for two others is one of its own', async () => {
    const [into, other, third] = [
      await merging.aPerson(),
      await merging.aPerson(),
      await merging.aPerson(),
    ]
    const key = randomUUID()
    expect(await merging.merge(into, other, { key })).toMatchObject({ ok: true })
    expect(await merging.merge(into, third, { key })).toMatchObject({ ok: true })
    expect(await testShop.shop.viewUser(merging.staff, third.viewer.id)).toMatchObject({
      ok: false,
      reason: 'gone',
    })
  })

  test('moves orders, requests and the chosen fields, loses and doubles none, and an undo restores', async () => {
    const { db, shop } = testShop
    const into = await merging.aPerson({ phone: '4155550100', city: 'Reno' })
    const other = await merging.aPerson({ phone: '4155550101', birthdate: '1980-02-03' })
    await merging.buys(into)
    await merging.buys(other)
    await merging.buys(other)
    for (const { viewer } of [into, other]) {
      await recordRequest(db, { kind: 'club', userId: viewer.id })
    }
    await recordRequest(db, { kind: 'other', userId: other.viewer.id })
    const before = await merging.ordersOf(into, other)
    const totals = (rows: typeof before) => rows.map(({ number, total }) => [number, total])

    const key = randomUUID()
    const choices = { phone: 'from', birthdate: 'from' } as const
    expect(await merging.merge(into, other, { choices, key })).toMatchObject({ ok: true })
    expect(await merging.merge(into, other, { choices, key })).toMatchObject({ ok: true })
    const after = await merging.ordersOf(into, other)
    expect(totals(after)).toEqual(totals(before))
    expect(new Set(after.map(({ owner }) => owner))).toEqual(new Set([into.viewer.id]))
    expect((await shop.orderHistory(into.viewer, 1)).orders).toHaveLength(3)
    expect(await shop.viewUser(merging.staff, other.viewer.id)).toMatchObject({ reason: 'gone' })
    expect(
      await deleteUser(testShop.services, merging.staff, { id: other.viewer.id }),
    ).toMatchObject({ ok: false, sentence: 'This user is already gone: someone has deleted them.' })
    expect(await shop.viewUser(merging.staff, into.viewer.id)).toMatchObject({
      user: { fields: { phone: '4155550101', birthdate: '1980-02-03', city: 'Reno' } },
    })
    const asked = await db
      .select()
      .from(requests)
      .where(eq(requests.userId, into.viewer.id))
      .orderBy(requests.queuedAt)
    // Who asked first stands in the queue.
    expect(asked.find(({ kind }) => kind === 'club')?.state).toBe('open')
    expect(asked.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      'club open',
      'club withdrawn',
      'other open',
    ])
    for (const { email } of [into, other]) {
      expect(await merging.kindsTo(email)).toContain('accounts-merged')
    }
    const viewed = await shop.viewPerson(merging.staff, into.viewer.id)
    expect(viewed).toMatchObject({
      person: {
        secondAddresses: [{ email: other.email }],
        merges: [{ mayUndo: true, moved: { orders: 2, requests: 2, allocations: 0 } }],
      },
    })

    expect(await merging.undo(into)).toMatchObject({ ok: true, done: { userId: into.viewer.id } })
    expect(await merging.ordersOf(into, other)).toEqual(before)
    expect(await shop.viewUser(merging.staff, into.viewer.id)).toMatchObject({
      user: { fields: { phone: '4155550100', birthdate: '' } },
    })
    const open = await db
      .select()
      .from(requests)
      .where(and(eq(requests.userId, other.viewer.id), eq(requests.state, 'open')))
    expect(open).toHaveLength(2)
    expect((await shop.signIn({ email: other.email, password }, from())).ok).toBe(true)
    expect(await merging.undo(into)).toMatchObject({
      ok: false,
      sentence: 'This merge was undone before.',
    })
  })

  test('sums allocations no higher than one of them had, unless that is wanted', async () => {
    const { db } = testShop
    const release = await aRelease(db, { stock: 20 })
    const unitsOf = async ({ viewer }: Person) =>
      (await db.select().from(allocations).where(eq(allocations.userId, viewer.id))).map(
        ({ units }) => units,
      )
    const promised = async () =>
      (await db.select().from(products).where(eq(products.id, release.wine)))[0]!.promised
    for (const [sum, units] of [
      [false, 4],
      [true, 7],
    ] as const) {
      const [into, other] = [await merging.aPerson(), await merging.aPerson()]
      await allocate(db, release, into.viewer, 3)
      await allocate(db, release, other.viewer, 4)
      expect(await merging.merge(into, other, { sum })).toMatchObject({ ok: true })
      expect(await unitsOf(into)).toEqual([units])
      expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
      expect(await merging.undo(into)).toMatchObject({ ok: true })
      expect([await unitsOf(into), await unitsOf(other)]).toEqual([[3], [4]])
      await db
        .delete(allocations)
        .where(inArray(allocations.userId, [into.viewer.id, other.viewer.id]))
      await db.update(products).set({ promised: 0 }).where(eq(products.id, release.wine))
    }
    expect(await promised()).toBe(0)
  })

  test('locks wines in the order of a purchase, whatever the order of their allocations', async () => {
    const { db } = testShop
    const made = [await aRelease(db, { stock: 20 }), await aRelease(db, { stock: 20 })]
    const [first, last] = made.toSorted((a, b) => (a.wine < b.wine ? -1 : 1)) as [Made, Made]
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    // The sum of a merge promises fewer units than both together, so that both wines are written.
    for (const { viewer } of [into, other]) {
      await allocate(db, first, viewer, 8)
      await allocate(db, last, viewer, 8)
    }
    // The allocations of the last wine come first in the order of ids.
    await db
      .update(allocations)
      .set({ id: sql`('00000000' || right(id::text, 28))::uuid` })
      .where(eq(allocations.productId, last.wine))
    const locked = (wine: string) =>
      sql`select 1 from products where id = ${wine} for no key update`
    const merge = await db.transaction(async (purchase) => {
      await purchase.execute(locked(first.wine))
      const waiting = merging.merge(into, other, { sum: false })
      await untilBlocked(testShop)
      await purchase.execute(locked(last.wine))
      return { waiting }
    })
    expect(await merge.waiting).toMatchObject({ ok: true })
  })

  test('is refused for staff, oneself, an unconfirmed address and what was saved meanwhile', async () => {
    const { db } = testShop
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    expect(await merging.merge(into, into)).toMatchObject({
      ok: false,
      sentence: 'An account cannot be merged with itself.',
    })
    const colleague = { ...into, viewer: merging.staff } as Person
    expect(await merging.merge(into, colleague)).toMatchObject({
      ok: false,
      sentence: 'Accounts of staff are not merged.',
    })
    expect(await merging.merge(colleague, into)).toMatchObject({
      ok: false,
      sentence: 'Accounts of staff are not merged.',
    })
    const stale = { ...merging.staff, isCodeStale: true } as never
    expect(await merging.merge(into, other, { by: stale })).toMatchObject({
      ok: false,
      isCodeDue: true,
    })
    const shown = {
      id: into.viewer.id,
      from: other.viewer.id,
      intoVersion: 99,
      fromVersion: 1,
    }
    expect(await mergePeople(testShop.services, merging.staff, shown)).toMatchObject({
      ok: false,
      sentence: 'One of the accounts was changed in the meantime. Please look again.',
    })
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, other.viewer.id))
    expect(await merging.merge(into, other)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('Both email addresses must be confirmed first'),
    })
    expect(await merging.kindsTo(other.email)).not.toContain('accounts-merged')
  })

  test('is refused where one of the two is changed at the same moment', async () => {
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    const merged = await afterChange(
      testShop.db,
      (tx) =>
        tx
          .update(users)
          .set({ phone: '4155550102', version: sql`version + 1` })
          .where(eq(users.id, other.viewer.id)),
      () => merging.merge(into, other),
    )
    expect(merged).toMatchObject({
      ok: false,
      sentence: 'One of the accounts was changed in the meantime. Please look again.',
    })
    expect(await merging.kindsTo(other.email)).not.toContain('accounts-merged')
  })

  test('closes open payment pages first, and is refused where that is impossible', async () => {
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    const { sessionId } = await merging.atThePage(other)
    await setFault({ match: 'POST /v1/checkout/sessions/*', fault: 'error-before', times: 5 })
    expect(await merging.merge(into, other)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining(
        'A payment page of theirs is open and could not be closed. Nothing was merged',
      ),
    })
    await clearFaults()
    // Another page is opened while that one is closed.
    const services = merging.withSecondPage(other)
    expect(await merging.merge(into, other, { services })).toMatchObject({ ok: true })
    expect(await testShop.shop.recordPayment(sessionId)).not.toMatchObject({ state: 'paid' })
    const pages = await testShop.db
      .select()
      .from(checkouts)
      .where(inArray(checkouts.userId, [into.viewer.id, other.viewer.id]))
    expect(pages.map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  })

  test('of two by staff crosswise at once, one wins', async () => {
    const [one, other] = [await merging.aPerson(), await merging.aPerson()]
    await merging.buys(one)
    await merging.buys(other)
    const before = await merging.ordersOf(one, other)
    const results = await Promise.all([merging.merge(one, other), merging.merge(other, one)])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.find(({ ok }) => !ok)).toMatchObject({
      ok: false,
      sentence: 'One of the accounts is gone, or was merged in the meantime.',
    })
    const after = await merging.ordersOf(one, other)
    expect(after.map(({ number }) => number)).toEqual(before.map(({ number }) => number))
    expect(new Set(after.map(({ owner }) => owner)).size).toBe(1)
  })

  test('moves a later no, and never a yes', async () => {
    const { db, services } = testShop
    const [into, left] = [await merging.aPerson(), await merging.aPerson()]
    await merging.join(into.email)
    await merging.join(left.email)
    const act = { source: 'link', wording: 'Unsubscribe' } as const
    await db.transaction((tx) => recordNo(services, tx, left.email, act))
    expect(await merging.merge(into, left)).toMatchObject({ ok: true })
    expect(await merging.whyNot(into.email)).toBe('left')

    const [gone, listed] = [
      await merging.aPerson({ subscription: 'inactive' }),
      await merging.aPerson(),
    ]
    await merging.join(listed.email)
    expect(await merging.merge(gone, listed)).toMatchObject({ ok: true })
    expect(await merging.whyNot(gone.email)).not.toBeNull()
    expect(await merging.whyNot(listed.email)).not.toBeNull()

    // Who refused on the earlier site, or never agreed there, has left nothing here.
    const [unasked, imported] = [await merging.aPerson(), await merging.aPerson()]
    const refused = { email: imported.email, consentSource: 'import', consentWording: '' }
    await db.insert(mailingListClients).values({ ...refused, fullName: 'Ana Ruiz', byEmail: false })
    await writeConsent(db, {
      ...{ email: imported.email, kind: 'email', verdict: 'no', source: 'import', wording: '' },
    })
    expect(await merging.merge(unasked, imported)).toMatchObject({ ok: true })
    expect(await merging.whyNot(unasked.email)).toBe('never-agreed')
    expect(await merging.whyNot(imported.email)).toBe('no-consent')
    expect(await leftOf(db, unasked.email)).toBeNull()
    expect(await leftOf(db, imported.email)).toBeNull()

    // Of two words the later one counts.
    const [joined, early] = [await merging.aPerson(), await merging.aPerson()]
    await merging.join(early.email)
    await db.transaction((tx) => recordNo(services, tx, early.email, act))
    await merging.join(joined.email)
    expect(await merging.merge(joined, early)).toMatchObject({ ok: true })
    expect(await merging.whyNot(joined.email)).toBeNull()

    // A later word that nobody confirmed does not.
    const [unproved, gave] = [await merging.aPerson(), await merging.aPerson()]
    await merging.join(unproved.email)
    await merging.join(gave.email)
    await db.transaction((tx) => recordNo(services, tx, gave.email, act))
    await writeConsent(db, {
      ...{ email: unproved.email, kind: 'email', verdict: 'yes', source: 'account', wording: '' },
      counts: false,
    })
    expect(await merging.merge(unproved, gave)).toMatchObject({ ok: true })
    expect(await merging.whyNot(unproved.email)).toBe('left')

    // A mailbox that rejects emails has said nothing.
    const [reached, full] = [await merging.aPerson(), await merging.aPerson()]
    await merging.join(reached.email)
    await merging.join(full.email)
    await suppress(db, services.hashes.ofEmail(full.email), ['rejected'])
    expect(await merging.merge(reached, full)).toMatchObject({ ok: true })
    expect(await merging.whyNot(reached.email)).toBeNull()

    // Afterwards a no said at one address holds for the other.
    const [first, second] = [await merging.aPerson(), await merging.aPerson()]
    await merging.join(first.email)
    await merging.join(second.email)
    expect(await merging.merge(first, second)).toMatchObject({ ok: true })
    expect([await merging.whyNot(first.email), await merging.whyNot(second.email)]).toEqual([
      null,
      null,
    ])
    await db.transaction((tx) => recordNo(services, tx, second.email, act))
    expect([await merging.whyNot(first.email), await merging.whyNot(second.email)]).toEqual([
      'left',
      'left',
    ])
  })
})

describe('a merge of a merged account', () => {
  test('moves its addresses on; undone in turn, all three are as before', async () => {
    const { db, shop } = testShop
    const [first, middle, last] = [
      await merging.aPerson(),
      await merging.aPerson(),
      await merging.aPerson(),
    ]
    for (const person of [first, middle, last]) {
      await merging.buys(person)
    }
    const before = await merging.ordersOf(first, middle, last)
    expect(await merging.merge(middle, first)).toMatchObject({ ok: true })
    expect(await merging.merge(last, middle)).toMatchObject({ ok: true })
    expect(await merging.ordersOf(last)).toHaveLength(3)
    expect(await shop.viewPerson(merging.staff, last.viewer.id)).toMatchObject({
      person: {
        secondAddresses: expect.arrayContaining([
          expect.objectContaining({ email: first.email }),
          expect.objectContaining({ email: middle.email }),
        ]),
      },
    })
    // The emptied accounts can't be merged any more, nor the first one taken out of the middle.
    expect(await merging.merge(first, last)).toMatchObject({
      ok: false,
      sentence: 'One of the accounts is gone, or was merged in the meantime.',
    })
    expect(await merging.undo(middle)).toMatchObject({
      ok: false,
      sentence: 'This account was merged into another one since then. Undo that merge first.',
    })
    expect(await merging.undo(last)).toMatchObject({ ok: true })
    expect(await merging.undo(middle)).toMatchObject({ ok: true })
    expect(await merging.ordersOf(first, middle, last)).toEqual(before)
    const addresses = await db
      .select({ email: users.email })
      .from(users)
      .where(
        inArray(
          users.id,
          [first, middle, last].map(({ viewer }) => viewer.id),
        ),
      )
    expect(addresses.map(({ email }) => email).toSorted()).toEqual(
      [first.email, middle.email, last.email].toSorted(),
    )
  })
})
