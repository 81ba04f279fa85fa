import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  consentsOf,
  eraseConsents,
  latestEmailConsent,
  writeConsent,
} from '#accounts/consent/consents.store.server.ts'
import {
  closeDataRequests,
  dataRequestsOf,
  insertDataRequest,
  openRequestNotedFor,
} from '#accounts/consent/data-requests.store.server.ts'
import {
  eraseListRecord,
  insertSubscriber,
  joinByAddress,
  joinListRecord,
  leaveList,
  listAddressById,
  putOnList,
} from '#accounts/consent/mailing-list.store.server.ts'
import {
  deletePendingConsents,
  pendingConsentOf,
  usePendingConsent,
} from '#accounts/consent/pending-consents.store.server.ts'
import {
  deleteDataLinksOf,
  isUnusedDataLink,
  subscriberByDataCookie,
  useDataLink,
} from '#accounts/consent/personal-data-links.store.server.ts'
import {
  deleteSecondAddress,
  moveSecondAddresses,
  otherAddressesOf,
  ownerOfSecondAddress,
  secondAddressesOf,
} from '#accounts/consent/second-addresses.store.server.ts'
import { pendingConsents, personalDataLinks } from '#accounts/consent/tables.ts'
import {
  deleteEmailChange,
  emailChangeOf,
  startEmailChange,
  updateEmailChange,
} from '#accounts/email-change/email-changes.store.server.ts'
import {
  entryLinksOf,
  retireLinksOfSession,
  revokeEntryLinksOf,
} from '#accounts/links/entry-links.store.server.ts'
import { deleteLinksOf, extendLinks, useLink } from '#accounts/links/one-time-links.store.server.ts'
import { entryLinks } from '#accounts/links/tables.ts'
import {
  deletePasskey,
  deletePasskeysOf,
  deletePasskeysSince,
  notePasskeyUse,
  passkeysOf,
  renamePasskeyOf,
} from '#accounts/passkeys/passkeys.store.server.ts'
import {
  beginFactor,
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  deleteFactorSetUp,
  factorOf,
  knownNetwork,
  noteCodeEntered,
  noteLockTold,
  noteRightCode,
  noteWrongCode,
  useRecoveryCode,
  writeRecoveryCodes,
} from '#accounts/second-factor/second-factors.store.server.ts'
import {
  devicesOf,
  endSession,
  endSessionByToken,
  endSessionsOf,
  openPreviewIn,
} from '#accounts/sessions/login-sessions.store.server.ts'
import {
  deleteGoogleOf,
  deleteIdentitiesOf,
  deleteIdentitiesSince,
  deleteOtherIdentities,
  googleOf,
  passwordHashOf,
  setPasswordHash,
  waysToSignIn,
} from '#accounts/sign-in/identities.store.server.ts'
import {
  emailChanges,
  factorNetworks,
  identities,
  linkPurposes,
  oneTimeLinks,
  passkeys,
  recoveryCodes,
  secondFactors,
  sessions,
} from '#accounts/sign-in/tables.ts'
import {
  activateAccount,
  fillAddress,
  inactivateAccount,
  saveSubscription,
  saveUserIf,
} from '#accounts/users/accounts.store.server.ts'
import { dutiesOf, writeDuties } from '#accounts/users/duties.store.server.ts'
import { softDelete, undoDelete } from '#accounts/users/soft-delete.store.server.ts'
import {
  deleteInvitation,
  endInvitationsBy,
  invitationsTo,
  openInvitations,
  useInvitation,
} from '#accounts/users/staff-invitations.store.server.ts'
import { grantMembership } from '#accounts/users/staff-users.store.server.ts'
import { userEmails } from '#accounts/users/tables.ts'
import {
  changeEmail,
  changeRole,
  clearPaymentCustomer,
  markEmailVerified,
  savePaymentCustomer,
  savePaymentProfile,
  userByCustomer,
} from '#accounts/users/users.store.server.ts'
import { forgetMailsTo } from '#mail/mails.store.server.ts'
import { endSuppressions, suppress } from '#mail/suppressions.store.server.ts'
import { mails } from '#mail/tables.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import type { Database, Transaction } from '#platform/database/connection.server.ts'
import { mailingListClients, staffInvitations } from '#platform/database/people.tables.ts'
import { rowsWith, takenBack } from '#tests/harness/rows-with.ts'
import { aMember, openTestDatabase } from '#tests/harness/test-shop.ts'

