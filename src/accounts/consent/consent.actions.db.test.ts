import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { saveSubscriber } from '#campaigns/mailing-list/save-subscriber.actions.server.ts'
import { subscriberById } from '#campaigns/mailing-list/subscribers.store.server.ts'
import { suppress } from '#mail/suppressions.store.server.ts'
import { suppressions } from '#mail/tables.ts'
import { mails } from '#mail/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { deleteSubscriber } from '#privacy/deletion/delete-subscriber.actions.server.ts'
import { exportRows } from '#privacy/import/export-rows.rules.ts'
import { importRecords } from '#privacy/import/import-records.actions.server.ts'
import { saveUser } from '#privacy/people/save-user.actions.server.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import type { User } from '../users/users.store.server.ts'
import { markEmailVerified, userById } from '../users/users.store.server.ts'
import { viewRejoin } from './confirm-subscription.actions.server.ts'
import { carryNo, factsOf, joinConfirmed, leftOf } from './consent.actions.server.ts'
import { whyFieldsSayNo, whyNotWriteTo } from './consent.rules.ts'
import { consentsOf, writeConsent, writeConsents } from './consents.store.server.ts'
import { fieldsSayNo, subscriberFieldsSayYes } from './email-permission.store.server.ts'
import { consentNetworks, consents } from './tables.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(async () => {
  // Whatever the tests did, ledger and fields agree.
  expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
  await testShop.close()
})

const join = (email: string) =>
  testShop.shop.joinMailingList(
    { fullname: 'Ana Ruiz', email },
    {
      page: '/ex-join',
      address: `203.0.113.${Math.floor(Math.random() * 250)}`,
      isSentTooFast: false,
    },
  )

const recordOf = async (email: string) => {
  const { db } = testShop
  const [row] = await db
    .select()
    .from(mailingListClients)
    .where(eq(mailingListClients.email, email))
  return row
}

const leave = async (email: string, source: 'link' | 'one-click' = 'one-click') => {
  const { id } = (await recordOf(email))!
  return testShop.shop.unsubscribe(testShop.services.mail.tokens.sign(id), { source })
}

const mayWriteTo = async (email: string) =>
  whyNotWriteTo(await factsOf(testShop.services, testShop.db, email)) === null

const ledger = async (email: string) =>
  (await consentsOf(testShop.db, email)).map(
    ({ kind, verdict, source, counts }) =>
      `${kind} ${verdict} ${source}${counts ? '' : ' not counted'}`,
  )

const accountOf = async (id: string) => (await userById(testShop.db, id))!

const mailsTo = async (recipient: string, kind: string) =>
  (await testShop.db.select().from(mails).where(eq(mails.recipient, recipient))).filter(
    (mail) => mail.kind === kind,
  )

async function confirmByLink(email: string): Promise<boolean> {
  const mail = (await mailsTo(email, 'confirm-subscription')).at(-1)!
  const { link } = mail.props as { link: string }
  const token = decodeURIComponent(link.split('/rejoin/')[1]!)
  const rejoined = await testShop.shop.confirmRejoin(null, { token })
  return rejoined.ok && rejoined.done.isBack
}

/** Saves the personal block with other contact preferences. */
async function choose(user: User, choices: { byEmail?: boolean; byPhone?: boolean }) {
  const now = await accountOf(user.id)
  const values = {
    firstname: now.firstName,
    lastname: now.lastName,
    email: now.email,
    phone: now.phone,
    birthdate: now.birthdate ?? '',
    optionalText: now.optionalText,
    byEmail: choices.byEmail ?? now.byEmail,
    byPhone: choices.byPhone ?? now.byPhone,
  }
  const change = { block: 'personal' as const, values, version: now.version, password: '' }
  const saved = await testShop.shop.saveAccount(now, change, new Headers())
  expect(saved.ok).toBe(true)
}

const aListedMember = async () => {
  const member = await aMember(testShop.db)
  await join(member.email)
  return { ...member, user: await accountOf(member.id) }
}

