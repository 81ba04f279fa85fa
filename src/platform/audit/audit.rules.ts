import { isOneOf } from '../text/one-of.rules.ts'

/** The kinds of subjects in the audit log. */
const subjectKinds = [
  'subscriber',
  'user',
  'mail',
  'order',
  'wine',
  'import',
  'list',
  'data-request',
  'task',
  'invitation',
  'release',
  'request',
  'shipment',
  'shipment-hold',
  'handover',
  'shipper-profile',
  'shipping-settings',
  'sign-in',
  'campaign',
  'accounting-month',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Each write by staff, and its result where that is known later. */
export const auditActions = [
  'subscriber-updated',
  'subscriber-deleted',
  'subscriber-restored',
  'subscriber-added',
  'subscriber-unsubscribed',
  'data-request-recorded',
  'data-request-done',
  'user-updated',
  'user-deleted',
  'user-restored',
  'staff-granted',
  'staff-revoked',
  'duties-changed',
  'list-exported',
  'resend-mail',
  'mail-left',
  'records-imported',
  'refund-requested',
  'refund-made',
  'approval-asked',
  'approval-given',
  'approval-declined',
  'approval-withdrawn',
  'approval-lapsed',
  'approval-rules-set',
  'refund-failed',
  'flag-resolved',
  'order-note-added',
  'stock-set',
  'wine-made',
  'wine-updated',
  'wine-price-made',
  'wine-state-set',
  'wine-offered',
  'release-made',
  'release-updated',
  'release-cloned',
  'release-scheduled',
  'release-paused',
  'release-resumed',
  'release-ended',
  'release-opened',
  'release-sold-out',
  'promises-ended',
  'allocations-built',
  'allocations-imported',
  'allocation-updated',
  'rehearsal-refunded',
  'request-granted',
  'request-declined',
  'request-queued',
  'request-answered',
  'request-queue-closed',
  'later-vintage-named',
  'request-queue-set',
  'club-granted',
  'subscription-confirmed',
  'saved-answer-set',
  'requests-shown',
  'login-links-turned',
  'campaign-made',
  'campaign-updated',
  'campaign-scheduled',
  'campaign-unscheduled',
  'campaign-paused',
  'campaign-resumed',
  'campaign-stopped',
  'campaign-discarded',
  'shipping-begun',
  'shipping-settings-saved',
  'orders-taken-in',
  'shipment-held',
  'shipment-hold-ended',
  'shipper-profile-saved',
  'handover-made',
  'handover-undone',
  'tracking-added',
  'tracking-file-taken',
  'shipment-marked',
  'shipment-followed-up',
  'return-received',
  'return-settled',
  'shipment-replaced',
  'claim-saved',
  'pickup-places-saved',
  'pickup-proposed',
  'pickup-collected',
  'pickup-missed',
  'evidence-sent',
  'staff-invited',
  'invitation-withdrawn',
  'invitation-accepted',
  'task-taken',
  'passkey-added',
  'passkey-removed',
  'second-factor-added',
  'second-factor-removed',
  'second-factor-required',
  'task-returned',
  'alarm-emails-turned',
  'month-closed',
  'month-reopened',
  'people-merged',
  'merge-undone',
  'duplicate-dismissed',
  'fresh-link-sent',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Values of fields, by name. */
export type AuditValues = Record<string, unknown>

export type AuditEntry = {
  id: number
  at: Date
  /** Null where no staff account acted: a command line, or the payment provider. */
  actorId: string | null
  actorEmail: string
  action: string
  subjectKind: string
  subjectId: string
  subjectLabel: string
  before: AuditValues | null
  after: AuditValues | null
}

/** A changed field, before and after; null where there is no value. */
type AuditChange = { field: string; before: unknown; after: unknown }

/** The changed fields of an entry, in no particular order. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): AuditChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].map((field) => ({
    field,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
  }))
}

/** The words of a search: `'Ana@Example.com'` → `['ana', 'example', 'com']`. */
export const logWords = (search: string): string[] =>
  [...search.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word).slice(0, 8)

export const isSubjectKind = (text: unknown) => isOneOf(subjectKinds, text)
