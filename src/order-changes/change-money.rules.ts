import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import { shippingMethods, shippingPrice } from '#catalogue/destinations/shipping.rules.ts'
import type { Refunded, RefundPurpose, Sold } from '#orders/refunds/refund-purpose.rules.ts'
import { centsOfPurpose, leftToRefund, purposeOf } from '#orders/refunds/refund-purpose.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import type { ChangedValue } from './order-changes.rules.ts'

/** Orders of one person and release that are canceled without staff, against hoarding. */
export const mostCancelled = 2

/** Payment pages for a difference that are opened for one order within a day. */
export const mostDifferences = 3

/** What was paid more for shipping; what of it is to be refunded, and what was. */
type PaidDifference = { paidCents: Cents | null; refundCents: Cents; refundedCents: Cents }

/** What is left of it; refunds in the provider's dashboard are not asked for here. */
export const leftOfDifference = ({
  paidCents,
  refundCents,
  refundedCents,
}: PaidDifference): Cents => (paidCents ?? 0) - Math.max(refundCents, refundedCents)

/** A paid order as far as changes of it move money. */
export type PaidOrder = {
  sold: Sold
  refunds: readonly Refunded[]
  /** By which its shipment goes now. */
  method: ShippingMethod
  /** Methods up to which staff took it free of charge, of those that it has now. */
  given: readonly ShippingMethod[]
  /** What its shipment has, by product. */
  units: Readonly<Record<string, number>>
  differences: readonly PaidDifference[]
}

/** What is left of all that was paid for an order. */
export const paidInAll = ({ sold, refunds, differences }: PaidOrder): Cents =>
  leftToRefund(sold, refunds).cents + sum(differences.map(leftOfDifference))

/** A way to keep less of an order. */
export type FewerOption = {
  /** Of the form: what is kept and the refund, so that a form of before another refund chooses nothing. */
  value: string
  /** Units by product; 0 of a wine that is given back whole. */
  kept: Readonly<Record<string, number>>
  cases: number
  /** Of what is refunded of the order's payment. */
  purpose: RefundPurpose
  /** What is refunded of differences. */
  fromDifferences: Cents
  /** In all. */
  refundCents: Cents
}

/** Another method for an order. `cents`: what it costs more, or refunds below zero. */
export type MethodOption = Pick<FewerOption, 'value' | 'purpose' | 'fromDifferences'> & {
  method: ShippingMethod
  cents: Cents
}

/**
 * Every way to keep fewer cases of an order, but some, with its refund: the wine, its tax, and the difference
 * of the table of shipping prices. None where staff have to work out what is left.
 */
export function fewerOptions(order: PaidOrder): FewerOption[] {
  if (isForStaff(order)) return []
  const { sold } = order
  const left = leftToRefund(sold, order.refunds)
  const had = sum(left.lines.map((line) => line.units))
  return countsUpTo(left.lines)
    .flatMap((kept) => {
      const cases = sum(Object.values(kept))
      if (cases === had) return []
      const wines = Object.fromEntries(
        left.lines.map((line) => [line.productId, line.units - kept[line.productId]!]),
      )
      const shipping = chargedFor(order, order.method, had) - chargedFor(order, order.method, cases)
      const { shippingCents, fromDifferences } = shippingBack(order, shipping)
      const wine = purposeOf(sold, left, { wines, goodwillCents: 0 })
      const purpose = { ...wine, shippingCents }
      const refundCents = centsOfPurpose(purpose) + fromDifferences
      const counts = Object.entries(kept).map(([id, count]) => `${id}:${count}`)
      const value = `${counts.join(',')}=${refundCents}`
      // Keeping none, and any fewer after much goodwill, would refund all that is left: that is a cancellation.
      return centsOfPurpose(purpose) < left.cents
        ? [{ value, kept, cases, purpose, fromDifferences, refundCents }]
        : []
    })
    .toSorted((a, b) => b.cases - a.cases || a.refundCents - b.refundCents)
}

