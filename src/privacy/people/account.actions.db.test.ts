import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { AccountFields, AccountBlock } from '#accounts/account/account-form.rules.ts'
import { sessions } from '#accounts/sign-in/tables.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { attempts, mails } from '#mail/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { businessEmails } from '#requests/business-emails.copy.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, sessionCookie } from '#tests/harness/test-shop.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

async function aViewer(profile: Partial<typeof users.$inferInsert> = {}) {
  const { id } = await aMember(testShop.db, profile)
  const user = await userById(testShop.db, id)
  if (!user) throw new Error('The member is not there')
  return user
}

const personal: Partial<AccountFields> = {
  firstname: 'Ana',
  lastname: 'Castro',
  phone: '4155550199',
  birthdate: '1981-04-12',
  byEmail: true,
  byPhone: false,
  optionalText: '',
}

type Saving = { block?: AccountBlock; values: Partial<AccountFields>; version?: number }

const save = (viewer: Awaited<ReturnType<typeof aViewer>>, saving: Saving) =>
  testShop.shop.saveAccount(
    viewer,
    { block: 'personal', version: viewer.version, password: '', ...saving },
    new Headers(),
  )

const customerJobsOf = async (userId: string) => {
  const jobs = await testShop.db.execute<{ count: number }>(sql`
    select count(*)::int as count from graphile_worker.jobs where key = ${`customer:${userId}`}`)
  return jobs.rows[0]!.count
}

const lettersAbout = (email: string) =>
  testShop.db
    .select({ kind: mails.kind, recipient: mails.recipient, props: mails.props })
    .from(mails)
    .where(sql`${mails.props} ->> 'email' = ${email}`)

test('who registered with a long email saves the rest of the form', async () => {
  const email = `${randomUUID()}.${'a'.repeat(20)}@${'b'.repeat(20)}.example`
  const viewer = await aViewer({ email })
  const saved = await save(viewer, { values: { ...personal, email, optionalText: 'Ring' } })
  expect(saved).toMatchObject({ ok: true, account: { fields: { email, optionalText: 'Ring' } } })
})

describe('whether we write to them, as the account says', () => {
  const emailsOf = async (user: { id: string }) => (await testShop.shop.openAccount(user)).emails

  test('not before they said yes, and not after they took it back', async () => {
    const ana = await aViewer({ emailVerified: true, byEmail: false })
    expect(await emailsOf(ana)).toBe('unchecked')
    await save(ana, { values: { ...personal, email: ana.email } })
    expect(await emailsOf(ana)).toBe('sent')
    await testShop.shop.changeSubscription(ana, 'inactive')
    expect(await emailsOf(ana)).toBe('none')
    await testShop.shop.changeSubscription(ana, 'active')
    expect(await emailsOf(ana)).toBe('sent')
    const { version } = await testShop.shop.viewAccount(ana)
    await save(ana, { version, values: { ...personal, email: ana.email, byEmail: false } })
    expect(await emailsOf(ana)).toBe('unchecked')
  })

  test('nothing about an address that nobody confirmed, also one on the list', async () => {
    const ana = await aViewer({ emailVerified: false, byEmail: true })
    await testShop.db.insert(mailingListClients).values({
      fullName: 'Ana Castro',
      email: ana.email,
      phone: '3055550100',
      consentSource: '/ex-join',
      consentWording: 'Yes',
    })
    expect(await emailsOf(ana)).toBe('unconfirmed')
    const bea = await aViewer({ emailVerified: false, byEmail: false })
    expect(await emailsOf(bea)).toBe('unconfirmed-unchecked')
  })

  test('nor that it left the list, until it is confirmed', async () => {
    const ana = await aViewer({ emailVerified: true, byEmail: true })
    await testShop.shop.changeSubscription(ana, 'inactive')
    const leftNow = async () => (await testShop.shop.openAccount(ana)).left
    expect(await leftNow()).toMatchObject({ source: 'account' })
    await testShop.db.update(users).set({ emailVerified: false }).where(eq(users.id, ana.id))
    expect(await leftNow()).toBeNull()
    await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, ana.id))
    await testShop.shop.changeSubscription(ana, 'active')
    expect(await leftNow()).toBeNull()
  })

  test('as subscribers of the list, although Email is not checked', async () => {
    const ana = await aViewer({ emailVerified: true, byEmail: false })
    await testShop.db.insert(mailingListClients).values({
      fullName: 'Ana Castro',
      email: ana.email,
      consentSource: '/ex-join',
      consentWording: 'Yes',
    })
    expect(await emailsOf(ana)).toBe('listed')
  })

  test('not where staff alone checked it', async () => {
    const ana = await aViewer({ emailVerified: true, byEmail: true, byEmailOfStaff: true })
    expect(await emailsOf(ana)).toBe('none')
    // Then the button is Subscribe, also of an active subscription.
    await testShop.shop.changeSubscription(ana, 'active')
    expect(await emailsOf(ana)).toBe('sent')
  })
})

