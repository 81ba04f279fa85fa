import { lineTax } from '#catalogue/destinations/tax.rules.ts'
import type {
  AloneAmount,
  AlonePart,
  AmountPart,
  Amounts,
} from '#catalogue/prices/amounts.rules.ts'
import { aloneAmounts, aloneParts, eachAlone, eachPart } from '#catalogue/prices/amounts.rules.ts'
import type { RefundState } from '#payments/after-sale.rules.ts'
import { refundableCents } from '#payments/after-sale.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

/** What a refund is for, in cents that add up to its amount. A part that is not named is nothing. */
export type RefundPurpose = Readonly<Partial<Record<AloneAmount, Cents>>> & {
  /** Cases, or bottles where bottles were sold, with their price and tax, by product. */
  wines: Readonly<Record<string, { units: number; wineCents: Cents; taxCents: Cents }>>
  /**
   * Anything else. Below zero where all the rest is refunded after goodwill, which then was part of the
   * price.
   */
  goodwillCents: Cents
}

export type Sold = Record<AloneAmount, Cents> & {
  lines: readonly {
    productId: string
    quantity: number
    unitPriceCents: Cents
    taxCents: Cents
  }[]
  totalCents: Cents
  /** The tax rate of today, which may be another than that of the order. */
  taxPercent: number
}

/** `purpose`: null where it is not known, as of refunds made in the provider’s dashboard. */
export type Refunded = { state: RefundState; amountCents: Cents; purpose: RefundPurpose | null }

/** The purpose by what the accounts tell apart. */
export function partsOfPurpose({
  wines,
  goodwillCents,
  ...alone
}: RefundPurpose): Record<AmountPart | 'goodwill', Cents> {
  const ofWines = { subtotalCents: 0, taxCents: 0 }
  for (const { wineCents, taxCents } of Object.values(wines)) {
    ofWines.subtotalCents += wineCents
    ofWines.taxCents += taxCents
  }
  const cents: Partial<Amounts> = { ...alone, ...ofWines }
  return { ...eachPart((amount) => cents[amount] ?? 0), goodwill: goodwillCents }
}

export const centsOfPurpose = (purpose: RefundPurpose): Cents =>
  Object.values(partsOfPurpose(purpose)).reduce((sum, cents) => sum + cents, 0)

type LeftToRefund = Record<AloneAmount, Cents> & {
  lines: { productId: string; units: number; taxCents: Cents }[]
  /** Of the payment, whatever it was refunded for. */
  cents: Cents
}

/** The refunds, requested ones too, whose purpose is known. */
const knownPurposes = (refunds: readonly Pick<Refunded, 'state' | 'purpose'>[]) =>
  refunds.flatMap(({ state, purpose }) => (state !== 'failed' && purpose ? [purpose] : []))

/** What no refund whose purpose is known was for yet: units of a line, and its tax in cents. */
export function leftOfLine(
  { productId, quantity, taxCents }: Omit<Sold['lines'][number], 'unitPriceCents'>,
  refunds: readonly Pick<Refunded, 'state' | 'purpose'>[],
): LeftToRefund['lines'][number] {
  const refunded = knownPurposes(refunds).flatMap(({ wines }) => wines[productId] ?? [])
  return {
    productId,
    units: refunded.reduce((left, { units }) => Math.max(0, left - units), quantity),
    taxCents: refunded.reduce((left, wine) => left - wine.taxCents, taxCents),
  }
}

/** The same of a whole order. */
export function leftToRefund(sold: Sold, refunds: readonly Refunded[]): LeftToRefund {
  const known = knownPurposes(refunds)
  return {
    lines: sold.lines.map((line) => leftOfLine(line, refunds)),
    ...eachAlone((amount) => known.reduce((left, one) => left - (one[amount] ?? 0), sold[amount])),
    cents: refundableCents(sold.totalCents, refunds),
  }
}

/**
 * So many units of a line with their tax: what is left of the tax as booked, less that of the units kept,
 * as a purchase of them alone is taxed.
 */
function wineOf(
  line: Sold['lines'][number],
  { units: left, taxCents: taxLeft }: LeftToRefund['lines'][number],
  units: number,
  taxPercent: number,
) {
  const taxCents = Math.max(0, taxLeft - taxOfUnits(line, left - units, taxPercent))
  return { units, wineCents: units * line.unitPriceCents, taxCents }
}

/** Where the line was booked at another rate, its units have their share of its tax. */
function taxOfUnits(
  { quantity, unitPriceCents, taxCents }: Sold['lines'][number],
  units: number,
  taxPercent: number,
): Cents {
  return lineTax(quantity * unitPriceCents, taxPercent) === taxCents
    ? lineTax(units * unitPriceCents, taxPercent)
    : Math.round((taxCents * units) / quantity)
}

/** The parts that are refunded alone, such as `{ shipping: true }`. */
export type AskedParts = Partial<Record<AlonePart, boolean>>

/** The purpose of refunding these units of wine, what is left of these parts, and so much in goodwill. */
export function purposeOf(
  sold: Sold,
  left: LeftToRefund,
  asked: AskedParts & { wines: Readonly<Record<string, number>>; goodwillCents: Cents },
): RefundPurpose {
  const wines = left.lines.flatMap((line, index) => {
    const units = asked.wines[line.productId] ?? 0
    return units > 0
      ? [[line.productId, wineOf(sold.lines[index]!, line, units, sold.taxPercent)] as const]
      : []
  })
  return {
    wines: Object.fromEntries(wines),
    ...eachAlone((amount, part) => (asked[part] ? Math.max(0, left[amount]) : 0)),
    goodwillCents: asked.goodwillCents,
  }
}

const everyPart: AskedParts = Object.fromEntries(aloneParts.map((part) => [part, true]))

/** The purpose of refunding all that is left; null where it was refunded for something unknown before. */
export function purposeOfRest(
  sold: Sold,
  left: LeftToRefund,
  refunds: readonly Refunded[],
): RefundPurpose | null {
  if (refunds.some(({ state, purpose }) => state !== 'failed' && !purpose)) return null
  const wines = Object.fromEntries(left.lines.map(({ productId, units }) => [productId, units]))
  const rest = purposeOf(sold, left, { wines, ...everyPart, goodwillCents: 0 })
  return { ...rest, goodwillCents: left.cents - centsOfPurpose(rest) }
}

/** Whether a purpose has more of the wine, or of what is refunded alone, than is left. */
export function isMoreThanLeft(left: LeftToRefund, purpose: RefundPurpose): boolean {
  if (aloneAmounts.some((amount) => (purpose[amount] ?? 0) > Math.max(0, left[amount]))) return true
  return Object.entries(purpose.wines).some(
    ([id, { units }]) => units > (left.lines.find(({ productId }) => productId === id)?.units ?? 0),
  )
}
