import { and, desc, eq, inArray } from 'drizzle-orm'

import { checkouts } from '#catalogue/tables.ts'
import type { PersonalData } from '#platform/module/personal-data.ts'
import { ifAny } from '#platform/module/personal-data.ts'

import { cartOf } from './cart/carts.store.server.ts'
import { checkoutsOfGuest, eraseUnpaidOf } from './unpaid-checkouts.store.server.ts'

declare module '#platform/module/personal-data.ts' {
  interface MovedByMerge {
    checkouts: string[]
  }
}

/** Carts and checkouts. Paid checkouts stay without an owner; merges and deletions lock the carts first. */
export const checkoutPersonalData: PersonalData = {
  tables: {
    carts: { exported: true, erased: 'deleted', merged: 'left' },
    checkouts: { exported: true, erased: 'blanked', merged: 'moved' },
  },
  exportUser: {
    cart: cartOf,
    checkoutsStarted: (db, userId) =>
      db
        .select()
        .from(checkouts)
        .where(eq(checkouts.userId, userId))
        .orderBy(desc(checkouts.startedAt)),
  },
  eraseUser: (tx, userId, services) => eraseUnpaidOf(services, tx, { userId }),
  exportAddress: { guestCheckoutsStarted: (db, email) => ifAny(checkoutsOfGuest(db, email)) },
  eraseAddress: (tx, email, services) =>
    eraseUnpaidOf(services, tx, { guestEmail: email.toLowerCase() }),
  async merge(tx, { from, into }) {
    const moved = await tx
      .update(checkouts)
      .set({ userId: into })
      .where(eq(checkouts.userId, from))
      .returning({ id: checkouts.id })
    return { checkouts: moved.map(({ id }) => id) }
  },
  async moveBack(tx, { from, into }, moved) {
    await tx
      .update(checkouts)
      .set({ userId: from })
      .where(and(eq(checkouts.userId, into), inArray(checkouts.id, moved.checkouts)))
  },
}
