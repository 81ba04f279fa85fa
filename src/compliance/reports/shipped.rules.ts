import { unknownFacts } from '../wine-facts/wine-facts.rules.ts'
import type { WineFacts } from '../wine-facts/wine-facts.rules.ts'
import { gallonsOf } from './volume.rules.ts'

/** Wine of one kind in a shipment. */
export type ShippedWine = WineFacts & {
  productId: string
  description: string
  vintage: number
  bottles: number
  bottleMl: number
  /** What was paid for it, and the tax on that. Nothing for wine that was sent again or as a replacement. */
  priceCents: number
  taxCents: number
}

/** A shipment that went into a state. Days are those of the state's own time. */
export type Shipped = {
  number: number
  orderNumber: number
  shippedOn: string
  orderedOn: string
  deliveredOn: string | null
  /** Empty once they were erased. */
  name: string
  address: string
  city: string
  zipCode: string
  state: string
  carrier: string
  trackingNumbers: readonly string[]
  signer: string
  /** Whether it was signed for, also where the name was erased since. */
  isSigned: boolean
  /** It came back, or was lost or damaged on its way: nobody signs for it. */
  isUndelivered: boolean
  wines: readonly ShippedWine[]
}

export const lackable = ['tracking', 'signer'] as const
export type Lack = (typeof lackable)[number]

/** What a shipment lacks that states ask for. */
export const lacksOf = ({ trackingNumbers, isSigned, isUndelivered }: Shipped): Lack[] =>
  lackable.filter((lack) =>
    lack === 'tracking' ? trackingNumbers.length === 0 : !isSigned && !isUndelivered,
  )

export const winesMl = (wines: readonly Pick<ShippedWine, 'bottles' | 'bottleMl'>[]): number =>
  wines.reduce((sum, { bottles, bottleMl }) => sum + bottles * bottleMl, 0)

const bottlesOf = (wines: readonly ShippedWine[]): number =>
  wines.reduce((sum, { bottles }) => sum + bottles, 0)

/** What a report adds up to, without personal data: its file may be erased, and this stays. */
export type ReportFigures = {
  shipments: number
  bottles: number
  ml: number
  gallons: string
  /** The period was not over. */
  isDraft: boolean
  /** What is missing, by shipment. */
  incomplete: { shipment: number; order: number; lacks: Lack[] }[]
  /** Facts that nobody has set, by wine. */
  unknown: { wine: string; facts: (keyof WineFacts)[] }[]
  /** Columns of a general list; none of the formats of laws. */
  columns: string[]
  /** Numbers of the licenses that were valid in the period. */
  licenses: string[]
}

export type Sums = Pick<ReportFigures, 'shipments' | 'bottles' | 'ml' | 'gallons'>

/** The sums of these rows, each rounded once. */
export function sumsOf(shipped: readonly Pick<Shipped, 'wines'>[]): Sums {
  const wines = shipped.flatMap((one) => one.wines)
  const ml = winesMl(wines)
  return { shipments: shipped.length, bottles: bottlesOf(wines), ml, gallons: gallonsOf(ml) }
}

/** What is missing in a period, and which facts of its wines are unknown. */
export function gapsOf(shipped: readonly Shipped[]): Pick<ReportFigures, 'incomplete' | 'unknown'> {
  const wines = new Map(
    shipped.flatMap((one) => one.wines.map((wine) => [wine.productId, wine] as const)),
  )
  return {
    incomplete: shipped
      .map((one) => ({ shipment: one.number, order: one.orderNumber, lacks: lacksOf(one) }))
      .filter(({ lacks }) => lacks.length > 0),
    unknown: [...wines.values()]
      .map((wine) => ({ wine: wine.description, facts: unknownFacts(wine) }))
      .filter(({ facts }) => facts.length > 0),
  }
}

/** Classes by which a state taxes wine, each with its upper limit of alcohol in percent. */
export type TaxClasses = readonly (readonly [name: string, upTo: number])[]

const unknownClass = 'Unknown class or alcohol'

/** Milliliters by tax class; what is not known is a class of its own. Sparkling wine may be one of its own too. */
export function mlByTaxClass(
  shipped: readonly Pick<Shipped, 'wines'>[],
  still: TaxClasses,
  sparkling: string,
): [name: string, ml: number][] {
  const classOf = (wine: ShippedWine): string => {
    if (wine.class === 'Sparkling wine') return sparkling
    if (wine.class === '' || wine.alcohol === null) return unknownClass
    return still.find(([, upTo]) => wine.alcohol! <= upTo)?.[0] ?? sparkling
  }
  const byClass = Map.groupBy(
    shipped.flatMap((one) => one.wines),
    classOf,
  )
  const names = [...still.map(([name]) => name), sparkling, unknownClass]
  return names
    .map((name): [string, number] => [name, winesMl(byClass.get(name) ?? [])])
    .filter(([name, ml]) => name !== unknownClass || ml > 0)
}
