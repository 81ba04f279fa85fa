import { z } from 'zod'

import { openFlagsOf, resolveOpenFlag } from '#orders/flags/order-flags.store.server.ts'
import { orderSubject } from '#orders/log.copy.ts'
import { lockOrder, orderByNumber } from '#orders/order/orders.store.server.ts'
import { demandNotOwn } from '#orders/order/own-order.actions.server.ts'
import { filled, wholeNumber } from '#platform/action/form-fields.ts'
import { notThere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'

import { longestHoldReason } from './record.rules.ts'
import { addRecordEvent, isUnderHold } from './records.store.server.ts'

const numbered = z.object({
  number: wholeNumber(),
  reason: filled(
    longestHoldReason,
    `Please enter the reason, in at most ${longestHoldReason} characters.`,
  ),
})

async function orderFor(tx: Transaction, number: number) {
  const found = await orderByNumber(tx, number)
  const order = found && (await lockOrder(tx, found.id))
  if (!order) throw notThere()
  return order
}

/** Places a legal hold on an order, or ends it: while it lasts, the order's person is not erased. */
const setHold = (isHeld: boolean) =>
  staffAction({
    needs: 'manage-compliance',
    log: isHeld ? 'legal-hold-placed' : 'legal-hold-ended',
    form: numbered,
    async run({ tx, viewer, now: at, audit, unchanged }, { number, reason }) {
      const order = await orderFor(tx, number)
      if ((await isUnderHold(tx, order.id)) === isHeld) {
        unchanged()
        return
      }
      const kind = isHeld ? 'legal-hold' : 'legal-hold-ended'
      await addRecordEvent(tx, order.id, { at, kind, facts: { reason, by: viewer.email } })
      audit(orderSubject(order), { before: { isHeld: !isHeld }, after: { isHeld, reason } })
    },
    say: () =>
      isHeld ? 'The order is under a legal hold.' : 'The order is no longer under a legal hold.',
  })

export const placeLegalHold = setHold(true)
export const endLegalHold = setHold(false)

/** Says that staff have compared the near matches of an order. It counts as before; the record keeps who said it. */
export const seeNearMatch = staffAction({
  needs: 'manage-compliance',
  log: 'near-match-seen',
  form: z.object({ number: wholeNumber() }),
  async run({ tx, viewer, audit, unchanged }, { number }) {
    const order = await orderFor(tx, number)
    await demandNotOwn(tx, viewer, order)
    const flag = (await openFlagsOf(tx, order.id)).find(({ reason }) => reason === 'near-match')
    if (!flag) {
      unchanged()
      return
    }
    await resolveOpenFlag(tx, flag, viewer.email)
    audit(orderSubject(order), { before: { flag: flag.reason }, after: { flag: null } })
  },
  say: () => 'Noted as seen.',
})
