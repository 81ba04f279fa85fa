import { asc, eq, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { orderNotes, orders } from '../order/tables.ts'

type OrderNote = typeof orderNotes.$inferSelect

/** The notes about an order, oldest first. */
export async function notesOf(db: Queryable, orderId: string): Promise<OrderNote[]> {
  return db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(orderNotes.at), asc(orderNotes.id))
}

/** Inserts a note. False when its form was sent before. */
export async function insertNote(
  tx: Queryable,
  note: Pick<OrderNote, 'orderId' | 'requestKey' | 'text' | 'writtenBy'>,
): Promise<boolean> {
  const written = await tx
    .insert(orderNotes)
    .values(note)
    .onConflictDoNothing()
    .returning({ id: orderNotes.id })
  return written.length > 0
}

/** The notes about a user's orders without their authors, for the export of personal data. */
export async function notesAbout(db: Queryable, userId: string) {
  return db
    .select({ orderNumber: orders.number, at: orderNotes.at, text: orderNotes.text })
    .from(orderNotes)
    .innerJoin(orders, eq(orders.id, orderNotes.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(orderNotes.at))
}

/** Deletes the notes about a user's orders. */
export async function deleteNotesAbout(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from ${orderNotes} using ${orders} as o
    where o.id = ${orderNotes.orderId} and o.user_id = ${userId}`)
}
