import type { StaffAction } from '../access/access.rules.ts'
import type { Cents } from '../text/money.rules.ts'

/** What may need a second person's approval, and the action that lets staff request and approve it. */
export const approvalActions = {
  refund: 'handle-orders',
  'end-release': 'manage-releases',
} as const satisfies Record<string, StaffAction>

export type ApprovalKind = keyof typeof approvalActions
export const approvalKinds = Object.keys(approvalActions) as ApprovalKind[]

export const approvalStates = ['open', 'approved', 'declined', 'withdrawn', 'lapsed'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** Hours after which a request can no longer be approved. */
export const approvalHours = 24

/** The settings by staff: above which amount refunds need approval, and whether ending a release does. */
export type ApprovalRules = {
  /** In cents; null lets every refund be made at once. */
  refundOverCents: Cents | null
  endsRelease: boolean
  version: number
}

/**
 * Whether a refund needs a second person's approval. Earlier refunds of the same order by staff count
 * too, so that several small refunds cannot evade the limit.
 */
export const isOverLimit = (
  { refundOverCents }: Pick<ApprovalRules, 'refundOverCents'>,
  { amountCents, earlierCents }: { amountCents: Cents; earlierCents: Cents },
): boolean => refundOverCents !== null && amountCents + earlierCents > refundOverCents
