import { expect, test } from 'vitest'

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
  address: '1 Main St',
  addressExtra: '',
  city: 'Napa',
  state: 'CA',
  zipCode: '94558',
  service: 'Ground',
  earliest: '2026-11-02',
  wines: [{ description: '2022 Malbec', units: 2, bottlesPerUnit: 3 }],
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
        wines: [{ description: '2021 Malbec', units: 1, bottlesPerUnit: 1 }],
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
  const text = writtenColumns(usualProfile.columns)
  expect(readColumns(text)).toEqual({ ok: true, columns: usualProfile.columns })
  expect(readColumns('Name = recipient')).toEqual({
    ok: false,
    reason: 'unknown-field',
    field: 'recipient',
  })
  expect(readColumns('= name')).toEqual({ ok: false, reason: 'no-heading', field: 'name' })
  expect(readColumns('Name = name')).toMatchObject({ ok: false, reason: 'missing-field' })
})
