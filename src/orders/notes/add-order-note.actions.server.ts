import { z } from 'zod'

import { wholeNumber } from '#platform/action/form-fields.ts'
import { notThere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'

import { orderSubject } from '../log.copy.ts'
import { orderByNumber } from '../order/orders.store.server.ts'
import { orderNote } from './order-note.rules.ts'
import { insertNote } from './order-notes.store.server.ts'

/** Adds a note about an order for staff. The same form sent twice is one note. */
export const addOrderNote = staffAction({
  needs: 'handle-orders',
  log: 'order-note-added',
  form: z.object({ number: wholeNumber(), note: orderNote }),
  async run({ tx, viewer, formKey: requestKey, audit, unchanged }, { number, note }) {
    const order = await orderByNumber(tx, number)
    if (!order) return notThere()
    const written = { orderId: order.id, requestKey, text: note, writtenBy: viewer.email }
    if (await insertNote(tx, written)) audit(orderSubject(order), { after: { note } })
    else unchanged()
  },
  say: () => 'The note is added.',
})