const past = new Date('2025-01-01T12:00:00Z')
const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2027-01-01T12:00:00Z')

/** One of the staff of whom each table of accounts has rows, each with the mark, the address or an id of theirs. */
async function aPerson(db: Database, mark: string) {
  const { id: userId, email } = await aMember(db, {
    ...{ ...noAddress, role: 'staff', firstName: mark, emailVerified: true },
    ...{ stripeCustomerId: `cus_${mark}`, paymentProfile: mark },
  })
  const [{ id: subscriberId } = { id: '' }] = await db
    .insert(mailingListClients)
    .values({ userId, email, fullName: mark, consentSource: 'test', consentWording: '' })
    .returning({ id: mailingListClients.id })
  const second = `${mark}.second@example.com`
  await db.insert(userEmails).values({ email: second, userId })
  const inBrowser = { userId, expiresAt: later }
  await db.insert(sessions).values([
    { ...inBrowser, token: `${mark} here`, entryLink: `${mark} entry` },
    { ...inBrowser, token: `${mark} elsewhere` },
    { ...inBrowser, token: `${mark} ended`, expiresAt: past },
  ])
  const [{ id: google } = { id: '' }] = await db
    .insert(identities)
    .values({ userId, accountId: `${mark} google`, providerId: 'google' })
    .returning({ id: identities.id })
  const key = { userId, publicKey: 'k', counter: 0, transports: [] }
  const [{ id: passkey } = { id: '' }] = await db
    .insert(passkeys)
    .values([
      { ...key, credentialId: `${mark} 1`, name: `${mark} phone` },
      { ...key, credentialId: `${mark} 2`, name: `${mark} laptop` },
    ])
    .returning({ id: passkeys.id })
  await db.insert(oneTimeLinks).values(
    linkPurposes.map((purpose) => ({
      ...{ tokenHash: `${mark} ${purpose}`, purpose, userId, email, expiresAt: later },
    })),
  )
  // Both used the same browser.
  const link = { purpose: 'purchase', email, expiresAt: later } as const
  await db.insert(entryLinks).values([
    { ...link, tokenHash: `${mark} entry`, userId, boundTo: 'browser' },
    { ...link, tokenHash: `${mark} list`, subscriberId },
  ])
  // Both have the same code and the same network.
  await db.insert(secondFactors).values({ userId, secret: mark, confirmedAt: past })
  await db.insert(recoveryCodes).values({ userId, codeHash: 'a code' })
  await db.insert(factorNetworks).values([
    { userId, network: 'a network', enteredAt: now },
    { userId, network: 'an old network', enteredAt: past },
  ])
  await db.insert(emailChanges).values({ userId, email: `${mark}.new@x.org`, expiresAt: later })
  await db.insert(staffInvitations).values({
    ...{ tokenHash: mark, email: `${mark}.guest@x.org`, duties: ['support'] },
    ...{ invitedBy: userId, expiresAt: later },
  })
  await writeConsent(
    db,
    { email, kind: 'email', verdict: 'yes', source: 'form', wording: mark },
    `${mark} network`,
  )
  await db.insert(pendingConsents).values({
    ...{ tokenHash: mark, email, fullName: mark, source: 'form', wording: '', page: '' },
    expiresAt: later,
  })
  await insertDataRequest(db, 'export', email)
  await db.insert(personalDataLinks).values({ tokenHash: mark, subscriberId, expiresAt: later })
  await suppress(db, `${mark} hash`, ['left'])
  const mail = { kind: 'register', recipient: email, props: {} } as const
  await db.insert(mails).values([{ ...mail, state: 'sent' }, mail])
  const words = [userId, subscriberId, email, mark]
  return { userId, email, subscriberId, second, google, passkey, mark, words }
}

type Person = Awaited<ReturnType<typeof aPerson>>

let db: Database
let close: () => Promise<void>
let ana: Person
let eva: Person
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  ana = await aPerson(db, 'ana-mark')
  eva = await aPerson(db, 'eva-mark')
})
afterAll(() => close())

/** Each row that names them. */
const rowsOf = (tx: Transaction, { words }: Person) => rowsWith(tx, words)

const trying = (act: (tx: Transaction) => Promise<void>) => takenBack(db, act)

const address = { ...noAddress, address: '1 Main Street', city: 'Reno', state: 'NV' }
const network = { network: 'a network', now }
const right = { lastStep: 1, network: 'a new network', isKnown: false, now }
const counter = { wrongCodes: 1, wrongSince: now, lockedUntil: null }

