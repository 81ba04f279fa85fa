import { decimalAmount } from '#platform/text/money.rules.ts'
import { shipmentNumber } from '#shipping/shipments/shipment.rules.ts'

import { factNames } from '../wine-facts/wine-facts.rules.ts'
import type { ListColumn } from './columns.rules.ts'
import {
  generalTable,
  invoiceNumber,
  kept,
  known,
  missing,
  trackingOf,
  wineByWine,
} from './columns.rules.ts'
import type { Period } from './period.rules.ts'
import { lastDayOf, periodName } from './period.rules.ts'
import type { ReportParts, ReportTable } from './report-file.rules.ts'
import type { ReportFigures, Shipped, TaxClasses } from './shipped.rules.ts'
import { mlByTaxClass, sumsOf, winesMl } from './shipped.rules.ts'
import { gallonsOf, lawCasesOf, litersOf } from './volume.rules.ts'

export const reportFormats = ['general', 'texas', 'south-dakota'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const formatName = {
  general: 'General list',
  texas: 'Texas, 16 TAC § 41.32',
  'south-dakota': 'South Dakota, SDCL § 35-12B-11',
} as const satisfies Record<ReportFormat, string>

/** The one that the law of a state prescribes. */
export const formatFor = (state: string): ReportFormat =>
  state === 'TX' ? 'texas' : state === 'SD' ? 'south-dakota' : 'general'

export type ReportBasis = {
  period: Period
  /** In the order of their ship dates. */
  shipped: readonly Shipped[]
  figures: ReportFigures
  columns: readonly ListColumn[]
}

/** What a report's file says: its sums are those of its rows. */
export function reportParts(format: ReportFormat, basis: ReportBasis): ReportParts {
  const notes = notesOf(basis.figures)
  switch (format) {
    case 'general':
      return { head: [], tables: [generalTable(basis.shipped, basis.columns)], notes }
    case 'texas':
      return { head: headOf(format, basis), tables: texasTables(basis.shipped), notes }
    case 'south-dakota':
      return { head: headOf(format, basis), tables: southDakotaTables(basis.shipped), notes }
  }
}

/** The shop keeps no address of the business: staff add it when they file the report. */
const headOf = (format: ReportFormat, { period, figures: { licenses } }: ReportBasis) => [
  ['Report', formatName[format]],
  ['Period', periodName(period), period.from, lastDayOf(period)],
  ['Winery', 'Kohue'],
  ['Address of the winery', 'unknown'],
  ['License number', known(licenses.join(' '))],
]

const lackWords = { tracking: 'no tracking number', signer: 'no signer' } as const

export const lackText = ({ shipment, order, lacks }: ReportFigures['incomplete'][number]) =>
  `${shipmentNumber(shipment)} of K-${order}: ${lacks.map((lack) => lackWords[lack]).join(', ')}`

export const unknownText = ({ wine, facts }: ReportFigures['unknown'][number]) =>
  `${wine}: ${facts.map((fact) => factNames[fact]).join(', ')}`

const notesOf = ({ isDraft, incomplete, unknown }: ReportFigures) => [
  ...(isDraft ? [['Draft', 'The period is not over.']] : []),
  ...incomplete.map((one) => ['Incomplete', lackText(one)]),
  ...unknown.map((one) => ['Unknown', unknownText(one)]),
]

const byTaxClass = (
  shipped: readonly Shipped[],
  classes: TaxClasses,
  sparkling: string,
): ReportTable => {
  const rows = mlByTaxClass(shipped, classes, sparkling)
  const { ml, gallons } = sumsOf(shipped)
  return {
    title: 'Gallons by tax class',
    headings: ['Tax class', 'Liters', 'Gallons'],
    rows: rows.map(([name, each]) => [name, litersOf(each), gallonsOf(each)]),
    total: ['Total', litersOf(ml), gallons],
  }
}

/** 16 TAC § 41.32 (c)(2), the list of (d)(2), and the classes of the excise tax (e). */
function texasTables(shipped: readonly Shipped[]): ReportTable[] {
  const { ml, gallons, bottles } = sumsOf(shipped)
  return [
    {
      title: 'Shipments',
      headings: [
        ...['Ship date', 'Invoice date', 'Invoice number', 'Customer', 'City', 'Wine gallons'],
        ...['Carrier', 'Tracking number', 'Liters', 'Shipment'],
      ],
      rows: shipped.map((one) => [
        ...[one.shippedOn, one.orderedOn, invoiceNumber(one), kept(one.name), kept(one.city)],
        ...[gallonsOf(winesMl(one.wines)), missing(one.carrier), trackingOf(one)],
        ...[litersOf(winesMl(one.wines)), shipmentNumber(one.number)],
      ]),
      total: ['Total', '', '', '', '', gallons, '', '', litersOf(ml), ''],
    },
    {
      title: 'Detail list',
      headings: [
        ...['Invoice number', 'Name', 'Address', 'City', 'State', 'ZIP code', 'Brand', 'Wine'],
        ...['Container (ml)', 'Bottles', 'Price', 'Carrier', 'Tracking number', 'Shipment'],
      ],
      rows: wineByWine(shipped).map((one) => {
        const [wine] = one.wines as [Shipped['wines'][number]]
        return [
          ...[invoiceNumber(one), kept(one.name), kept(one.address), kept(one.city), one.state],
          ...[kept(one.zipCode), known(wine.brand), wine.description, wine.bottleMl],
          ...[wine.bottles, decimalAmount(wine.priceCents), missing(one.carrier)],
          ...[trackingOf(one), shipmentNumber(one.number)],
        ]
      }),
      total: ['Total', ...Array<string>(8).fill(''), bottles, priceOf(shipped), '', '', ''],
    },
    byTaxClass(
      shipped,
      [
        ['Up to 14% alcohol', 14],
        ['Above 14% alcohol', 100],
      ],
      'Sparkling wine',
    ),
  ]
}

const centsOf = (shipped: readonly Shipped[], of: 'priceCents' | 'taxCents') =>
  shipped.flatMap(({ wines }) => wines).reduce((sum, wine) => sum + wine[of], 0)

const priceOf = (shipped: readonly Shipped[]) => decimalAmount(centsOf(shipped, 'priceCents'))

/** SDCL § 35-12B-11 (2) to (6), and the tax categories of § 35-12B-13. */
function southDakotaTables(shipped: readonly Shipped[]): ReportTable[] {
  const { ml, gallons, bottles } = sumsOf(shipped)
  const recipients = [
    ...Map.groupBy(shipped, (one) => JSON.stringify(recipientOf(one))).values(),
  ].map((of) => {
    const sums = sumsOf(of)
    return [
      ...recipientOf(of[0]!),
      ...[lawCasesOf(sums.ml), sums.bottles, litersOf(sums.ml), sums.gallons],
    ]
  })
  return [
    {
      title: 'Recipients',
      headings: [
        ...['Name', 'Address', 'City', 'ZIP code', 'Cases of 9 liters'],
        ...['Bottles', 'Liters', 'Gallons'],
      ],
      rows: recipients,
      total: ['Total', '', '', '', lawCasesOf(ml), bottles, litersOf(ml), gallons],
    },
    {
      title: 'Shipments',
      headings: [
        ...['Date', 'Wine type', 'Brand', 'Wine', 'Milliliters per bottle', 'Bottles'],
        ...['Purchase price', 'Tax paid', 'Carrier', 'Tracking number', 'Recipient', 'Shipment'],
      ],
      rows: wineByWine(shipped).map((one) => {
        const [wine] = one.wines as [Shipped['wines'][number]]
        return [
          ...[one.shippedOn, known(wine.class), known(wine.brand), wine.description],
          ...[wine.bottleMl, wine.bottles, decimalAmount(wine.priceCents)],
          ...[decimalAmount(wine.taxCents), missing(one.carrier), trackingOf(one)],
          ...[kept(one.name), shipmentNumber(one.number)],
        ]
      }),
      total: [
        ...['Total', '', '', '', '', bottles, priceOf(shipped)],
        ...[decimalAmount(centsOf(shipped, 'taxCents')), '', '', '', ''],
      ],
    },
    byTaxClass(
      shipped,
      [
        ['3.2% to 14% alcohol', 14],
        ['Above 14% to 20% alcohol', 20],
      ],
      'Above 20% to 24% alcohol, or sparkling',
    ),
  ]
}

const recipientOf = ({ name, address, city, zipCode }: Shipped) =>
  [name, address, city, zipCode].map(kept)
