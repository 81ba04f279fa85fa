import { movementKinds } from '#payments/movements.rules.ts'
import { monthName } from '#platform/text/accounting-month.rules.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import { accountingParts } from '../parts.rules.ts'
import {
  accountingCopy as copy,
  channelOfSales,
  movementNames,
  stateOfSales,
} from './accounting.copy.ts'
import type { MonthFigures, SalesGroup } from './month-figures.rules.ts'
import { salesBy } from './month-figures.rules.ts'
import type { MonthSummary } from './month-summary.rules.ts'

const salesHeadings = [
  copy.payments,
  copy.wine,
  copy.shipping,
  copy.tax,
  copy.refunds,
  'Wine back',
  'Shipping back',
  'Tax back',
  copy.goodwill,
  copy.other,
]

type Sum = Pick<SalesGroup, 'payments' | 'sold' | 'refunds' | 'refunded'>

const salesCells = ({ payments, sold, refunds, refunded }: Sum): string[] => [
  payments.toLocaleString('en-US'),
  formatAmount(sold.wine),
  formatAmount(sold.shipping),
  formatAmount(sold.tax),
  refunds.toLocaleString('en-US'),
  formatAmount(refunded.wine),
  formatAmount(refunded.shipping),
  formatAmount(refunded.tax),
  formatAmount(refunded.goodwill ?? 0),
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