/** Both as they have to be first, by what is set of their rows of a table. */
const both = (table: string, set: string) => (tx: Transaction) =>
  tx.execute(sql.raw(`update ${table} set ${set}`))
const begun = both('second_factors', 'confirmed_at = null')
const away = both('users', `erase_at = '2027-01-01', email = 'deleted:' || email`)
const moved = both('mailing_list_clients', `email = 'other.' || email`)

type Act = (tx: Transaction) => Promise<unknown>

describe('what is done to one person leaves the rows of another as they are:', () => {
  const acts: Record<string, Act | [prepare: Act, act: Act]> = {
    retireLinksOfSession: (tx) => retireLinksOfSession(tx, 'ana-mark here'),
    revokeEntryLinksOf: (tx) => revokeEntryLinksOf(tx, ana.userId),
    extendLinks: (tx) => extendLinks(tx, ana.userId, 'change-to', now),
    deleteLinksOf: (tx) => deleteLinksOf(tx, ana.userId, linkPurposes),
    endSessionByToken: (tx) => endSessionByToken(tx, 'ana-mark here'),
    endSessionsOf: (tx) => endSessionsOf(tx, ana.userId),
    'endSessionsOf but here': (tx) => endSessionsOf(tx, ana.userId, 'ana-mark here'),
    openPreviewIn: (tx) => openPreviewIn(tx, 'ana-mark here'),
    setPasswordHash: (tx) => setPasswordHash(tx, ana.userId, 'new'),
    deleteGoogleOf: (tx) => deleteGoogleOf(tx, ana.userId),
    deleteOtherIdentities: (tx) => deleteOtherIdentities(tx, ana.userId, 'credential'),
    deleteIdentitiesOf: (tx) => deleteIdentitiesOf(tx, ana.userId),
    deleteIdentitiesSince: (tx) => deleteIdentitiesSince(tx, ana.userId, past),
    beginFactor: [begun, (tx) => beginFactor(tx, ana.userId, 'new', now)],
    confirmFactor: [begun, (tx) => confirmFactor(tx, ana.userId, 'ana-mark', ['new'])],
    noteRightCode: (tx) => noteRightCode(tx, ana.userId, right),
    'noteWrongCode of a network': (tx) => noteWrongCode(tx, ana.userId, counter, network),
    'noteWrongCode of no network': (tx) =>
      noteWrongCode(tx, ana.userId, counter, { network: null, now }),
    noteLockTold: (tx) => noteLockTold(tx, ana.userId, now),
    writeRecoveryCodes: (tx) => writeRecoveryCodes(tx, ana.userId, ['new']),
    useRecoveryCode: (tx) => useRecoveryCode(tx, ana.userId, 'a code'),
    deleteFactor: (tx) => deleteFactor(tx, ana.userId),
    deleteFactorSetUp: [begun, (tx) => deleteFactorSetUp(tx, ana.userId)],
    noteCodeEntered: (tx) => noteCodeEntered(tx, 'ana-mark here'),
    startEmailChange: (tx) =>
      startEmailChange(tx, { userId: ana.userId, email: 'n@x.org', expiresAt: later }),
    updateEmailChange: (tx) => updateEmailChange(tx, ana.userId, { approvedAt: now }),
    deleteEmailChange: (tx) => deleteEmailChange(tx, ana.userId),
    renamePasskeyOf: (tx) => renamePasskeyOf(tx, ana.userId, ana.passkey, 'new'),
    deletePasskey: (tx) => deletePasskey(tx, ana.userId, ana.passkey),
    deletePasskeysOf: (tx) => deletePasskeysOf(tx, ana.userId),
    deletePasskeysSince: (tx) => deletePasskeysSince(tx, ana.userId, past),
    notePasskeyUse: (tx) => notePasskeyUse(tx, { id: ana.passkey, counter: 0 }, 1),
    saveUserIf: (tx) => saveUserIf(tx, ana.userId, 1, { phone: '' }),
    saveSubscription: (tx) => saveSubscription(tx, ana.userId, 'inactive'),
    fillAddress: (tx) => fillAddress(tx, ana.userId, address),
    inactivateAccount: (tx) => inactivateAccount(tx, ana.email),
    activateAccount: [
      both('users', `subscription = 'inactive'`),
      (tx) => activateAccount(tx, ana.email),
    ],
    softDelete: (tx) => softDelete(tx, ana.userId, later),
    undoDelete: [away, (tx) => undoDelete(tx, ana.userId, now)],
    writeDuties: (tx) => writeDuties(tx, ana.userId, ['support']),
    endInvitationsBy: (tx) => endInvitationsBy(tx, ana.userId),
    deleteInvitation: (tx) => deleteInvitation(tx, 'ana-mark.guest@x.org'),
    grantMembership: (tx) => grantMembership(tx, ana.userId, 12),
    markEmailVerified: [
      both('users', 'email_verified = false'),
      (tx) => markEmailVerified(tx, ana.userId),
    ],
    changeEmail: (tx) => changeEmail(tx, ana.userId, ana.second),
    changeRole: (tx) => changeRole(tx, ana.userId, 'member'),
    savePaymentCustomer: [
      both('users', 'stripe_customer_id = null'),
      (tx) => savePaymentCustomer(tx, ana.userId, 'cus_new', 'new'),
    ],
    clearPaymentCustomer: (tx) => clearPaymentCustomer(tx, ana.userId, 'cus_ana-mark'),
    savePaymentProfile: (tx) => savePaymentProfile(tx, ana.userId, 'new'),
    leaveList: (tx) => leaveList(tx, ana.email),
    putOnList: [
      both('mailing_list_clients', 'by_email = false'),
      (tx) => putOnList(tx, ana.email, { consentSource: 'new', consentWording: '' }, null),
    ],
    joinListRecord: [moved, (tx) => joinListRecord(tx, ana.userId)],
    joinByAddress: [moved, (tx) => joinByAddress(tx, ana.subscriberId)],
    eraseListRecord: (tx) => eraseListRecord(tx, ana.email),
    deletePendingConsents: (tx) => deletePendingConsents(tx, ana.email),
    eraseConsents: (tx) => eraseConsents(tx, ana.email),
    closeDataRequests: (tx) => closeDataRequests(tx, ana.email),
    usePendingConsent: (tx) => usePendingConsent(tx, 'ana-mark', now),
    useDataLink: (tx) => useDataLink(tx, 'ana-mark', { cookieHash: 'c', expiresAt: later, now }),
    useLink: (tx) => useLink(tx, 'ana-mark recovery', 'recovery', now),
    useInvitation: (tx) => useInvitation(tx, 'ana-mark'),
    deleteDataLinksOf: (tx) => deleteDataLinksOf(tx, ana.subscriberId),
    moveSecondAddresses: async (tx) => {
      const { id } = await aMember(tx as never)
      const move = { from: ana.userId, into: id }
      expect(await moveSecondAddresses(tx, move)).toEqual([ana.second])
    },
    deleteSecondAddress: (tx) => deleteSecondAddress(tx, { email: ana.second, userId: ana.userId }),
    endSuppressions: (tx) => endSuppressions(tx, 'ana-mark hash'),
    forgetMailsTo: (tx) => forgetMailsTo(tx, ana.email),
  }

  test.each(Object.keys(acts))('%s', (name) =>
    trying(async (tx) => {
      const [prepare, act] = [acts[name]!].flat() as [Act, Act?]
      if (act) await prepare(tx)
      const [own, others] = [await rowsOf(tx, ana), await rowsOf(tx, eva)]
      expect(others.length).toBeGreaterThan(30)
      await (act ?? prepare)(tx)
      expect(await rowsOf(tx, eva)).toEqual(others)
      expect(await rowsOf(tx, ana)).not.toEqual(own)
    }),
  )
})

