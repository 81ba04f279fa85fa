import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const accountingParts = {
  reconciliation: {
    title: 'Reconciliation',
    page: paths.reconciliation(),
    action: 'reconcile',
    place: 100,
  },
  accounting: { title: 'Accounting', page: paths.accounting(), action: 'close-months', place: 110 },
} as const satisfies ModuleParts
