import type { SQL } from 'drizzle-orm'
import { asc, eq, inArray } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { isOfGuest } from '../order/orders.store.server.ts'
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
export const notesAbout = (db: Queryable, userId: string) =>
  notesOfOrders(db, eq(orders.userId, userId))

/** The notes about orders that a guest placed with an address, as `notesAbout`. */
export const notesAboutGuest = (db: Queryable, email: string) => notesOfOrders(db, isOfGuest(email))

async function notesOfOrders(db: Queryable, whose: SQL | undefined) {
  return db
    .select({ orderNumber: orders.number, at: orderNotes.at, text: orderNotes.text })
    .from(orderNotes)
    .innerJoin(orders, eq(orders.id, orderNotes.orderId))
    .where(whose)
    .orderBy(asc(orderNotes.at))
}

/** Deletes the notes about a user's orders. */
export const deleteNotesAbout = (tx: Transaction, userId: string): Promise<void> =>
  deleteNotesOf(tx, eq(orders.userId, userId))

/** Deletes the notes about orders that a guest placed with an address. */
export const deleteNotesAboutGuest = (tx: Transaction, email: string): Promise<void> =>
  deleteNotesOf(tx, isOfGuest(email))

async function deleteNotesOf(tx: Transaction, whose: SQL | undefined): Promise<void> {
  const meant = tx.select({ id: orders.id }).from(orders).where(whose)
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, meant))
}