describe('saving the account', () => {
  test('writes the block, raises the version and tells the payment customer once', async () => {
    const viewer = await aViewer()
    const saved = await save(viewer, { values: { ...personal, email: viewer.email } })
    expect(saved.ok).toBe(true)
    const after = await userById(testShop.db, viewer.id)
    expect(after).toMatchObject({
      lastName: 'Castro',
      name: 'Ana Castro',
      phone: '4155550199',
      birthdate: '1981-04-12',
      byEmail: true,
      address: '1200 Valencia Street',
      version: viewer.version + 1,
    })
    await save(
      { ...viewer, version: after!.version },
      { values: { ...personal, email: viewer.email } },
    )
    expect(await customerJobsOf(viewer.id)).toBe(1)
  })

  test('what is invalid is not written', async () => {
    const viewer = await aViewer()
    const saved = await save(viewer, { values: { ...personal, email: '', lastname: '' } })
    expect(saved).toEqual({
      ok: false,
      reason: 'invalid',
      errors: { email: 'This input is required', lastname: 'At Least 1 letters please' },
    })
    expect(await userById(testShop.db, viewer.id)).toEqual(viewer)
  })

  test('the later of two tabs is told, and nothing of it is written', async () => {
    const viewer = await aViewer()
    const values = { ...personal, email: viewer.email }
    await save(viewer, { values: { ...values, lastname: 'First' } })
    const later = await save(viewer, { values: { ...values, lastname: 'Second' } })
    expect(later).toMatchObject({ ok: false, reason: 'saved-elsewhere' })
    expect(!later.ok && 'account' in later && later.account.fields.lastname).toBe('First')
    expect((await userById(testShop.db, viewer.id))?.lastName).toBe('First')
  })

  test('the same save again, with the version from before it, is no conflict', async () => {
    const viewer = await aViewer()
    const values = { ...personal, email: viewer.email, lastname: 'First' }
    expect(await save(viewer, { values })).toMatchObject({ ok: true })
    expect(await save(viewer, { values })).toMatchObject({ ok: true, emailAsked: false })
    expect((await userById(testShop.db, viewer.id))?.lastName).toBe('First')
  })

  test('of many at the same moment exactly one is written', async () => {
    const viewer = await aViewer()
    const values = { ...personal, email: viewer.email }
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        save(viewer, { values: { ...values, lastname: `N${n}` } }),
      ),
    )
    expect(saves.filter((saved) => saved.ok)).toHaveLength(1)
    expect((await userById(testShop.db, viewer.id))?.version).toBe(viewer.version + 1)
  })

  test('a new email asks who one is, and is not saved', async () => {
    const viewer = await aViewer()
    const saved = await save(viewer, { values: { ...personal, email: 'new@example.com' } })
    expect(saved).toMatchObject({ ok: false, reason: 'email-refused' })
    expect((await userById(testShop.db, viewer.id))?.email).toBe(viewer.email)
  })

  test('the role and what else the form does not have can’t be sent along', async () => {
    const viewer = await aViewer()
    const values = { ...personal, email: viewer.email, role: 'staff', membership: true }
    await save(viewer, { values })
    expect(await userById(testShop.db, viewer.id)).toMatchObject({
      role: 'member',
      membership: false,
    })
  })

  test('an address wine may not go to is kept: people live where they live', async () => {
    const viewer = await aViewer()
    const values = {
      address: 'PO Box 12345',
      addressExtra: '',
      city: 'Provo',
      state: 'UT',
      zipCode: '84601',
    }
    expect((await save(viewer, { block: 'shipping', values })).ok).toBe(true)
    expect((await testShop.shop.viewCart(viewer)).shipToProblem).toBe('po-box')
  })
})

