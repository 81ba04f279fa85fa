import { Link } from 'react-router'

import { monthName } from '#platform/text/accounting-month.rules.ts'
import { accountingCopy as copy } from './accounting.copy.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ReadStateNote } from './read-state-note.tsx'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ShopDay } from '#platform/text/dates.tsx'
import { shopContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { letters } from '#ui/layout.ts'

import type { Route } from './+types/accounting.page'
import styles from './accounting.page.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const viewed = permitted(await context.get(shopContext).viewAccounting(memberOf(context)))
  return { months: viewed.months, read: viewed.read }
}

type Month = Route.ComponentProps['loaderData']['months'][number]

const columns: readonly TableColumn<Month>[] = [
  {
    label: copy.month,
    cell: ({ month }) => <Link to={paths.accountingMonth(month)}>{monthName(month)}</Link>,
  },
  {
    label: copy.state,
    cell: ({ closed, isOver }) =>
      closed ? (
        <>
          {copy.closedBy(closed.by)}, <ShopDay at={closed.at} />
        </>
      ) : isOver ? (
        copy.open
      ) : (
        copy.running
      ),
  },
  {
    label: copy.opening,
    numeric: true,
    cell: ({ closed }) => (closed ? formatAmount(closed.opening) : '–'),
  },
  {
    label: copy.closing,
    numeric: true,
    cell: ({ closed }) => (closed ? formatAmount(closed.closing) : '–'),
  },
]

export default function Accounting({ loaderData }: Route.ComponentProps) {
  const { months, read } = loaderData
  return (
    <AdminPage title={copy.title}>
      <p className={letters.intro}>{copy.intro}</p>
      <ReadStateNote read={read} />
      <RowsTable
        label={copy.months}
        className={styles.table}
        stacked
        columns={columns}
        rows={months}
        rowKey={({ month }) => month}
      />
    </AdminPage>
  )
}
