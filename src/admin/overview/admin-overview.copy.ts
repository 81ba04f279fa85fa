import { adminParts } from '#platform/admin/parts.rules.ts'
import { count } from '#platform/admin/admin.copy.ts'

/** The overview of the admin. */
export const overviewCopy = {
  title: adminParts.overview.title,
  numbers: 'Numbers',
  file: 'CSV',
  fileOf: (title: string) => `${title} as CSV`,
  now: {
    title: 'Now',
    flagged: (figure: number) => (figure === 1 ? 'order to review' : 'orders to review'),
    requests: (figure: number) => (figure === 1 ? 'open request' : 'open requests'),
    failed: (figure: number) => (figure === 1 ? 'email failed for good' : 'emails failed for good'),
    customers: (figure: number) => (figure === 1 ? 'customer' : 'customers'),
    subscribers: (figure: number) =>
      figure === 1 ? 'subscriber on the list' : 'subscribers on the list',
  },
  sales: {
    title: 'Sales by day, last 30 days',
    none: 'No sales in the last 30 days. The first order shows here.',
    day: 'Day',
    orders: 'Orders',
    amount: 'Total charged',
    sum: 'Total',
  },
  releases: {
    title: 'Sales by release',
    release: 'Release',
    orders: 'Orders',
    cases: 'Cases',
    amount: 'Wine, without shipping and tax',
    none: 'No release yet.',
  },
  states: { title: 'Orders by state', state: 'State', orders: 'Orders', none: 'No orders yet.' },
  wines: {
    title: 'Wines and what is left',
    wine: 'Wine',
    sold: 'Sold',
    held: 'In payment',
    left: 'Left',
    noLimit: 'No limit',
  },
  growth: {
    title: 'New customers and subscribers by month',
    month: 'Month',
    customers: 'Customers',
    subscribers: 'Subscribers',
    none: 'Nobody has registered or joined the list in the last twelve months.',
  },
  health: {
    title: 'Health',
    well: 'Well',
    look: 'Check it',
    mail: 'Emails',
    payments: 'Payments',
    queue: 'Background jobs',
    mailFacts: (waiting: number, failed: number) =>
      `${count(waiting)} waiting, ${count(failed)} failed for good`,
    paymentFacts: (events: number) =>
      events === 1
        ? '1 event not in the ledger yet'
        : `${count(events)} events not in the ledger yet`,
    reconciled: (day: string, differences: number) =>
      `compared with the provider ${day}: ${
        differences === 0
          ? 'no differences'
          : differences === 1
            ? '1 difference'
            : `${count(differences)} differences`
      }`,
    reconciliationFailed: (day: string) => `the comparison with the provider failed ${day}`,
    neverReconciled: 'not compared with the provider yet',
    queueFacts: (waiting: number, failed: number) =>
      `${count(waiting)} waiting, ${count(failed)} failed`,
  },
} as const
