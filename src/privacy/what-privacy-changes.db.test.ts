import { createReadStream } from 'node:fs'

import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, test } from 'vitest'

import { insertPasskey } from '#accounts/passkeys/passkeys.store.server.ts'
import { linkGoogle } from '#accounts/sign-in/identities.store.server.ts'
import { identities } from '#accounts/sign-in/tables.ts'
import { userEmails } from '#accounts/users/tables.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { seedOrder } from '#app/seed/factory.ts'
import { cartLines, carts } from '#catalogue/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { requests } from '#requests/tables.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { from } from '#tests/harness/identity.ts'
import { viewsOf } from '#tests/harness/list-views.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { cleanUpConsents } from './deletion/clean-up-consents.actions.server.ts'
import { deleteUser, eraseDeletedUsersDue } from './deletion/delete-user.actions.server.ts'
import { exportRows } from './import/export-rows.rules.ts'
import { importRecords } from './import/import-records.actions.server.ts'
import { duplicateList } from './merging/duplicate-list.store.server.ts'
import { dismissDuplicate, findDuplicates } from './merging/duplicates.actions.server.ts'
import { mergePeople } from './merging/merge-people.actions.server.ts'
import { countBelongings, mergesInto } from './merging/merges.store.server.ts'
import { undoMerge } from './merging/undo-merge.actions.server.ts'
import { userList } from './people/user-list.store.server.ts'
import { personalDataOf } from './personal-data/export-personal-data.actions.server.ts'
import { privacyTasks } from './tasks.server.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
let staff: User & { duties: readonly ['owner'] }
beforeEach(async () => {
  testShop = await openTestShop()
  staff = (await aStaffMember(testShop.db)) as typeof staff
  people = 0
  scenario = openScenario(testShop.db, { [staff.email]: 'staff', [staff.id]: 'Staff' })
})
afterEach(() => testShop.close())
const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)

let people = 0
/** A customer with a login session. The ids are in the order in which they come, as those of a pair decide its order. */
async function person(name: string, profile: Partial<typeof users.$inferInsert> = {}) {
  const { db, services } = testShop
  const id = `00000000-0000-4000-8000-${String(++people).padStart(12, '0')}`
  const own = { id, email: `${name}@example.com`, firstName: name, lastName: 'Ruiz' }
  await db.insert(users).values({ ...own, name: `${name} Ruiz`, emailVerified: true, ...profile })
  await db.insert(identities).values({ userId: id, accountId: id, providerId: 'credential' })
  await services.identity.openSession(id, from(`203.0.113.${people}`))
  scenario.names[id] = name
  return own
}
const listed = (email: string, userId: string | null = null) =>
  testShop.db.insert(mailingListClients).values({
    ...{ email, userId, fullName: `${email} Ruiz`, firstName: 'R', lastName: 'Ruiz' },
    ...{ consentSource: 'test', consentWording: 'yes' },
  })

test('what a merge and its undo change', async () => {
  const { db, services } = testShop
  const release = await aRelease(db)
  scenario.names[release.wine] = 'wine'
  scenario.names[release.release.id] = 'release'
  scenario.names[release.waves[0]!] = 'wave'
  const withAll = async (name: string, profile: Partial<typeof users.$inferInsert> = {}) => {
    const one = await person(name, profile)
    await allocate(db, release, one, 3)
    scenario.names[await seedOrder(db, one, 0, 1)] = `order-${name}`
    await db.insert(carts).values({ userId: one.id, shippingMethod: 'ground' })
    await db.insert(cartLines).values({ userId: one.id, productId: 'malbec-2022', quantity: 2 })
    const asked = { userId: one.id, kind: 'club' as const }
    const [request] = await db.insert(requests).values(asked).returning()
    scenario.names[request!.id] = `request-${name}`
    await linkGoogle(db, one.id, `google-${name}`)
    await insertPasskey(db, {
      ...{ userId: one.id, name: `phone-${name}`, credentialId: name, publicKey: 'k' },
      ...{ counter: 0, transports: [] },
    })
    await db.insert(userEmails).values({ email: `${name}.old@example.com`, userId: one.id })
    return one
  }
  const ana = await withAll('ana', { phone: '4155550100', city: 'Reno', stripeCustomerId: null })
  const bea = await withAll('bea', {
    ...{ phone: '4155550101', birthdate: '1980-02-03', stripeCustomerId: 'cus_bea' },
    byEmail: true,
  })
  await withAll('cora', { phone: '4155550101', stripeCustomerId: 'cus_cora' })
  const other = await aRelease(db, { name: 'Other' })
  scenario.names[other.wine] = 'other-wine'
  await allocate(db, other, bea, 1)
  const colleague = await person('colleague', { role: 'staff' })
  await listed(ana.email, ana.id)
  await listed(bea.email, bea.id)
  await listed('cora@example.com')
  await testShop.shop.unsubscribe(
    services.mail.tokens.sign(
      (await db.select().from(mailingListClients)).find(({ email }) => email === ana.email)!.id,
    ),
  )
  await db.update(carts).set({ shippingMethod: 'pickup' }).where(eq(carts.userId, bea.id))
  const version = async (id: string) => (await userById(db, id))!.version
  let count = 0
  const key = () => ({ key: `00000000-0000-4000-8001-${String(++count).padStart(12, '0')}` })
  const merge =
    (into: { id: string }, one: { id: string }, more: object = {}, by = staff, form = key()) =>
    async () => {
      const seen = { intoVersion: await version(into.id), fromVersion: await version(one.id) }
      return mergePeople(services, by, { id: into.id, from: one.id, ...seen, ...more }, form)
    }
  await step('an account into itself', merge(ana, ana))
  await step('one of the staff', merge(ana, colleague))
  await step(
    'with an old code',
    merge(ana, bea, {}, { ...staff, isCodeStale: true } as typeof staff),
  )
  await step('from an older page', merge(ana, bea, { fromVersion: 9 }))
  await step('one that is gone', () =>
    mergePeople(
      services,
      staff,
      { id: ana.id, from: crypto.randomUUID(), intoVersion: 1, fromVersion: 1 },
      key(),
    ),
  )
  await step('what would move', () => countBelongings(db, bea.id))
  const form = key()
  const choices = { phone: 'from', birthdate: 'from', address: 'into' }
  await step('merge', merge(ana, bea, choices, staff, form))
  await step('the same form', () =>
    mergePeople(
      services,
      staff,
      { id: ana.id, from: bea.id, intoVersion: 1, fromVersion: 1, ...choices },
      form,
    ),
  )
  const idOfMerge = async () => (await mergesInto(db, ana.id))[0]!.id
  scenario.names[await idOfMerge()] = 'merge'
  await step('its list', () => mergesInto(db, ana.id))
  await step('what is exported then', async () => {
    const data = await personalDataOf(services, (await userById(db, ana.id))!)
    return Object.entries(data).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.length : typeof value,
    ])
  })
  await linkGoogle(db, ana.id, 'google-since')
  const undo =
    (id: string, merged: string, by = staff) =>
    () =>
      undoMerge(services, by, { id, merge: merged })
  await step('undo it on the page of another', undo(bea.id, await idOfMerge()))
  await step(
    'undo it with an old code',
    undo(ana.id, await idOfMerge(), { ...staff, isCodeStale: true } as typeof staff),
  )
  await db.update(users).set({ city: 'Napa' }).where(eq(users.id, ana.id))
  await step('undo it', undo(ana.id, await idOfMerge()))
  await step('undo it again', undo(ana.id, await idOfMerge()))
  await step('merge with the sum of what is kept', merge(ana, bea, { sum: 'on' }))
  const again = await idOfMerge()
  scenario.names[again] = 'merge-again'
  testShop.pass(14 * 24 * 60 - 1)
  await step('a minute before it is final', async () => {
    await eraseDeletedUsersDue(services)
    await cleanUpConsents(services)
  })
  testShop.pass(2)
  await step('undo it too late', undo(ana.id, again))
  await step('the job erases who was merged', () => eraseDeletedUsersDue(services))
  await step('and what an undo needs', () => cleanUpConsents(services))
  await step('delete who stayed', () => deleteUser(services, staff, { id: ana.id }))
  scenario.expectWritten('merging')
})

