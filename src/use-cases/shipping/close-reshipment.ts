import { openReshipmentOf } from '#data/shipping/reshipments.ts'

import { endCheckout } from '#use-cases/checkout/end-checkout.ts'
import type { Services } from '#use-cases/services.ts'

/**
 * Closes the payment page for sending a returned box again, so that its wine can be settled another
 * way. False while the provider can't say whether it was paid.
 */
export async function closeReshipment(services: Services, shipmentId: string): Promise<boolean> {
  const open = await openReshipmentOf(services.db, shipmentId)
  return open === null || (await endCheckout(services, open, 'cancelled')) !== 'unknown'
}