describe('what is another person’s can’t be named by its id or its words:', () => {
  const acts: Record<string, [act: Act, said: unknown]> = {
    endSession: [
      async (tx) => {
        const [device] = await devicesOf(tx, eva.userId, now)
        return endSession(tx, ana.userId, device!.id)
      },
      false,
    ],
    deleteGoogleOf: [(tx) => deleteGoogleOf(tx, ana.userId, eva.google), []],
    confirmFactor: [(tx) => confirmFactor(tx, ana.userId, 'eva-mark', ['new']), false],
    useRecoveryCode: [(tx) => useRecoveryCode(tx, ana.userId, 'another code'), false],
    renamePasskeyOf: [(tx) => renamePasskeyOf(tx, ana.userId, eva.passkey, 'new'), false],
    deletePasskey: [(tx) => deletePasskey(tx, ana.userId, eva.passkey), null],
    clearPaymentCustomer: [(tx) => clearPaymentCustomer(tx, ana.userId, 'cus_eva-mark'), undefined],
    deleteSecondAddress: [
      (tx) => deleteSecondAddress(tx, { email: eva.second, userId: ana.userId }),
      false,
    ],
    'saveUserIf of an older version': [(tx) => saveUserIf(tx, ana.userId, 2, {}), null],
    'undoDelete of what is not deleted': [(tx) => undoDelete(tx, ana.userId, now), 'too-late'],
    'beginFactor where one is set up': [(tx) => beginFactor(tx, ana.userId, 'new', now), false],
    'savePaymentCustomer where there is one': [
      (tx) => savePaymentCustomer(tx, ana.userId, 'cus_new', 'new'),
      'cus_ana-mark',
    ],
    'notePasskeyUse after another use': [
      (tx) => notePasskeyUse(tx, { id: ana.passkey, counter: 7 }, 8),
      false,
    ],
    'saveSubscription of the same': [(tx) => saveSubscription(tx, ana.userId, 'active'), null],
    'changeRole to the same': [(tx) => changeRole(tx, ana.userId, 'staff'), false],
    'moveSecondAddresses of none': [
      (tx) => moveSecondAddresses(tx, { from: ana.userId, into: eva.userId, only: [] }),
      [],
    ],
  }

  test.each(Object.keys(acts))('%s', (name) =>
    trying(async (tx) => {
      const before = [await rowsOf(tx, ana), await rowsOf(tx, eva)]
      const [act, said] = acts[name]!
      expect(await act(tx)).toEqual(said)
      expect([await rowsOf(tx, ana), await rowsOf(tx, eva)]).toEqual(before)
    }),
  )
})