describe('the ledger', () => {
  test('has wording, page and source of a join, and the network only as a hash', async () => {
    const email = `${randomUUID()}@example.com`
    await join(email)
    const [entry] = await testShop.db.select().from(consents).where(eq(consents.email, email))
    expect(entry).toMatchObject({
      verdict: 'yes',
      source: 'form',
      page: '/ex-join',
      wording: expect.stringContaining('By subscribing you agree'),
      by: null,
    })
    const [network] = await testShop.db
      .select()
      .from(consentNetworks)
      .where(eq(consentNetworks.consentId, entry!.id))
    expect(network!.networkHash).toMatch(/^[\w-]{43}$/)
    const networksAfter = async (days: number) => {
      testShop.pass(days * 24 * 60)
      await testShop.shop.cleanUpConsents()
      testShop.pass(-days * 24 * 60)
      return testShop.db.select().from(consentNetworks)
    }
    expect((await networksAfter(29)).map(({ consentId }) => consentId)).toContain(entry!.id)
    expect(await networksAfter(31)).toEqual([])
  })

  test.each([
    'delete from consents',
    `update consents set verdict = 'yes'`,
    'truncate consents cascade',
  ])('does not take %s, from its owner neither', async (statement) => {
    await expect(testShop.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: 'the consent ledger is append-only' },
    })
  })
})

describe('leaving', () => {
  test('by one click leaves list and account at once, and tells nobody', async () => {
    const { id, email } = await aListedMember()
    expect(await recordOf(email)).toMatchObject({ userId: id })
    expect(await mayWriteTo(email)).toBe(true)
    await Promise.all([leave(email), leave(email)])
    expect(await recordOf(email)).toMatchObject({ unsubscribedAt: expect.any(Date) })
    expect(await accountOf(id)).toMatchObject({ subscription: 'inactive' })
    expect(await ledger(email)).toEqual(['email no one-click', 'email yes form'])
    const hash = testShop.services.hashes.ofEmail(email)
    const rows = await testShop.db
      .select()
      .from(suppressions)
      .where(eq(suppressions.emailHash, hash))
    expect(rows).toMatchObject([{ reason: 'left' }])
    expect(await mayWriteTo(email)).toBe(false)
    const business = await mailsTo('cellar@kohue.example', 'wildcard')
    expect(business.filter(({ props }) => (props as { email: string }).email === email)).toEqual([])
  })

  test('in the account leaves the list, and active again is a new yes that joins it', async () => {
    const { id, email } = await aListedMember()
    await testShop.shop.changeSubscription({ id }, 'inactive')
    expect(await recordOf(email)).toMatchObject({ unsubscribedAt: expect.any(Date) })
    expect(await mayWriteTo(email)).toBe(false)
    await testShop.shop.changeSubscription({ id }, 'active')
    expect(await recordOf(email)).toMatchObject({ unsubscribedAt: null })
    expect(await mayWriteTo(email)).toBe(true)
    expect(await ledger(email)).toEqual(['email yes account', 'email no account', 'email yes form'])
  })

  test('by turning off contact by email leaves the list too, and on is a new yes', async () => {
    const { email, user } = await aListedMember()
    await choose(user, { byEmail: true })
    await choose(user, { byEmail: false, byPhone: true })
    expect(await recordOf(email)).toMatchObject({ unsubscribedAt: expect.any(Date) })
    expect(await mayWriteTo(email)).toBe(false)
    await choose(user, { byEmail: true })
    expect(await recordOf(email)).toMatchObject({ unsubscribedAt: null })
    expect(await mayWriteTo(email)).toBe(true)
    expect(await ledger(email)).toEqual([
      'email yes account',
      'email no account',
      'calls yes account',
      'email yes account',
      'email yes form',
    ])
  })

  test('that is active already is a new yes where its address left, if email is ticked', async () => {
    const after = async (byEmail: boolean) => {
      const { id, email } = await aMember(testShop.db, { byEmail })
      await suppress(testShop.db, testShop.services.hashes.ofEmail(email), ['left'])
      await testShop.shop.changeSubscription({ id }, 'active')
      return { mayWrite: await mayWriteTo(email), ledger: await ledger(email) }
    }
    expect(await after(true)).toEqual({ mayWrite: true, ledger: ['email yes account'] })
    expect(await after(false)).toEqual({ mayWrite: false, ledger: [] })
  })

  test('a tick beside an inactive subscription changes nothing', async () => {
    const { id, email, user } = await aListedMember()
    await testShop.shop.changeSubscription({ id }, 'inactive')
    await choose(user, { byEmail: true })
    expect(await mayWriteTo(email)).toBe(false)
    expect((await ledger(email))[0]).toBe('email no account')
  })
})

