import type { Approval } from '#data/admin/approvals.ts'
import { approvalById } from '#data/admin/approvals.ts'
import { lockOrder } from '#data/orders/orders.ts'
import type { DecidedApproval } from '#use-cases/admin/decide-approval.ts'
import { giveApproval, mayAskerStill, whyClosed } from '#use-cases/admin/approvals.ts'
import type { Services, Staff } from '#use-cases/services.ts'

import type { RefundRequest } from './request-refund.ts'
import { checkRequest, finishRefund, writeRefund } from './request-refund.ts'

/**
 * Makes the refund that a colleague asked for, checked again: the order's row is locked first, so of
 * two who approve at once one does. The refund stays that of who asked.
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
    // Approved by a colleague meanwhile, it is not reported as if too little were left.
    if ((await approvalById(tx, approval.id))?.state !== 'open') return whyClosed(tx, approval.id)
    const { left, whyNot } = await checkRequest(tx, order, request)
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
  return { ok: true, refund: await finishRefund(services, saved) }
}
