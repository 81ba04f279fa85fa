import { randomUUID } from 'node:crypto'

import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { markMailSent } from '#data/emails/mails.ts'
import { adoptGuestOrders } from '#data/orders/guest-orders.ts'
import { duplicates, userEmails } from '#data/schema/merges.ts'
import { mails } from '#data/schema/operations.ts'
import { personMerges } from '#data/schema/merges.ts'
import { mailingListClients, users } from '#data/schema/people.ts'
import { allocations } from '#data/schema/releases.ts'
import { requests } from '#data/schema/requests.ts'
import { orders } from '#data/schema/orders.ts'
import { products } from '#data/schema/trade.ts'
import { recordRequest } from '#data/requests/requests.ts'
import type { User } from '#data/people/users.ts'
import { whyNotWriteTo } from '#domain/people/consent.ts'
import type { MergeChoices } from '#domain/people/merge.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { aGoogle, emailsTo, from, password, registeredPerson } from '#tests/harness/identity.ts'
import { clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { finishGoogleSignIn } from '#use-cases/sign-in/sign-in-with-google.ts'

import { factsOf, recordNo } from './consent.ts'

let testShop: TestShop
let staff: User & { duties: readonly ['owner'] }
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  staff = (await aStaffMember(testShop.db)) as typeof staff
  await setStock(testShop.db, wine, 100)
})
afterAll(async () => {
  expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
  await testShop.close()
})

type Person = Awaited<ReturnType<typeof registeredPerson>>

/** A customer whose address is confirmed. */
async function aPerson(profile: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  const person = await registeredPerson(testShop)
  await testShop.db
    .update(users)
    .set({ emailVerified: true, ...profile })
    .where(eq(users.id, person.viewer.id))
  return person
}

