import type { Parcel } from '../tracking/parcels.store.server.ts'
import type { Shipment } from './shipments.store.server.ts'
import type { ShipmentAction, WhyNotShipmentAction } from '#orders/order/shipment.rules.ts'
import { whyNotShipmentAction } from '#orders/order/shipment.rules.ts'

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
  })
