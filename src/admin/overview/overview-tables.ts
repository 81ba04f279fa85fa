import type { CsvCell } from '#platform/csv/csv.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { spanParam } from '#platform/list/span.rules.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { decimalAmount, formatAmount } from '#platform/text/money.rules.ts'

import { salesDays } from './overview.rules.ts'
import type { OverviewFigures } from './overview.rules.ts'
import { ordersByState } from './overview.rules.ts'

export const overviewTables = ['sales', 'releases', 'states', 'wines', 'growth'] as const
export type OverviewTable = (typeof overviewTables)[number]

/** A figure as shown and as in the file, with the list behind it. */
export type Cell = { text: string; value: CsvCell; href?: string }

export type Table = { title: string; headings: readonly string[]; rows: Cell[][] }

const plain = (text: string): Cell => ({ text, value: text })
const figure = (value: number, href?: string): Cell => ({
  text: value.toLocaleString('en-US'),
  value,
  ...(href && { href }),
})
const amount = (cents: number, href?: string): Cell => ({
  text: formatAmount(cents),
  value: decimalAmount(cents),
  ...(href && { href }),
})

/** The numbers behind each part of the overview: the same for the page and its files. */
export function tablesOf(figures: OverviewFigures, dates: ShopDates): Record<OverviewTable, Table> {
  const { sales, growth, releases, wines } = figures
  return {
    sales: {
      title: `Sales by day, last ${salesDays} days`,
      headings: ['Day', 'Orders', 'Total charged'],
      rows: sales.map(({ from, to, orders, cents }) => {
        const list = paths.staffOrders({ placed: spanParam({ from, to }) })
        return [plain(dates.day(new Date(from))), figure(orders, list), amount(cents, list)]
      }),
    },
    releases: {
      title: 'Sales by release',
      headings: ['Release', 'Orders', 'Cases', 'Wine, without shipping and tax'],
      rows: releases.map(({ id, name, orders, cases, cents }) => {
        const list = paths.staffOrders({ release: id })
        return [
          { text: name, value: name, href: paths.release(id, 'live') },
          figure(orders, list),
          figure(cases, list),
          amount(cents, list),
        ]
      }),
    },
    states: {
      title: 'Orders by state',
      headings: ['State', 'Orders'],
      rows: ordersByState(figures).map(({ state, orders }) => [
        plain(ordersCopy.states[state]),
        figure(orders, paths.staffOrders({ state })),
      ]),
    },
    wines: {
      title: 'Wines and what is left',
      headings: ['Wine', 'Sold', 'In payment', 'Left'],
      rows: wines.map(({ title, subtitle, sold, held, left }) => [
        { text: `${title}, ${subtitle}`, value: `${title}, ${subtitle}`, href: paths.wines() },
        figure(sold),
        figure(held),
        left === null ? plain('No limit') : figure(left),
      ]),
    },
    growth: {
      title: 'New customers and subscribers by month',
      headings: ['Month', 'Customers', 'Subscribers'],
      rows: growth.map(({ from, to, customers, subscribers }) => {
        const came = spanParam({ from, to })
        return [
          plain(dates.month(new Date(from))),
          figure(customers, paths.usersList({ came })),
          figure(subscribers, paths.subscriberList({ came })),
        ]
      }),
    },
  }
}
