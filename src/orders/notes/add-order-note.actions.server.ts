import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { insertNote } from './order-notes.store.server.ts'
import { orderByNumber } from '../order/orders.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { noteIn } from './order-note.rules.ts'

import { orderSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

/** Adds a note about an order for staff. The same form sent twice is one note. Only for staff. */
export async function addOrderNote(
  { db }: Services,
  viewer: Staff,
  { number, text, token }: { number: number; text: string; token: string },
): Promise<Outcome<'not-staff' | 'gone' | 'invalid'>> {
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const note = noteIn(text)
  if (note === null || !token) return { ok: false, reason: 'invalid' }
  const order = await orderByNumber(db, number)
  if (!order) return { ok: false, reason: 'gone' }
  await db.transaction(async (tx) => {
    const written = { orderId: order.id, requestKey: token, text: note, writtenBy: viewer.email }
    if (!(await insertNote(tx, written))) return
    await writeAuditEntry(tx, viewer, 'order-note-added', orderSubject(order), { after: { note } })
  })
  return { ok: true }
}
