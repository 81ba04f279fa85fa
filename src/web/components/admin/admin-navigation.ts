import { adminTitles } from '#domain/copy/admin-titles.ts'
import { paths } from '#domain/paths.ts'

export type AdminLink = { label: string; href: string }

/** The bar's own entries (specification, section 2). */
export const lists: readonly AdminLink[] = [
  { label: adminTitles.users, href: paths.usersList() },
  { label: adminTitles.joined, href: paths.subscriberList() },
]

/** Every other admin page, in the bar's second row: each has its line here. */
export const morePages: readonly AdminLink[] = [
  { label: adminTitles.today, href: paths.today() },
  { label: adminTitles.overview, href: paths.overview() },
  { label: adminTitles.orders, href: paths.staffOrders() },
  { label: adminTitles.requests, href: paths.staffRequests({ state: 'open' }) },
  { label: adminTitles.shipping, href: paths.shippingOverview() },
  { label: adminTitles.releases, href: paths.releases() },
  { label: adminTitles.wines, href: paths.wines() },
  { label: adminTitles.reconciliation, href: paths.reconciliation() },
  { label: adminTitles.accounting, href: paths.accounting() },
  { label: adminTitles.campaigns, href: paths.campaigns() },
  { label: adminTitles.emails, href: paths.emails() },
  { label: adminTitles.people, href: paths.people() },
  { label: adminTitles.duplicates, href: paths.duplicates() },
  { label: adminTitles.dataRequests, href: paths.dataRequests() },
  { label: adminTitles.log, href: paths.auditLog() },
  { label: adminTitles.you, href: paths.you() },
]
