import { expect, test } from 'vitest'

import { readPeriod } from '../reports/period.rules.ts'
import type { OwnParcel } from './carrier-list.rules.ts'
import { compareParcels, readCarrierList } from './carrier-list.rules.ts'

const read = (text: string) => {
  const found = readCarrierList(text)
  if (!found.ok) throw new Error(found.reason)
  return found
}

test('a carrier’s list is read by its headings, and each row that cannot be is named', () => {
  expect(
    read(
      [
        'Ship Date;Tracking #;Ship to State',
        '10/5/2026;1Z 999 AA1 01 2345 6784;Texas',
        ';794655123458;',
        '2026-10-07;1Z999AA10123456795;Ontario',
        'soon;;TX',
        '10/5/2026;1z999aa10123456784;TX',
      ].join('\n'),
    ),
  ).toEqual({
    ok: true,
    rows: [
      { line: 2, trackingNumber: '1Z999AA10123456784', state: 'TX', shippedOn: '2026-10-05' },
      { line: 3, trackingNumber: '794655123458', state: null, shippedOn: null },
    ],
    unread: [
      { line: 4, field: 'state', value: 'Ontario', why: 'no-state' },
      { line: 5, field: 'tracking number', value: '', why: 'no-tracking-number' },
      { line: 5, field: 'ship date', value: 'soon', why: 'no-date' },
      { line: 6, field: 'tracking number', value: '1z999aa10123456784', why: 'twice' },
    ],
    unreadNumbers: ['1Z999AA10123456795', '1Z999AA10123456784'],
  })
  expect(readCarrierList('state\nTX')).toMatchObject({ ok: false, reason: 'missing-columns' })
  expect(readCarrierList(`tracking\n${'1Z999AA10123456784\n'.repeat(20_001)}`)).toMatchObject({
    ok: false,
    reason: 'too-many',
  })
})

test.each([
  ...['tracking number', 'tracking', 'Tracking No', 'tracking #', 'TRACKING ID', 'package'].map(
    (heading) => [heading, 'state', 'date'],
  ),
  ...['ship to state', 'destination state', 'Recipient State', 'to state'].map((heading) => [
    'tracking',
    heading,
    'date',
  ]),
  ...['ship date', 'shipped date', 'Shipped', 'shipped on', 'pickup date'].map((heading) => [
    'tracking',
    'state',
    heading,
  ]),
])('the headings %s, %s and %s are understood', (...headings) => {
  expect(read(`${headings.join(',')}\n794655123458,TX,2026-10-05`).rows).toEqual([
    { line: 2, trackingNumber: '794655123458', state: 'TX', shippedOn: '2026-10-05' },
  ])
})

const october = readPeriod('2026-10')!

const parcel = (trackingNumber: string, change: Partial<OwnParcel> = {}): OwnParcel => ({
  ...{ trackingNumber, shipment: 2001, order: 1001, state: 'TX', shippedOn: '2026-10-05' },
  ...{ isSuperseded: false, ...change },
})

const compared = (rows: string[], own: OwnParcel[], state: string | null = null) =>
  compareParcels(read(`tracking,state,date\n${rows.join('\n')}`), own, {
    period: october,
    state,
  })

test('each parcel of which two lists differ is named', () => {
  const own = ['AAAAAA1', 'BBBBBB2', 'CCCCCC3', 'DDDDDD4'].map((number) => parcel(number))
  const rows = [
    'AAAAAA1,TX,2026-10-05',
    'BBBBBB2,OK,2026-10-05',
    'CCCCCC3,TX,2026-10-06',
    'FFFFFF9,TX,2026-10-09',
  ]
  const ours = { shipment: 2001, order: 1001 }
  expect(compared(rows, own)).toEqual({
    ...{ both: 3, others: 0 },
    differences: [
      {
        ...{ kind: 'other-state', trackingNumber: 'BBBBBB2', line: 3, ...ours },
        ...{ theirs: 'OK', ours: 'TX' },
      },
      {
        ...{ kind: 'other-day', trackingNumber: 'CCCCCC3', line: 4, ...ours },
        ...{ theirs: '2026-10-06', ours: '2026-10-05' },
      },
      {
        ...{ kind: 'theirs-only', trackingNumber: 'FFFFFF9', line: 5, shipment: null, order: null },
        ...{ theirs: 'TX, 2026-10-09', ours: '' },
      },
      {
        ...{ kind: 'ours-only', trackingNumber: 'DDDDDD4', line: null, ...ours },
        ...{ theirs: '', ours: 'TX, 2026-10-05' },
      },
    ],
  })
})

test('a list without states and days is compared by its numbers alone', () => {
  expect(compared(['AAAAAA1,,'], [parcel('AAAAAA1')])).toEqual({
    ...{ both: 1, others: 0, differences: [] },
  })
})

test('a parcel of another month in one list is another day, and in both is left out', () => {
  const kinds = (rows: string[], own: OwnParcel[], state: string | null = null) => {
    const { others, differences } = compared(rows, own, state)
    return [others, ...differences.map(({ kind }) => kind)]
  }
  const november = { shippedOn: '2026-11-01' }
  expect(kinds(['AAAAAA1,TX,2026-11-01'], [parcel('AAAAAA1')])).toEqual([0, 'other-day'])
  expect(kinds(['AAAAAA1,TX,2026-10-31'], [parcel('AAAAAA1', november)])).toEqual([0, 'other-day'])
  expect(kinds(['AAAAAA1,TX,2026-11-01'], [parcel('AAAAAA1', november)])).toEqual([1])
  expect(kinds(['AAAAAA1,TX,2026-11-01'], [])).toEqual([1])
  expect(kinds(['AAAAAA1,OK,2026-10-05'], [], 'TX')).toEqual([1])
  // The first day of the month is one of it; a row without a state may be of any.
  expect(kinds(['AAAAAA1,TX,2026-10-01'], [])).toEqual([0, 'theirs-only'])
  expect(kinds(['AAAAAA1,TX,2026-09-30'], [])).toEqual([1])
  expect(kinds(['AAAAAA1,,2026-10-05'], [], 'TX')).toEqual([0, 'theirs-only'])
  expect(kinds(['BBBBBB2,OK,2026-10-05'], [parcel('AAAAAA1', { state: 'OK' })], 'TX')).toEqual([1])
})

test('a number that was corrected is no parcel of ours', () => {
  const own = [parcel('AAAAAA1', { isSuperseded: true }), parcel('BBBBBB2')]
  expect(compared(['AAAAAA1,TX,2026-10-05', 'BBBBBB2,,'], own).differences).toMatchObject([
    { kind: 'theirs-only', trackingNumber: 'AAAAAA1', shipment: 2001, ours: 'corrected since' },
  ])
  expect(compared(['CCCCCC3,,', 'BBBBBB2,,'], own.slice(1)).differences).toMatchObject([
    { kind: 'theirs-only', trackingNumber: 'CCCCCC3', theirs: '' },
  ])
})

test('a parcel whose row could not be read is no parcel that only the shop has', () => {
  expect(compared(['AAAAAA1,Minn,2026-10-05', 'BBBBBB2,TX,soon'], [parcel('AAAAAA1')])).toEqual({
    ...{ both: 0, others: 0, differences: [] },
  })
})
