import { expect, test } from 'vitest'

import { readCsv } from '#platform/csv/csv-reader.rules.ts'

import { choosableColumns, columnsWith, firstColumns, listColumns } from './columns.rules.ts'
import type { ReportFormat } from './formats.rules.ts'
import { formatFor, reportParts } from './formats.rules.ts'
import { readPeriod } from './period.rules.ts'
import { differencesOf, fileOf } from './report-file.rules.ts'
import type { Shipped, ShippedWine } from './shipped.rules.ts'
import { gapsOf, sumsOf } from './shipped.rules.ts'

const wine = (change: Partial<ShippedWine> = {}): ShippedWine => ({
  ...{ productId: 'malbec-2022', description: '2022 Malbec', vintage: 2022 },
  ...{ brand: 'Kohue', class: 'Table wine', alcohol: 13.9, cola: '22001', country: 'Argentina' },
  ...{ bottles: 6, bottleMl: 750, priceCents: 90_000, taxCents: 6_525 },
  ...change,
})

const shipped = (number: number, change: Partial<Shipped> = {}): Shipped => ({
  ...{ number, orderNumber: number - 1_000, shippedOn: '2026-10-05', orderedOn: '2026-10-01' },
  ...{ deliveredOn: '2026-10-08', name: 'Ana Ruiz', address: '1 Main Street', city: 'Austin' },
  ...{ zipCode: '78701', state: 'TX', carrier: 'UPS', trackingNumbers: ['1Z999AA10123456784'] },
  ...{ signer: 'A. Ruiz', isSigned: true, isUndelivered: false, wines: [wine()] },
  ...change,
})

const october = readPeriod('2026-10')!

function file(
  format: ReportFormat,
  all: readonly Shipped[],
  chosen = firstColumns as string[],
  isDraft = false,
) {
  const columns = format === 'general' ? columnsWith(chosen) : []
  const figures = {
    ...{ ...sumsOf(all), ...gapsOf(all), isDraft, columns, licenses: ['TX-17'] },
  }
  return fileOf(reportParts(format, { period: october, shipped: all, figures, columns }))
}

const linesOf = (text: string) => text.replace('\uFEFF', '').split('\r\n')

test('Texas gets the shipments, the list of their wines, and gallons by tax class', () => {
  const all = [
    shipped(2001),
    shipped(2002, {
      name: '=1+1',
      wines: [
        wine({ bottles: 3, priceCents: 45_000 }),
        wine({
          ...{ productId: 'brut', description: '2024 Brut', class: 'Sparkling wine' },
          ...{ alcohol: null, bottles: 1, bottleMl: 1_500, priceCents: 20_000 },
        }),
      ],
    }),
  ]
  expect(linesOf(file('texas', all))).toEqual([
    'Report,"Texas, 16 TAC § 41.32"',
    'Period,October 2026,2026-10-01,2026-10-31',
    'Winery,Kohue',
    'Address of the winery,unknown',
    'License number,TX-17',
    '',
    'Shipments',
    'Ship date,Invoice date,Invoice number,Customer,City,Wine gallons,Carrier,Tracking number,Liters,Shipment',
    '2026-10-05,2026-10-01,K-1001,Ana Ruiz,Austin,1.1888,UPS,1Z999AA10123456784,4.500,S-2001',
    "2026-10-05,2026-10-01,K-1002,'=1+1,Austin,0.9906,UPS,1Z999AA10123456784,3.750,S-2002",
    'Total,,,,,2.1794,,,8.250,',
    '',
    'Detail list',
    'Invoice number,Name,Address,City,State,ZIP code,Brand,Wine,Container (ml),Bottles,Price,Carrier,Tracking number,Shipment',
    'K-1001,Ana Ruiz,1 Main Street,Austin,TX,78701,Kohue,2022 Malbec,750,6,900.00,UPS,1Z999AA10123456784,S-2001',
    "K-1002,'=1+1,1 Main Street,Austin,TX,78701,Kohue,2022 Malbec,750,3,450.00,UPS,1Z999AA10123456784,S-2002",
    "K-1002,'=1+1,1 Main Street,Austin,TX,78701,Kohue,2024 Brut,1500,1,200.00,UPS,1Z999AA10123456784,S-2002",
    'Total,,,,,,,,,10,1550.00,,,',
    '',
    'Gallons by tax class',
    'Tax class,Liters,Gallons',
    'Up to 14% alcohol,6.750,1.7832',
    'Above 14% alcohol,0.000,0.0000',
    'Sparkling wine,1.500,0.3963',
    'Total,8.250,2.1794',
    '',
    'Unknown,2024 Brut: Alcohol',
    '',
  ])
})

