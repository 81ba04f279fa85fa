import type { LogContribution } from '#platform/audit/audit.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'stock-set': ['Stock set', 'set the stock of', ''],
  'wine-made': ['Wine made', 'made the wine', ''],
  'wine-updated': ['Wine updated', 'changed the wine', ''],
  'wine-price-made': [
    'Price made at the payment provider',
    'created the price of',
    'at the payment provider',
  ],
  'wine-state-set': ['Wine’s sale changed', 'changed whether', 'is on sale'],
  'wine-offered': ['Case of the offer chosen', 'chose', 'as the case of the direct offer'],
} as const

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
}

export const catalogueLog: LogContribution = {
  actions,
  subjects: {
    wine: { page: () => paths.wines() },
  },
}
