import { movementKinds } from '#payments/movements.rules.ts'
import { count } from '#platform/admin/admin.copy.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { TableColumn } from '#ui/data-table.tsx'
import { DataTable, RowsTable } from '#ui/data-table.tsx'

import {
  accountingCopy as copy,
  channelOfSales,
  movementNames,
  stateOfSales,
} from './accounting.copy.ts'
import type { MonthFigures, SalesGroup } from './month-figures.rules.ts'
import { salesFigures } from './sales-figures.copy.ts'

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

const salesColumns: readonly TableColumn<SalesGroup>[] = [
  { label: copy.channel, cell: ({ channel }) => channelOfSales(channel) },
  { label: copy.shippedTo, cell: ({ state }) => stateOfSales(state) },
  ...salesFigures.map((figure) => ({
    label: figure.label,
    numeric: true,
    cell: (group: SalesGroup) =>
      'countOf' in figure ? count(figure.countOf(group)) : formatAmount(figure.centsOf(group)),
  })),
]

/** Sales and refunds by channel and state. */
export const SalesTable = ({ sales }: { sales: readonly SalesGroup[] }) => (
  <RowsTable
    isWide
    label={copy.sales}
    columns={salesColumns}
    rows={sales}
    rowKey={({ channel, state }) => `${channel} ${state}`}
    none="No payments and no refunds."
  />
)
