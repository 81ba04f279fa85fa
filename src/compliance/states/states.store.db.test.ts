import { afterAll, expect, test } from 'vitest'

import { stateRules, licences } from '#catalogue/destinations/state-rules/tables.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { complianceRecords } from '../tables.ts'
import { stateSummaries } from './states.store.server.ts'

const testShop = await openTestShop()
const { db } = testShop
afterAll(() => testShop.close())

/** The evening of February 10 in St. Paul. */
const at = new Date('2027-02-11T03:00:00Z')
const summaryOf = async (state: string) => (await stateSummaries(db, [state], at))[0]!

const licence = (state: string, change: object) =>
  db.insert(licences).values({
    ...{ state, holder: 'business', kind: 'Shipper', from: '2026-01-01', until: '2027-12-31' },
    ...{ number: `${Math.random()}`, addedBy: 'ana@kohue.example', ...change },
  } as never)

test('the license whose end suspends a state first is the one that is named', async () => {
  expect(await summaryOf('TX')).toMatchObject({ licensedUntil: null, isLicenseEnded: false })
  await licence('TX', { until: '2027-05-31' })
  await licence('TX', { holder: 'shipper', until: '2027-09-30' })
  expect(await summaryOf('TX')).toMatchObject({ licensedUntil: '2027-05-31' })
  // Another one follows it.
  await licence('TX', { from: '2027-06-01', until: '2028-05-31' })
  expect(await summaryOf('TX')).toMatchObject({ licensedUntil: '2027-09-30' })
  await licence('TX', { kind: 'Carrier', until: '2027-02-09' })
  expect(await summaryOf('TX')).toMatchObject({
    licensedUntil: '2027-02-09',
    isLicenseEnded: true,
  })
})

test('one that is covered by another suspends nothing, so the last end is named', async () => {
  await licence('OH', { until: '2027-01-31', coveredBy: 'the permit of our shipper' })
  expect(await summaryOf('OH')).toMatchObject({
    licensedUntil: '2027-01-31',
    isLicenseEnded: false,
  })
  await licence('OH', { holder: 'shipper', until: '2027-06-30', coveredBy: 'ours' })
  expect(await summaryOf('OH')).toMatchObject({ licensedUntil: '2027-06-30' })
})

test('a state has the reports of all its licenses, each once', async () => {
  expect(await summaryOf('NY')).toMatchObject({ reports: [] })
  await licence('NY', { reportsEvery: 'month', reportsDueDay: 20 })
  await licence('NY', { reportsEvery: 'month', reportsDueDay: 20, from: '2025-01-01' })
  await licence('NY', { holder: 'shipper', reportsEvery: 'year', reportsDueDay: 15 })
  await licence('NY', { kind: 'Other' })
  expect((await summaryOf('NY')).reports.toSorted((a, b) => a.dueDay - b.dueDay)).toEqual([
    { every: 'year', dueDay: 15 },
    { every: 'month', dueDay: 20 },
  ])
})

test('what was ordered is summed since the year began, or the time of the rule, by the state’s own clock', async () => {
  const record = (orderedAt: string, ml: number, state = 'MN') =>
    db.insert(complianceRecords).values({
      ...{ orderId: crypto.randomUUID(), state, at: new Date(orderedAt), personHash: '', hash: '' },
      facts: { ml } as never,
    })
  await record('2027-01-01T05:59:59Z', 1)
  await record('2027-01-01T06:00:00Z', 20)
  await record('2027-02-01T05:59:59Z', 300)
  await record('2027-02-01T06:00:00Z', 4_000)
  await record('2027-02-05T06:00:00Z', 50_000, 'WI')
  expect(await summaryOf('MN')).toMatchObject({ orderedMl: 4_320, since: '2027-01-01' })
  await db.insert(stateRules).values({
    ...{ state: 'MN', version: 1, from: '2024-01-01', limitMl: 9_000, countedBy: 'person' },
    ...{ countedIn: 'calendar-month', source: 'Law', confirmedBy: 'a', confirmedAt: at },
  })
  expect(await summaryOf('MN')).toMatchObject({ orderedMl: 4_000, since: '2027-02-01' })
})
