import type { MovementKind } from '#payments/movements.rules.ts'
import { movementKinds } from '#payments/movements.rules.ts'
import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import { inOrder } from '#platform/text/in-order.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import type { BookedPart, MonthLine, Parts } from './month-lines.rules.ts'
import { eachBookedPart } from './month-lines.rules.ts'

/** The movements of one kind: their number, amount, the provider's fee, and the amount without it. */
type Moved = { count: number; amount: Cents; fee: Cents; net: Cents }

/** Sales and refunds; refunds are below zero. */
type SalesFigures = { payments: number; sold: Parts; refunds: number; refunded: Parts }

/** The sales through one channel to one state. `foreign` is the channel of other systems. */
export type SalesGroup = SalesFigures & { channel: string; state: string }

/** The figures of a month: each is the sum of its lines. */
export type MonthFigures = {
  month: AccountingMonth
  /** What the provider owes the shop at the start and at the end. */
  opening: Cents
  closing: Cents
  moved: Record<MovementKind, Moved>
  sales: SalesGroup[]
  /** Lines with a mark: see `LineMark`. */
  marked: number
}

const nothing = (): Moved => ({ count: 0, amount: 0, fee: 0, net: 0 })
const noParts = eachBookedPart(() => 0)
const noSales = (): SalesFigures => ({
  payments: 0,
  sold: noParts,
  refunds: 0,
  refunded: noParts,
})

/** The cents of a part. Months that were closed before it was counted have none. */
export const centsOf = (parts: Partial<Parts>, part: BookedPart): Cents => parts[part] ?? 0

const add = (sum: Parts, more: Parts): Parts =>
  eachBookedPart((part) => sum[part] + centsOf(more, part))

/** Sums the lines of a month; `opening` is the balance at its start. */
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
  const sales = [...groups.values()].toSorted((a, b) => inOrder(keyOf(a), keyOf(b)))
  return { month, opening, closing, moved, sales, marked }
}

const keyOf = ({ channel, state }: Pick<SalesGroup, 'channel' | 'state'>) => `${channel} ${state}`

function addTo(groups: Map<string, SalesGroup>, { kind, payment, parts }: MonthLine): void {
  const { channel, state } = payment ?? { channel: 'foreign', state: '' }
  const key = keyOf({ channel, state })
  const group = groups.get(key) ?? { channel, state, ...noSales() }
  groups.set(key, group)
  if (kind === 'charge') {
    group.payments++
    group.sold = add(group.sold, parts)
  } else {
    group.refunds++
    group.refunded = add(group.refunded, parts)
  }
}

type NamedSales = SalesFigures & { name: string }

/** The groups summed by channel or by state, in the order of their names. */
export function salesBy(sales: readonly SalesGroup[], by: 'channel' | 'state'): NamedSales[] {
  const sums = new Map<string, NamedSales>()
  for (const group of sales) {
    const name = group[by]
    const sum = sums.get(name) ?? { name, ...noSales() }
    sums.set(name, {
      name,
      payments: sum.payments + group.payments,
      sold: add(sum.sold, group.sold),
      refunds: sum.refunds + group.refunds,
      refunded: add(sum.refunded, group.refunded),
    })
  }
  return [...sums.values()].toSorted((a, b) => inOrder(a.name, b.name))
}
