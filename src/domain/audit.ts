/** What a row of the audit log can be about. */
export const subjectKinds = ['client', 'user', 'mail', 'order', 'wine', 'import'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Each write by staff, by the name the log keeps it under. */
export const auditActions = [
  'client-updated',
  'client-deleted',
  'client-restored',
  'user-updated',
  'user-deleted',
  'user-restored',
  'staff-granted',
  'staff-revoked',
  'resend-mail',
  'records-imported',
  'refund-asked',
  'order-attended',
  'stock-set',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Fields by name, as they were or are. */
export type Noted = Record<string, unknown>

export type AuditEntry = {
  id: number
  at: Date
  /** Null where a command was run, not the desk used. */
  actorId: string | null
  actorEmail: string
  action: string
  subjectKind: string
  subjectId: string
  subjectLabel: string
  before: Noted | null
  after: Noted | null
}

/** A field of a change, as it was and as it is; null where there was or is none. */
export type NotedChange = { field: string; before: unknown; after: unknown }

/** The difference of an entry, field by field, in no order. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): NotedChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].map((field) => ({
    field,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
  }))
}

/** The words of a search, as the log can be asked for them: `'Ana@Example.com'` → `['ana', 'example', 'com']`. */
export const logWords = (search: string): string[] =>
  [...search.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word).slice(0, 8)

export const isSubjectKind = (text: unknown): text is SubjectKind =>
  subjectKinds.includes(text as SubjectKind)