test('South Dakota gets the recipients, the shipments and gallons by its own classes', () => {
  const all = [
    shipped(2001),
    shipped(2002, { wines: [wine({ alcohol: 14.5 })] }),
    shipped(2003, { name: 'Ben', wines: [wine({ alcohol: 20.5, bottles: 3 })] }),
    shipped(2004, { name: 'Ben', wines: [wine({ class: '', bottles: 3 })] }),
  ]
  const lines = linesOf(file('south-dakota', all))
  expect(lines.slice(6, 11)).toEqual([
    'Recipients',
    'Name,Address,City,ZIP code,Cases of 9 liters,Bottles,Liters,Gallons',
    'Ana Ruiz,1 Main Street,Austin,78701,1.0000,12,9.000,2.3775',
    'Ben,1 Main Street,Austin,78701,0.5000,6,4.500,1.1888',
    'Total,,,,1.5000,18,13.500,3.5663',
  ])
  expect(lines.slice(12, 15)).toEqual([
    'Shipments',
    'Date,Wine type,Brand,Wine,Milliliters per bottle,Bottles,Purchase price,Tax paid,Carrier,Tracking number,Recipient,Shipment',
    '2026-10-05,Table wine,Kohue,2022 Malbec,750,6,900.00,65.25,UPS,1Z999AA10123456784,Ana Ruiz,S-2001',
  ])
  expect(lines.slice(18, 27)).toEqual([
    'Total,,,,,18,3600.00,261.00,,,,',
    '',
    'Gallons by tax class',
    'Tax class,Liters,Gallons',
    '3.2% to 14% alcohol,4.500,1.1888',
    'Above 14% to 20% alcohol,4.500,1.1888',
    '"Above 20% to 24% alcohol, or sparkling",2.250,0.5944',
    'Unknown class or alcohol,2.250,0.5944',
    'Total,13.500,3.5663',
  ])
})

test('a general list has the chosen columns, a row for each wine where one of them is of a wine', () => {
  const two = [wine(), wine({ productId: 'cabernet', description: '2021 Cabernet', bottles: 3 })]
  const all = [shipped(2001, { wines: two }), shipped(2002)]
  expect(linesOf(file('general', all, ['bottles', 'city', 'nothing']))).toEqual([
    'Shipment,Ship date,City,Bottles',
    'S-2001,2026-10-05,Austin,9',
    'S-2002,2026-10-05,Austin,6',
    'Total,,,15',
    '',
  ])
  expect(linesOf(file('general', all, ['alcohol', 'gallons']))).toEqual([
    'Shipment,Ship date,Wine,Alcohol %,Gallons',
    'S-2001,2026-10-05,2022 Malbec,13.9,1.1888',
    'S-2001,2026-10-05,2021 Cabernet,13.9,0.5944',
    'S-2002,2026-10-05,2022 Malbec,13.9,1.1888',
    'Total,,,,2.9719',
    '',
  ])
})

