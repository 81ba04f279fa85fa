import { campaignsCopy } from '#domain/copy/campaigns.ts'
import { accountingCopy } from '#domain/copy/accounting.ts'
import { reconciliationCopy } from '#domain/copy/reconciliation.ts'
import { adminOrdersCopy } from '#domain/copy/admin-orders.ts'
import { adminWinesCopy } from '#domain/copy/admin-wines.ts'
import { adminRequestsCopy } from '#domain/copy/admin-requests.ts'
import { tasksCopy } from '#domain/copy/admin-tasks.ts'
import { overviewCopy } from '#domain/copy/admin-overview.ts'
import { peopleCopy } from '#domain/copy/admin-people.ts'
import { duplicatesCopy } from '#domain/copy/merges.ts'
import { adminReleasesCopy } from '#domain/copy/admin-releases.ts'
import { dataRequestsCopy } from '#domain/copy/personal-data.ts'
import { adminCopy } from '#domain/copy/admin.ts'
import { ownStaffDataCopy } from '#domain/copy/own-staff-data.ts'
import { shippingCopy } from '#domain/copy/shipping.ts'
import { paths } from '#domain/paths.ts'

export type AdminLink = { label: string; href: string }

/** The bar's own entries (specification, section 2). */
export const lists: readonly AdminLink[] = [
  { label: adminCopy.users, href: paths.usersList() },
  { label: adminCopy.joined, href: paths.subscriberList() },
]

/** Every other admin page, in the bar's second row: each has its line here. */
export const morePages: readonly AdminLink[] = [
  { label: tasksCopy.title, href: paths.today() },
  { label: overviewCopy.title, href: paths.overview() },
  { label: adminOrdersCopy.title, href: paths.staffOrders() },
  { label: adminRequestsCopy.title, href: paths.staffRequests({ state: 'open' }) },
  { label: shippingCopy.title, href: paths.shippingOverview() },
  { label: adminReleasesCopy.title, href: paths.releases() },
  { label: adminWinesCopy.title, href: paths.wines() },
  { label: reconciliationCopy.title, href: paths.reconciliation() },
  { label: accountingCopy.title, href: paths.accounting() },
  { label: campaignsCopy.title, href: paths.campaigns() },
  { label: adminCopy.emails, href: paths.emails() },
  { label: peopleCopy.title, href: paths.people() },
  { label: duplicatesCopy.title, href: paths.duplicates() },
  { label: dataRequestsCopy.title, href: paths.dataRequests() },
  { label: adminCopy.log, href: paths.auditLog() },
  { label: ownStaffDataCopy.title, href: paths.you() },
]