/** The other methods of an order, at the difference of the table of shipping prices. */
export function methodOptions(order: PaidOrder): MethodOption[] {
  if (isForStaff(order)) return []
  const left = leftToRefund(order.sold, order.refunds)
  const cases = sum(left.lines.map((line) => line.units))
  return shippingMethods
    .filter((method) => method !== order.method)
    .flatMap((method) => {
      const more = chargedFor(order, method, cases) - chargedFor(order, order.method, cases)
      const { shippingCents, fromDifferences } = shippingBack(order, Math.max(0, -more))
      const purpose = { wines: {}, shippingCents, goodwillCents: 0 }
      const cents = more > 0 ? more : 0 - shippingCents - fromDifferences
      const value = `${method}=${cents}`
      return shippingCents < left.cents ? [{ value, method, cents, purpose, fromDifferences }] : []
    })
}

/** The methods that cost more than the present one for what the shipment has. */
export function dearerMethods({ method, units }: Pick<PaidOrder, 'method' | 'units'>) {
  const cases = sum(Object.values(units))
  const priceOf = (one: ShippingMethod) => shippingPrice(one, cases) ?? 0
  return shippingMethods.filter((one) => priceOf(one) > priceOf(method))
}

type MethodChange = { before: ChangedValue; after: ChangedValue }

/**
 * The methods up to which staff took an order free of charge, by all its changes. What is above the method
 * that it goes by now is over: having it again is paid.
 */
export function givenMethods(changes: readonly MethodChange[]): ShippingMethod[] {
  let given: ShippingMethod[] = []
  for (const { before, after } of changes) {
    if (!('method' in before) || !('method' in after)) continue
    const to = shippingMethods.indexOf(after.method)
    given = given.filter((method) => shippingMethods.indexOf(method) >= to)
    if ('reason' in after) {
      given.push(...shippingMethods.slice(to, shippingMethods.indexOf(before.method)))
    }
  }
  return given
}

/** What its buyer pays for sending so many cases: the table's price without the steps that were free of charge. */
function chargedFor(
  { given }: Pick<PaidOrder, 'given'>,
  method: ShippingMethod,
  cases: number,
): Cents {
  // From the method down to the cheapest, as they stand in the table.
  const steps = shippingMethods.slice(shippingMethods.indexOf(method))
  const priceOf = (one: ShippingMethod | undefined) => (one && shippingPrice(one, cases)) ?? 0
  return sum(
    steps.map((one, index) => (given.includes(one) ? 0 : priceOf(one) - priceOf(steps[index + 1]))),
  )
}

/** Whether earlier refunds do not tell what is left, or are not what the shipment lacks. */
function isForStaff({ sold, refunds, units }: PaidOrder): boolean {
  if (refunds.some(({ state, purpose }) => state !== 'failed' && !purpose)) return true
  const { lines } = leftToRefund(sold, refunds)
  return lines.some((line) => line.units !== (units[line.productId] ?? 0))
}

/**
 * So much less for shipping: of what was paid more for it first, then of the order. Shipping that was refunded
 * before, or was free of charge, is not refunded again.
 */
function shippingBack({ sold, refunds, differences }: PaidOrder, cents: Cents) {
  const fromDifferences = Math.min(cents, sum(differences.map(leftOfDifference)))
  const left = Math.max(0, leftToRefund(sold, refunds).shippingCents)
  return { fromDifferences, shippingCents: Math.min(left, cents - fromDifferences) }
}

/** All counts of the lines from none to all of each. */
export const countsUpTo = (
  lines: readonly { productId: string; units: number }[],
): Record<string, number>[] =>
  lines.reduce<Record<string, number>[]>(
    (counts, { productId, units }) =>
      counts.flatMap((count) =>
        Array.from({ length: units + 1 }, (_, kept) => ({ ...count, [productId]: kept })),
      ),
    [{}],
  )

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