test('what is read of one person is theirs alone', async () => {
  const { userId, email } = ana
  const devices = await devicesOf(db, userId, now)
  expect(devices).toHaveLength(2)
  expect(await googleOf(db, userId)).toMatchObject([{ id: ana.google }])
  expect(await waysToSignIn(db, userId)).toEqual({ password: true, google: true })
  expect(await passwordHashOf(db, userId)).toBe('none')
  expect((await passkeysOf(db, userId)).map(({ name }) => name).toSorted()).toEqual([
    'ana-mark laptop',
    'ana-mark phone',
  ])
  expect(await entryLinksOf(db, userId)).toHaveLength(1)
  expect(await factorOf(db, userId)).toMatchObject({ secret: 'ana-mark' })
  expect(await countRecoveryCodes(db, userId)).toBe(1)
  expect(await emailChangeOf(db, userId, now)).toMatchObject({ email: 'ana-mark.new@x.org' })
  expect(await dutiesOf(db, userId)).toEqual(['owner'])
  expect(await invitationsTo(db, 'ana-mark.guest@x.org')).toHaveLength(1)
  expect(await consentsOf(db, email)).toMatchObject([{ wording: 'ana-mark' }])
  expect(await dataRequestsOf(db, email)).toHaveLength(1)
  expect(await secondAddressesOf(db, userId)).toMatchObject([{ email: ana.second }])
  expect(await otherAddressesOf(db, email)).toEqual([ana.second])
  expect(await otherAddressesOf(db, ana.second)).toEqual([email])
  expect(await ownerOfSecondAddress(db, ana.second)).toBe(userId)
  expect(await listAddressById(db, ana.subscriberId)).toEqual({ id: ana.subscriberId, email })
  expect(await listAddressById(db, userId)).toEqual({ id: userId, email })
  expect(await userByCustomer(db, 'cus_ana-mark')).toBe(userId)
  expect(await pendingConsentOf(db, 'ana-mark', now)).toMatchObject({ email })
  expect(await pendingConsentOf(db, 'ana-mark', later)).toBeNull()
  expect((await openInvitations(db, now)).map((one) => one.email)).toEqual([
    'ana-mark.guest@x.org',
    'eva-mark.guest@x.org',
  ])
  expect(await openInvitations(db, later)).toEqual([])
  await trying(async (tx) => {
    expect(await knownNetwork(tx, userId, 'a network', now)).not.toBeNull()
    expect(await knownNetwork(tx, userId, 'an old network', now)).toBeNull()
    expect(await knownNetwork(tx, userId, 'another network', now)).toBeNull()
  })
})

test('an account that was merged into another is found by nothing until the merge is undone', async () => {
  await trying(async (tx) => {
    await away(tx)
    expect(await userByCustomer(tx, 'cus_ana-mark')).toBeNull()
    expect(await listAddressById(tx, ana.userId)).toBeNull()
    expect(await otherAddressesOf(tx, ana.second)).toEqual([])
    expect(await undoDelete(tx, ana.userId, new Date('2027-01-02T12:00:00Z'))).toBe('too-late')
    await aMember(tx as never, { email: ana.email })
    expect(await undoDelete(tx, ana.userId, now)).toBe('email-taken')
  })
})

