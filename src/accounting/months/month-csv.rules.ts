import { movementKinds } from '#payments/movements.rules.ts'
import type { CsvCell } from '#platform/csv/csv.rules.ts'
import { csvLine, csvStart } from '#platform/csv/csv.rules.ts'
import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import {
  accountingCopy as copy,
  channelOfSales,
  markText,
  movementNames,
  soldNames,
  stateOfSales,
} from './accounting.copy.ts'
import type { MonthFigures } from './month-figures.rules.ts'
import type { MonthLine } from './month-lines.rules.ts'
import { bookedParts } from './month-lines.rules.ts'
import { salesFigures } from './sales-figures.copy.ts'

/** A number of dollars for a spreadsheet: `-1234.5`. */
const dollars = (cents: Cents): CsvCell => Number((cents / 100).toFixed(2))

const fileOf = (lines: readonly (readonly CsvCell[])[]): string =>
  csvStart + lines.map(csvLine).join('')

/** Every line of a month, oldest first. Orders are identified by number, without names. */
export function linesFile(
  month: AccountingMonth,
  lines: readonly MonthLine[],
  dates: ShopDates,
): string {
  return fileOf([
    [
      copy.month,
      'Date',
      'Kind',
      'Mark',
      'Order',
      copy.channel,
      copy.shippedTo,
      ...bookedParts.map((part) => soldNames[part]),
      copy.amount,
      copy.fee,
      copy.net,
      'Movement',
      'Payment',
      'Description',
    ],
    ...lines.map(({ kind, mark, payment, parts, amount, fee, ...line }): CsvCell[] => [
      month,
      dates.moment(line.createdAt),
      movementNames[kind],
      mark ? markText(mark) : '',
      payment ? `K-${payment.orderNumber}` : '',
      payment ? channelOfSales(payment.channel) : '',
      payment?.state ?? '',
      ...bookedParts.map((part) => dollars(parts[part])),
      dollars(amount),
      dollars(fee),
      dollars(amount - fee),
      line.id,
      line.paymentId ?? '',
      line.description,
    ]),
  ])
}

/** The figures of a month: the movements of the balance, then sales by channel and state. */
export function sumsFile({ month, opening, closing, moved, sales }: MonthFigures): string {
  return fileOf([
    [copy.month, copy.movement, copy.count, copy.amount, copy.fee, copy.net],
    [month, copy.atStart, '', '', '', dollars(opening)],
    ...movementKinds.map((kind): CsvCell[] => {
      const { count, amount, fee, net } = moved[kind]
      return [month, movementNames[kind], count, dollars(amount), dollars(fee), dollars(net)]
    }),
    [month, copy.atEnd, '', '', '', dollars(closing)],
    [],
    [copy.channel, copy.shippedTo, ...salesFigures.map(({ label }) => label)],
    ...sales.map((group): CsvCell[] => [
      channelOfSales(group.channel),
      stateOfSales(group.state),
      ...salesFigures.map((figure) =>
        'countOf' in figure ? figure.countOf(group) : dollars(figure.centsOf(group)),
      ),
    ]),
  ])
}
