import type { ApprovalKind, ApprovalState } from '#platform/approvals/approval.rules.ts'
import { approvalHours } from '#platform/approvals/approval.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import { orderLine } from '../order/admin-orders.copy.ts'
import type { RefundEffects } from '../refunds/refund-effects.rules.ts'
import { leavesWine } from '../refunds/refund-form.rules.ts'
import {
  intoAllocation,
  noStock,
  purposeText,
  refundedBoxText,
  wineStays,
} from '../refunds/refunds.copy.ts'

/** What waits for a second person, on the pages of orders and releases and where it is set. */
export const approvalCopy = {
  title: 'Second person',
  waits: {
    refund: (amount: string, by: string) =>
      `${by} asked to refund ${amount}. Nothing is refunded until a second person approves.`,
    'end-release': (_amount: string, by: string) =>
      `${by} asked to end this release. It stays open until a second person approves.`,
    replacement: (amount: string, by: string) =>
      `${by} asked to replace a box worth ${amount}. Nothing is sent until a second person approves.`,
  } satisfies Record<ApprovalKind | 'replacement', (amount: string, by: string) => string>,
  own: {
    refund: (amount: string) =>
      `You asked to refund ${amount}. Nothing is refunded until someone else approves.`,
    'end-release': () =>
      'You asked to end this release. It stays open until someone else approves.',
    replacement: (amount: string) =>
      `You asked to replace a box worth ${amount}. Nothing is sent until someone else approves.`,
  } satisfies Record<ApprovalKind | 'replacement', (amount: string) => string>,
  until: 'Expires',
  reason: (reason: string) => `The buyer would read: ${reason}`,
  purpose: (what: string) => `For: ${what}`,
  stock: (units: string) => `Back to stock: ${units}`,
  box: (what: string) => `The box: ${what}`,
  approve: {
    refund: (amount: string) => `Approve and refund ${amount}`,
    'end-release': () => 'Approve and end the release',
    replacement: () => 'Approve the replacement',
  } satisfies Record<ApprovalKind | 'replacement', (amount: string) => string>,
  decline: 'Decline',
  withdraw: 'Withdraw',
  came: {
    approved: (what: string, by: string) => `${what} was approved by ${by}`,
    declined: (what: string, by: string) => `${what} was declined by ${by}`,
    withdrawn: (what: string) => `${what} was withdrawn by the person who asked`,
    lapsed: (what: string) => `${what} expired: nobody approved it in ${approvalHours} hours`,
  } satisfies Record<Exclude<ApprovalState, 'open'>, (what: string, by: string) => string>,
  what: {
    refund: (amount: string) => `The refund of ${amount}`,
    'end-release': () => 'The end of this release',
    replacement: (amount: string) => `The replacement worth ${amount}`,
  } satisfies Record<ApprovalKind | 'replacement', (amount: string) => string>,
  someone: 'a former colleague',
  /** Where a sentence begins. */
  someoneFirst: 'A former colleague',
  endAsked: `A second person has ${approvalHours} hours to approve. The release stays open until then.`,
  refundHint: (amount: string) =>
    `Refunds over ${amount} in total on one order need a second person.`,
  endHint: 'Ending a release needs a second person.',
  askRefund: (amount: string) => `Ask for the refund of ${amount}`,
  asking: 'Asking…',
  askFinality: `Nothing is refunded now. A second person has ${approvalHours} hours to approve; then it cannot be undone, and the buyer is told by email.`,
  askEnd: 'Ask to end',
} as const

/**
 * What an approved refund does besides, in sentences: a second person approves it, too. `leftAfterCents`: what can be
 * refunded after it.
 */
export function refundEffectSentences(
  { stockBack = {}, toAllocation, box, purpose }: RefundEffects,
  lines: readonly { productId: string; description: string }[],
  leftAfterCents: Cents,
): string[] {
  const units = lines
    .filter(({ productId }) => (stockBack[productId] ?? 0) > 0)
    .map(({ productId, description }) => orderLine(stockBack[productId]!, description))
    .join('; ')
  return [
    ...(purpose ? [approvalCopy.purpose(purposeText(purpose, lines).join('; '))] : []),
    approvalCopy.stock(`${units || noStock}${units && toAllocation ? ` (${intoAllocation})` : ''}`),
    ...(leavesWine({ purpose: purpose ?? null, leftAfterCents }, stockBack) ? [wineStays] : []),
    ...(box ? [approvalCopy.box(refundedBoxText[box])] : []),
  ]
}