test('a link to one’s data is bound to one browser until it ends', async () => {
  await trying(async (tx) => {
    const use = (person: Person, more: { now?: Date } = {}) =>
      useDataLink(tx, person.mark, {
        ...{ cookieHash: `${person.mark} cookie`, expiresAt: later, now },
        ...more,
      })
    expect(await isUnusedDataLink(tx, 'ana-mark', later)).toBe(false)
    expect(await use(ana, { now: later })).toBe(false)
    expect(await isUnusedDataLink(tx, 'ana-mark', now)).toBe(true)
    expect([await use(eva), await use(ana), await use(ana)]).toEqual([true, true, false])
    expect(await isUnusedDataLink(tx, 'ana-mark', now)).toBe(false)
    const whose = (cookie: string, at = now) => subscriberByDataCookie(tx, cookie, at)
    expect(await whose('ana-mark cookie')).toBe(ana.subscriberId)
    expect(await whose('eva-mark cookie')).toBe(eva.subscriberId)
    expect([await whose('another'), await whose('ana-mark cookie', later)]).toEqual([null, null])
  })
})

test('the last word about emails is the latest that counts, about emails', async () => {
  await trying(async (tx) => {
    const say = (more: Partial<Parameters<typeof writeConsent>[1]>) =>
      writeConsent(tx, {
        ...{ email: ana.email, kind: 'email', verdict: 'no', source: 'account', wording: 'more' },
        ...more,
      })
    const last = async () => (await latestEmailConsent(tx, ana.email))?.verdict
    await say({ email: 'another@example.com' })
    await say({ kind: 'calls' })
    await say({ counts: false })
    expect(await last()).toBe('yes')
    await say({})
    expect(await last()).toBe('no')
    await say({ verdict: 'yes' })
    expect(await last()).toBe('yes')
    const said = (await consentsOf(tx, ana.email)).map(({ kind, verdict }) => `${kind} ${verdict}`)
    expect(said).toEqual(['email yes', 'email no', 'email no', 'calls no', 'email yes'])
  })
})

test('a request is noted once where staff noted it for that address and it is open', async () => {
  await trying(async (tx) => {
    const noted = (email: string) => openRequestNotedFor(tx, 'erasure', email)
    // What its person asked for here is not what staff noted.
    await insertDataRequest(tx, 'erasure', ana.email)
    await insertDataRequest(tx, 'erasure', ana.email, { isDone: true, by: 'staff' })
    await insertDataRequest(tx, 'export', ana.email, { by: 'staff' })
    expect(await noted(ana.email)).toBeNull()
    const first = await insertDataRequest(tx, 'erasure', ana.email, { by: 'staff' })
    await insertDataRequest(tx, 'erasure', ana.email, { by: 'staff' })
    expect([await noted(ana.email), await noted(eva.email)]).toEqual([first, null])
  })
})

test('a list record is the account’s that has confirmed its address, and no other’s', async () => {
  await trying(async (tx) => {
    const ownerOf = async (email: string) => {
      const { rows } = await tx.execute<{ owner: string | null }>(sql`
        select user_id as owner from mailing_list_clients where email = ${email}`)
      return rows[0]?.owner
    }
    const subscriber = { fullName: 'A', firstName: 'A', consentSource: '', consentWording: '' }
    for (const [profile, isTheirs] of [
      [{}, true],
      [{ emailVerified: false }, false],
      [{ eraseAt: later }, false],
    ] as const) {
      const { id, email } = await aMember(tx as never, profile)
      const expected = isTheirs ? id : null
      expect(await insertSubscriber(tx, { ...subscriber, email })).toBe(true)
      expect(await ownerOf(email)).toBe(expected)
      await tx.execute(sql`update mailing_list_clients set user_id = null where email = ${email}`)
      await joinListRecord(tx, id)
      expect(await ownerOf(email)).toBe(expected)
      const { rows } = await tx.execute<{ id: string }>(sql`
        update mailing_list_clients set user_id = null where email = ${email} returning id`)
      await joinByAddress(tx, rows[0]!.id)
      expect(await ownerOf(email)).toBe(expected)
      expect(await insertSubscriber(tx, { ...subscriber, email })).toBe(false)
    }
  })
})