async function atThePage({ viewer }: Person) {
  await testShop.shop.changeCart(viewer, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(viewer, { kind: 'choose-shipping', method: 'pickup' })
  const started = await testShop.shop.startCheckout(viewer)
  if (!started.ok) throw new Error(started.reason)
  return { url: started.url, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
}

async function buys(person: Person) {
  const { url, sessionId } = await atThePage(person)
  await payAt(url, { email: person.email })
  await testShop.shop.recordPayment(sessionId)
}

const versionOf = async (id: string) =>
  (await testShop.db.select({ version: users.version }).from(users).where(eq(users.id, id)))[0]
    ?.version ?? 0

type Wish = { choices?: MergeChoices; sum?: boolean; key?: string; by?: typeof staff }

async function merge(into: Person, other: Person, wish: Wish = {}) {
  const { choices = {}, sum = false, key = randomUUID(), by = staff } = wish
  return testShop.shop.mergePeople(by, {
    key,
    into: { id: into.viewer.id, version: await versionOf(into.viewer.id) },
    from: { id: other.viewer.id, version: await versionOf(other.viewer.id) },
    choices,
    sum,
  })
}

async function undo(into: Person) {
  const rows = await testShop.db
    .select()
    .from(personMerges)
    .where(eq(personMerges.intoUser, into.viewer.id))
    .orderBy(personMerges.at)
  return testShop.shop.undoMerge(staff, rows.at(-1)!.id)
}

/** Numbers and totals of everything these people have bought, by owner. */
const booksOf = async (...people: Person[]) =>
  testShop.db
    .select({ number: orders.number, total: orders.totalCents, owner: orders.userId })
    .from(orders)
    .where(
      inArray(
        orders.userId,
        people.map(({ viewer }) => viewer.id),
      ),
    )
    .orderBy(orders.number)

const kindsTo = async (email: string) =>
  (await emailsTo(testShop.db, email)).map(({ kind }) => kind)

const whyNot = async (email: string) =>
  whyNotWriteTo(await factsOf(testShop.services, testShop.db, email))

describe('a merge', () => {
  test('moves orders, requests and the chosen fields, loses and doubles none, and an undo restores', async () => {
    const { db, shop } = testShop
    const into = await aPerson({ phone: '4155550100', city: 'Reno' })
    const other = await aPerson({ phone: '4155550101', birthdate: '1980-02-03' })
    await buys(into)
    await buys(other)
    await buys(other)
    for (const { viewer } of [into, other]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await recordRequest(db, { kind: 'club', userId: viewer.id })
    }
    await recordRequest(db, { kind: 'other', userId: other.viewer.id })
    const before = await booksOf(into, other)
    const totals = (rows: typeof before) => rows.map(({ number, total }) => [number, total])

    const key = randomUUID()
    const choices = { phone: 'from', birthdate: 'from' } as const
    expect(await merge(into, other, { choices, key })).toEqual({ ok: true })
    expect(await merge(into, other, { choices, key })).toEqual({ ok: true })
    const after = await booksOf(into, other)
    expect(totals(after)).toEqual(totals(before))
    expect(new Set(after.map(({ owner }) => owner))).toEqual(new Set([into.viewer.id]))
    expect((await shop.orderHistory(into.viewer, 1)).orders).toHaveLength(3)
    expect(await shop.viewUser(staff, other.viewer.id)).toMatchObject({ reason: 'gone' })
    expect(await shop.restoreUser(staff, other.viewer.id)).toMatchObject({ ok: false })
    expect(await shop.viewUser(staff, into.viewer.id)).toMatchObject({
      user: { fields: { phone: '4155550101', birthdate: '1980-02-03', city: 'Reno' } },
    })
    const asked = await db.select().from(requests).where(eq(requests.userId, into.viewer.id))
    expect(asked.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      'club open',
      'club withdrawn',
      'other open',
    ])
    for (const { email } of [into, other]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await kindsTo(email)).toContain('accounts-merged')
    }
    const viewed = await shop.viewPerson(staff, into.viewer.id)
    expect(viewed).toMatchObject({
      person: {
        secondAddresses: [{ email: other.email }],
        merges: [{ mayUndo: true, moved: { orders: 2, requests: 2, allocations: 0 } }],
      },
    })

    expect(await undo(into)).toEqual({ ok: true, userId: into.viewer.id })
    expect(await booksOf(into, other)).toEqual(before)
    expect(await shop.viewUser(staff, into.viewer.id)).toMatchObject({
      user: { fields: { phone: '4155550100', birthdate: '' } },
    })
    const open = await db
      .select()
      .from(requests)
      .where(and(eq(requests.userId, other.viewer.id), eq(requests.state, 'open')))
    expect(open).toHaveLength(2)
    expect((await shop.signIn({ email: other.email, password }, from())).ok).toBe(true)
    expect(await undo(into)).toEqual({ ok: false, reason: 'late' })
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
      // oxlint-disable no-await-in-loop -- one after the other
      const [into, other] = [await aPerson(), await aPerson()]
      await allocate(db, release, into.viewer, 3)
      await allocate(db, release, other.viewer, 4)
      expect(await merge(into, other, { sum })).toEqual({ ok: true })
      expect(await unitsOf(into)).toEqual([units])
      expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
      expect(await undo(into)).toMatchObject({ ok: true })
      expect([await unitsOf(into), await unitsOf(other)]).toEqual([[3], [4]])
      await db
        .delete(allocations)
        .where(inArray(allocations.userId, [into.viewer.id, other.viewer.id]))
      await db.update(products).set({ promised: 0 }).where(eq(products.id, release.wine))
      // oxlint-enable no-await-in-loop
    }
    expect(await promised()).toBe(0)
  })

  test('is refused for staff, oneself, an unconfirmed address and what was saved meanwhile', async () => {
    const { shop, db } = testShop
    const [into, other] = [await aPerson(), await aPerson()]
    expect(await merge(into, into)).toEqual({ ok: false, reason: 'self' })
    const colleague = { ...into, viewer: staff } as Person
    expect(await merge(into, colleague)).toEqual({ ok: false, reason: 'staff' })
    expect(await merge(colleague, into)).toEqual({ ok: false, reason: 'staff' })
    const stale = { ...staff, isCodeStale: true } as never
    expect(await merge(into, other, { by: stale })).toEqual({ ok: false, reason: 'not-staff' })
    const form = { key: randomUUID(), choices: {}, sum: false }
    const ids = {
      into: { id: into.viewer.id, version: 99 },
      from: { id: other.viewer.id, version: 1 },
    }
    expect(await shop.mergePeople(staff, { ...form, ...ids })).toEqual({
      ok: false,
      reason: 'saved-elsewhere',
    })
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, other.viewer.id))
    expect(await merge(into, other)).toEqual({ ok: false, reason: 'unconfirmed' })
    expect(await kindsTo(other.email)).not.toContain('accounts-merged')
  })

  test('closes open payment pages first, and is refused where that is impossible', async () => {
    const [into, other] = [await aPerson(), await aPerson()]
    const { sessionId } = await atThePage(other)
    await setFault({ match: 'POST /v1/checkout/sessions/*', fault: 'error-before', times: 5 })
    expect(await merge(into, other)).toEqual({ ok: false, reason: 'provider-away' })
    await clearFaults()
    expect(await merge(into, other)).toEqual({ ok: true })
    expect(await testShop.shop.recordPayment(sessionId)).not.toMatchObject({ state: 'paid' })
  })

  test('of two by staff crosswise at once, one wins', async () => {
    const [one, other] = [await aPerson(), await aPerson()]
    await buys(one)
    await buys(other)
    const before = await booksOf(one, other)
    const results = await Promise.all([merge(one, other), merge(other, one)])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'gone' })
    const after = await booksOf(one, other)
    expect(after.map(({ number }) => number)).toEqual(before.map(({ number }) => number))
    expect(new Set(after.map(({ owner }) => owner)).size).toBe(1)
  })

  test('moves a later no, and never a yes', async () => {
    const { db, services, shop } = testShop
    const [into, left] = [await aPerson(), await aPerson()]
    const join = (email: string) =>
      shop.joinMailingList(
        { fullname: 'Ana Ruiz', email },
        { page: '/ex-join', address: '203.0.113.9', isSentTooFast: false },
      )
    await join(into.email)
    await join(left.email)
    const act = { source: 'link', wording: 'Unsubscribe' } as const
    await db.transaction((tx) => recordNo(services, tx, left.email, act))
    expect(await merge(into, left)).toEqual({ ok: true })
    expect(await whyNot(into.email)).toBe('left')

    const [gone, listed] = [await aPerson({ subscription: 'inactive' }), await aPerson()]
    await join(listed.email)
    expect(await merge(gone, listed)).toEqual({ ok: true })
    expect(await whyNot(gone.email)).not.toBeNull()
    expect(await whyNot(listed.email)).not.toBeNull()

    // Afterwards a no said at one address holds for the other.
    const [first, second] = [await aPerson(), await aPerson()]
    await join(first.email)
    await join(second.email)
    expect(await merge(first, second)).toEqual({ ok: true })
    expect([await whyNot(first.email), await whyNot(second.email)]).toEqual([null, null])
    await db.transaction((tx) => recordNo(services, tx, second.email, act))
    expect([await whyNot(first.email), await whyNot(second.email)]).toEqual(['left', 'left'])
  })
})

