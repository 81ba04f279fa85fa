import { isOneOf } from '#domain/one-of.ts'

/** An email to an audience. Its words are fixed from the moment it begins to leave. */
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

export const mayTurn = (from: CampaignState, to: CampaignState): boolean =>
  isOneOf(campaignTransitions[from], to)

/** What became of the email to one person. */
export const emailOutcomes = ['queued', 'sent', 'suppressed', 'rejected', 'failed'] as const
export type EmailOutcome = (typeof emailOutcomes)[number]

/** Why a person of the audience gets none. */
export const whyLeftOut = [
  'left',
  'inactive',
  'never-agreed',
  'rejected',
  'complaint',
  'erased',
  'too-often',
  /** It goes to the first address of their account. */
  'other-address',
  'stopped',
  'gone',
] as const
export type WhyLeftOut = (typeof whyLeftOut)[number]

/** Emails of campaigns to one person: of one release, and within hours of each other. */
export const campaignLimits = { perRelease: 3, hoursBetween: 20 } as const

/** Rows that enter the outbox in one transaction. */
export const batchSize = 500

/** When sending should begin for everyone to have it before an hour: five minutes to spare. */
export function proposedStart(before: Date, count: number, perMinute: number): Date {
  const minutes = perMinute > 0 ? Math.ceil(count / perMinute) : 1
  return new Date(before.getTime() - (minutes + 5) * 60_000)
}
