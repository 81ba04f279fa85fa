import type { Transaction } from '#platform/database/connection.server.ts'
import type { Approval } from '#platform/approvals/approvals.store.server.ts'
import { approvalById } from '#platform/approvals/approvals.store.server.ts'
import { isOwnOrder, lockOrder } from '../order/orders.store.server.ts'
import type { DecidedApproval } from '../approvals/approvals.actions.server.ts'
import { giveApproval, mayAskerStill, whyClosed } from '../approvals/approvals.actions.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'

import type { RefundRequest } from './request-refund.actions.server.ts'
import { checkRequest, finishRefund, writeRefund } from './request-refund.actions.server.ts'

/**
 * Makes the refund that a colleague requested, after checking it again. The order is locked first,
 * so that of two approvals at once one succeeds. The refund is attributed to the colleague.
 */
export async function approveRefund(
  services: Services,
  viewer: Staff,
  approval: Approval,
): Promise<DecidedApproval> {
  const { db } = services
  const request = approval.wish as RefundRequest
  const saved = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, approval.subject)
    if (!order) return 'no-order'
    if (!(await mayAskerStill(tx, approval))) return 'asker-gone'
    // Approved by someone else meanwhile: reported as closed, not as more than is left.
    if ((await approvalById(tx, approval.id))?.state !== 'open') return whyClosed(tx, approval.id)
    if (await isOwnOrder(tx, viewer.id, order)) return 'own-order'
    const { replaces } = approval.wish
    if (typeof replaces === 'number')
      return approveReplacement(services, tx, viewer, { approval, replaces })
    const { left, whyNot } = await checkRequest(services, tx, order, request)
    if (whyNot) return whyNot
    if (!(await giveApproval(tx, viewer, approval))) return whyClosed(tx, approval.id)
    return writeRefund(services, tx, order, {
      request,
      left,
      by: { id: approval.askedBy, email: approval.askedByEmail ?? '' },
      approvedBy: viewer.email,
    })
  })
  if (typeof saved === 'string') return { ok: false, reason: saved }
  return saved ? { ok: true, refund: await finishRefund(services, saved) } : { ok: true }
}

/** Replaces a lost or damaged box, as the colleague asked. Logged as theirs, as a refund is. */
async function approveReplacement(
  services: Services,
  tx: Transaction,
  viewer: Staff,
  { approval, replaces }: { approval: Approval; replaces: number },
): Promise<null | 'lapsed' | 'closed'> {
  if (!(await giveApproval(tx, viewer, approval))) return whyClosed(tx, approval.id)
  await services.fulfilment.replace(services, tx, replaces, {
    by: { id: approval.askedBy, email: approval.askedByEmail ?? '' },
    approvedBy: viewer.email,
  })
  return null
}
