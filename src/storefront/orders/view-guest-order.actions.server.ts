import { orderById, orderLinesOf } from '#orders/order/orders.store.server.ts'
import { receiptOf } from '#orders/order/receipt.actions.server.ts'
import { refundsOf } from '#orders/refunds/refunds.store.server.ts'
import type { Services } from '#platform/services/services.ts'
import { orderByGuestLink } from '#shipping/whereabouts/order-of-buyer.actions.server.ts'
import { whereOrderIs } from '#shipping/whereabouts/where-orders-are.actions.server.ts'

import type { ViewedReceipt } from './view-order.actions.server.ts'
import { picturesOf, refundsForBuyer } from './view-order.actions.server.ts'

/** An order as its signed link shows it: no name, email or street. */
type GuestOrder = Omit<ViewedReceipt, 'name' | 'email' | 'shipTo'> & {
  /** Null for a pickup. */
  place: { city: string; state: string } | null
  linkEnds: Date
}

/**
 * The order of a guest's signed link; null for every other token, and once the link has ended. The
 * link alone gives access, so the page shows city and state only.
 */
export async function viewGuestOrder(
  services: Services,
  token: string,
): Promise<GuestOrder | null> {
  const { db } = services
  const found = await orderByGuestLink(services, token)
  if (!found) return null
  const [lines, refunds, shipments, pictures] = await Promise.all([
    orderLinesOf(db, found.id),
    refundsOf(db, found.id),
    whereOrderIs(services, found, { isGuest: true }),
    picturesOf(db, found.id),
  ])
  const { name: _name, email: _email, shipTo, ...order } = receiptOf({ ...found, lines })
  const isDelivered = shipTo !== null && order.shippingMethod !== 'pickup'
  return {
    ...order,
    ...refundsForBuyer(refunds),
    pictures,
    shipments,
    linkEnds: found.linkEnds,
    place: isDelivered ? { city: shipTo.city, state: shipTo.state } : null,
  }
}

type ThankedOffer = {
  number: number
  isPickup: boolean
  /** Canceled, or refunded in full: there is nothing to thank for. */
  isRefunded: boolean
  /** The day from which its release ships, or null. */
  shipsFrom: string | null
  /** Of the link to a guest's order; null for an account's. */
  token: string | null
}

/** The order in the thank-you of an offer; null when there is none. */
export async function thankForOffer(
  { db, orderLinks }: Services,
  orderId: string,
): Promise<ThankedOffer | null> {
  const order = await orderById(db, orderId)
  return (
    order && {
      number: order.number,
      isPickup: order.shippingMethod === 'pickup',
      isRefunded: order.state === 'refunded',
      shipsFrom: order.shipsFrom,
      token: order.userId === null ? orderLinks.sign(order.id) : null,
    }
  )
}
