import { may } from '#platform/access/access.rules.ts'
import { approveRefund } from '#orders/refunds/approve-refund.actions.server.ts'
import { approveEnd } from '#releases/release/approve-end.actions.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'

import type { DecidedApproval, Verdict } from '#orders/approvals/approvals.actions.server.ts'
import { endApproval, readForDecision } from '#orders/approvals/approvals.actions.server.ts'

/**
 * Approves or declines a colleague's request, or withdraws the viewer's own. What is approved is
 * carried out at once, and once. Staff never approve their own requests.
 */
export async function decideApproval(
  services: Services,
  viewer: Staff,
  id: string,
  verdict: Verdict,
): Promise<DecidedApproval> {
  if (!may(viewer, 'see-admin')) return { ok: false, reason: 'not-staff' }
  if (verdict !== 'approve') return endApproval(services, viewer, id, verdict)
  const read = await readForDecision(services, viewer, id, verdict)
  if (!('approval' in read)) return read
  return read.approval.kind === 'refund'
    ? approveRefund(services, viewer, read.approval)
    : approveEnd(services, viewer, read.approval)
}
