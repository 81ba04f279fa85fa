import { amountParts } from '#catalogue/prices/amounts.rules.ts'
import { movementKinds } from '#payments/movements.rules.ts'
import { monthName } from '#platform/text/accounting-month.rules.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import { accountingParts } from '../parts.rules.ts'
import {
  accountingCopy as copy,
  channelOfSales,
  movementNames,
  refundedNames,
  soldNames,
  stateOfSales,
} from './accounting.copy.ts'
import type { MonthFigures, SalesGroup } from './month-figures.rules.ts'
import { centsOf, salesBy } from './month-figures.rules.ts'
import type { MonthSummary } from './month-summary.rules.ts'

const salesHeadings = [
  copy.payments,
  ...amountParts.map((part) => soldNames[part]),
  copy.refunds,
  ...amountParts.map((part) => `${refundedNames[part]} back`),
  refundedNames.goodwill,
  refundedNames.other,
]

type Sum = Pick<SalesGroup, 'payments' | 'sold' | 'refunds' | 'refunded'>

const salesCells = ({ payments, sold, refunds, refunded }: Sum): string[] => [
  payments.toLocaleString('en-US'),
  ...amountParts.map((part) => formatAmount(centsOf(sold, part))),
  refunds.toLocaleString('en-US'),
  ...amountParts.map((part) => formatAmount(centsOf(refunded, part))),
  formatAmount(centsOf(refunded, 'goodwill')),
  formatAmount(sold.other + refunded.other),
]

/** A month as its one page says it; `closing` is null while it is open. */
export function summaryOf(
  figures: MonthFigures,
  closing: { at: Date; by: string } | null,
  dates: ShopDates,
): MonthSummary {
  const { month, opening, moved, sales } = figures
  return {
    title: `${accountingParts.accounting.title}, ${monthName(month)}`,
    intro: closing
      ? `Closed by ${closing.by}, ${dates.longMoment(closing.at)}. Amounts in US dollars.`
      : 'A draft: the month is not closed. Amounts in US dollars.',
    tables: [
      {
        title: copy.balance,
        headings: [copy.movement, copy.count, copy.amount, copy.fee, copy.net],
        rows: [
          [copy.atStart, '', '', '', formatAmount(opening)],
          ...movementKinds.map((kind) => {
            const { count, amount, fee, net } = moved[kind]
            return [
              movementNames[kind],
              count.toLocaleString('en-US'),
              formatAmount(amount),
              formatAmount(fee),
              formatAmount(net),
            ]
          }),
        ],
        sum: [copy.atEnd, '', '', '', formatAmount(figures.closing)],
      },
      ...(['channel', 'state'] as const).map((by) => ({
        title: by === 'channel' ? 'Sales by channel' : 'Sales by state',
        headings: [by === 'channel' ? copy.channel : copy.shippedTo, ...salesHeadings],
        rows: salesBy(sales, by).map((row) => [
          by === 'channel' ? channelOfSales(row.name) : stateOfSales(row.name),
          ...salesCells(row),
        ]),
        sum: null,
      })),
    ],
    notes: [copy.refundShares],
  }
}
