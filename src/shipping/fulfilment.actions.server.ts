import { sql } from 'drizzle-orm'

import type { Fulfilment } from '#orders/order/fulfilment.ts'

import {
  followRefunds,
  hasBoxUnderWay,
  settleBoxes,
} from './returns/follow-refund.actions.server.ts'
import { recordReshipmentAfterSale } from './returns/refund-reshipment.actions.server.ts'
import { replacedCents } from './returns/returned-wine.actions.server.ts'
import { replaceApproved } from './returns/settle-shipment.actions.server.ts'
import { insertShipments } from './shipments/new-shipments.store.server.ts'

/** What orders ask of shipping. */
export const fulfilment: Fulfilment = {
  shipmentOf: (at, written) => insertShipments(sql`true`, at, written),
  followRefunds,
  hasBoxUnderWay,
  settleBoxes,
  refundedWithAll: async () => 0,
  replacedCents,
  replace: replaceApproved,
  recordAfterSale: recordReshipmentAfterSale,
}
