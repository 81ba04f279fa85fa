import type { Address } from '#platform/address/address.rules.ts'
import { inOrder } from '#platform/text/in-order.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

/** The fields of a shipper's file. */
export const profileFields = [
  'shipment',
  'order',
  'name',
  'phone',
  'address',
  'address-extra',
  'city',
  'state',
  'zip',
  'country',
  'cases',
  'bottles',
  'liters',
  'wines',
  'service',
  'signature',
  'earliest',
  'box',
] as const
type ProfileField = (typeof profileFields)[number]

export const dateFormats = ['iso', 'us'] as const
type DateFormat = (typeof dateFormats)[number]

/** One row for each parcel, that is for the whole shipment, or one for each case. */
export const rowsPer = ['parcel', 'case'] as const

export const fileOrders = ['number', 'zip', 'name'] as const

export type ProfileColumn = { heading: string; field: ProfileField }

/** The format of one shipper's file. */
type ShipperProfile = {
  name: string
  columns: readonly ProfileColumn[]
  dateFormat: DateFormat
  rowPer: (typeof rowsPer)[number]
  orderBy: (typeof fileOrders)[number]
}

/** Fields that every file must have: the law requires them to ship wine. */
export const requiredFields = [
  'shipment',
  'order',
  'name',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'cases',
  'bottles',
  'liters',
  'service',
  'signature',
  'earliest',
] as const satisfies readonly ProfileField[]

/** The default profile. */
export const usualProfile: ShipperProfile = {
  name: 'Usual file',
  dateFormat: 'us',
  rowPer: 'parcel',
  orderBy: 'number',
  columns: [
    { heading: 'Shipment', field: 'shipment' },
    { heading: 'Order', field: 'order' },
    { heading: 'Recipient', field: 'name' },
    { heading: 'Phone', field: 'phone' },
    { heading: 'Address 1', field: 'address' },
    { heading: 'Address 2', field: 'address-extra' },
    { heading: 'City', field: 'city' },
    { heading: 'State', field: 'state' },
    { heading: 'ZIP', field: 'zip' },
    { heading: 'Country', field: 'country' },
    { heading: 'Cases', field: 'cases' },
    { heading: 'Bottles', field: 'bottles' },
    { heading: 'Liters', field: 'liters' },
    { heading: 'Wines', field: 'wines' },
    { heading: 'Service', field: 'service' },
    { heading: 'Signature', field: 'signature' },
    { heading: 'Ship on or after', field: 'earliest' },
  ],
}

type ReadColumns =
  | { ok: true; columns: ProfileColumn[] }
  | { ok: false; reason: 'unknown-field'; field: string }
  | { ok: false; reason: 'missing-field'; field: ProfileField }
  | { ok: false; reason: 'no-heading'; field: string }

export const maxHeading = 60

/** Reads columns as staff type them, one `Heading = field` a line. */
export function readColumns(text: string): ReadColumns {
  const columns: ProfileColumn[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (!line) continue
    const at = line.lastIndexOf('=')
    const heading = line.slice(0, Math.max(0, at)).trim()
    const field = line.slice(at + 1).trim()
    if (!isOneOf(profileFields, field)) return { ok: false, reason: 'unknown-field', field }
    if (!heading || heading.length > maxHeading) return { ok: false, reason: 'no-heading', field }
    columns.push({ heading, field })
  }
  const missing = requiredFields.find((field) => !columns.some((column) => column.field === field))
  return missing ? { ok: false, reason: 'missing-field', field: missing } : { ok: true, columns }
}

/** The columns as staff type them. */
export const writtenColumns = (columns: readonly ProfileColumn[]): string =>
  columns.map(({ heading, field }) => `${heading} = ${field}`).join('\n')

/** Units of one wine in a box. */
type PackedWine = { description: string; units: number; bottlesPerUnit: number; bottleMl: number }

/** One shipment in a file. */
export type PackedShipment = Address & {
  number: number
  orderNumber: number
  name: string
  phone: string
  service: string
  /** Calendar day in the shop's time zone. */
  earliest: string
  wines: readonly PackedWine[]
}

export const bottlesOf = (wines: readonly PackedWine[]): number =>
  wines.reduce((sum, { units, bottlesPerUnit }) => sum + units * bottlesPerUnit, 0)

const litersOf = (wines: readonly PackedWine[]): number =>
  wines.reduce((sum, wine) => sum + wine.units * wine.bottlesPerUnit * wine.bottleMl, 0) / 1_000

/** How many boxes: each case is one; single bottles share one. */
export function boxCount(wines: readonly PackedWine[]): number {
  const cases = wines.reduce(
    (sum, { units, bottlesPerUnit }) => sum + (bottlesPerUnit > 1 ? units : 0),
    0,
  )
  return cases + (wines.some(({ bottlesPerUnit }) => bottlesPerUnit === 1) ? 1 : 0)
}

const written = (isoDay: string, format: DateFormat): string => {
  const [year, month, day] = isoDay.split('-')
  return format === 'us' ? `${month}/${day}/${year}` : isoDay
}

const sorters = {
  number: (a, b) => a.number - b.number,
  zip: (a, b) => inOrder(a.zipCode, b.zipCode) || a.number - b.number,
  name: (a, b) => inOrder(a.name, b.name) || a.number - b.number,
} as const satisfies Record<
  ShipperProfile['orderBy'],
  (a: PackedShipment, b: PackedShipment) => number
>

type Box = { index: number; of: number; wines: readonly PackedWine[] }

function boxesOf(shipment: PackedShipment, rowPer: ShipperProfile['rowPer']): Box[] {
  if (rowPer === 'parcel') return [{ index: 1, of: 1, wines: shipment.wines }]
  const cases = shipment.wines
    .filter(({ bottlesPerUnit }) => bottlesPerUnit > 1)
    .flatMap((wine) => Array.from({ length: wine.units }, () => [{ ...wine, units: 1 }]))
  const single = shipment.wines.filter(({ bottlesPerUnit }) => bottlesPerUnit === 1)
  const boxes = single.length > 0 ? [...cases, single] : cases
  return boxes.map((wines, index) => ({ index: index + 1, of: boxes.length, wines }))
}

/** The rows of a shipper's file, headings first, in the order of the profile. */
export function handoverRows(
  profile: ShipperProfile,
  shipments: readonly PackedShipment[],
  signature: string,
): (string | number)[][] {
  const cell = (shipment: PackedShipment, box: Box, field: ProfileField): string | number => {
    const cells: Record<ProfileField, string | number> = {
      shipment: `S-${shipment.number}`,
      order: `K-${shipment.orderNumber}`,
      name: shipment.name,
      phone: shipment.phone,
      address: shipment.address,
      'address-extra': shipment.addressExtra,
      city: shipment.city,
      state: shipment.state,
      zip: shipment.zipCode,
      country: 'US',
      cases: boxCount(box.wines),
      bottles: bottlesOf(box.wines),
      liters: litersOf(box.wines),
      wines: box.wines.map(({ units, description }) => `${units} x ${description}`).join('; '),
      service: shipment.service,
      signature,
      earliest: written(shipment.earliest, profile.dateFormat),
      box: `${box.index} of ${box.of}`,
    }
    return cells[field]
  }
  const rows = shipments
    .toSorted(sorters[profile.orderBy])
    .flatMap((shipment) =>
      boxesOf(shipment, profile.rowPer).map((box) =>
        profile.columns.map(({ field }) => cell(shipment, box, field)),
      ),
    )
  return [profile.columns.map(({ heading }) => heading), ...rows]
}

/** Packing slips per file, so that a batch of 2,000 is made in short steps. */
export const slipsPerFile = 200
