import type { Cents } from '#domain/money.ts'

import type { StaffAction } from './access.ts'

/** What may wait for a second person, each with the action that lets staff ask for it and approve it. */
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

/** What staff have set: from which amount refunds wait, and whether the end of a release does. */
export type ApprovalRules = {
  /** In cents; null lets every refund be made at once. */
  refundOverCents: Cents | null
  endsRelease: boolean
  version: number
}

/**
 * Whether a refund waits for a second person. What staff have refunded of the same order counts too:
 * a large refund is not made by several small ones.
 */
export const isOverLimit = (
  { refundOverCents }: Pick<ApprovalRules, 'refundOverCents'>,
  { amountCents, earlierCents }: { amountCents: Cents; earlierCents: Cents },
): boolean => refundOverCents !== null && amountCents + earlierCents > refundOverCents
