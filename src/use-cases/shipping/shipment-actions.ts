import type { Parcel } from '#data/shipping/parcels.ts'
import type { Shipment } from '#data/shipping/shipments.ts'
import type { ShipmentActionFacts } from '#domain/shipping/shipment.ts'

/** What decides which buttons a shipment has. */
export const actionFactsOf = (
  shipment: Shipment,
  parcels: readonly Parcel[],
): ShipmentActionFacts => ({
  state: shipment.state,
  isPickup: shipment.method === 'pickup',
  hasTracking: parcels.some(({ supersededAt }) => supersededAt === null),
  isReceivedBack: shipment.receivedAt !== null,
  isSettled: shipment.settledAt !== null,
  isSentAgain: shipment.returnChoice === 'again' || shipment.returnChoice === 'collect',
})
