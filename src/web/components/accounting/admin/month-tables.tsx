import type { MonthFigures, SalesGroup } from '#domain/accounting/month-figures.ts'
import { movementKinds } from '#domain/accounting/movements.ts'
import {
  accountingCopy as copy,
  channelName,
  movementNames,
  stateOfSales,
} from '#domain/copy/accounting.ts'
import { formatAmount } from '#domain/money.ts'
import { DataTable } from '#web/ui/data-table.tsx'

const count = (figure: number) => figure.toLocaleString('en-US')

/** What moved what the provider owes, from the start of a month to its end. */
export function BalanceTable({ figures }: { figures: MonthFigures }) {
  const { opening, closing, moved } = figures
  return (
    <DataTable label={copy.balance} stacked>
      <thead>
        <tr>
          <th scope="col">{copy.movement}</th>
          {[copy.count, copy.amount, copy.fee, copy.net].map((heading) => (
            <th key={heading} scope="col" data-numeric>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" colSpan={4}>
            {copy.atStart}
          </th>
          <td data-numeric data-label={copy.net}>
            {formatAmount(opening)}
          </td>
        </tr>
        {movementKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{movementNames[kind]}</th>
            <td data-numeric data-label={copy.count}>
              {count(moved[kind].count)}
            </td>
            <td data-numeric data-label={copy.amount}>
              {formatAmount(moved[kind].amount)}
            </td>
            <td data-numeric data-label={copy.fee}>
              {formatAmount(moved[kind].fee)}
            </td>
            <td data-numeric data-label={copy.net}>
              {formatAmount(moved[kind].net)}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={4}>
            <b>{copy.atEnd}</b>
          </th>
          <td data-numeric data-label={copy.net}>
            <b>{formatAmount(closing)}</b>
          </td>
        </tr>
      </tbody>
    </DataTable>
  )
}

const soldParts = [
  'wine',
  'shipping',
  'tax',
  'other',
] as const satisfies (keyof SalesGroup['sold'])[]

/** Sales and refunds by channel and state. */
export function SalesTable({ sales }: { sales: readonly SalesGroup[] }) {
  const headings = [
    copy.payments,
    copy.wine,
    copy.shipping,
    copy.tax,
    copy.other,
    copy.refunds,
    copy.refundedWine,
    copy.refundedShipping,
    copy.refundedTax,
    copy.refundedOther,
  ]
  return (
    <DataTable label={copy.sales}>
      <thead>
        <tr>
          <th scope="col">{copy.channel}</th>
          <th scope="col">{copy.shippedTo}</th>
          {headings.map((heading) => (
            <th key={heading} scope="col" data-numeric>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sales.map(({ channel, state, payments, sold, refunds, refunded }) => (
          <tr key={`${channel} ${state}`}>
            <th scope="row">{channelName(channel)}</th>
            <td>{stateOfSales(state)}</td>
            <td data-numeric>{count(payments)}</td>
            {soldParts.map((part) => (
              <td key={part} data-numeric>
                {formatAmount(sold[part])}
              </td>
            ))}
            <td data-numeric>{count(refunds)}</td>
            {soldParts.map((part) => (
              <td key={part} data-numeric>
                {formatAmount(refunded[part])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
