import { z } from 'zod'

import { text, wholeNumber } from '#platform/action/form-fields.ts'
import { notThere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'

import { orderSubject } from '../log.copy.ts'
import { lockOrder, orderByNumber } from '../order/orders.store.server.ts'
import { demandNotOwn } from '../order/own-order.actions.server.ts'
import { isReviewable } from './flag-reasons.copy.ts'
import { openFlagsOf, resolveOpenFlag } from './order-flags.store.server.ts'

/**
 * Resolves a flag of an order that staff have reviewed. That of a dispute ends with the bank's decision
 * only.
 */
export const resolveFlag = staffAction({
  needs: 'handle-orders',
  log: 'flag-resolved',
  form: z.object({ number: wholeNumber(), flag: text() }),
  async run({ tx, viewer, audit, unchanged }, { number, flag: id }) {
    const found = await orderByNumber(tx, number)
    const order = found && (await lockOrder(tx, found.id))
    if (!order) return notThere()
    await demandNotOwn(tx, viewer, order)
    const flag = (await openFlagsOf(tx, order.id)).find((one) => one.id === id)
    if (!flag || !isReviewable(flag.reason)) {
      unchanged()
      return { isUndecided: flag !== undefined }
    }
    await resolveOpenFlag(tx, flag, viewer.email)
    audit(orderSubject(order), { before: { flag: flag.reason }, after: { flag: null } })
    return { isUndecided: false }
  },
  say: ({ isUndecided }) =>
    isUndecided
      ? {
          tone: 'info',
          sentence: 'The bank has not decided this dispute yet. It stays listed until then.',
        }
      : 'Marked as reviewed.',
})
