import type { AuditAction, AuditEntry } from '#domain/admin/audit.ts'
import { emailName } from './admin-emails.ts'
import { actionName } from './records.ts'

/** What an action's sentence says before and after its subject; its first word is who did it. */
const sentences = {
  'client-updated': ['changed the record of', ''],
  'client-deleted': ['deleted', 'from the mailing list'],
  'client-restored': ['put', 'back on the mailing list'],
  'client-unsubscribed': ['took', 'off the mailing list'],
  'client-added': ['added', 'to the mailing list'],
  'user-updated': ['changed the account of', ''],
  'user-deleted': ['deleted the account of', ''],
  'user-restored': ['put back the account of', ''],
  'staff-granted': ['made', 'one of the staff'],
  'staff-revoked': ['ended the staff rights of', ''],
  'duties-changed': ['changed the duties of', ''],
  'list-exported': ['exported the list', 'as a file'],
  'resend-mail': ['sent again:', ''],
  'records-imported': ['imported the records of', ''],
  'refund-requested': ['asked to refund', ''],
  'refund-made': ['refunded', ''],
  'refund-failed': ['could not refund', ''],
  'flag-resolved': ['reviewed', ''],
  'stock-set': ['set the stock of', ''],
} as const satisfies Partial<Record<AuditAction, readonly [string, string]>>

/**
 * An entry of the log as a sentence around its subject: `who` did it, what stands before the subject
 * and after it. An action without a sentence is told by its name.
 */
export function logSentence({ action, actorEmail }: Pick<AuditEntry, 'action' | 'actorEmail'>) {
  const known = Object.hasOwn(sentences, action)
    ? sentences[action as keyof typeof sentences]
    : ([`: ${actionName(action)},`, ''] as const)
  const who = actorEmail || 'The shop'
  return {
    before: `${who} ${known[0]}`.replace(' :', ':'),
    after: known[1] ? ` ${known[1]}.` : '.',
  }
}

/** What an entry is about, in words: emails are noted by their kind and recipient. */
export function subjectName({
  subjectKind,
  subjectId,
  subjectLabel,
}: Pick<AuditEntry, 'subjectKind' | 'subjectId' | 'subjectLabel'>): string {
  if (!subjectLabel) return subjectId
  if (subjectKind !== 'mail') return subjectLabel
  const [kind = '', ...recipient] = subjectLabel.split(' ')
  return `“${emailName(kind)}” to ${recipient.join(' ')}`
}
