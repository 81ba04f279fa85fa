import { lineTax } from '#catalogue/destinations/tax.rules.ts'
import type { RefundState } from '#payments/after-sale.rules.ts'
import { refundableCents } from '#payments/after-sale.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

/** What a refund is for, in cents that add up to its amount. */
export type RefundPurpose = {
  /** Cases, or bottles where bottles were sold, with their price and tax, by product. */
  wines: Readonly<Record<string, { units: number; wineCents: Cents; taxCents: Cents }>>
  shippingCents: Cents
  /**
   * Anything else. Below zero where all the rest is refunded after goodwill, which then was part of the
   * price.
   */
  goodwillCents: Cents
}

export type Sold = {
  lines: readonly {
    productId: string
    quantity: number
    unitPriceCents: Cents
    taxCents: Cents
  }[]
  shippingCents: Cents
  totalCents: Cents
  /** The tax rate of today, which may be another than that of the order. */
  taxPercent: number
}

/** `purpose`: null where it is not known, as of refunds made in the provider’s dashboard. */
export type Refunded = { state: RefundState; amountCents: Cents; purpose: RefundPurpose | null }

/** The purpose by what the accounts tell apart. */
export function partsOfPurpose({ wines, shippingCents, goodwillCents }: RefundPurpose) {
  const sum = { wine: 0, shipping: shippingCents, tax: 0, goodwill: goodwillCents }
  for (const { wineCents, taxCents } of Object.values(wines)) {
    sum.wine += wineCents
    sum.tax += taxCents
  }
  return sum
}

export function centsOfPurpose(purpose: RefundPurpose): Cents {
  const { wine, shipping, tax, goodwill } = partsOfPurpose(purpose)
  return wine + shipping + tax + goodwill
}

type LeftToRefund = {
  lines: { productId: string; units: number; taxCents: Cents }[]
  shippingCents: Cents
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
  return {
    lines: sold.lines.map((line) => leftOfLine(line, refunds)),
    shippingCents: knownPurposes(refunds).reduce(
      (left, one) => left - one.shippingCents,
      sold.shippingCents,
    ),
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

/** The purpose of refunding these units of wine, the shipping that is left, and so much in goodwill. */
export function purposeOf(
  sold: Sold,
  left: LeftToRefund,
  asked: { wines: Readonly<Record<string, number>>; shipping: boolean; goodwillCents: Cents },
): RefundPurpose {
  const wines = left.lines.flatMap((line, index) => {
    const units = asked.wines[line.productId] ?? 0
    return units > 0
      ? [[line.productId, wineOf(sold.lines[index]!, line, units, sold.taxPercent)] as const]
      : []
  })
  return {
    wines: Object.fromEntries(wines),
    shippingCents: asked.shipping ? Math.max(0, left.shippingCents) : 0,
    goodwillCents: asked.goodwillCents,
  }
}

/** The purpose of refunding all that is left; null where it was refunded for something unknown before. */
export function purposeOfRest(
  sold: Sold,
  left: LeftToRefund,
  refunds: readonly Refunded[],
): RefundPurpose | null {
  if (refunds.some(({ state, purpose }) => state !== 'failed' && !purpose)) return null
  const wines = Object.fromEntries(left.lines.map(({ productId, units }) => [productId, units]))
  const rest = purposeOf(sold, left, { wines, shipping: true, goodwillCents: 0 })
  return { ...rest, goodwillCents: left.cents - centsOfPurpose(rest) }
}

/** Whether a purpose has more wine or shipping than is left of them. */
export function isMoreThanLeft(
  { lines, shippingCents }: LeftToRefund,
  purpose: RefundPurpose,
): boolean {
  if (purpose.shippingCents > Math.max(0, shippingCents)) return true
  return Object.entries(purpose.wines).some(
    ([id, { units }]) => units > (lines.find(({ productId }) => productId === id)?.units ?? 0),
  )
}
