import type { Queryable } from '#data/connection.server.ts'
import { ordersByPayments } from '#data/reconciliation/reconciliation.ts'
import { reshipmentsByPayments } from '#data/shipping/reshipments.ts'
import type { OrderToReconcile } from '#domain/reconciliation/reconciliation.ts'

/** What our ledger has of these payments: the order of each, or the shipping of a returned box. */
export async function ledgerByPayments(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<Map<string, OrderToReconcile>> {
  const orders = await ordersByPayments(db, paymentIds)
  const others = paymentIds.filter((id) => !orders.has(id))
  return new Map([...orders, ...(await reshipmentsByPayments(db, others))])
}
