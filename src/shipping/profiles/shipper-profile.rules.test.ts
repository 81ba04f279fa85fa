import { expect, test } from 'vitest'

import { noAddress } from '#platform/address/address.rules.ts'

import type { PackedShipment } from './shipper-profile.rules.ts'
import {
  handoverRows,
  readColumns,
  requiredFields,
  usualProfile,
  writtenColumns,
} from './shipper-profile.rules.ts'

const shipment = (change: Partial<PackedShipment>): PackedShipment => ({
  number: 2001,
  orderNumber: 1001,
  name: 'Ana Ruiz',
  phone: '4155550134',
  ...noAddress,
  address: '1 Main St',
  city: 'Napa',
  state: 'CA',
  zipCode: '94558',
  service: 'Ground',
  earliest: '2026-11-02',
  wines: [{ description: '2022 Malbec', units: 2, bottlesPerUnit: 3, bottleMl: 750 }],
  ...change,
})

test('a row has every required field', () => {
  const [headings, row] = handoverRows(usualProfile, [shipment({})], 'Adult')
  const cell = (field: string) =>
    row![usualProfile.columns.findIndex((column) => column.field === field)]
  expect(headings).toHaveLength(row!.length)
  expect(requiredFields.map(cell)).toEqual([
    'S-2001',
    'K-1001',
    'Ana Ruiz',
    '4155550134',
    '1 Main St',
    'Napa',
    'CA',
    '94558',
    2,
    6,
    4.5,
    'Ground',
    'Adult',
    '11/02/2026',
  ])
})

test('one row for each case, and the order of the profile', () => {
  const rows = handoverRows(
    {
      ...usualProfile,
      rowPer: 'case',
      orderBy: 'zip',
      columns: [
        { heading: 'S', field: 'shipment' },
        { heading: 'Box', field: 'box' },
        { heading: 'Bottles', field: 'bottles' },
      ],
    },
    [
      shipment({ zipCode: '99999' }),
      shipment({
        number: 2002,
        zipCode: '10001',
        wines: [{ description: '2021 Malbec', units: 1, bottlesPerUnit: 1, bottleMl: 1_500 }],
      }),
    ],
    'Adult',
  )
  expect(rows.slice(1)).toEqual([
    ['S-2002', '1 of 1', 1],
    ['S-2001', '1 of 2', 3],
    ['S-2001', '2 of 2', 3],
  ])
})

test('columns are read as staff type them', () => {
  const columns = [...usualProfile.columns]
  const text = writtenColumns(columns)
  expect(text.split('\n').slice(0, 3)).toEqual([
    'Shipment = shipment',
    'Order = order',
    'Recipient = name',
  ])
  expect(readColumns(text)).toEqual({ ok: true, columns })
  expect(readColumns('Name = recipient')).toEqual({
    ok: false,
    reason: 'unknown-field',
    field: 'recipient',
  })
  expect(readColumns('= name')).toEqual({ ok: false, reason: 'no-heading', field: 'name' })
  expect(readColumns('Name = name')).toMatchObject({ ok: false, reason: 'missing-field' })
})

test('each case is a box, and single bottles share one', () => {
  const wines = [
    { description: '2022 Malbec', units: 2, bottlesPerUnit: 3, bottleMl: 750 },
    { description: '2021 Malbec', units: 4, bottlesPerUnit: 1, bottleMl: 750 },
    { description: '2020 Malbec', units: 1, bottlesPerUnit: 1, bottleMl: 1_500 },
  ]
  const columns = (['box', 'cases', 'bottles', 'liters', 'wines'] as const).map((field) => ({
    heading: field,
    field,
  }))
  const [, parcel] = handoverRows({ ...usualProfile, columns }, [shipment({ wines })], '')
  expect(parcel).toEqual(['1 of 1', 3, 11, 9, '2 x 2022 Malbec; 4 x 2021 Malbec; 1 x 2020 Malbec'])
  const cases = handoverRows(
    { ...usualProfile, rowPer: 'case', columns },
    [shipment({ wines })],
    '',
  )
  expect(cases.slice(1)).toEqual([
    ['1 of 3', 1, 3, 2.25, '1 x 2022 Malbec'],
    ['2 of 3', 1, 3, 2.25, '1 x 2022 Malbec'],
    ['3 of 3', 1, 5, 4.5, '4 x 2021 Malbec; 1 x 2020 Malbec'],
  ])
})

test('lines of columns may be blank or without blanks; a heading has at most sixty letters', () => {
  const text = writtenColumns(usualProfile.columns)
  expect(readColumns(`\n   \n${text.replaceAll(' = ', '=')}\n`)).toMatchObject({
    ok: true,
    columns: { length: 17, 16: { heading: 'Ship on or after', field: 'earliest' } },
  })
  const headed = (heading: string) => readColumns(text.replace('Recipient', heading))
  expect(headed('x'.repeat(60))).toMatchObject({ ok: true })
  expect(headed('x'.repeat(61))).toEqual({ ok: false, reason: 'no-heading', field: 'name' })
  expect(readColumns(text.replace('Phone = phone\n', ''))).toEqual({
    ok: false,
    reason: 'missing-field',
    field: 'phone',
  })
})

test('the usual file has seventeen columns', () => {
  expect(usualProfile.columns.map(({ field }) => field)).toEqual([
    ...['shipment', 'order', 'name', 'phone', 'address', 'address-extra', 'city', 'state', 'zip'],
    ...['country', 'cases', 'bottles', 'liters', 'wines', 'service', 'signature', 'earliest'],
  ])
})

test.each([
  ['number', [2001, 2002, 2003, 2004]],
  ['zip', [2003, 2001, 2002, 2004]],
  ['name', [2002, 2004, 2001, 2003]],
] as const)('files are ordered by %s, then by number', (orderBy, numbers) => {
  const columns = [{ heading: 'S', field: 'shipment' }] as const
  const shipments = [
    shipment({ number: 2004, name: 'Bo', zipCode: '94558' }),
    shipment({ number: 2003, name: 'Cy', zipCode: '10001' }),
    shipment({ number: 2002, name: 'Bo', zipCode: '94558' }),
    shipment({ number: 2001, name: 'Cy', zipCode: '94558' }),
  ]
  const rows = handoverRows({ ...usualProfile, columns, orderBy }, shipments, '')
  expect(rows.slice(1)).toEqual(numbers.map((number) => [`S-${number}`]))
})

test('days can be written as they are stored, and a case of two bottles is a box of its own', () => {
  const columns = (['earliest', 'box', 'cases'] as const).map((field) => ({ heading: '', field }))
  const pairs = { description: 'Pair', units: 2, bottlesPerUnit: 2, bottleMl: 375 }
  const profile = { ...usualProfile, columns, dateFormat: 'iso', rowPer: 'case' } as const
  expect(handoverRows(profile, [shipment({ wines: [pairs] })], '').slice(1)).toEqual([
    ['2026-11-02', '1 of 2', 1],
    ['2026-11-02', '2 of 2', 1],
  ])
})
