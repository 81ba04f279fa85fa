import { expect, test } from 'vitest'

import { readUtf8 } from '#platform/csv/csv-reader.rules.ts'

import { readDay, readTrackingFile } from './tracking-file.rules.ts'

const today = '2026-11-05'
const head = 'Shipment or order number,Carrier,Tracking number,Shipped date\r\n'
const read = (rows: string) => readTrackingFile(head + rows, today)

test('rows are read in all notations', () => {
  expect(
    read(
      'S-2001,UPS,1Z 999 AA1 01 2345 6784,11/2/2026\r\nK-1002,"FedEx",794655123458,2026-11-05\r\n',
    ),
  ).toEqual({
    ok: true,
    refused: [],
    rows: [
      {
        line: 2,
        target: { shipment: 2001 },
        tracking: [
          { carrier: 'ups', trackingNumber: '1Z999AA10123456784', shippedOn: '2026-11-02' },
        ],
      },
      {
        line: 3,
        target: { order: 1002 },
        tracking: [{ carrier: 'fedex', trackingNumber: '794655123458', shippedOn: '2026-11-05' }],
      },
    ],
  })
})

test.each([
  ['x,UPS,1Z999AA10123456784,', 'no-number'],
  ['S-2001,Pony Express,1Z999AA10123456784,', 'unknown-carrier'],
  ['S-2001,UPS,,', 'no-tracking-number'],
  ['S-2001,UPS,<b>,', 'not-of-carrier'],
  ['S-2001,FedEx,1Z999AA10123456784,', 'not-of-carrier'],
  ['S-2001,UPS,1Z999AA10123456784,soon', 'no-date'],
  ['S-2001,UPS,1Z999AA10123456784,2/30/2026', 'no-date'],
  ['S-2001,UPS,1Z999AA10123456784,11/6/2026', 'in-future'],
])('%s is refused: %s', (row, why) => {
  expect(read(row)).toMatchObject({ rows: [{ line: 2 }], refused: [{ line: 2, why }] })
})

test('all faults of a row are named at once', () => {
  const { refused } = read('nobody,Pony,1Z1,soon\nS-2002,UPS,1Z1,11/6/2026\nx,UPS,,\n') as {
    refused: { line: number; field: string; why: string }[]
  }
  expect(refused.map(({ line, why }) => [line, why])).toEqual([
    [2, 'no-number'],
    [2, 'unknown-carrier'],
    [2, 'no-date'],
    [3, 'not-of-carrier'],
    [3, 'in-future'],
    [4, 'no-number'],
    [4, 'no-tracking-number'],
  ])
})

test('a number is taken once', () => {
  expect(read('S-2001,UPS,1Z999AA10123456784,\nS-2002,UPS,1z999aa10123456784,\n')).toMatchObject({
    rows: [{ line: 2 }, { line: 3 }],
    refused: [{ line: 3, why: 'twice' }],
  })
})

test('a cell may have several numbers, each of which is taken once', () => {
  const two = 'S-2028;UPS;1Z999AA10123456784 1Z999AA10123456795;\n'
  const semicolons = head.replaceAll(',', ';')
  expect(readTrackingFile(semicolons + two, today)).toMatchObject({
    rows: [
      {
        line: 2,
        tracking: [
          { trackingNumber: '1Z999AA10123456784' },
          { trackingNumber: '1Z999AA10123456795' },
        ],
      },
    ],
    refused: [],
  })
  expect(
    readTrackingFile(`${semicolons}${two}S-2029;UPS;1Z999AA10123456795;\n`, today),
  ).toMatchObject({
    refused: [{ line: 3, why: 'twice', value: '1Z999AA10123456795' }],
  })
})

test('a file with other columns is refused as a whole', () => {
  expect(readTrackingFile('a,b\n1,2\n', today)).toEqual({
    ok: false,
    reason: 'missing-columns',
    columns: ['shipment or order number', 'carrier', 'tracking number'],
  })
  expect(readTrackingFile('Order,Carrier,Tracking,tracking\nK-1,UPS,1Z1,1Z2\n', today)).toEqual({
    ok: false,
    reason: 'column-twice',
    column: 'tracking',
  })
  expect(readTrackingFile(head, today)).toEqual({ ok: false, reason: 'empty' })
  expect(readTrackingFile(`${head}"open`, today)).toEqual({ ok: false, reason: 'not-csv' })
  const many = 'S-2001,UPS,1Z999AA10123456784,\n'.repeat(20_001)
  expect(readTrackingFile(head + many, today)).toEqual({ ok: false, reason: 'too-many' })
  expect(readUtf8(new Uint8Array([0xff, 0xfe, 0x41, 0x00]))).toBeNull()
})

test('rows are named as a spreadsheet numbers them', () => {
  expect(read('\r\n\r\nS-2034,Pony Express,794655123458,\r\n')).toMatchObject({
    refused: [{ line: 4, field: 'carrier', why: 'unknown-carrier' }],
  })
})

test('days', () => {
  expect(['2026-11-02', '1/2/26', '13/1/2026', ''].map(readDay)).toEqual([
    '2026-11-02',
    '2026-01-02',
    undefined,
    undefined,
  ])
})

test.each([
  ['Shipment', 'Tracking', 'Ship date'],
  ['Shipment number', 'Tracking no', 'Shipped'],
  ['Order', 'Tracking #', 'Shipped on'],
  ['Order number', 'Tracking number', 'Date'],
  ['Reference', 'Tracking number', 'Shipped date'],
])('columns may be called %s, %s and %s', (number, tracking, shipped) => {
  const file = `${number},Carrier,${tracking},${shipped}\n1002,UPS,1Z999AA10123456784,11/2/2026\n`
  expect(readTrackingFile(file, today)).toMatchObject({
    rows: [{ tracking: [{ trackingNumber: '1Z999AA10123456784', shippedOn: '2026-11-02' }] }],
  })
})

test('of a cell that is refused sixty letters are shown, and a year has two digits or four', () => {
  expect(read(`S-2034,${'x'.repeat(61)},1,\n`)).toMatchObject({
    refused: [{ value: 'x'.repeat(60), why: 'unknown-carrier' }],
  })
  expect(['1/2/99', '0100-01-02'].map(readDay)).toEqual(['2099-01-02', undefined])
})
