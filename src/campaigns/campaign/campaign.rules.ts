import { isOneOf } from '#platform/text/one-of.rules.ts'

/** The states of a campaign, an email to an audience. Its text is fixed once sending begins. */
export const campaignStates = [
  'draft',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'stopped',
] as const
export type CampaignState = (typeof campaignStates)[number]

/** Which state may follow which. */
const campaignTransitions = {
  draft: ['scheduled'],
  scheduled: ['draft', 'sending', 'stopped'],
  sending: ['paused', 'sent', 'stopped'],
  paused: ['sending', 'stopped'],
  sent: [],
  stopped: [],
} as const satisfies Record<CampaignState, readonly CampaignState[]>

export const mayBecome = (from: CampaignState, to: CampaignState): boolean =>
  isOneOf(campaignTransitions[from], to)

/** The result of the email to one person. */
export const emailOutcomes = ['queued', 'sent', 'suppressed', 'rejected', 'failed'] as const
export type EmailOutcome = (typeof emailOutcomes)[number]

/** Why a person of the audience gets no email. */
export const whyLeftOut = [
  'left',
  'inactive',
  'no-consent',
  'never-agreed',
  'rejected',
  'complaint',
  'erased',
  'too-often',
  /** The email goes to the primary address of their account. */
  'other-address',
  'stopped',
  /** Its release had closed before it was sent. */
  'over',
  'gone',
] as const
export type WhyLeftOut = (typeof whyLeftOut)[number]

/** Limits of campaign emails to one person: per release, and hours between two. */
export const campaignLimits = { perRelease: 3, hoursBetween: 20 } as const

/** Rows that enter the outbox in one transaction. */
export const batchSize = 500

/** When sending `count` emails has to begin to end five minutes before that moment. */
export function proposedStart(before: Date, count: number, perMinute: number): Date {
  const minutes = perMinute > 0 ? Math.ceil(count / perMinute) : 1
  return new Date(before.getTime() - (minutes + 5) * 60_000)
}
