import type { Order } from '#orders/order/orders.store.server.ts'
import { lockOrder, orderById } from '#orders/order/orders.store.server.ts'
import { demandNotOwn } from '#orders/order/own-order.actions.server.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { areApart } from '../tracking/events.rules.ts'
import type { Parcel } from '../tracking/parcels.store.server.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import type { ShipmentAction, WhyNotShipmentAction } from './shipment.rules.ts'
import { whyNotShipmentAction } from './shipment.rules.ts'
import type { Shipment } from './shipments.store.server.ts'
import { lockShipment, shipmentByNumber } from './shipments.store.server.ts'
import { apartFirst } from './shipping.copy.ts'

/** Why an action on a shipment is not possible now, or null. */
export const whyNotNow = (
  action: ShipmentAction,
  shipment: Shipment,
  parcels: readonly Parcel[] = [],
): WhyNotShipmentAction | null =>
  whyNotShipmentAction(action, {
    state: shipment.state,
    isPickup: shipment.method === 'pickup',
    hasTracking: parcels.some(({ supersededAt }) => supersededAt === null),
    isReceivedBack: shipment.receivedAt !== null,
    isSettled: shipment.settledAt !== null,
    isSentAgain: shipment.returnChoice === 'again' || shipment.returnChoice === 'collect',
    isRefundChosen: shipment.returnChoice === 'refund',
    isApart: areApart(parcels),
    isReplacement: shipment.kind === 'replacement',
  })

export const shipmentChanged = () => refuse('The shipment changed in the meantime.')

/** Refuses the action unless it is possible with the shipment now. */
export async function demandPossible(
  db: Queryable,
  action: ShipmentAction,
  shipment: Shipment,
): Promise<void> {
  const why = whyNotNow(action, shipment, await parcelsOf(db, [shipment.id]))
  if (why) throw why === 'apart' && action !== 'part' ? refuse(apartFirst) : shipmentChanged()
}

/** The shipment with this number, on which the viewer may act as staff. */
export async function shipmentForStaff(
  db: Queryable,
  viewer: { id: string },
  number: number,
): Promise<Shipment> {
  const shipment = await shipmentByNumber(db, number)
  if (!shipment) throw notThere()
  await demandNotOwn(db, viewer, (await orderById(db, shipment.orderId))!)
  return shipment
}

/** The shipment with this number, of which the action is possible, with its order, which is locked. */
export async function lockOrderFor(
  tx: Transaction,
  viewer: { id: string },
  action: ShipmentAction,
  number: number,
): Promise<{ order: Order; shipment: Shipment }> {
  const found = await shipmentForStaff(tx, viewer, number)
  const order = (await lockOrder(tx, found.orderId))!
  const shipment = (await shipmentByNumber(tx, number))!
  await demandPossible(tx, action, shipment)
  return { order, shipment }
}

/** The same, and the shipment is locked too. */
export async function lockShipmentFor(
  tx: Transaction,
  viewer: { id: string },
  action: ShipmentAction,
  number: number,
): Promise<{ order: Order; shipment: Shipment }> {
  const found = await lockOrderFor(tx, viewer, action, number)
  const shipment = (await lockShipment(tx, found.shipment.id))!
  await demandPossible(tx, action, shipment)
  return { order: found.order, shipment }
}
