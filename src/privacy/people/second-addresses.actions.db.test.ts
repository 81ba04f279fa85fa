import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { recordNo } from '#accounts/consent/consent.actions.server.ts'
import { finishGoogleSignIn } from '#accounts/google/sign-in-with-google.actions.server.ts'
import { userEmails } from '#accounts/users/tables.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { markMailSent } from '#mail/mails.store.server.ts'
import { mails } from '#mail/tables.ts'
import { adoptGuestOrders } from '#orders/guests/guest-orders.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { aGoogle, emailsTo, from, password } from '#tests/harness/identity.ts'
import type { Person } from '#tests/harness/merging.ts'
import { openMergingShop } from '#tests/harness/merging.ts'
import { tablesWith } from '#tests/harness/tables-with.ts'

import { exportRows } from '../import/export-rows.rules.ts'
import { importRecords } from '../import/import-records.actions.server.ts'
import { personMerges } from '../merging/tables.ts'
import { finishRequest, recordDataRequest } from '../personal-data/data-requests.actions.server.ts'
import { personalDataOf } from '../personal-data/export-personal-data.actions.server.ts'

const merging = await openMergingShop()
const { testShop } = merging

describe('a second address', () => {
  test('signs in by a link, and by nothing else; nobody else can have it', async () => {
    const { db, shop, services } = testShop
    const [into, other, stranger] = [
      await merging.aPerson(),
      await merging.aPerson(),
      await merging.aPerson(),
    ]
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    const { email } = other

    expect((await shop.signIn({ email, password }, from())).ok).toBe(false)
    const before = await merging.kindsTo(email)
    // Who forgot the password is sent that link, also where the log-in page offers none.
    await shop.sendRecoveryEmail(email)
    expect(await merging.kindsTo(email)).toEqual(['login-link', ...before])
    await db.execute(sql`delete from mails where kind = 'login-link' and recipient = ${email}`)
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
    expect(await merging.kindsTo(email)).toEqual(before)

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

    // After an undo a session that it opened is no longer in the other account.
    expect(await merging.undo(into)).toMatchObject({ ok: true })
    if (!inside.ok) throw new Error(inside.reason)
    expect((await shop.identify(from(undefined, inside.cookies))).viewer).toBeNull()
  })

  test('is in the export, and an erasure leaves none of the addresses', async () => {
    const { db, shop } = testShop
    const [into, other, earlier] = [
      await merging.aPerson(),
      await merging.aPerson(),
      await merging.aPerson(),
    ]
    await merging.join(other.email)
    expect(await merging.merge(other, earlier)).toMatchObject({ ok: true })
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    expect(await shop.exportPersonalData(into.viewer)).toMatchObject({
      secondAddresses: expect.arrayContaining([
        expect.objectContaining({
          email: other.email,
          mailingList: expect.objectContaining({ email: other.email }),
        }),
        expect.objectContaining({ email: earlier.email }),
      ]),
      accountsMerged: [{ moved: { orders: 0 } }],
    })
    const { headers } = await signedIn(into)
    expect(await shop.deleteAccount(into.viewer, { password }, headers)).toMatchObject({ ok: true })
    for (const mail of await db.select().from(mails)) {
      await markMailSent(db, mail)
    }
    for (const { email } of [into, other, earlier]) {
      const named = await tablesWith(db, email)
      expect(
        named.filter((name) => name !== 'audit_log'),
        email,
      ).toEqual([])
    }
    expect(await merging.whyNot(other.email)).toBe('erased')
    const rows = await db.select().from(users).where(eq(users.id, other.viewer.id))
    expect(rows).toEqual([])
  })

  test('stays on the list where the person keeps their place there', async () => {
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    await merging.join(other.email)
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    const { headers } = await signedIn(into)
    const keeping = { password, keepsList: true }
    expect(await testShop.shop.deleteAccount(into.viewer, keeping, headers)).toMatchObject({
      ok: true,
    })
    expect(await merging.whyNot(other.email)).toBeNull()
  })

  test('is imported neither as an account nor onto the list; who left stays away, after an undo too', async () => {
    const { db, services } = testShop
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    await merging.join(into.email)
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    const act = { source: 'link', wording: 'Unsubscribe' } as const
    const imported = async () => {
      const told: string[] = []
      async function* file() {
        const person = { fullname: 'Ana Ruiz', byEmail: true, email: other.email }
        const row = { ...person, clientUID: randomUUID() }
        yield JSON.stringify({ clientsjoinedlist: [row], users: [row] })
      }
      await importRecords(services, exportRows(file()), {
        by: 'tests',
        fileName: 'old.json',
        listener: {
          row: ({ collection, outcome }) => void told.push(`${collection} ${outcome}`),
          progress() {},
        },
      })
      return told.toSorted()
    }
    const refused = ['clientsjoinedlist not-taken', 'users not-taken']
    expect(await imported()).toEqual(refused)
    await db.transaction((tx) => recordNo(services, tx, into.email, act))
    expect(await imported()).toEqual(refused)
    expect(await merging.whyNot(other.email)).toBe('left')
    expect(await merging.undo(into)).toMatchObject({ ok: true })
    expect(await imported()).toEqual(refused)
    const listed = await db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.email, other.email))
    expect(listed).toEqual([])
    expect(await merging.whyNot(other.email)).toBe('left')
  })

  test('stays when the emptied account is erased at the end of the undo time', async () => {
    const { db, shop } = testShop
    const [into, other] = [await merging.aPerson(), await merging.aPerson()]
    await merging.buys(other)
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    const ofOther = eq(mails.recipient, other.email)
    const sent = await db.update(mails).set({ state: 'sent' }).where(ofOther).returning()
    expect(sent).not.toEqual([])
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
    expect(await merging.undo(into)).toMatchObject({
      ok: false,
      sentence: 'It can no longer be undone.',
    })
    expect(
      await db.select().from(userEmails).where(eq(userEmails.email, other.email)),
    ).toHaveLength(1)
    expect(await db.select().from(mails).where(ofOther)).toHaveLength(sent.length)
    expect(await merging.whyNot(other.email)).not.toBe('erased')
    expect(await merging.ordersOf(into)).toHaveLength(1)
  })
})

