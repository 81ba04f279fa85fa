import type { FlagReason } from '#orders/flags/flag-reasons.copy.ts'
import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import type { Database } from '#platform/database/connection.server.ts'

/** An order with the reasons of its unresolved flags, oldest first. */
export async function withFlags<Order extends { id: string } | undefined>(
  db: Database,
  order: Order,
): Promise<Order & { flags: FlagReason[] }> {
  if (!order) return order as Order & { flags: FlagReason[] }
  const flags = await openFlagsOf(db, order.id)
  return { ...order, flags: flags.map(({ reason }) => reason) }
}
