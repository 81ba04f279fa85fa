import { notThere } from '#platform/action/refusal.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import { approvalById } from '#platform/approvals/approvals.store.server.ts'

import {
  approvalForm,
  approvalToDecide,
  demandAsker,
  giveApproval,
  whyClosed,
} from '../approvals/approvals.actions.server.ts'
import { lockOrder } from '../order/orders.store.server.ts'
import { demandNotOwn } from '../order/own-order.actions.server.ts'
import type { WaitingRefund } from './request-refund.actions.server.ts'
import {
  checkRequest,
  finishRefund,
  outcomeOf,
  writeRefund,
} from './request-refund.actions.server.ts'

/**
 * Makes the refund or the replacement that a colleague requested, after checking it again. The order is
 * locked first, so that of two approvals at once one succeeds. It is logged as the colleague's.
 */
export const approveRefund = staffWork({
  needs: 'handle-orders',
  fresh: true,
  log: 'approval-given',
  form: approvalForm,
  async run({ services, viewer, audit }, asked) {
    const approval = await approvalToDecide(services.db, viewer, asked, { kind: 'refund' })
    // One that was asked for before refunds had a purpose has none.
    const request = { purpose: null, ...approval.wish } as WaitingRefund
    const { replaces } = approval.wish
    const by = { id: approval.askedBy, email: approval.askedByEmail ?? '' }
    const approvedBy = viewer.email
    const saved = await services.db.transaction(async (tx) => {
      const order = await lockOrder(tx, approval.subject)
      if (!order) throw notThere()
      await demandAsker(tx, approval)
      // Approved by someone else meanwhile: reported as closed, not as more than is left.
      if ((await approvalById(tx, approval.id))?.state !== 'open') {
        throw await whyClosed(tx, approval.id, viewer)
      }
      await demandNotOwn(tx, viewer, order)
      if (typeof replaces === 'number') {
        await giveApproval(tx, { viewer, audit }, approval)
        await services.fulfilment.replace(services, tx, replaces, { by, approvedBy })
        return null
      }
      const { left, whyNot } = await checkRequest(services, tx, order, request)
      if (whyNot) throw whyNot
      await giveApproval(tx, { viewer, audit }, approval)
      return writeRefund(services, tx, order, { request, left, by, approvedBy })
    })
    return { refund: saved && (await finishRefund(services, saved)) }
  },
  say: ({ refund }) => (refund ? outcomeOf(refund) : 'The replacement is made.'),
})
