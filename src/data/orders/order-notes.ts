import { asc, eq } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { orderNotes } from '#data/schema/trade.ts'

export type OrderNote = typeof orderNotes.$inferSelect

/** The notes about an order, oldest first. */
export async function notesOf(db: Queryable, orderId: string): Promise<OrderNote[]> {
  return db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(orderNotes.at), asc(orderNotes.id))
}

/** Writes a note. False when this form has written it already. */
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
