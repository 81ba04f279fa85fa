import type { FieldWords } from '../form/field-value.rules.ts'

/** The kinds of subjects in the audit log. Each module adds its own, as it adds its actions. */
export interface AuditSubjects {
  list: true
}
export type SubjectKind = keyof AuditSubjects

/** The subject of an entry, with its name or number for people. */
export type AuditSubject = { kind: SubjectKind; id: string; label: string }

export const auditSubject = (kind: SubjectKind, id: string, label = id): AuditSubject => ({
  kind,
  id,
  label,
})

/**
 * Each write by staff, and its result where that is known later. Each module adds those that it logs in
 * its own `log.copy.ts`, by declaration merging.
 */
export interface AuditActions {
  'list-exported': true
}
export type AuditAction = keyof AuditActions

/**
 * What an action is called, and what its sentence says before and after its subject; the first word of
 * the sentence is who did it.
 */
export type ActionWords = readonly [name: string, before: string, after: string]

/** By kind of subject, from the label of an entry: its name, unless that is the label, and its page. */
export type AuditSubjectWords = Readonly<
  Record<
    string,
    { name?: (label: string) => string; page?: (id: string, label: string) => string | null }
  >
>

/** What a module adds to the audit log. */
export type LogContribution = {
  actions: Readonly<Partial<Record<AuditAction, ActionWords>>>
  /** Actions that earlier versions wrote, and what they are now: the log is append-only. */
  earlier?: Readonly<Record<string, AuditAction>>
  /** What its entries note, beside the fields of an account and what those of several modules note. */
  fields?: Readonly<Record<string, string>>
  /** Values of fields in words. */
  values?: FieldWords
  subjects: AuditSubjectWords
}

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

/** An entry in words: a sentence around its subject, which may have a page, and what changed, as in a form. */
export type WordedEntry = AuditEntry & {
  sentence: { before: string; subject: string; page: string | null; after: string }
  changes: { field: string; name: string; before: string; after: string }[]
}

/** A changed field, before and after; null where there is no value. */
type AuditChange = { field: string; before: unknown; after: unknown }

/** The changed fields of an entry, in no particular order. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): AuditChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => change.before !== null || change.after !== null)
}