describe('a second address', () => {
  test('signs in by a link, and by nothing else; nobody else can have it', async () => {
    const { db, shop, services } = testShop
    const [into, other, stranger] = [await aPerson(), await aPerson(), await aPerson()]
    expect(await merge(into, other)).toEqual({ ok: true })
    const { email } = other

    expect((await shop.signIn({ email, password }, from())).ok).toBe(false)
    const before = await kindsTo(email)
    await shop.sendRecoveryEmail(email)
    expect(await kindsTo(email)).toEqual(before)
    expect(await shop.register({ ...other, lastName: 'Else' }, from())).toEqual({
      ok: false,
      code: 'email-already-in-use',
    })
    await expect(db.insert(users).values({ name: 'x', email })).rejects.toThrow()
    await expect(
      db.insert(userEmails).values({ email: stranger.email, userId: into.viewer.id }),
    ).rejects.toThrow()
    const google = aGoogle()
    google.say({
      subject: randomUUID(),
      email,
      emailVerified: true,
      givenName: 'Eve',
      familyName: 'E',
    } as never)
    const entered = await finishGoogleSignIn(
      { ...services, google },
      new URLSearchParams('code=c&state=s'),
      from(),
    )
    expect(entered.entered).toMatchObject({ ok: false })
    expect(
      await shop.requestEmailChange(stranger.viewer, { email, password }, stranger.headers),
    ).toEqual({ ok: true })
    expect(await kindsTo(email)).toEqual(before)

    await shop.sendLoginLink({ email, to: '/members' })
    const mail = (await emailsTo(db, email)).find(({ kind }) => kind === 'login-link')!
    const token = new URL((mail.props as { link: string }).link).pathname.split('/').at(-1)!
    const held = { secret: await shop.entrySecretOf(token), browser: randomUUID() }
    const inside = await shop.enterByLink(held, null, from())
    expect(inside).toMatchObject({ ok: true, userId: into.viewer.id })

    // Joining the list with it is joining the list; guest orders made under it are the account's.
    const [order] = await db.select().from(orders).limit(1)
    if (order) {
      await db
        .update(orders)
        .set({ userId: null, email, channel: 'offering' })
        .where(eq(orders.id, order.id))
      await db.execute(sql`update checkouts set buyer_key = null where id = ${order.checkoutId}`)
      await adoptGuestOrders(db, into.viewer.id)
      const [adopted] = await db.select().from(orders).where(eq(orders.id, order.id))
      expect(adopted!.userId).toBe(into.viewer.id)
      await db
        .update(orders)
        .set({ userId: order.userId, email: order.email, channel: order.channel })
        .where(eq(orders.id, order.id))
    }

    // After an undo whoever entered by it is out of the other account.
    expect(await undo(into)).toMatchObject({ ok: true })
    if (!inside.ok) throw new Error(inside.reason)
    expect((await shop.identify(from(undefined, inside.cookies))).viewer).toBeNull()
  })

  test('is in the export, and an erasure leaves neither address', async () => {
    const { db, shop } = testShop
    const [into, other] = [await aPerson(), await aPerson()]
    await shop.joinMailingList(
      { fullname: 'Ana Ruiz', email: other.email },
      { page: '/ex-join', address: '203.0.113.9', isSentTooFast: false },
    )
    expect(await merge(into, other)).toEqual({ ok: true })
    expect(await shop.exportPersonalData(into.viewer)).toMatchObject({
      secondAddresses: [{ email: other.email, mailingList: { email: other.email } }],
      accountsMerged: [{ moved: { orders: 0 } }],
    })
    const { headers } = await signedIn(into)
    expect(await shop.deleteAccount(into.viewer, { password }, headers)).toMatchObject({ ok: true })
    for (const mail of await db.select().from(mails)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await markMailSent(db, mail)
    }
    for (const { email } of [into, other]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const named = await tablesWith(email)
      expect(
        named.filter((name) => name !== 'audit_log'),
        email,
      ).toEqual([])
    }
    expect(await whyNot(other.email)).toBe('erased')
    const rows = await db.select().from(users).where(eq(users.id, other.viewer.id))
    expect(rows).toEqual([])
  })

  test('stays when the emptied account is erased at the end of the undo time', async () => {
    const { db, shop } = testShop
    const [into, other] = [await aPerson(), await aPerson()]
    await buys(other)
    expect(await merge(into, other)).toEqual({ ok: true })
    await db
      .update(users)
      .set({ eraseAt: new Date(0) })
      .where(eq(users.id, other.viewer.id))
    await db
      .update(personMerges)
      .set({ undoUntil: new Date(1) })
      .where(eq(personMerges.intoUser, into.viewer.id))
    await shop.eraseDeletedUsersDue()
    await shop.cleanUpConsents()
    const [kept] = await db
      .select()
      .from(personMerges)
      .where(eq(personMerges.intoUser, into.viewer.id))
    expect(kept).toMatchObject({ fromUser: null, restore: null, moved: { orders: 1 } })
    expect(await undo(into)).toEqual({ ok: false, reason: 'late' })
    expect(
      await db.select().from(userEmails).where(eq(userEmails.email, other.email)),
    ).toHaveLength(1)
    expect(await whyNot(other.email)).not.toBe('erased')
    expect(await booksOf(into)).toHaveLength(1)
  })
})

