import { and, eq, inArray, or, sql } from 'drizzle-orm'

import type { PersonalData } from '#platform/module/personal-data.ts'
import { ifAny } from '#platform/module/personal-data.ts'

import { adoptGuestOrders } from './guests/guest-orders.store.server.ts'
import {
  deleteNotesAbout,
  deleteNotesAboutGuest,
  notesAbout,
  notesAboutGuest,
} from './notes/order-notes.store.server.ts'
import { allOrdersOf, ordersOfGuest } from './order/orders.store.server.ts'
import { orders } from './order/tables.ts'

declare module '#platform/module/personal-data.ts' {
  interface MovedByMerge {
    orders: string[]
  }
}

/** Orders, which stay without an owner, as the law requires, and the notes about them. */
export const ordersPersonalData: PersonalData = {
  tables: { orders: { exported: true, erased: 'kept', merged: 'moved' } },
  exportUser: { orders: allOrdersOf, orderNotes: notesAbout },
  eraseUser: deleteNotesAbout,
  exportAddress: {
    guestOrders: (db, email) => ifAny(ordersOfGuest(db, email)),
    guestOrderNotes: (db, email) => ifAny(notesAboutGuest(db, email)),
  },
  eraseAddress: deleteNotesAboutGuest,
  async merge(tx, { from, into }) {
    const moved = await tx
      .update(orders)
      .set({ userId: into })
      .where(eq(orders.userId, from))
      .returning({ id: orders.id })
    await tx.execute(sql`
      update users set last_order_at = greatest(last_order_at,
        (select last_order_at from users where id = ${from}::uuid)) where id = ${into}::uuid`)
    return { orders: moved.map(({ id }) => id) }
  },
  async moveBack(tx, { from, into }, moved) {
    // Includes orders written after the merge for a payment page of the restored account.
    const isTheirs = or(
      inArray(orders.id, moved.orders),
      inArray(orders.checkoutId, moved.checkouts),
    )
    await tx
      .update(orders)
      .set({ userId: from })
      .where(and(eq(orders.userId, into), isTheirs))
    await tx.execute(sql`
      update users as u set last_order_at =
        (select max(created_at) from orders where user_id = u.id)
      where u.id in (${from}::uuid, ${into}::uuid)`)
  },
  confirmAddress: adoptGuestOrders,
  // Their emails are still to come; another address that was typed for an order stays.
  async changeAddress(tx, { userId, from, to }) {
    await tx
      .update(orders)
      .set({ email: to })
      .where(and(eq(orders.userId, userId), sql`lower(${orders.email}) = ${from}`))
  },
}
