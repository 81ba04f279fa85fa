import { count } from '#platform/admin/admin.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { formatAmount, formatPrice } from '#platform/text/money.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { drawBars, drawLines } from '#ui/charts/draw.ts'

import { tablesOf } from './overview-tables.ts'
import type { OverviewFigures } from './overview.rules.ts'
import { healthOf } from './overview.rules.ts'

/** The overview as it is shown. Charts are drawn on the server: the browser gets their shapes, and no library. */
export function shownOf(figures: OverviewFigures, dates: ShopDates) {
  const tables = tablesOf(figures, dates)
  const { sales, growth } = tables
  const sum = figures.sales.reduce((total, { cents }) => total + cents, 0)
  const orders = figures.sales.reduce((total, day) => total + day.orders, 0)
  const came = figures.growth.some(({ customers, subscribers }) => customers + subscribers > 0)
  return {
    tables,
    now: nowOf(figures),
    health: healthFacts(figures, dates),
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
            { name: 'Customers', values: figures.growth.map((one) => one.customers) },
            { name: 'Subscribers', values: figures.growth.map((one) => one.subscribers) },
          ],
          count,
        )
      : null,
  }
}

/** The tasks of the day by urgency; only those that there are, beside the sum. */
export const toDo = ({
  open,
  overdue,
  today,
}: {
  open: number
  overdue: number
  today: number
}) => {
  const label = open === 1 ? 'thing to do' : 'things to do'
  const all = { figure: open, label, href: paths.today() }
  const urgent = [
    { figure: overdue, label: 'overdue', href: paths.today() },
    { figure: today, label: 'due within a day', href: paths.today() },
  ]
  return [all, ...urgent.filter(({ figure }) => figure > 0)]
}

const nowOf = ({ flagged, requests, emails, customers, subscribers }: OverviewFigures) => [
  {
    figure: flagged,
    label: flagged === 1 ? 'order to review' : 'orders to review',
    href: paths.staffOrders({ flagged: 'yes' }),
  },
  {
    figure: requests,
    label: requests === 1 ? 'open request' : 'open requests',
    href: paths.staffRequests({ state: 'open' }),
  },
  {
    figure: emails.failed,
    label: emails.failed === 1 ? 'undelivered email' : 'undelivered emails',
    href: paths.emails(),
  },
  {
    figure: customers,
    label: customers === 1 ? 'customer' : 'customers',
    href: paths.usersList(),
  },
  {
    figure: subscribers,
    label: subscribers === 1 ? 'subscriber to write to' : 'subscribers to write to',
    href: paths.subscriberList({ standing: 'subscribed' }),
  },
]

function healthFacts(figures: OverviewFigures, dates: ShopDates) {
  const { emails, jobs, unsettledEvents, reconciliation } = figures
  const state = healthOf(figures)
  const events = `${plural(unsettledEvents, 'event')} not in the ledger yet`
  return [
    {
      name: 'Emails',
      state: state.mail,
      facts: `${count(emails.waiting)} waiting, ${count(emails.failed)} undelivered`,
      href: paths.emails(),
    },
    {
      name: 'Payments',
      state: state.payments,
      facts: `${events}; ${comparedText(reconciliation, dates)}`,
      href: paths.reconciliation(),
    },
    {
      name: 'Background jobs',
      state: state.queue,
      facts: `${count(jobs.waiting)} waiting, ${count(jobs.failed)} failed`,
      href: null,
    },
  ]
}

function comparedText(newest: OverviewFigures['reconciliation'], dates: ShopDates): string {
  if (!newest) return 'not compared with the provider yet'
  const day = dates.day(new Date(newest.at))
  if (newest.hasFailed) return `the comparison with the provider failed ${day}`
  const differences = newest.differences ?? 0
  const found = differences === 0 ? 'no differences' : plural(differences, 'difference')
  return `compared with the provider ${day}: ${found}`
}
