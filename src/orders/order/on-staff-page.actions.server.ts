import { declineApproval, withdrawApproval } from '../approvals/approvals.actions.server.ts'
import { resolveFlag } from '../flags/resolve-flag.actions.server.ts'
import { addOrderNote } from '../notes/add-order-note.actions.server.ts'
import { approveRefund } from '../refunds/approve-refund.actions.server.ts'
import {
  changeRefund,
  requestRefund,
  reviewRefund,
} from '../refunds/request-refund.actions.server.ts'

/** What staff do with an order on its page. */
export const orderActions = {
  'resolve-flag': resolveFlag,
  'add-note': addOrderNote,
  'review-refund': reviewRefund,
  'change-refund': changeRefund,
  refund: requestRefund,
  'approval-approve': approveRefund,
  'approval-decline': declineApproval,
  'approval-withdraw': withdrawApproval,
}
