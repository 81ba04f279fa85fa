import { Link } from 'react-router'

import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { monthName } from '#platform/text/accounting-month.rules.ts'
import { ShopDay } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { letters } from '#ui/layout.ts'

import { accountingParts } from '../parts.rules.ts'
import type { Route } from './+types/accounting.page'
import { ReadStateNote } from './read-state-note.tsx'
import { viewAccounting } from './view-accounting.actions.server.ts'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, accountingParts.accounting.title)

const page = staffPage({
  needs: 'close-months',
  load: ({ services }) => viewAccounting(services),
  actions: {},
})
export const loader = page.loader

type Month = Route.ComponentProps['loaderData']['months'][number]

const columns: readonly TableColumn<Month>[] = [
  {
    label: 'Month',
    cell: ({ month }) => <Link to={paths.accountingMonth(month)}>{monthName(month)}</Link>,
  },
  {
    label: 'State',
    cell: ({ closed, isOver }) =>
      closed ? (
        <>
          Closed by {closed.by}, <ShopDay at={closed.at} />
        </>
      ) : isOver ? (
        'Open'
      ) : (
        'Running'
      ),
  },
  {
    label: 'Owed at the start',
    numeric: true,
    cell: ({ closed }) => (closed ? formatAmount(closed.opening) : '–'),
  },
  {
    label: 'Owed at the end',
    numeric: true,
    cell: ({ closed }) => (closed ? formatAmount(closed.closing) : '–'),
  },
]

export default function Accounting({ loaderData }: Route.ComponentProps) {
  const { months, read } = loaderData
  return (
    <AdminPage title={accountingParts.accounting.title}>
      <p className={letters.intro}>
        A month holds everything that changed what the payment provider owes: payments, refunds,
        disputes, fees, payouts. The provider’s movements are read every night. A closed month no
        longer changes; later entries go into the next one, marked.
      </p>
      <ReadStateNote read={read} />
      <RowsTable
        label="Months"
        stacked
        columns={columns}
        rows={months}
        rowKey={({ month }) => month}
      />
    </AdminPage>
  )
}