test('what is found, listed and imported of persons', async () => {
  const { db, services } = testShop
  const same = { phone: '4155550123' }
  const born = { birthdate: '1980-02-03', zipCode: '94110' }
  const one = await person('one', {
    ...same,
    membershipLevel: 6,
    membership: true,
    optionalText: 'VIP',
  } as never)
  const two = await person('two', {
    ...same,
    ...born,
    subscription: 'inactive',
    byEmail: true,
  } as never)
  await person('three', { ...born, stripeCustomerId: 'cus_3', byPhone: true })
  await db.update(users).set({ firstName: 'two' }).where(eq(users.email, 'three@example.com'))
  await person('erased', { ...same, eraseAt: new Date() })
  await person('four', {
    phone: '',
    membershipLevel: 12,
    membership: true,
    billingCity: 'Reno',
  } as never)
  await db.execute(sql`delete from duplicates`)
  // Its place in the list is always the same.
  await db.update(users).set({ email: 'sofia@kohue.example' }).where(eq(users.id, staff.id))
  await step('find duplicates', () => findDuplicates(services))
  await step('find them again', () => findDuplicates(services))
  await db.execute(sql`update duplicates set found_at = now() - interval '1 hour' where by_phone`)
  const views = ['q=ruiz three', 'q=one']
  const pairs = () => viewsOf(db, duplicateList, { named: 'And', views })
  await step('the list of duplicates', pairs)
  const dismiss = (id: string, other: string) => () =>
    dismissDuplicate(services, staff, { id, from: other })
  await step('dismiss a pair', dismiss(two.id, one.id))
  await step('dismiss it again', dismiss(one.id, two.id))
  await step('find them once more', () => findDuplicates(services))
  await step('the list then', pairs)
  await step('the list of users', () =>
    viewsOf(db, userList, {
      named: 'First name',
      views: ['q=two', 'q=ruiz fou', 'came=2020-01-01..2020-02-01'],
    }),
  )
  await db.execute(sql`insert into data_requests (kind, email, asked_at, done_at) values
    ('erasure', 'a@b.example', now() - interval '31 days', null),
    ('export', 'a@b.example', now() - interval '29 days', null),
    ('erasure', 'b@b.example', now() - interval '31 days', now())`)
  const { causes, about } = privacyTasks['erasure-overdue']
  await step('the tasks', async () => {
    const { rows } = await db.execute<{ subject: string }>(causes())
    const subjects = rows.map(({ subject }) => subject)
    return [rows, (await db.execute(about({ subjects, numbers: [] }))).rows]
  })
  const told: unknown[] = []
  const load = async () => {
    told.length = 0
    const listener = { row: (row: unknown) => void told.push(row), progress: () => {} }
    const file = exportRows(createReadStream('tests/fixtures/earlier-database.json', 'utf8'))
    const report = await importRecords(services, file, {
      by: 'command',
      fileName: 'old.json',
      listener,
    })
    return [{ ...report, unknownFields: [...report.unknownFields] }, ...told]
  }
  await step('import', load)
  await step('import again', load)
  scenario.expectWritten('persons-found')
})
