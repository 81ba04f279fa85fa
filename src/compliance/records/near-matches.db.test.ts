import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { stateRules } from '#catalogue/destinations/state-rules/tables.ts'
import { changeAddress } from '#order-changes/change-order.actions.server.ts'
import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import { resolveFlag } from '#orders/flags/resolve-flag.actions.server.ts'
import { personalDataOf } from '#privacy/personal-data/export-personal-data.actions.server.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { seeNearMatch } from './record.actions.server.ts'
import { loader } from './record.page.tsx'
import { unseenNearMatches } from './records.store.server.ts'
import { viewRecord } from './view-record.actions.server.ts'

const { testShop, anOrder, change } = await openChangesShop()
const { db, services } = testShop
const officer = { ...(await aMember(db)), role: 'staff' as const, duties: ['compliance' as const] }

/** California counts from here. */
const limited = () =>
  db.insert(stateRules).values({
    ...{ state: 'CA', version: 1, from: '2020-01-01', limitMl: 900_000, source: 'Law' },
    ...{
      countedBy: 'person',
      countedIn: 'calendar-year',
      confirmedBy: 'a',
      confirmedAt: sql`now()`,
    },
  })

let number = 100
const place = () => ({ address: `${number++} Mission Street` })
const anOrderOf = async (profile: object) =>
  anOrder({ cases: 1, member: await aMember(db, profile) })
const recordOf = async ({ order }: Awaited<ReturnType<typeof anOrder>>) =>
  (await viewRecord(db, order.number))!
const flagsOf = async ({ order }: Awaited<ReturnType<typeof anOrder>>) =>
  (await openFlagsOf(db, order.id)).map(({ reason }) => reason)

test('without a limit nothing is near', async () => {
  const home = place()
  await anOrderOf({ ...home, firstName: 'Eva' })
  const second = await anOrderOf({ ...home, firstName: 'Ana' })
  expect((await recordOf(second)).near).toEqual([])
  expect(await flagsOf(second)).toEqual([])
})

test('with one, the same address by another name and the same person elsewhere are flagged', async () => {
  await limited()
  const home = place()
  const born = { birthdate: '1980-02-03', firstName: 'Eva' }
  const first = await anOrderOf({ ...home, ...born })
  expect(await flagsOf(first)).toEqual([])
  const other = await anOrderOf({ ...home, firstName: 'Ana' })
  expect((await recordOf(other)).facts.near).toEqual([first.order.number])
  expect(await flagsOf(other)).toEqual(['near-match'])
  const elsewhere = await anOrderOf({ ...place(), ...born })
  expect((await recordOf(elsewhere)).near).toMatchObject([
    { number: first.order.number, name: 'Eva Ruiz', address: home.address },
  ])
  // Another person of that name, by the birthdate.
  const namesake = await anOrderOf({ ...place(), ...born, birthdate: '1990-02-03' })
  expect(await flagsOf(namesake)).toEqual([])
})

test('staff see it once, by the record or by the order, and the chain keeps who saw it', async () => {
  const home = place()
  const first = await anOrderOf({ ...home, firstName: 'Eva' })
  const second = await anOrderOf({ ...home, firstName: 'Ana' })
  const sent = { number: String(second.order.number) }
  expect(await seeNearMatch(services, { ...officer, duties: ['support'] }, sent)).toMatchObject({
    status: 403,
  })
  expect(await recordOf(second)).toMatchObject({ isNearOpen: true })
  const unseen = async () =>
    (await unseenNearMatches(db, 'CA')).filter((one) => one.number === second.order.number)
  expect(await unseen()).toMatchObject([{ name: 'Ana Ruiz', at: second.order.createdAt }])
  expect(await unseenNearMatches(db, 'TX')).toEqual([])
  expect(await seeNearMatch(services, officer, sent)).toMatchObject({ ok: true })
  expect(await seeNearMatch(services, officer, sent)).toMatchObject({ ok: true })
  expect(await unseen()).toEqual([])
  const { isNearOpen, events, brokenAt } = await recordOf(second)
  expect({ isNearOpen, brokenAt }).toEqual({ isNearOpen: false, brokenAt: null })
  expect(events).toMatchObject([{ kind: 'near-seen', facts: { by: officer.email } }])
  // It moves to the address of a third, and is flagged again.
  const third = await anOrderOf({ ...place(), firstName: 'Rosa' })
  const to = { ...third.order.shipTo!, statement: 'yes' }
  expect(await change(changeAddress, second, to as never)).toMatchObject({ ok: true })
  expect(await flagsOf(second)).toEqual(['near-match'])
  expect((await recordOf(second)).near.map((one) => one.number)).toEqual([
    first.order.number,
    third.order.number,
  ])
  const [flag] = await openFlagsOf(db, second.order.id)
  const support = { ...officer, duties: ['support' as const] }
  await resolveFlag(services, support, { ...sent, flag: flag!.id })
  expect((await recordOf(second)).events.map(({ kind }) => kind)).toEqual([
    'near-seen',
    'moved',
    'near-seen',
  ])
})

test('the page is for those with the duty, by any writing of the number', async () => {
  const { order } = await anOrderOf(place())
  const page = loadedBy(testShop, officer as never)
  const load = (typed: string) => page(loader as never, { params: { number: typed } })
  expect(await load(String(order.number))).toMatchObject({
    facts: { number: order.number },
    brokenAt: null,
    mayOpenOrder: false,
  })
  expect(await load('9999999')).toBe(404)
})

test('an export has the record of each order with its events, and of a guest by the address', async () => {
  const { order, buyer } = await anOrderOf({ ...place(), birthdate: '1980-02-03' })
  const user = { ...buyer, emailVerified: true }
  const record = {
    facts: { number: order.number, ml: 2_250 },
    person: { name: 'Ana Ruiz', birthdate: '1980-02-03', email: buyer.email },
  }
  expect(await personalDataOf(services, user)).toMatchObject({ complianceRecords: [record] })
  await db.execute(sql`update orders set user_id = null where id = ${order.id}`)
  const exported = await personalDataOf(services, user)
  expect(exported).toMatchObject({ guestComplianceRecords: [record] })
  expect(JSON.stringify(exported['guestComplianceRecords'])).not.toContain('salt')
})
