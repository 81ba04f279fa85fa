import type { Transaction } from '#data/connection.server.ts'
import { returnRefunds } from '#data/schema/returns.ts'

/** Notes which refund settled a returned shipment, and what of it is wine and what is tax. */
export async function insertReturnRefund(
  tx: Transaction,
  row: typeof returnRefunds.$inferInsert,
): Promise<void> {
  await tx.insert(returnRefunds).values(row)
}
