import type { Cents } from '#domain/money.ts'

import type { AccountingMonth } from './accounting-month.ts'
import type { MonthLine, Parts } from './month-lines.ts'
import type { MovementKind } from './movements.ts'
import { movementKinds } from './movements.ts'

/** How often something moved, its amount, what the provider kept of it, and what is left. */
export type Moved = { count: number; amount: Cents; fee: Cents; net: Cents }

/** What was sold and refunded through a channel to a state; refunds are below zero. */
export type SalesGroup = {
  /** `foreign` is what other systems of the same account took. */
  channel: string
  state: string
  payments: number
  sold: Parts
  refunds: number
  refunded: Parts
}

/** The figures of a month: each is the sum of its lines. */
export type MonthFigures = {
  month: AccountingMonth
  /** What the provider owed us before and after. */
  opening: Cents
  closing: Cents
  moved: Record<MovementKind, Moved>
  sales: SalesGroup[]
  /** Lines that are dated in a closed month, or about a payment of an earlier one. */
  marked: number
}

const nothing = (): Moved => ({ count: 0, amount: 0, fee: 0, net: 0 })
const noParts = (): Parts => ({ wine: 0, shipping: 0, tax: 0, other: 0 })

const add = (sum: Parts, more: Parts): Parts => ({
  wine: sum.wine + more.wine,
  shipping: sum.shipping + more.shipping,
  tax: sum.tax + more.tax,
  other: sum.other + more.other,
})

/** Sums the lines of a month, starting from what was owed before it. */
export function figuresOf(
  month: AccountingMonth,
  opening: Cents,
  lines: Iterable<MonthLine>,
): MonthFigures {
  const moved = Object.fromEntries(
    movementKinds.map((kind) => [kind, nothing()]),
  ) as MonthFigures['moved']
  const groups = new Map<string, SalesGroup>()
  let closing = opening
  let marked = 0
  for (const line of lines) {
    const net = line.amount - line.fee
    const sum = moved[line.kind]
    sum.count++
    sum.amount += line.amount
    sum.fee += line.fee
    sum.net += net
    closing += net
    if (line.mark) marked++
    if (line.kind === 'charge' || line.kind === 'refund') addTo(groups, line)
  }
  const sales = [...groups.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return { month, opening, closing, moved, sales, marked }
}

const keyOf = ({ channel, state }: Pick<SalesGroup, 'channel' | 'state'>) => `${channel} ${state}`

function addTo(groups: Map<string, SalesGroup>, { kind, payment, parts }: MonthLine): void {
  const { channel, state } = payment ?? { channel: 'foreign', state: '' }
  const key = keyOf({ channel, state })
  const known = groups.get(key)
  const group = known ?? {
    channel,
    state,
    payments: 0,
    sold: noParts(),
    refunds: 0,
    refunded: noParts(),
  }
  if (!known) groups.set(key, group)
  if (kind === 'charge') {
    group.payments++
    group.sold = add(group.sold, parts)
  } else {
    group.refunds++
    group.refunded = add(group.refunded, parts)
  }
}

/** The groups summed by channel or by state, in the order in which they come. */
export function salesBy(
  sales: readonly SalesGroup[],
  by: 'channel' | 'state',
): (Omit<SalesGroup, 'channel' | 'state'> & { name: string })[] {
  const sums = new Map<string, Omit<SalesGroup, 'channel' | 'state'> & { name: string }>()
  for (const group of sales) {
    const name = group[by]
    const sum = sums.get(name) ?? {
      name,
      payments: 0,
      sold: noParts(),
      refunds: 0,
      refunded: noParts(),
    }
    sums.set(name, {
      name,
      payments: sum.payments + group.payments,
      sold: add(sum.sold, group.sold),
      refunds: sum.refunds + group.refunds,
      refunded: add(sum.refunded, group.refunded),
    })
  }
  return [...sums.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

export const totalOf = ({ wine, shipping, tax, other }: Parts): Cents =>
  wine + shipping + tax + other
