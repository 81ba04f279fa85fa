import type { Gift } from '#catalogue/destinations/gift.rules.ts'
import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { orderOfMember } from '#orders/order/orders.store.server.ts'
import type { Customer } from '#platform/action/customer-action.server.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { orderByGuestLink } from '#shipping/whereabouts/order-of-buyer.actions.server.ts'
import type { Shipment } from '#shipping/shipments/shipments.store.server.ts'
import { shipmentsOf } from '#shipping/shipments/shipments.store.server.ts'

import { buyersHoldsOf } from './hold.store.server.ts'
import type { WhyNoChange } from './order-changes.rules.ts'
import { whyNoChange } from './order-changes.rules.ts'
import { changesOf } from './order-changes.store.server.ts'

/** The number in the address of a customer's own order, or the token of a guest's link. */
export type OwnOrderPath = { number?: string | undefined; token?: string | undefined }

export type OwnOrder = {
  order: Order
  by: 'customer' | 'guest-link'
  /** The address of its page. */
  page: string
}

/** The order of that address, for whom it is: a signed-in buyer, or the holder of a guest's link. */
export async function ownOrder(
  services: Pick<Services, 'orderLinks' | 'clock'> & { db: Queryable },
  viewer: Pick<Customer, 'id' | 'isLimited'> | null,
  { number, token }: OwnOrderPath,
): Promise<OwnOrder | null> {
  if (token !== undefined) {
    const order = await orderByGuestLink(services, token)
    return order && { order, by: 'guest-link', page: paths.guestOrder(token) }
  }
  if (!viewer || viewer.isLimited || !/^\d{1,9}$/.test(number ?? '')) return null
  const order = await orderOfMember(services.db, viewer.id, Number(number))
  return order && { order, by: 'customer', page: paths.order(order.number) }
}

/** An order as far as its buyer may change it. */
export type ChangesOfOrder = {
  number: number
  page: string
  whyNot: Exclude<WhyNoChange, 'over'> | null
  /** When it was handed over to the shipper. */
  handedAt: Date | null
  /** How often it was changed, which a form of it says again: the order may be changed elsewhere meanwhile. */
  seen: number
  isByLink: boolean
  /** Where it goes now; by a link, which may have been forwarded, without the street. */
  to: Pick<ShipToRecord, 'city' | 'state'> &
    Partial<Pick<ShipToRecord, 'name' | 'address' | 'addressExtra' | 'zipCode'>>
  /** The calendar day before which it does not leave, or null. */
  earliest: string | null
  isGift: boolean
  /** Who receives it; null where it is no gift, and by a link. */
  gift: Gift | null
  /** Whether it is held until its buyer says so. */
  isHeld: boolean
}

/** What decides whether an order may be changed. */
export async function changeFacts(db: Queryable, order: Order, shipments: readonly Shipment[]) {
  const changes = await changesOf(db, order.id)
  return {
    orderState: order.state,
    isFlagged: (await openFlagsOf(db, order.id)).length > 0,
    shipments: shipments.filter(({ state }) => state !== 'cancelled'),
    changes: changes.length,
    wasHeld: changes.some(({ kind }) => kind === 'hold'),
  }
}

/** What the buyer of an order may change about it; null where there is nothing to say about that. */
export async function viewChanges(
  { db, settings }: Pick<Services, 'settings'> & { db: Queryable },
  { order, by, page }: OwnOrder,
): Promise<ChangesOfOrder | null> {
  const facts = await changeFacts(db, order, await shipmentsOf(db, order.id))
  const whyNot = whyNoChange(facts)
  const [shipment] = facts.shipments
  const shipTo = shipment?.shipTo
  if (whyNot === 'over' || !shipTo) return null
  const { name, address, addressExtra, city, state, zipCode, gift } = shipTo
  const { notBefore } = shipment
  const isByLink = by === 'guest-link'
  const ids = facts.shipments.map(({ id }) => id)
  return {
    number: order.number,
    page,
    whyNot,
    handedAt: facts.shipments.find(({ handedAt }) => handedAt)?.handedAt ?? null,
    seen: facts.changes,
    isByLink,
    to: { city, state, ...(!isByLink && { name, address, addressExtra, zipCode }) },
    isGift: gift !== undefined,
    gift: isByLink ? null : (gift ?? null),
    isHeld: facts.wasHeld && (await buyersHoldsOf(db, ids)).length > 0,
    earliest: notBefore && shopDates(settings.timeZone).isoDay(notBefore),
  }
}
