import type { AuditSubjectWords, LogContribution } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'subscriber-updated': ['Subscriber updated', 'changed the record of', ''],
  'subscriber-unsubscribed': ['Subscriber unsubscribed', 'took', 'off the mailing list'],
  'subscriber-added': ['Subscriber added', 'added', 'to the mailing list'],
  'campaign-made': ['Campaign made', 'wrote the campaign', ''],
  'campaign-updated': ['Campaign updated', 'changed the campaign', ''],
  'campaign-scheduled': ['Campaign scheduled', 'scheduled the campaign', ''],
  'campaign-unscheduled': ['Campaign back to draft', 'took the campaign', 'off its schedule'],
  'campaign-paused': ['Campaign paused', 'paused the campaign', ''],
  'campaign-resumed': ['Campaign resumed', 'resumed the campaign', ''],
  'campaign-stopped': ['Campaign stopped', 'stopped the campaign', ''],
  'campaign-discarded': [
    'Draft of a campaign discarded',
    'discarded the draft of the campaign',
    '',
  ],
} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  campaign: {},
  subscriber: { page: (id) => paths.subscriber(id) },
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const campaignsLog: LogContribution = {
  actions,
  fields: { subscribed: 'On the list', proof: 'How they said yes' },
  earlier: {
    'client-updated': 'subscriber-updated',
    'client-added': 'subscriber-added',
    'client-unsubscribed': 'subscriber-unsubscribed',
  },
  subjects,
}

export const campaignSubject = ({ id, name }: { id: string; name: string }) =>
  auditSubject('campaign', id, name)

export const subscriberSubject = (
  id: string,
  { fullname, email }: { fullname: string; email: string },
) => auditSubject('subscriber', id, `${fullname} ${email}`)
