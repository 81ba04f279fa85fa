import type { AuditAction, AuditEntry } from './audit.rules.ts'
import { emailName } from '#mail/admin-emails.copy.ts'
import { actionName } from './audit-log.copy.ts'

/** What an action's sentence says before and after its subject; its first word is who did it. */
const sentences = {
  'subscriber-updated': ['changed the record of', ''],
  'subscriber-deleted': ['deleted', 'from the mailing list'],
  'subscriber-restored': ['put', 'back on the mailing list'],
  'subscriber-unsubscribed': ['took', 'off the mailing list'],
  'subscriber-added': ['added', 'to the mailing list'],
  'user-updated': ['changed the account of', ''],
  'user-deleted': ['deleted the account of', ''],
  'user-restored': ['put back the account of', ''],
  'staff-granted': ['gave staff rights to', ''],
  'staff-revoked': ['ended the staff rights of', ''],
  'duties-changed': ['changed the duties of', ''],
  'list-exported': ['exported the list', 'as a file'],
  'resend-mail': ['sent again:', ''],
  'mail-left': ['left unsent:', ''],
  'records-imported': ['imported the records of', ''],
  'refund-requested': ['asked to refund', ''],
  'refund-made': ['refunded', ''],
  'approval-asked': ['asked a second person to approve what concerns', ''],
  'approval-given': ['approved what was asked for', ''],
  'approval-declined': ['declined what was asked for', ''],
  'approval-withdrawn': ['took back what they had asked for', ''],
  'approval-lapsed': ['recorded that nobody approved in time what was asked for', ''],
  'approval-rules-set': ['changed what needs a second person:', ''],
  'refund-failed': ['could not refund', ''],
  'flag-resolved': ['reviewed', ''],
  'stock-set': ['set the stock of', ''],
  'data-request-recorded': ['recorded a data request from', ''],
  'data-request-done': ['answered the data request from', ''],
  'order-note-added': ['wrote a note on', ''],
  'wine-made': ['made the wine', ''],
  'wine-updated': ['changed the wine', ''],
  'wine-price-made': ['created the price of', 'at the payment provider'],
  'wine-state-set': ['changed whether', 'is on sale'],
  'wine-offered': ['chose', 'as the case of the direct offer'],
  'release-made': ['made the release', ''],
  'release-updated': ['changed the release', ''],
  'release-cloned': ['cloned the release', ''],
  'release-scheduled': ['scheduled the release', ''],
  'release-paused': ['paused the release', ''],
  'release-resumed': ['resumed the release', ''],
  'release-ended': ['ended the release', ''],
  'release-opened': ['opened the release', ''],
  'release-sold-out': ['recorded that', 'is sold out'],
  'promises-ended': ['ended promises of', ''],
  'allocations-built': ['built the allocations of', 'by its rules'],
  'allocations-imported': ['imported allocations of', ''],
  'allocation-updated': ['changed the allocation of', ''],
  'rehearsal-refunded': ['refunded the rehearsal', ''],
  'request-granted': ['granted', ''],
  'request-declined': ['declined', ''],
  'request-queued': ['kept', 'for a later vintage'],
  'request-answered': ['answered', ''],
  'request-queue-closed': ['closed the queue of requests for', ''],
  'later-vintage-named': ['named the later vintage for those who wait after', ''],
  'request-queue-set': ['changed the queue of requests for', ''],
  'club-granted': ['granted the club membership requested in', ''],
  'subscription-confirmed': ['confirmed the subscription of', ''],
  'saved-answer-set': ['changed the saved answer', ''],
  'requests-shown': ['changed whether customers see their requests, in the', ''],
  'campaign-made': ['wrote the campaign', ''],
  'campaign-updated': ['changed the campaign', ''],
  'campaign-scheduled': ['scheduled the campaign', ''],
  'campaign-unscheduled': ['took the campaign', 'off its schedule'],
  'campaign-paused': ['paused the campaign', ''],
  'campaign-resumed': ['resumed the campaign', ''],
  'campaign-stopped': ['stopped the campaign', ''],
  'campaign-discarded': ['discarded the draft of the campaign', ''],
  'fresh-link-sent': ['sent a fresh purchase link to', ''],
  'login-links-turned': ['changed whether customers can use', ''],
  'shipping-begun': ['began to ship from here:', ''],
  'shipping-settings-saved': ['changed the shipping settings:', ''],
  'orders-taken-in': ['took in earlier orders for shipping:', ''],
  'shipment-held': ['held', ''],
  'shipment-hold-ended': ['ended the hold on', ''],
  'shipper-profile-saved': ['saved the shipper profile', ''],
  'handover-made': ['made the handover', ''],
  'handover-undone': ['took back', 'from its handover'],
  'tracking-added': ['added a tracking number to', ''],
  'tracking-file-taken': ['took tracking numbers from the file', ''],
  'shipment-marked': ['changed the state of', ''],
  'shipment-followed-up': ['followed up', ''],
  'return-received': ['recorded the return of', ''],
  'return-settled': ['settled the return of', ''],
  'shipment-replaced': ['replaced', ''],
  'claim-saved': ['saved the claim for', ''],
  'pickup-places-saved': ['changed the pickup places:', ''],
  'pickup-proposed': ['proposed a pickup of', ''],
  'pickup-collected': ['marked', 'as collected'],
  'pickup-missed': ['marked', 'as not picked up'],
  'evidence-sent': ['sent evidence for', ''],
  'passkey-added': ['added a passkey to', ''],
  'passkey-removed': ['removed a passkey of', ''],
  'second-factor-added': ['set up the second factor of', ''],
  'second-factor-removed': ['removed the second factor of', ''],
  'second-factor-required': ['changed whether a second factor is required of', ''],
  'staff-invited': ['invited', 'to join the staff'],
  'invitation-withdrawn': ['took back the invitation of', ''],
  'invitation-accepted': ['accepted the invitation from', ''],
  'task-taken': ['took the task', ''],
  'task-returned': ['gave back the task', ''],
  'alarm-emails-turned': ['turned on or off the emails of alarms:', ''],
  'month-closed': ['closed the accounts of', ''],
  'month-reopened': ['reopened the accounts of', ''],
  'people-merged': ['merged another account into that of', ''],
  'merge-undone': ['took apart the merged accounts of', ''],
  'duplicate-dismissed': ['marked another account as not belonging to', ''],
} as const satisfies Record<AuditAction, readonly [string, string]>

/**
 * An entry of the log as a sentence around its subject: `who` did it, what stands before the subject
 * and after it.
 */
export function logSentence({ action, actorEmail }: Pick<AuditEntry, 'action' | 'actorEmail'>) {
  const known = Object.hasOwn(sentences, action)
    ? sentences[action as keyof typeof sentences]
    : // Actions of earlier versions have a name only.
      ([`: ${actionName(action)},`, ''] as const)
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