/** A new login session of theirs. */
async function signedIn({ email }: Person) {
  const entered = await testShop.shop.signIn({ email, password }, from())
  if (!entered.ok) throw new Error(entered.code)
  return { headers: from(undefined, entered.cookies) }
}

/** Tables with a row in which the text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await testShop.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const hits = await testShop.db.execute(
      sql`select 1 from ${sql.identifier(name)} as t where t::text ilike ${`%${text}%`} limit 1`,
    )
    if (hits.rowCount) found.push(name)
  }
  return found.toSorted()
}

describe('the list of duplicates', () => {
  const pairsOf = ({ viewer }: Person) =>
    testShop.db
      .select()
      .from(duplicates)
      .where(sql`${viewer.id} in (${duplicates.one}, ${duplicates.other})`)

  test('has who shares birthdate, last name and ZIP, or a phone, as long as they do', async () => {
    const { db, shop } = testShop
    const birthdate = '1971-07-07'
    const one = await aPerson({ birthdate, lastName: 'Luján', zipCode: '94110', phone: '' })
    const other = await aPerson({ birthdate, lastName: ' luján', zipCode: '94110-1234', phone: '' })
    expect(await pairsOf(one)).toMatchObject([{ byBirthdate: true, byPhone: false }])
    const caller = await aPerson({ phone: '+1 (707) 555-8899' })
    await db.update(users).set({ phone: '7075558899' }).where(eq(users.id, other.viewer.id))
    expect(await pairsOf(other)).toHaveLength(2)
    const listed = await shop.viewList(
      staff,
      'duplicates',
      new URLSearchParams({ q: caller.email }),
    )
    expect(listed).toMatchObject({ ok: true })
    await db.update(users).set({ birthdate: null }).where(eq(users.id, one.viewer.id))
    expect(await pairsOf(one)).toEqual([])
    expect(await shop.dismissDuplicate(staff, caller.viewer.id, other.viewer.id)).toEqual({
      ok: true,
    })
    expect(await pairsOf(caller)).toMatchObject([{ dismissedAt: expect.any(Date) }])
    await shop.findDuplicates()
    expect(await pairsOf(caller)).toHaveLength(1)
  })

  test('has no pair once it is merged, and the pair again after an undo', async () => {
    const phone = '5035550142'
    const [into, other] = [await aPerson({ phone }), await aPerson({ phone })]
    expect(await pairsOf(into)).toHaveLength(1)
    expect(await merge(into, other)).toEqual({ ok: true })
    expect(await pairsOf(into)).toEqual([])
    expect(await undo(into)).toMatchObject({ ok: true })
    expect(await pairsOf(into)).toHaveLength(1)
  })
})

/** The list record of the second address is no account’s any more. */
test('a list record of the second address leads staff to the account', async () => {
  const { db, shop } = testShop
  const [into, other] = [await aPerson(), await aPerson()]
  await shop.joinMailingList(
    { fullname: 'Ana Ruiz', email: other.email },
    { page: '/ex-join', address: '203.0.113.9', isSentTooFast: false },
  )
  expect(await merge(into, other)).toEqual({ ok: true })
  const [record] = await db
    .select()
    .from(mailingListClients)
    .where(eq(mailingListClients.email, other.email))
  expect(await shop.viewPerson(staff, record!.id)).toMatchObject({
    person: { userId: into.viewer.id, email: into.email },
  })
})
