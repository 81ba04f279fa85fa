import type { CsvCell } from '#platform/csv/csv.rules.ts'
import { decimalAmount } from '#platform/text/money.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { shipmentNumber } from '#shipping/shipments/shipment.rules.ts'

import type { ReportTable } from './report-file.rules.ts'
import type { Shipped, ShippedWine } from './shipped.rules.ts'
import { sumsOf, winesMl } from './shipped.rules.ts'
import { gallonsOf, litersOf } from './volume.rules.ts'

/** Of a fact that nobody has set. */
export const known = (fact: string | number | null): CsvCell =>
  fact === '' || fact === null ? 'unknown' : fact

/** Of a person whose data were erased after the years for which they are kept. */
export const kept = (personal: string): string => personal || 'erased'

export const missing = (text: string): string => text || 'missing'

export const invoiceNumber = ({ orderNumber }: Pick<Shipped, 'orderNumber'>) => `K-${orderNumber}`

export const trackingOf = ({ trackingNumbers }: Pick<Shipped, 'trackingNumbers'>): string =>
  missing(trackingNumbers.join(' '))

/** Who signed; empty for what nobody signs for. */
export const signerOf = ({ signer, isSigned, isUndelivered }: Shipped): string =>
  signer || (isSigned ? 'erased' : isUndelivered ? '' : 'missing')

export const alcoholOf = ({ alcohol }: Pick<ShippedWine, 'alcohol'>): CsvCell =>
  known(alcohol === null ? null : alcohol.toFixed(1))

const cents = (wines: readonly ShippedWine[], of: 'priceCents' | 'taxCents') =>
  decimalAmount(wines.reduce((sum, wine) => sum + wine[of], 0))

type Column = {
  heading: string
  /** Of a whole shipment, or of a single wine in it. */
  cell: (shipped: Shipped) => CsvCell
  /** It says something of one wine: with it each wine has a row of its own. */
  ofWine?: true
  isChosenAtFirst?: true
  /** It is in every list: rows are known by it. */
  isAlways?: true
}

const only = (fact: (wine: ShippedWine) => CsvCell) => ({
  ofWine: true as const,
  cell: ({ wines }: Shipped) => fact(wines[0]!),
})

/** The columns that a general list may have, in their order. */
const columns = {
  shipment: {
    heading: 'Shipment',
    cell: ({ number }) => shipmentNumber(number),
    isAlways: true,
  },
  shippedOn: { heading: 'Ship date', cell: ({ shippedOn }) => shippedOn, isAlways: true },
  orderedOn: { heading: 'Invoice date', cell: ({ orderedOn }) => orderedOn },
  order: { heading: 'Invoice number', cell: invoiceNumber, isChosenAtFirst: true },
  name: { heading: 'Customer', cell: ({ name }) => kept(name), isChosenAtFirst: true },
  address: { heading: 'Address', cell: ({ address }) => kept(address), isChosenAtFirst: true },
  city: { heading: 'City', cell: ({ city }) => kept(city), isChosenAtFirst: true },
  state: { heading: 'State', cell: ({ state }) => stateName(state) },
  zipCode: { heading: 'ZIP code', cell: ({ zipCode }) => kept(zipCode), isChosenAtFirst: true },
  carrier: { heading: 'Carrier', cell: ({ carrier }) => missing(carrier), isChosenAtFirst: true },
  tracking: { heading: 'Tracking number', cell: trackingOf, isChosenAtFirst: true },
  deliveredOn: { heading: 'Delivered', cell: ({ deliveredOn }) => deliveredOn ?? '' },
  signer: { heading: 'Signed by', cell: signerOf, isChosenAtFirst: true },
  wine: { heading: 'Wine', ...only(({ description }) => description) },
  brand: { heading: 'Brand', ...only(({ brand }) => known(brand)) },
  class: { heading: 'Class', ...only((wine) => known(wine.class)) },
  vintage: { heading: 'Vintage', ...only(({ vintage }) => vintage) },
  alcohol: { heading: 'Alcohol %', ...only(alcoholOf) },
  cola: { heading: 'COLA number', ...only(({ cola }) => known(cola)) },
  country: { heading: 'Country', ...only(({ country }) => known(country)) },
  bottleMl: { heading: 'Milliliters per bottle', ...only(({ bottleMl }) => bottleMl) },
  bottles: {
    heading: 'Bottles',
    cell: (shipped) => sumsOf([shipped]).bottles,
    isChosenAtFirst: true,
  },
  liters: {
    heading: 'Liters',
    cell: ({ wines }) => litersOf(winesMl(wines)),
    isChosenAtFirst: true,
  },
  gallons: {
    heading: 'Gallons',
    cell: ({ wines }) => gallonsOf(winesMl(wines)),
    isChosenAtFirst: true,
  },
  price: { heading: 'Price', cell: ({ wines }) => cents(wines, 'priceCents') },
  tax: { heading: 'Tax paid', cell: ({ wines }) => cents(wines, 'taxCents') },
} as const satisfies Record<string, Column>

export type ListColumn = keyof typeof columns
export const listColumns = Object.keys(columns) as ListColumn[]

const definitionOf = (column: ListColumn): Column => columns[column]

export const columnHeading = (column: ListColumn): string => columns[column].heading

/** Those that staff may leave out. */
export const choosableColumns = listColumns.filter((column) => !definitionOf(column).isAlways)

/** Chosen until somebody has chosen others. */
export const firstColumns = listColumns.filter(
  (column) => definitionOf(column).isAlways || definitionOf(column).isChosenAtFirst,
)

/** The columns of a list by what was chosen, in their order. With a fact of a wine comes which wine it is. */
export function columnsWith(chosen: readonly string[]): ListColumn[] {
  const isOfWine = listColumns.some(
    (column) => chosen.includes(column) && definitionOf(column).ofWine,
  )
  return listColumns.filter(
    (column) =>
      definitionOf(column).isAlways || chosen.includes(column) || (column === 'wine' && isOfWine),
  )
}

/** Each wine of a shipment as if it were alone. */
export const wineByWine = (shipped: readonly Shipped[]): Shipped[] =>
  shipped.flatMap((one) => one.wines.map((wine) => ({ ...one, wines: [wine] })))

const summed: ReadonlySet<ListColumn> = new Set(['bottles', 'liters', 'gallons', 'price', 'tax'])

/** A list of these columns: a row for each shipment, or for each wine in it, and their sum. */
export function generalTable(
  shipped: readonly Shipped[],
  chosen: readonly ListColumn[],
): ReportTable {
  const isByWine = chosen.some((column) => definitionOf(column).ofWine)
  const whole = { wines: shipped.flatMap((one) => one.wines) } as unknown as Shipped
  return {
    title: null,
    headings: chosen.map(columnHeading),
    rows: (isByWine ? wineByWine(shipped) : shipped).map((one) =>
      chosen.map((column) => columns[column].cell(one)),
    ),
    total: chosen.map((column, at) =>
      at === 0 ? 'Total' : summed.has(column) ? columns[column].cell(whole) : '',
    ),
  }
}
