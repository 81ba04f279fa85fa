import type { SQL } from 'drizzle-orm'

import type { Actor } from '#platform/audit/audit-log.store.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import type { RefundedBox } from '../refunds/refunded-box.rules.ts'

/** Names of common table expressions of one statement: the order that it writes, and its lines. */
export type WrittenOrder = { orders: SQL; lines: SQL }

/**
 * What shipping does when an order is written or refunded, in the same transaction. Shipping stands below orders, so
 * `app` passes it.
 */
export type Fulfilment = {
  /** Parts of the `with` of the statement that writes an order; they insert its shipment if fulfilment is on. */
  shipmentOf(at: Date, written: WrittenOrder): SQL
  /** Brings the shipments of an order in line with its refunds; the order has to be locked. */
  followRefunds(
    tx: Transaction,
    order: { id: string; totalCents: number },
    now: Date,
  ): Promise<void>
  /** Whether a box of an order was handed over and is neither delivered nor returned. */
  hasBoxUnderWay(db: Queryable, orderId: string): Promise<boolean>
  /** Records what happens to boxes on their way of an order that is refunded in full. */
  settleBoxes(
    tx: Transaction,
    order: { id: string },
    settled: { box: RefundedBox; at: Date },
  ): Promise<void>
  /** What was paid for an order besides its own payment and is refunded with all of that, in cents. */
  refundedWithAll(db: Queryable, orderId: string): Promise<number>
  /** What the replacements of an order are worth with their tax, in cents. */
  replacedCents(db: Queryable, orderId: string): Promise<number>
  /** Replaces a lost or damaged box of an order, which has to be locked, as a second person approved. */
  replace(
    services: Services,
    tx: Transaction,
    shipment: number,
    logged: { by: Actor; approvedBy: string },
  ): Promise<void>
  /**
   * Brings a payment for shipping alone in line with the provider about its refunds and disputes. False when
   * the payment is for something else. Throws ProviderUnavailable.
   */
  recordAfterSale(services: Services, paymentId: string): Promise<boolean>
}
