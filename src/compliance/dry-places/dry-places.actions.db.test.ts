import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import type { StateSale } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { stateVerdict } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { aStaffMember, openStaffedShop } from '#tests/harness/staff.ts'

import { addDryPlaces, confirmDry, endDry, removeDry } from './dry-places.actions.server.ts'
import { dryPlaces } from './dry-places.store.server.ts'

const { testShop, staff } = await openStaffedShop()
const { db, services } = testShop
const other = await aStaffMember(db)

beforeEach(async () => {
  await db.execute(sql`truncate blocked_zip_codes`)
})

const day = (daysFromNow: number) =>
  new Date(services.clock().getTime() + daysFromNow * 86_400_000).toLocaleDateString('en-CA', {
    timeZone: 'America/New_York',
  })

const typed = { zips: '28052', from: day(-1), until: '', source: 'Gaston County ordinance' }

const add = (change: object = {}, key: string = randomUUID()) =>
  addDryPlaces(services, staff, { ...typed, ...change }, { key })

const only = async () => (await dryPlaces(db))[0]!

const problemAt = async (zipCode: string) => {
  const shipTo = { state: 'NC', zipCode, address: '1 Main St', addressExtra: '', name: 'Ann Bell' }
  const sale = { shipTo, userId: null, email: 'a@b.example', units: { 'malbec-2022': 1 } }
  return (await stateVerdict(db, sale as unknown as StateSale, services.clock())).problem
}

test('a ZIP code is left out from when it is confirmed until it ends', async () => {
  const key = randomUUID()
  expect(await add({ zips: '28052 28054' }, key)).toMatchObject({
    said: { sentence: '2 ZIP codes are proposed: nothing changes until each is confirmed.' },
  })
  expect(await add({ zips: '28052 28054' }, key)).toMatchObject({ ok: true })
  expect(await dryPlaces(db)).toMatchObject([{ zip: '28052' }, { zip: '28054' }])
  expect(await problemAt('28052')).toBeNull()
  const { id } = await only()
  expect(await confirmDry(services, staff, { id })).toMatchObject({ ok: true })
  expect(await problemAt('28052-1234')).toBe('zip-not-served')
  expect(await problemAt('28054')).toBeNull()
  const end = (until: string, was = '') => endDry(services, staff, { id, was, until })
  expect(await end(day(-1))).toMatchObject({ status: 400, errors: { until: expect.any(String) } })
  expect(await end(day(1), day(7))).toMatchObject({ ok: false, status: 409 })
  expect(await end(day(0))).toMatchObject({ ok: true })
  expect(await problemAt('28052')).toBeNull()
  expect(await end(day(3), day(0))).toMatchObject({ ok: false, status: 409 })
})

test.each([
  ['no ZIP code', { zips: '' }, 'zips'],
  ['half a ZIP code', { zips: '2805' }, 'zips'],
  ['one of a state that is not served', { zips: '28052 84101' }, 'zips'],
  ['too many', { zips: Array.from({ length: 101 }, (_, n) => 28_000 + n).join(' ') }, 'zips'],
  ['until before from', { until: day(-2) }, 'until'],
  ['no source', { source: ' ' }, 'source'],
])('%s is refused at its field, and nothing is written', async (_name, change, field) => {
  expect(await add(change)).toMatchObject({
    ...{ status: 400, errors: { [field]: expect.any(String) } },
  })
  expect(await dryPlaces(db)).toEqual([])
})

test('one that is in the list is not added again for the same days', async () => {
  await add({ until: day(5) })
  expect(await add({ from: day(4) })).toMatchObject({
    ...{ status: 400, errors: { zips: '28052 is in the list already.' } },
  })
  expect(await add({ from: day(5) })).toMatchObject({ ok: true })
})

test('two persons confirm at once: one does, the other is told; what is confirmed is not removed', async () => {
  await add()
  const { id } = await only()
  const both = await Promise.all(
    [staff, other].map((person) => confirmDry(services, person, { id })),
  )
  const first = both[0]!.ok ? staff : other
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({
    ...{ status: 409, sentence: `${first.email} confirmed 28052 already.` },
  })
  expect(await removeDry(services, staff, { id })).toMatchObject({ ok: false, status: 409 })
  await add({ zips: '28054' })
  const [, proposal] = await dryPlaces(db)
  expect(await removeDry(services, staff, { id: proposal!.id })).toMatchObject({ ok: true })
  expect(await dryPlaces(db)).toHaveLength(1)
})

test('it ends on a day of its state, which begins before the shop’s', async () => {
  const { clock } = services
  // An hour after midnight in North Carolina, and the evening before in California.
  services.clock = () => new Date('2027-01-15T06:00:00Z')
  try {
    await add({ from: '2027-01-01' })
    const { id } = await only()
    await confirmDry(services, staff, { id })
    const end = (until: string, was = '') => endDry(services, staff, { id, was, until })
    expect(await end('2027-01-14')).toMatchObject({
      ...{ status: 400, errors: { until: 'It can end on 1/15/2027 or later.' } },
    })
    expect(await end('2027-01-15')).toMatchObject({ ok: true })
    expect(await end('2027-01-16', '2027-01-15')).toMatchObject({
      ...{ status: 409, sentence: '28052 is over.' },
    })
  } finally {
    services.clock = clock
  }
})

test('staff without the duty may not', async () => {
  const helper = { ...staff, duties: ['support'] as const }
  expect(await addDryPlaces(services, helper, typed)).toMatchObject({ status: 403 })
})