test('a list of many says the same of each account’s fields as an email to it', async () => {
  const { db, services } = testShop
  const made: [string, string | null][] = []
  const listed: [string, string | null][] = []
  const lists = [null, { byEmail: true }, { byEmail: false }, { byEmail: true, hasLeft: true }]
  const accounts = [
    { byEmail: true },
    { byEmail: false },
    { byEmail: true, byEmailOfStaff: true },
    { byEmail: true, subscription: 'inactive' as const },
  ]
  for (const list of lists) {
    for (const account of accounts) {
      const { id, email } = await aMember(db, account)
      if (list) {
        await db.insert(mailingListClients).values({
          ...{ email, fullName: 'Ana Ruiz', byEmail: list.byEmail },
          ...('hasLeft' in list && { unsubscribedAt: new Date() }),
          ...{ consentSource: 'test', consentWording: '' },
        })
      }
      const why = whyFieldsSayNo((await factsOf(services, db, email)).fields)
      made.push([id, why])
      if (list) listed.push([email, why])
    }
  }
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from users where ${fieldsSayNo()}`,
  )
  const no = new Set(rows.map(({ id }) => id))
  expect(made.map(([id]) => no.has(id))).toEqual(made.map(([, why]) => why !== null))
  const subscribers = await db
    .select({ email: mailingListClients.email })
    .from(mailingListClients)
    .where(subscriberFieldsSayYes())
  const yes = new Set(subscribers.map(({ email }) => email))
  expect(listed.map(([email]) => yes.has(email))).toEqual(listed.map(([, why]) => why === null))
  // Four accounts without a record, then on the list, without consent there, and left.
  expect(made.map(([, why]) => why)).toEqual([
    ...[null, 'never-agreed', 'never-agreed', 'inactive'],
    ...[null, null, null, 'inactive'],
    ...['no-consent', 'no-consent', 'no-consent', 'inactive'],
    ...['left', 'left', 'left', 'left'],
  ])
})

describe('a buyer', () => {
  test('who agreed to nothing gets nothing; with contact by email the tick is the consent', async () => {
    const { id, email } = await aMember(testShop.db)
    expect(await mayWriteTo(email)).toBe(false)
    await choose(await accountOf(id), { byEmail: true })
    expect(await mayWriteTo(email)).toBe(true)
  })

  test('whom staff ticked did not agree', async () => {
    const { id, email } = await aMember(testShop.db)
    const staff = await aStaffMember(testShop.db)
    const viewed = await testShop.shop.viewUser(staff, id)
    if (!viewed.ok) throw new Error(viewed.reason)
    const { version, fields } = viewed.user
    const typed = { ...fields, byEmail: true, phone: '4155550123', id, version }
    expect(await saveUser(testShop.services, staff, typed)).toMatchObject({ ok: true })
    expect(await mayWriteTo(email)).toBe(false)
    expect(await ledger(email)).toEqual(['email no staff'])
  })
})

describe('an address that is not confirmed', () => {
  test('is two people until it is confirmed; then what either refused holds for both', async () => {
    const { id, email } = await aMember(testShop.db, { emailVerified: false })
    await join(email)
    await testShop.shop.changeSubscription({ id }, 'inactive')
    expect(await recordOf(email)).toMatchObject({ userId: null })
    await testShop.db.transaction(async (tx) => {
      await markEmailVerified(tx, id)
      await joinConfirmed(testShop.services, tx, { id, email })
    })
    expect(await recordOf(email)).toMatchObject({ userId: id, unsubscribedAt: expect.any(Date) })
    expect(await mayWriteTo(email)).toBe(false)
  })

  test('is not written to once its account says no: a no needs no proof', async () => {
    const { id, email } = await aMember(testShop.db, { emailVerified: false })
    await join(email)
    expect(await mayWriteTo(email)).toBe(true)
    await testShop.shop.changeSubscription({ id }, 'inactive')
    expect(await mayWriteTo(email)).toBe(false)
    expect(await recordOf(email)).toMatchObject({ unsubscribedAt: expect.any(Date) })
    expect(await ledger(email)).toEqual(['email no account', 'email yes form'])
  })

  test('is not written to once its account turns off contact by email', async () => {
    const { id, email } = await aMember(testShop.db, { emailVerified: false, byEmail: true })
    await join(email)
    await choose(await accountOf(id), { byEmail: false })
    expect(await mayWriteTo(email)).toBe(false)
    expect((await ledger(email))[0]).toBe('email no account')
  })

  test('agrees to no calls until it is confirmed', async () => {
    const { id, email } = await aMember(testShop.db, { emailVerified: false, byPhone: false })
    await choose(await accountOf(id), { byPhone: true })
    expect(await ledger(email)).toEqual(['calls yes account not counted'])
  })

  test('whose account said no before a no counted at once is not written to either', async () => {
    const { id, email } = await aMember(testShop.db, { emailVerified: false })
    await join(email)
    await testShop.db.update(users).set({ subscription: 'inactive' }).where(eq(users.id, id))
    expect(await mayWriteTo(email)).toBe(false)
    await join(email)
    expect(await confirmByLink(email)).toBe(true)
    expect(await mayWriteTo(email)).toBe(true)
    expect(await accountOf(id)).toMatchObject({ subscription: 'active' })
  })

  test('has to be confirmed for a yes of its account to bring it back', async () => {
    const { id, email } = await aMember(testShop.db, { emailVerified: false })
    await join(email)
    await testShop.shop.changeSubscription({ id }, 'inactive')
    await testShop.shop.changeSubscription({ id }, 'active')
    expect(await mayWriteTo(email)).toBe(false)
    expect(await ledger(email)).toEqual([
      'email yes account not counted',
      'email no account',
      'email yes form',
    ])
    expect(await leftOf(testShop.db, email)).toMatchObject({ source: 'account' })
    expect(await mailsTo(email, 'confirm-subscription')).toHaveLength(1)
    expect(await confirmByLink(email)).toBe(true)
    expect(await mayWriteTo(email)).toBe(true)
    expect(await leftOf(testShop.db, email)).toBeNull()
  })

  test('that was never on the list goes on it with the name of its account', async () => {
    const named = { emailVerified: false, firstName: 'Eva', lastName: 'Marsh' }
    const { id, email } = await aMember(testShop.db, named)
    await testShop.shop.changeSubscription({ id }, 'inactive')
    await testShop.shop.changeSubscription({ id }, 'active')
    expect(await recordOf(email)).toBeUndefined()
    // The account may be another person's, so the email that asks has no name.
    expect(await mailsTo(email, 'confirm-subscription')).toMatchObject([
      { props: { firstName: '' } },
    ])
    expect(await confirmByLink(email)).toBe(true)
    expect(await recordOf(email)).toMatchObject({ fullName: 'Eva Marsh', firstName: 'Eva' })
    expect(await mailsTo(email, 'join')).toMatchObject([{ props: { firstName: 'Eva' } }])
  })

  test('who left the list before registering is inactive in the account, too', async () => {
    const { id, email } = await aMember(testShop.db, { emailVerified: false, byEmail: true })
    await join(email)
    await leave(email)
    expect(await accountOf(id)).toMatchObject({ subscription: null })
    await testShop.db.transaction(async (tx) => {
      await markEmailVerified(tx, id)
      await joinConfirmed(testShop.services, tx, { id, email })
    })
    expect(await accountOf(id)).toMatchObject({ subscription: 'inactive' })
    expect(await mayWriteTo(email)).toBe(false)
  })

  test.each([
    ['left', 'inactive', ['email no account']],
    ['complaint', 'inactive', ['email no account']],
    ['erased', 'inactive', ['email no account']],
    // Its mail server said no, and not the person.
    ['rejected', null, ['email yes account']],
  ] as const)(
    'that was suppressed before its account came: %s',
    async (reason, subscription, entries) => {
      const { db, services } = testShop
      const { id, email } = await aMember(db, { emailVerified: false, byEmail: true })
      await suppress(db, services.hashes.ofEmail(email), [reason])
      await db.transaction(async (tx) => {
        await markEmailVerified(tx, id)
        await joinConfirmed(services, tx, { id, email })
      })
      expect(await accountOf(id)).toMatchObject({ subscription })
      expect(await ledger(email)).toEqual(entries)
      expect(await mayWriteTo(email)).toBe(false)
    },
  )

  test('whose list record had left before there was a ledger is inactive, too', async () => {
    const { db, services } = testShop
    const { id, email } = await aMember(db, { emailVerified: false, byEmail: true })
    await db.insert(mailingListClients).values({
      ...{ email, fullName: 'Ana Ruiz', unsubscribedAt: new Date() },
      ...{ consentSource: 'import', consentWording: '' },
    })
    await db.transaction(async (tx) => {
      await markEmailVerified(tx, id)
      await joinConfirmed(services, tx, { id, email })
    })
    expect(await accountOf(id)).toMatchObject({ subscription: 'inactive' })
    expect(await mayWriteTo(email)).toBe(false)
  })

  test.each([
    ['noted', ['email no import']],
    ['older than the ledger', []],
  ])(
    'on the list without having agreed, %s, is not written to, and has not left',
    async (_, entries) => {
      const { db, services } = testShop
      const { id, email } = await aMember(db, { emailVerified: false, byEmail: true })
      await db.insert(mailingListClients).values({
        ...{ email, fullName: 'Ana Ruiz', byEmail: false },
        ...{ consentSource: 'import', consentWording: '' },
      })
      if (entries.length > 0) {
        const entry = { email, kind: 'email', verdict: 'no', source: 'import' } as const
        await writeConsent(db, { ...entry, wording: '' })
      }
      await db.transaction(async (tx) => {
        await markEmailVerified(tx, id)
        await joinConfirmed(services, tx, { id, email })
      })
      expect(await mayWriteTo(email)).toBe(false)
      expect(await leftOf(db, email)).toBeNull()
      expect(await recordOf(email)).toMatchObject({ userId: id, unsubscribedAt: null })
      expect(await accountOf(id)).toMatchObject({ subscription: null })
      expect(await ledger(email)).toEqual(entries)
    },
  )
})

test.each([
  ['before the other agreed', false, [], true],
  ['before the other agreed, and to calls after', false, ['calls no'], true],
  ['after the other agreed', true, [], false],
])('a no to emails %s', async (_, isLater, more, mayWrite) => {
  const { db, services } = testShop
  const [from, to] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  await Promise.all([join(from), join(to)])
  await leave(from)
  if (!isLater) {
    await leave(to)
    await join(to)
    expect(await confirmByLink(to)).toBe(true)
  }
  if (more.length > 0) {
    const entry = { email: from, kind: 'calls', verdict: 'no', source: 'account' } as const
    await writeConsent(db, { ...entry, wording: '' })
  }
  await db.transaction((tx) =>
    carryNo(services, tx, from, to, { source: 'account', wording: '' } as const),
  )
  expect(await mayWriteTo(to)).toBe(mayWrite)
})

test.each([
  ['left', false],
  ['complaint', false],
  ['rejected', true],
  ['erased', true],
] as const)(
  'an address that is suppressed as %s is a no of another that agreed before: %s',
  async (reason, mayWrite) => {
    const { db, services } = testShop
    const [from, to] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    await Promise.all([join(from), join(to)])
    await suppress(db, services.hashes.ofEmail(from), [reason])
    await db.transaction((tx) =>
      carryNo(services, tx, from, to, { source: 'account', wording: '' } as const),
    )
    expect(await mayWriteTo(to)).toBe(mayWrite)
  },
)

test('a no of an address that rejects what is sent to it is one, too', async () => {
  const { db, services } = testShop
  const [from, to] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  await Promise.all([join(from), join(to)])
  await suppress(db, services.hashes.ofEmail(from), ['rejected'])
  await leave(from)
  await db.transaction((tx) =>
    carryNo(services, tx, from, to, { source: 'account', wording: '' } as const),
  )
  expect(await mayWriteTo(to)).toBe(false)
})

describe('coming back', () => {
  test('by the form counts once the link is used, in the account too', async () => {
    const { id, email } = await aListedMember()
    await leave(email)
    await join(email)
    expect(await mayWriteTo(email)).toBe(false)
    expect(await confirmByLink(email)).toBe(true)
    expect(await mayWriteTo(email)).toBe(true)
    expect(await accountOf(id)).toMatchObject({ subscription: 'active' })
    expect(await confirmByLink(email)).toBe(false)
  })

  test('a link that was used offers nothing more where the address may not be written to again', async () => {
    const email = `${randomUUID()}@example.com`
    await join(email)
    await leave(email)
    await join(email)
    const [mail] = await mailsTo(email, 'confirm-subscription')
    const { link } = mail!.props as { link: string }
    const token = decodeURIComponent(link.split('/rejoin/')[1]!)
    expect(await viewRejoin(testShop.services, token)).toEqual({ email, isBack: false })
    expect(await confirmByLink(email)).toBe(true)
    expect(await viewRejoin(testShop.services, token)).toEqual({ email, isBack: true })
    await suppress(testShop.db, testShop.services.hashes.ofEmail(email), ['rejected'])
    expect(await viewRejoin(testShop.services, token)).toBeNull()
  })

  test('an erased address whose last word was no is neither imported nor written to again', async () => {
    const { db, services } = testShop
    const email = `${randomUUID()}@example.com`
    await join(email)
    const said = { email, kind: 'email', verdict: 'no', source: 'import', wording: '' } as const
    await db.transaction((tx) => writeConsent(tx, said))
    const staff = await aStaffMember(db)
    await deleteSubscriber(services, staff, { id: (await recordOf(email))!.id })
    const reasons = await db
      .select({ reason: suppressions.reason })
      .from(suppressions)
      .where(eq(suppressions.emailHash, services.hashes.ofEmail(email)))
    expect(reasons.map(({ reason }) => reason).toSorted()).toEqual(['erased', 'left'])
  })

  test('an erased person joins by the form once confirmed; earlier history stays gone', async () => {
    const email = `${randomUUID()}@example.com`
    await join(email)
    const staff = await aStaffMember(testShop.db)
    await deleteSubscriber(testShop.services, staff, { id: (await recordOf(email))!.id })
    expect(await ledger(email)).toEqual([])
    await join(email)
    expect(await recordOf(email)).toBeUndefined()
    expect(await mayWriteTo(email)).toBe(false)
    const asked = await mailsTo(email, 'confirm-subscription')
    expect(asked).toMatchObject([{ props: { asked: 'new', firstName: '' } }])
    expect(await confirmByLink(email)).toBe(true)
    expect(await mayWriteTo(email)).toBe(true)
    expect(await ledger(email)).toEqual(['email yes form'])
  })

  test('no import brings back a person who left or was erased', async () => {
    const [left, erased] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    const { db, services } = testShop
    await Promise.all([join(left), join(erased)])
    await leave(left)
    const staff = await aStaffMember(testShop.db)
    await deleteSubscriber(testShop.services, staff, { id: (await recordOf(erased))!.id })
    async function* file() {
      const person = { fullname: 'Ana Ruiz', byEmail: true }
      const documents = [left, erased].map((email) => ({ ...person, email, clientUID: email }))
      yield JSON.stringify({ clientsjoinedlist: documents, users: documents })
    }
    const told: string[] = []
    await importRecords(services, exportRows(file()), {
      by: 'tests',
      fileName: 'old.json',
      listener: { row: (row) => void told.push(`${row.collection} ${row.outcome}`), progress() {} },
    })
    expect(told.filter((line) => line.startsWith('clients'))).toHaveLength(2)
    expect(told.filter((line) => line === 'users not-taken')).toHaveLength(1)
    expect([await mayWriteTo(left), await mayWriteTo(erased)]).toEqual([false, false])
    expect(await db.select().from(users).where(eq(users.email, erased))).toEqual([])
  })

  test('an imported person without consent left nothing, and joins once confirmed', async () => {
    const email = `${randomUUID()}@example.com`
    await testShop.db.insert(mailingListClients).values({
      ...{ email, fullName: 'Ana Ruiz', byEmail: false },
      ...{ consentSource: 'import', consentWording: '' },
    })
    await writeConsent(testShop.db, {
      ...{ email, kind: 'email', verdict: 'no', source: 'import', wording: '' },
    })
    const whyNot = async () => whyNotWriteTo(await factsOf(testShop.services, testShop.db, email))
    expect(await whyNot()).toBe('no-consent')
    expect(await leftOf(testShop.db, email)).toBeNull()
    await join(email)
    expect(await whyNot()).toBe('no-consent')
    expect(await confirmByLink(email)).toBe(true)
    expect(await whyNot()).toBeNull()
  })

  test('staff who give a record an address that left keep it off the list', async () => {
    const [left, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    const { db } = testShop
    await join(other)
    await db.transaction((tx) =>
      writeConsent(tx, {
        email: left,
        kind: 'email',
        verdict: 'no',
        source: 'link',
        wording: 'no',
      }),
    )
    const staff = await aStaffMember(testShop.db)
    const { id, version, fields } = (await subscriberById(db, (await recordOf(other))!.id))!
    const typed = { ...fields, firstname: 'Ana', lastname: 'Ruiz', email: left, id, version }
    expect(await saveSubscriber(testShop.services, staff, typed)).toMatchObject({ ok: true })
    expect(await mayWriteTo(left)).toBe(false)
    expect(await ledger(other)).toEqual([])
    expect(await ledger(left)).toEqual(['email yes form not counted', 'email no link'])
  })
})

test.each([0, 1, 3])('%i entries of an import are written at once', async (count) => {
  const email = `${randomUUID()}@example.com`
  const entry = {
    email,
    kind: 'email',
    verdict: 'no',
    source: 'import',
    wording: 'Never.',
  } as const
  await writeConsents(
    testShop.db,
    Array.from({ length: count }, () => entry),
  )
  expect(await ledger(email)).toEqual(Array(count).fill('email no import'))
})