test('what is missing, unknown or erased is said so, and a box that came back needs no signature', () => {
  const all = [
    shipped(2001, { trackingNumbers: [], signer: '', isSigned: false, carrier: '' }),
    shipped(2002, { name: '', address: '', city: '', zipCode: '', signer: '' }),
    shipped(2003, { signer: '', isSigned: false, isUndelivered: true }),
    shipped(2004, { wines: [wine({ brand: '', alcohol: null })] }),
  ]
  expect(
    linesOf(file('general', all, ['name', 'carrier', 'tracking', 'signer', 'brand', 'alcohol'])),
  ).toEqual([
    'Shipment,Ship date,Customer,Carrier,Tracking number,Signed by,Wine,Brand,Alcohol %',
    'S-2001,2026-10-05,Ana Ruiz,missing,missing,missing,2022 Malbec,Kohue,13.9',
    'S-2002,2026-10-05,erased,UPS,1Z999AA10123456784,erased,2022 Malbec,Kohue,13.9',
    'S-2003,2026-10-05,Ana Ruiz,UPS,1Z999AA10123456784,,2022 Malbec,Kohue,13.9',
    'S-2004,2026-10-05,Ana Ruiz,UPS,1Z999AA10123456784,A. Ruiz,2022 Malbec,unknown,unknown',
    'Total,,,,,,,,',
    '',
    'Incomplete,"S-2001 of K-1001: no tracking number, no signer"',
    'Unknown,"2022 Malbec: Brand, Alcohol"',
    '',
  ])
})

test.each(['texas', 'south-dakota', 'general'] as const)(
  'the sum of a report of the format %s is that of its rows',
  (format) => {
    const all = Array.from({ length: 200 }, (_, at) =>
      shipped(2001 + at, { wines: [wine({ bottles: 1 + (at % 9), bottleMl: 375 + at })] }),
    )
    const read = readCsv(file(format, all))
    const rows = read.ok ? read.rows.map(({ cells }) => cells) : []
    const head = rows.findIndex((cells) => cells.includes('Liters'))
    const column = rows[head]!.indexOf('Liters')
    const end = rows.findIndex(([first], at) => at > head && first === 'Total')
    const ml = rows.slice(head + 1, end).reduce((sum, row) => sum + Number(row[column]) * 1_000, 0)
    expect(rows[end]![column]).toBe((Math.round(ml) / 1_000).toFixed(3))
    const gallons = (Math.round(ml) / 3785.411784).toFixed(4)
    expect(rows[end]!.filter((cell) => cell === gallons)).toHaveLength(1)
  },
)

test('a version names exactly what it changed of the one before', () => {
  const before = [shipped(2001), shipped(2002), shipped(2003), shipped(2010)]
  const after = [
    shipped(2001),
    shipped(2002, { trackingNumbers: ['1Z999AA10123456795'] }),
    shipped(2009),
    shipped(2010, { wines: [wine({ brand: 'Kohue, Napa' })] }),
  ]
  const tracking = {
    ...{ shipment: 'S-2002', what: 'changed' },
    changes: [
      {
        ...{ column: 'Tracking number', wine: null },
        ...{ before: '1Z999AA10123456784', after: '1Z999AA10123456795' },
      },
    ],
  }
  expect(differencesOf(file('texas', before), file('texas', after))).toEqual([
    tracking,
    { shipment: 'S-2003', what: 'removed', changes: [] },
    { shipment: 'S-2009', what: 'added', changes: [] },
    {
      ...{ shipment: 'S-2010', what: 'changed' },
      changes: [{ column: 'Brand', wine: '2022 Malbec', before: 'Kohue', after: 'Kohue, Napa' }],
    },
  ])
  expect(differencesOf(file('general', before), file('general', after))).toEqual([
    tracking,
    { shipment: 'S-2003', what: 'removed', changes: [] },
    { shipment: 'S-2009', what: 'added', changes: [] },
  ])
  // Other columns are no difference of the rows.
  expect(
    differencesOf(file('general', before), file('general', before, ['bottles', 'tax'])),
  ).toEqual([])
  expect(differencesOf(file('texas', after), file('texas', after))).toEqual([])
})

test('a wine that came into a shipment is named with it', () => {
  const cabernet = wine({ productId: 'cabernet', description: '2021 Cabernet', bottles: 3 })
  const [before, after] = [[shipped(2001)], [shipped(2001, { wines: [cabernet, wine()] })]]
  expect(differencesOf(file('texas', before), file('texas', after))).toEqual([
    {
      ...{ shipment: 'S-2001', what: 'changed' },
      changes: [
        { column: 'Wine gallons', wine: null, before: '1.1888', after: '1.7832' },
        { column: 'Liters', wine: null, before: '4.500', after: '6.750' },
        { column: 'Wine', wine: '2021 Cabernet', before: '', after: '2021 Cabernet' },
      ],
    },
  ])
})

