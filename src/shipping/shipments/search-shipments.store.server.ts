import type { SQL } from 'drizzle-orm'
import { eq, sql } from 'drizzle-orm'

import { orders, orderSearchText } from '#orders/order/tables.ts'
import { withWords } from '#platform/database/word-search.ts'
import { lettersAndDigits } from '#platform/text/searched-words.rules.ts'

import { parcels, shipments } from '../tables.ts'
import { soughtTrackingNumber } from '../tracking/carriers.rules.ts'

/** A column or expression of the shipment's order `o`. */
export const ofOrder = <Value>(column: string) =>
  sql<Value>`(select ${sql.raw(column)} from ${orders} as o where o.id = ${shipments.orderId})`

/** A shipment number as typed, such as `S-2001` or `s2001`; null for other texts. */
export function typedShipmentNumber(text: string): number | null {
  const found = /^s[\s-]*(\d{1,9})$/i.exec(text.trim())
  return found ? Number(found[1]) : null
}

/**
 * Shipments with this number, with a parcel of this tracking number, or of orders with these words in number, name or
 * email; null without words.
 */
export function isOfShipment(text: string): SQL | null {
  const number = typedShipmentNumber(text)
  if (number !== null) return eq(shipments.number, number)
  const wanted = lettersAndDigits(text).filter((word) => word !== 'k')
  if (wanted.length === 0) return null
  const tracking = soughtTrackingNumber(text)
  const isTracked = tracking
    ? sql`${shipments.id} = any(array(
        select shipment_id from ${parcels} where tracking_number = ${tracking}))`
    : sql`false`
  return sql`(${isTracked} or ${shipments.orderId} = any(array(select id from ${orders}
    where ${orderSearchText} @@ ${withWords(wanted)} limit 500)))`
}

/** The conditions of a list's search; none without words. */
export function searchedShipments(text: string): SQL[] {
  const condition = isOfShipment(text)
  return condition ? [condition] : []
}
