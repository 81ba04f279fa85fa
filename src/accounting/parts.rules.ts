import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const accountingParts = {
  reconciliation: {
    title: 'Reconciliation',
    page: paths.reconciliation(),
    action: 'reconcile',
    group: 'money',
    place: 2,
  },
  accounting: {
    title: 'Accounting',
    page: paths.accounting(),
    action: 'close-months',
    group: 'money',
    place: 1,
  },
} as const satisfies ModuleParts
