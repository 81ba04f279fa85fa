import type { Queryable } from '#platform/database/connection.server.ts'
import { shipmentMails } from '../tables.ts'

export type MailNote = { shipmentId: string; kind: string; cause: string }

const keyOf = ({ shipmentId, kind, cause }: MailNote): string => `${shipmentId} ${kind} ${cause}`

/** Records emails about shipments. Returns a predicate for those that were not recorded before. */
export async function noteShipmentMails(
  tx: Queryable,
  notes: readonly MailNote[],
): Promise<(note: MailNote) => boolean> {
  if (notes.length === 0) return () => false
  const rows = await tx
    .insert(shipmentMails)
    .values(notes.map(({ shipmentId, kind, cause }) => ({ shipmentId, kind, cause })))
    .onConflictDoNothing()
    .returning({
      shipmentId: shipmentMails.shipmentId,
      kind: shipmentMails.kind,
      cause: shipmentMails.cause,
    })
  const isNew = new Set(rows.map(keyOf))
  return (note) => isNew.has(keyOf(note))
}