/** A new login session of theirs. */
async function signedIn({ email }: Person) {
  const entered = await testShop.shop.signIn({ email, password }, from())
  if (!entered.ok) throw new Error(entered.code)
  return { headers: from(undefined, entered.cookies) }
}

test('a request to erase a second address stays open while the account has it', async () => {
  const { services } = testShop
  const [into, other] = [await merging.aPerson(), await merging.aPerson()]
  expect(await merging.merge(into, other)).toMatchObject({ ok: true })
  const asked = { kind: 'erasure', email: other.email } as const
  const noted = await recordDataRequest(services, merging.staff, asked)
  if (!noted.ok) throw new Error(noted.sentence)
  const finish = () =>
    finishRequest(services, merging.staff, {
      ...{ number: noted.done.number, outcome: 'nothing-kept', note: '' },
    })
  expect(await finish()).toMatchObject({
    ok: false,
    sentence:
      'An account or a record of the mailing list still has this address. Erase that first.',
  })
  await testShop.db.delete(userEmails).where(eq(userEmails.email, other.email))
  expect(await finish()).toMatchObject({ ok: true })
})

/** The list record of the second address is no account’s any more. */
test('a list record of the second address leads staff to the account', async () => {
  const { db, shop } = testShop
  const [into, other] = [await merging.aPerson(), await merging.aPerson()]
  await merging.join(other.email)
  const exported = async () =>
    personalDataOf(testShop.services, (await userById(db, into.viewer.id))!)
  expect(await exported()).not.toHaveProperty('secondAddresses')
  expect(await merging.merge(into, other)).toMatchObject({ ok: true })
  expect(await exported()).toMatchObject({ secondAddresses: [{ email: other.email }] })
  const [record] = await db
    .select()
    .from(mailingListClients)
    .where(eq(mailingListClients.email, other.email))
  expect(await shop.viewPerson(merging.staff, record!.id)).toMatchObject({
    person: { userId: into.viewer.id, email: into.email },
  })
})
