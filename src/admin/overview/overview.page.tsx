import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { may } from '#platform/access/access.rules.ts'
import type { OverviewFigures } from './overview.rules.ts'
import { healthOf } from './overview.rules.ts'
import { count } from '#platform/admin/admin.copy.ts'
import { tasksCopy } from '../today/admin-tasks.copy.ts'
import { overviewCopy as copy } from './admin-overview.copy.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { formatAmount, formatPrice } from '#platform/text/money.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { actionOfPage } from '#platform/admin/parts.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { useMayOpen } from '#platform/access/use-may.ts'
import { Chart } from '#ui/charts/chart.tsx'
import { drawBars, drawLines } from '#ui/charts/draw.ts'
import { datesOf } from '#platform/http/context.ts'
import { callerOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { RowsTable } from '#ui/data-table.tsx'

import type { Route } from './+types/overview.page'
import styles from './overview.page.module.css'
import type { Cell, OverviewTable, Table } from './overview-tables.ts'
import { tablesOf } from './overview-tables.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

/** Charts are drawn here, on the server: the browser gets their shapes, and no library. */
export async function loader({ context }: Route.LoaderArgs) {
  const { shop, viewer } = callerOf(context)
  const [viewed, tasks] = await Promise.all([shop.viewOverview(viewer), shop.countOwnTasks(viewer)])
  if (!viewed.ok || !tasks) throw httpError(403)
  const { figures } = viewed
  const tables = tablesOf(figures, datesOf(context))
  const { sales, growth } = tables
  const sum = figures.sales.reduce((total, { cents }) => total + cents, 0)
  const orders = figures.sales.reduce((total, day) => total + day.orders, 0)
  const came = figures.growth.some(({ customers, subscribers }) => customers + subscribers > 0)
  return {
    tables,
    now: [...toDo(tasks), ...nowOf(figures)].filter(
      ({ href }) => href === null || may(viewer, actionOfPage(href)),
    ),
    health: healthFacts(figures, datesOf(context)),
    sum: orders > 0 ? { orders, amount: formatAmount(sum) } : null,
    hasOrders: figures.orders > 0,
    salesChart:
      orders > 0
        ? drawBars(
            figures.sales.map(({ cents }, index) => ({
              label: sales.rows[index]![0]!.text.replace(/\/\d{4}$/, ''),
              value: cents / 100,
              href: sales.rows[index]![1]!.href!,
            })),
            (dollars) => formatPrice(Math.round(dollars * 100)),
          )
        : null,
    growthChart: came
      ? drawLines(
          growth.rows.map(([month]) => month!.text),
          [
            { name: copy.growth.customers, values: figures.growth.map((one) => one.customers) },
            { name: copy.growth.subscribers, values: figures.growth.map((one) => one.subscribers) },
          ],
          count,
        )
      : null,
  }
}

/** The tasks of the day by urgency; only those that there are, beside the sum. */
const toDo = ({ open, overdue, today }: { open: number; overdue: number; today: number }) => {
  const { overview: words } = tasksCopy
  const all = { figure: open, label: words.open(open), href: paths.today() }
  const urgent = [
    { figure: overdue, label: words.overdue, href: paths.today() },
    { figure: today, label: words.today, href: paths.today() },
  ]
  return [all, ...urgent.filter(({ figure }) => figure > 0)]
}

const nowOf = (figures: OverviewFigures) => {
  const { now } = copy
  const { flagged, requests, emails, customers, subscribers } = figures
  return [
    { figure: flagged, label: now.flagged(flagged), href: paths.staffOrders({ flagged: 'yes' }) },
    {
      figure: requests,
      label: now.requests(requests),
      href: paths.staffRequests({ state: 'open' }),
    },
    { figure: emails.failed, label: now.failed(emails.failed), href: paths.emails() },
    { figure: customers, label: now.customers(customers), href: paths.usersList() },
    {
      figure: subscribers,
      label: now.subscribers(subscribers),
      href: paths.subscriberList({ standing: 'subscribed' }),
    },
  ]
}

function healthFacts(figures: OverviewFigures, dates: ShopDates) {
  const { health: words } = copy
  const { emails, jobs, unsettledEvents, reconciliation } = figures
  const state = healthOf(figures)
  const day = reconciliation && dates.day(new Date(reconciliation.at))
  const compared = !reconciliation
    ? words.neverReconciled
    : reconciliation.hasFailed
      ? words.reconciliationFailed(day!)
      : words.reconciled(day!, reconciliation.differences ?? 0)
  return [
    {
      name: words.mail,
      state: state.mail,
      facts: words.mailFacts(emails.waiting, emails.failed),
      href: paths.emails(),
    },
    {
      name: words.payments,
      state: state.payments,
      facts: `${words.paymentFacts(unsettledEvents)}; ${compared}`,
      href: paths.reconciliation(),
    },
    {
      name: words.queue,
      state: state.queue,
      facts: words.queueFacts(jobs.waiting, jobs.failed),
      href: null,
    },
  ]
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { tables, now, health, sum, hasOrders, salesChart, growthChart } = loaderData
  return (
    <AdminPage title={copy.title}>
      <ul className={styles.now} aria-label={copy.now.title}>
        {now.map(({ figure, label, href }) => (
          <li key={label}>
            <Maybe href={href}>
              <span className={styles.figure}>{count(figure)}</span> {label}
            </Maybe>
          </li>
        ))}
      </ul>
      <div className={styles.parts}>
        <Part name="sales" table={tables.sales} isFolded={salesChart !== null}>
          {sum && (
            <p className={styles.sum}>
              {sum.amount} · {count(sum.orders)} {sum.orders === 1 ? 'order' : 'orders'}
            </p>
          )}
          {salesChart ? <Chart drawings={salesChart} /> : <p>{copy.sales.none}</p>}
        </Part>
        <Part name="growth" table={tables.growth} isFolded={growthChart !== null}>
          {growthChart ? <Chart drawings={growthChart} /> : <p>{copy.growth.none}</p>}
        </Part>
        <Part name="releases" table={tables.releases}>
          {tables.releases.rows.length === 0 && <p>{copy.releases.none}</p>}
        </Part>
        <Part name="states" table={tables.states}>
          {!hasOrders && <p>{copy.states.none}</p>}
        </Part>
        <Part name="wines" table={tables.wines} />
        <section className={styles.part} aria-labelledby="overview-health">
          <h2 id="overview-health">{copy.health.title}</h2>
          <dl className={styles.health}>
            {health.map(({ name, state, facts, href }) => (
              <div key={name} data-state={state}>
                <dt>
                  <Maybe href={href}>{name}</Maybe>
                </dt>
                <dd>
                  <b>{copy.health[state]}</b> {facts}
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
    <section className={styles.part} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{table.title}</h2>
        <a href={paths.overviewFile(name)} aria-label={copy.fileOf(table.title)}>
          {copy.file}
        </a>
      </header>
      {children}
      {isFolded === undefined ? (
        <Numbers table={table} />
      ) : isFolded ? (
        <details className={styles.numbers}>
          <summary>{copy.numbers}</summary>
          <Numbers table={table} />
        </details>
      ) : null}
    </section>
  )
}

const Numbers = ({ table: { title, headings, rows } }: { table: Table }) => (
  <RowsTable
    label={title}
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
