import type { LogContribution } from '#platform/audit/audit.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'order-changed': ['Order changed for its buyer', 'changed', 'for its buyer'],
  'payment-page-sent': ['Payment page sent to a buyer', 'sent a payment page for', 'to its buyer'],
  'order-change-undone': ['Change of an order undone', 'undid the last change of', ''],
} as const

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
}

export const orderChangeLog: LogContribution = {
  actions,
  fields: { change: 'Change', onPhone: 'On the phone with the buyer' },
  subjects: {},
}
