import { Link } from 'react-router'

import { monthName } from '#domain/accounting/accounting-month.ts'
import { accountingCopy as copy } from '#domain/copy/accounting.ts'
import { formatAmount } from '#domain/money.ts'
import { paths } from '#domain/paths.ts'
import { ReadStateNote } from '#web/components/accounting/admin/read-state-note.tsx'
import { AdminPage } from '#web/components/admin/admin-page.tsx'
import { ShopDay } from '#web/components/dates.tsx'
import { shopContext } from '#web/context.ts'
import { memberOf } from '#web/guards.ts'
import { permitted } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'

import type { Route } from './+types/accounting'
import styles from './accounting.module.css'

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
      <p className={styles.intro}>{copy.intro}</p>
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
