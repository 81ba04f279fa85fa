import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { may } from '#platform/access/access.rules.ts'
import { useMayOpen } from '#platform/access/use-may.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { count } from '#platform/admin/admin.copy.ts'
import { actionOfPage } from '#platform/admin/parts.rules.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { taskKindsFor } from '#platform/tasks/tasks.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { Chart } from '#ui/charts/chart.tsx'
import { classes } from '#ui/classes.ts'
import { RowsTable } from '#ui/data-table.tsx'
import { cluster, factLedger, letters, part, stack } from '#ui/layout.ts'

import { adminParts } from '../parts.rules.ts'
import { countTasks } from '../today/tasks.store.server.ts'
import type { Route } from './+types/overview.page'
import type { Cell, OverviewTable, Table } from './overview-tables.ts'
import { growthMonths, salesDays } from './overview.rules.ts'
import { recentFigures } from './overview.store.server.ts'
import { shownOf, toDo } from './shown-overview.ts'

import styles from './overview.page.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, adminParts.overview.title)

const page = staffPage({
  needs: 'see-overview',
  async load({ db, services, viewer }) {
    const { timeZone } = services.settings
    const [figures, tasks] = await Promise.all([
      recentFigures(db, timeZone),
      countTasks(db, taskKindsFor(viewer), viewer.id),
    ])
    const all = shownOf(figures, shopDates(timeZone))
    const now = [...toDo(tasks), ...all.now]
    return { ...all, now: now.filter(({ href }) => may(viewer, actionOfPage(href))) }
  },
  actions: {},
})
export const loader = page.loader

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { tables, now, health, sum, hasOrders, salesChart, growthChart } = loaderData
  return (
    <AdminPage title={adminParts.overview.title}>
      <ul className={classes(cluster([2, 4], { text: 'tight' }), styles.now)} aria-label="Now">
        {now.map(({ figure, label, href }) => (
          <li key={label}>
            <Maybe href={href}>
              <span className={letters.big}>{count(figure)}</span>
              {` ${label}`}
            </Maybe>
          </li>
        ))}
      </ul>
      <div className={styles.parts}>
        <Part name="sales" table={tables.sales} isFolded={salesChart !== null}>
          {sum && (
            <p className={letters.big}>
              {sum.amount} · {count(sum.orders)} {sum.orders === 1 ? 'order' : 'orders'}
            </p>
          )}
          {salesChart ? (
            <Chart drawings={salesChart} />
          ) : (
            <p>No sales in the last {salesDays} days. The first order shows here.</p>
          )}
        </Part>
        <Part name="growth" table={tables.growth} isFolded={growthChart !== null}>
          {growthChart ? (
            <Chart drawings={growthChart} />
          ) : (
            <p>Nobody has registered or joined the list in the last {growthMonths} months.</p>
          )}
        </Part>
        <Part name="releases" table={tables.releases}>
          {tables.releases.rows.length === 0 && <p>No release yet.</p>}
        </Part>
        <Part name="states" table={tables.states}>
          {!hasOrders && <p>No orders yet.</p>}
        </Part>
        <Part name="wines" table={tables.wines} />
        <section className={part(2)} aria-labelledby="overview-health">
          <h2 id="overview-health">Health</h2>
          <dl className={classes(factLedger, styles.health)}>
            {health.map(({ name, state, facts, href }) => (
              <div key={name} data-state={state}>
                <dt>
                  <Maybe href={href}>{name}</Maybe>
                </dt>
                <dd>
                  <b>{state === 'well' ? 'OK' : 'Needs attention'}</b> {facts}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </AdminPage>
  )
}

/** A link to the list behind a figure, for those who may open it. */
function Maybe({ href, children }: { href: string | null; children: ReactNode }) {
  const mayOpen = useMayOpen()
  return href && mayOpen(href) ? <Link to={href}>{children}</Link> : <span>{children}</span>
}

type PartProps = {
  name: OverviewTable
  table: Table
  /** Beside a chart the numbers are folded away. */
  isFolded?: boolean
  children?: ReactNode
}

function Part({ name, table, isFolded, children }: PartProps) {
  const id = `overview-${name}`
  return (
    <section className={stack(2)} aria-labelledby={id}>
      <header
        className={classes(cluster([0, 2], { align: 'baseline', justify: 'between' }), styles.head)}
      >
        <h2 id={id} className={letters.subheading}>
          {table.title}
        </h2>
        <a href={paths.overviewFile(name)} aria-label={`${table.title} as CSV`}>
          CSV
        </a>
      </header>
      {children}
      {isFolded === undefined ? (
        <Numbers table={table} />
      ) : isFolded ? (
        <details>
          <summary className={letters.more}>Numbers</summary>
          <Numbers table={table} />
        </details>
      ) : null}
    </section>
  )
}

const Numbers = ({ table: { title, headings, rows } }: { table: Table }) => (
  <RowsTable
    label={title}
    dense
    className={styles.table}
    rows={rows}
    rowKey={([first]) => `${first!.href} ${first!.text}`}
    columns={headings.map((label, index) => ({
      label,
      numeric: index > 0,
      cell: (row: Cell[]) => <Maybe href={row[index]!.href ?? null}>{row[index]!.text}</Maybe>,
    }))}
  />
)
