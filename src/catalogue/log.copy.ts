import type { AuditSubjectWords, LogContribution } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'stock-set': ['Stock set', 'set the stock of', ''],
  'wine-made': ['Wine made', 'made the wine', ''],
  'wine-deleted': ['Wine deleted', 'deleted the wine', ''],
  'wine-updated': ['Wine updated', 'changed the wine', ''],
  'wine-price-made': [
    'Price made at the payment provider',
    'created the price of',
    'at the payment provider',
  ],
  'wine-state-set': ['Wine’s sale changed', 'changed whether', 'is on sale'],
  'wine-offered': ['Case of the offer chosen', 'chose', 'as the case of the direct offer'],
} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  wine: { page: () => paths.wines() },
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const catalogueLog: LogContribution = {
  actions,
  fields: {
    priceId: 'Price at the payment provider',
    priceCents: 'Price',
    stock: 'In all',
    sold: 'Sold',
  },
  subjects,
}

type Wine = { id: string; title: string; subtitle: string }

export const wineSubject = ({ id, title, subtitle }: Wine) =>
  auditSubject('wine', id, `${title}, ${subtitle}`)