describe('billing', () => {
  test('YES copies name and address, NO lets them differ again', async () => {
    const viewer = await aViewer()
    expect(await testShop.shop.chooseBilling(viewer, true, viewer.version)).toEqual({ ok: true })
    expect(await userById(testShop.db, viewer.id)).toMatchObject({
      billingDiffers: false,
      billingFirstName: 'Ana',
      billingLastName: 'Ruiz',
      billingAddress: '1200 Valencia Street',
      billingCity: 'San Francisco',
      billingState: 'CA',
      billingZipCode: '94110',
    })
    await testShop.shop.chooseBilling(viewer, false, viewer.version + 1)
    expect((await userById(testShop.db, viewer.id))?.billingDiffers).toBe(true)
    expect(await testShop.shop.chooseBilling(viewer, true, viewer.version)).toEqual({ ok: false })
  })
})

describe('what the business is told', () => {
  test('a subscription that changes, once, with a Spanish subject', async () => {
    const viewer = await aViewer()
    await testShop.shop.changeSubscription(viewer, 'active')
    expect(await lettersAbout(viewer.email)).toEqual([])
    await testShop.shop.changeSubscription(viewer, 'inactive')
    await testShop.shop.changeSubscription(viewer, 'inactive')
    expect(await lettersAbout(viewer.email)).toEqual([
      {
        kind: 'wildcard',
        recipient: 'cellar@kohue.example',
        props: {
          firstName: 'Ana',
          lastName: 'Ruiz',
          email: viewer.email,
          ...businessEmails.unsubscribe,
        },
      },
    ])
    expect((await userById(testShop.db, viewer.id))?.subscription).toBe('inactive')
  })

  test('no more than ten times a day about what one person presses', async () => {
    const viewer = await aViewer()
    for (let press = 0; press < 8; press++) {
      await testShop.shop.changeSubscription(viewer, 'inactive')
      await testShop.shop.changeSubscription(viewer, 'active')
    }
    expect(await lettersAbout(viewer.email)).toHaveLength(10)
    expect((await userById(testShop.db, viewer.id))?.subscription).toBe('active')
    for (const [minutes, count] of [
      [24 * 60 - 1, 10],
      [24 * 60, 12],
    ] as const) {
      const since = new Date(Date.now() - minutes * 60_000)
      const key = `business:${viewer.id}`
      await testShop.db.update(attempts).set({ since }).where(eq(attempts.key, key))
      await testShop.shop.changeSubscription(viewer, 'inactive')
      await testShop.shop.changeSubscription(viewer, 'active')
      expect(await lettersAbout(viewer.email)).toHaveLength(count)
    }
  })

  test('a wish for a wine names it, once a day however often it is pressed', async () => {
    const viewer = await aViewer()
    const asked = await Promise.all(
      [1, 2, 3].map(() => testShop.shop.requestWine(viewer, 'cabernet-sauvignon-2021')),
    )
    expect(asked).toEqual([true, true, true])
    expect(await testShop.shop.requestWine(viewer, 'nobody-knows')).toBe(false)
    const letters = await lettersAbout(viewer.email)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({
      kind: 'interested',
      props: { wine: '2021 Cabernet Sauvignon', firstName: 'Ana', lastName: 'Ruiz' },
    })
  })

  test('a question about the club, once a day', async () => {
    const viewer = await aViewer()
    await testShop.shop.askAboutClub(viewer)
    await testShop.shop.askAboutClub(viewer)
    const letters = await lettersAbout(viewer.email)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({ kind: 'wildcard', props: businessEmails.club })
  })
})

