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
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { DataTable } from '#web/ui/data-table.tsx'

import type { Route } from './+types/accounting'
import styles from './accounting.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const viewed = await context.get(shopContext).viewAccounting(memberOf(context))
  if (!viewed.ok) throw httpError(403)
  return { months: viewed.months, read: viewed.read }
}

export default function Accounting({ loaderData }: Route.ComponentProps) {
  const { months, read } = loaderData
  return (
    <AdminPage title={copy.title}>
      <p className={styles.intro}>{copy.intro}</p>
      <ReadStateNote read={read} />
      <DataTable label={copy.months} className={styles.table} stacked>
        <thead>
          <tr>
            <th scope="col">{copy.month}</th>
            <th scope="col">{copy.state}</th>
            <th scope="col" data-numeric>
              {copy.opening}
            </th>
            <th scope="col" data-numeric>
              {copy.closing}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, isOver, closed }) => (
            <tr key={month}>
              <th scope="row" data-label={copy.month}>
                <Link to={paths.accountingMonth(month)}>{monthName(month)}</Link>
              </th>
              <td data-label={copy.state}>
                {closed ? (
                  <>
                    {copy.closedBy(closed.by)}, <ShopDay at={closed.at} />
                  </>
                ) : isOver ? (
                  copy.open
                ) : (
                  copy.running
                )}
              </td>
              <td data-label={copy.opening} data-numeric>
                {closed ? formatAmount(closed.opening) : '–'}
              </td>
              <td data-label={copy.closing} data-numeric>
                {closed ? formatAmount(closed.closing) : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </AdminPage>
  )
}