test('wine of the same name twice in a shipment is told apart by its place', () => {
  const of = (...bottles: number[]) => [
    shipped(2001, {
      wines: bottles.map((count, at) => wine({ productId: `${at}`, bottles: count })),
    }),
  ]
  expect(differencesOf(file('texas', of(6, 3)), file('texas', of(6, 4)))).toEqual([
    {
      ...{ shipment: 'S-2001', what: 'changed' },
      changes: [
        { column: 'Wine gallons', wine: null, before: '1.7832', after: '1.9813' },
        { column: 'Liters', wine: null, before: '6.750', after: '7.500' },
        { column: 'Bottles', wine: '2022 Malbec', before: '3', after: '4' },
      ],
    },
  ])
  // And one that went out of it is named, too.
  const [gone] = differencesOf(file('texas', of(6, 3)), file('texas', of(6)))
  expect(gone!.changes.at(-1)).toEqual({
    ...{ column: 'Wine', wine: '2022 Malbec', before: '2022 Malbec', after: '' },
  })
})

test('a list of all columns has each fact, and sums of what can be added', () => {
  expect(
    linesOf(file('general', [shipped(2001), shipped(2002, { deliveredOn: null })], listColumns)),
  ).toEqual([
    'Shipment,Ship date,Invoice date,Invoice number,Customer,Address,City,State,ZIP code,Carrier,Tracking number,Delivered,Signed by,Wine,Brand,Class,Vintage,Alcohol %,COLA number,Country,Milliliters per bottle,Bottles,Liters,Gallons,Price,Tax paid',
    'S-2001,2026-10-05,2026-10-01,K-1001,Ana Ruiz,1 Main Street,Austin,Texas,78701,UPS,1Z999AA10123456784,2026-10-08,A. Ruiz,2022 Malbec,Kohue,Table wine,2022,13.9,22001,Argentina,750,6,4.500,1.1888,900.00,65.25',
    'S-2002,2026-10-05,2026-10-01,K-1002,Ana Ruiz,1 Main Street,Austin,Texas,78701,UPS,1Z999AA10123456784,,A. Ruiz,2022 Malbec,Kohue,Table wine,2022,13.9,22001,Argentina,750,6,4.500,1.1888,900.00,65.25',
    'Total,,,,,,,,,,,,,,,,,,,,,12,9.000,2.3775,1800.00,130.50',
    '',
  ])
  expect(listColumns.filter((column) => !choosableColumns.includes(column))).toEqual([
    'shipment',
    'shippedOn',
  ])
  expect(firstColumns).toEqual([
    ...['shipment', 'shippedOn', 'order', 'name', 'address', 'city', 'zipCode', 'carrier'],
    ...['tracking', 'signer', 'bottles', 'liters', 'gallons'],
  ])
})

test('a draft says so, and each shipment what it lacks by itself', () => {
  const all = [
    shipped(2001, { trackingNumbers: [] }),
    shipped(2002, { signer: '', isSigned: false }),
  ]
  expect(linesOf(file('general', all, ['city'], true)).slice(4)).toEqual([
    '',
    'Draft,The period is not over.',
    'Incomplete,S-2001 of K-1001: no tracking number',
    'Incomplete,S-2002 of K-1002: no signer',
    '',
  ])
})

test.each([
  ['texas', 14, 'Up to 14% alcohol'],
  ['texas', 14.1, 'Above 14% alcohol'],
  ['south-dakota', 14, '3.2% to 14% alcohol'],
  ['south-dakota', 14.1, 'Above 14% to 20% alcohol'],
  ['south-dakota', 20, 'Above 14% to 20% alcohol'],
  ['south-dakota', 20.1, '"Above 20% to 24% alcohol, or sparkling"'],
] as const)('in the format %s wine of %d% is taxed as %s', (format, alcohol, name) => {
  expect(linesOf(file(format, [shipped(2001, { wines: [wine({ alcohol })] })]))).toContain(
    `${name},4.500,1.1888`,
  )
})

test('two states prescribe a format', () => {
  expect(['TX', 'SD', 'CA', ''].map(formatFor)).toEqual([
    'texas',
    'south-dakota',
    'general',
    'general',
  ])
})
