import { z } from 'zod'

import { finishRefund, saveRefund } from '#orders/refunds/request-refund.actions.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { text } from '#platform/action/form-fields.ts'
import { notAllowed, notThere, Refusal } from '#platform/action/refusal.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import { plural } from '#platform/text/plural.rules.ts'

import { releaseSubject } from '../log.copy.ts'
import { staffReleaseById } from '../release/staff-releases.store.server.ts'
import { rehearsalOrders } from './rehearsal-orders.store.server.ts'

/**
 * Refunds every rehearsal order of a release in full and returns its wine, for staff who may refund.
 * Each refund has its own idempotency key, so that pressing the button twice refunds once. `refused`: the
 * payment cannot be refunded here, such as a disputed one, or a refund waits already; `waiting`: for
 * approval by a second person.
 */
export const refundRehearsals = staffWork({
  needs: 'manage-releases',
  log: 'rehearsal-refunded',
  form: z.object({ id: text() }),
  async run({ services, viewer, audit, unchanged }, { id }) {
    if (!may(viewer, 'handle-orders')) return notAllowed()
    const { db } = services
    const release = await staffReleaseById(db, id)
    if (!release) return notThere()
    const numbers: number[] = []
    let refused = 0
    let waiting = 0
    for (const { number, leftCents, units } of await rehearsalOrders(db, id)) {
      const request = {
        number,
        amountCents: leftCents,
        stockBack: units,
        // As the buyer, who is staff, reads it.
        reason: 'Rehearsal of the release',
        toAllocation: true,
        token: `rehearsal-${leftCents}`,
      }
      const saved = await db.transaction((tx) =>
        saveRefund({ services, tx, viewer }, request, { endsRehearsal: true }),
      )
      if (saved instanceof Refusal) refused += 1
      else if (saved.refund) {
        await finishRefund(services, saved.refund)
        numbers.push(number)
      } else waiting += 1
    }
    if (numbers.length === 0) unchanged()
    else {
      const after = { orders: numbers.join(', ') }
      await db.transaction((tx) => audit(tx, releaseSubject(id, release.fields.name), { after }))
    }
    return { refunded: numbers.length, refused, waiting }
  },
  say: ({ refunded, refused, waiting }) =>
    [
      `Refunds of ${plural(refunded, 'order')} are on their way.`,
      waiting > 0 &&
        `${plural(waiting, 'order waits', 'orders wait')} for a second person, on the page of the order.`,
      refused > 0 && `${plural(refused, 'order')} could not be refunded: please look at them.`,
    ]
      .filter(Boolean)
      .join(' '),
})