describe('the coming release', () => {
  const session = async (viewer: { id: string; email: string }) =>
    new Headers({ cookie: await sessionCookie(testShop, viewer) })

  const previewIn = async (headers: Headers) => {
    const { viewer } = await testShop.shop.identify(headers)
    return testShop.shop.viewPreview(viewer!)
  }

  test('opens by the word, in this session alone', async () => {
    const viewer = await aViewer()
    const [here, elsewhere] = [await session(viewer), await session(viewer)]
    await testShop.shop.openPreview(viewer, { answer: 'malbec' }, { headers: here })
    expect(await previewIn(here)).toBeNull()
    await testShop.shop.openPreview(viewer, { answer: ' Tupungato ' }, { headers: here })
    expect(await previewIn(here)).toMatchObject({ title: '2023 Malbec' })
    expect(await previewIn(elsewhere)).toBeNull()
  })

  test('stays shut to who guessed too often, the right word too', async () => {
    const viewer = await aViewer()
    const [here, elsewhere] = [await session(viewer), await session(viewer)]
    for (let guess = 0; guess < 10; guess++) {
      const headers = guess < 5 ? here : elsewhere
      await testShop.shop.openPreview(viewer, { answer: `guess ${guess}` }, { headers })
    }
    await testShop.shop.openPreview(viewer, { answer: 'tupungato' }, { headers: here })
    expect(await previewIn(here)).toBeNull()
  })
})

test('the export contains records of the same email only once the address is confirmed', async () => {
  const viewer = await aViewer()
  const { email } = viewer
  await testShop.db.insert(mailingListClients).values({
    fullName: 'Nadia Victim',
    email,
    phone: '3055550100',
    address: '1 Biscayne Boulevard',
    consentSource: '/ex-join',
    consentWording: 'Yes',
  })
  await queueMails(testShop.db, [
    { kind: 'join', recipient: email, props: { firstName: 'Nadia', email } },
  ])
  await testShop.db.update(users).set({ emailVerified: false }).where(eq(users.id, viewer.id))
  const unconfirmed = await testShop.shop.exportPersonalData(viewer)
  expect(unconfirmed).toMatchObject({ mailingList: null, emailsSent: null })
  expect(JSON.stringify(unconfirmed)).not.toMatch(/Nadia|Biscayne|3055550100/)

  await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
  const confirmed = await testShop.shop.exportPersonalData(viewer)
  expect(confirmed).toMatchObject({
    mailingList: { fullName: 'Nadia Victim', phone: '3055550100' },
    emailsSent: [{ kind: 'join' }],
  })
})

test('the export says which login sessions a link from an email opened', async () => {
  const { db, shop } = testShop
  const viewer = await aViewer()
  const origins = ['password', 'google', 'passkey', 'purchase-link', 'login-link'] as const
  await db.delete(sessions).where(eq(sessions.userId, viewer.id))
  await db.insert(sessions).values(
    origins.map((origin) => ({
      ...{ userId: viewer.id, token: randomUUID(), origin, userAgent: origin },
      expiresAt: new Date(Date.now() + 86_400_000),
    })),
  )
  const { devices } = (await shop.exportPersonalData(viewer)) as unknown as {
    devices: { device: string; openedByEmail: boolean }[]
  }
  const byEmail = devices.filter(({ openedByEmail }) => openedByEmail)
  expect(devices).toHaveLength(5)
  expect(byEmail.map(({ device }) => device).toSorted()).toEqual(['login-link', 'purchase-link'])
})

test('the export contains everything stored about the account except credentials', async () => {
  const viewer = await aViewer()
  await testShop.shop.changeCart(viewer, { kind: 'add', productId: 'malbec-2022' })
  await sessionCookie(testShop, viewer)
  const kept = await testShop.shop.exportPersonalData(viewer)
  expect(kept).toMatchObject({
    account: { email: viewer.email },
    cart: { lines: [expect.anything()] },
    devices: [expect.anything()],
  })
  const text = JSON.stringify(kept)
  expect(text).not.toContain('"password"')
  expect(text).not.toContain('"token"')
})
