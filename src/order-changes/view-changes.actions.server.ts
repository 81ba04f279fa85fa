import type { Gift } from '#catalogue/destinations/gift.rules.ts'
import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { orderOfMember } from '#orders/order/orders.store.server.ts'
import { refundsOf } from '#orders/refunds/refunds.store.server.ts'
import type { Customer } from '#platform/action/customer-action.server.ts'
import type { Address } from '#platform/address/address.rules.ts'
import { addressIn, noAddress } from '#platform/address/address.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { leavingDay } from '#shipping/readiness/readiness.rules.ts'
import { shipsFromOf } from '#shipping/readiness/readiness.store.server.ts'
import { isUnderWay } from '#shipping/shipments/shipment.rules.ts'
import type { Shipment } from '#shipping/shipments/shipments.store.server.ts'
import {
  shipmentLinesOf,
  shipmentsOf,
  unitsIn,
} from '#shipping/shipments/shipments.store.server.ts'
import { orderByGuestLink } from '#shipping/whereabouts/order-of-buyer.actions.server.ts'

import { paidDifferencesOf } from './differences.store.server.ts'
import { buyersHoldsOf } from './hold.store.server.ts'
import type { ChangeFacts, WhyNoChange } from './order-changes.rules.ts'
import { canUndo, whyNoChange } from './order-changes.rules.ts'
import { changesOf } from './order-changes.store.server.ts'
import { isRefundLeft } from './refund-differences.actions.server.ts'

/** The number in the address of a customer's own order, or the token of a guest's link. */
export type OwnOrderPath = { number?: string | undefined; token?: string | undefined }

export type OwnOrder = {
  order: Order
  by: 'customer' | 'guest-link' | 'staff'
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
  const own = wholeNumberIn(number)
  if (!viewer || viewer.isLimited || own === null) return null
  const order = await orderOfMember(services.db, viewer.id, own)
  return order && { order, by: 'customer', page: paths.order(order.number) }
}

/** An order as far as its buyer may change it. */
export type ChangesOfOrder = {
  number: number
  page: string
  whyNot: WhyNoChange | null
  /** When what is on its way was handed over to the shipper. */
  handedAt: Date | null
  /** How often it was changed, which a form of it says again: the order may be changed elsewhere meanwhile. */
  seen: number
  isByLink: boolean
  /** Whether staff can take back the last change, which was theirs. */
  canUndo: boolean
  method: ShippingMethod
  /** Of what its shipments have. */
  cases: number
  /** Whether it was paid at the payment provider, where money can go back. */
  isPaidHere: boolean
  /** What changes refund of it and is not made yet. */
  refundingCents: Cents
  /** What of it did not go through, until staff have seen to it. */
  refundFailedCents: Cents
  /** What was paid more for shipping, the newest first. */
  differences: {
    key: string
    method: ShippingMethod
    at: Date
    cents: Cents
    refundedCents: Cents
  }[]
  /** Where it goes now; by a link, which may have been forwarded, without the street. Empty for a pickup. */
  to: Pick<Address, 'city' | 'state'> & Partial<Address & { name: string }>
  /** The calendar day before which it does not leave, or null. */
  earliest: string | null
  isGift: boolean
  /** Who receives it; null where it is no gift, and by a link. */
  gift: Gift | null
  /** Whether it is held until its buyer says so. */
  isHeld: boolean
}

/** What decides whether an order may be changed. */
export async function changeFacts(
  db: Queryable,
  order: Pick<Order, 'id' | 'state'>,
  shipments: readonly Shipment[],
) {
  const changes = await changesOf(db, order.id)
  const flags = await openFlagsOf(db, order.id)
  return {
    orderState: order.state,
    flags,
    // A near match forbids nothing.
    isFlagged: flags.some(({ reason }) => reason !== 'near-match'),
    shipments: shipments.filter(({ state }) => state !== 'cancelled'),
    // Those of staff are not counted against the buyer.
    changes: changes.filter(({ by }) => by !== 'staff').length,
    seen: changes.length,
    last: changes.at(-1),
    wasHeld: changes.some(({ kind }) => kind === 'hold'),
  }
}

/** Why an order can't be changed by its buyer, or by staff, who are asked where it was changed often or is reviewed. */
export const whyNoChangeBy = ({ by }: Pick<OwnOrder, 'by'>, facts: ChangeFacts) =>
  whyNoChange(by === 'staff' ? { ...facts, isFlagged: false, changes: 0 } : facts)

/** What the buyer of an order may change about it; null where there is nothing to say about that. */
export async function viewChanges(
  { db, settings, clock }: Pick<Services, 'settings' | 'clock'> & { db: Queryable },
  { order, by, page }: Omit<OwnOrder, 'order'> & { order: Omit<Order, 'sessionId'> },
): Promise<ChangesOfOrder | null> {
  const shipments = await shipmentsOf(db, order.id)
  const facts = await changeFacts(db, order, shipments)
  const whyNot = whyNoChangeBy({ by }, facts)
  const differences = await paidDifferencesOf(db, order.id)
  const due = (await refundsOf(db, order.id)).map(({ state, requestKey, amountCents }) =>
    state === 'requested' && requestKey.startsWith('change:') ? amountCents : 0,
  )
  const dueOfMore = await Promise.all(
    differences.map(async (difference) => ({
      cents: Math.max(0, difference.refundCents - difference.refundedCents),
      isLeft: await isRefundLeft(db, difference),
    })),
  )
  const sumOf = (isLeft: boolean) =>
    dueOfMore.reduce((sum, one) => sum + (one.isLeft === isLeft ? one.cents : 0), 0)
  const refundingCents = due.reduce((sum, cents) => sum + cents, sumOf(true))
  const isReviewed = facts.flags.every(({ reason }) => reason !== 'refund-failed')
  const shipment = facts.shipments[0] ?? shipments.at(-1)
  if (!shipment) return null
  if (whyNot === 'over' && refundingCents === 0 && differences.length === 0) return null
  const { method } = shipment
  const isPickup = method === 'pickup'
  if (!isPickup && !shipment.shipTo) return null
  const shipTo: ShipToRecord | null = shipment.shipTo
  const { city, state } = shipTo ?? noAddress
  const gift = shipTo?.gift
  const ids = facts.shipments.map(({ id }) => id)
  const lines = await shipmentLinesOf(db, ids)
  const isByLink = by === 'guest-link'
  return {
    number: order.number,
    page,
    whyNot,
    handedAt: facts.shipments.find((one) => isUnderWay(one.state))?.handedAt ?? null,
    seen: facts.seen,
    canUndo: by === 'staff' && whyNot === null && canUndo(facts.last, clock()),
    isByLink,
    method,
    cases: unitsIn(lines),
    isPaidHere: order.paymentIntentId !== null,
    refundingCents,
    refundFailedCents: isReviewed ? 0 : sumOf(false),
    differences: differences.map(({ checkoutId, method: paidFor, paidAt, ...cents }) => ({
      key: checkoutId,
      method: paidFor,
      at: paidAt!,
      cents: cents.paidCents!,
      refundedCents: cents.refundedCents,
    })),
    to: isPickup
      ? { city: '', state: '' }
      : { city, state, ...(!isByLink && shipTo && { name: shipTo.name, ...addressIn(shipTo) }) },
    isGift: gift !== undefined,
    gift: isByLink ? null : (gift ?? null),
    isHeld: facts.wasHeld && (await buyersHoldsOf(db, ids)).length > 0,
    earliest: await leavesOn(db, settings, shipment, clock()),
  }
}

/** The calendar day before which a box does not leave; null once it is over. */
export const earliestOf = (
  { timeZone }: Pick<Services['settings'], 'timeZone'>,
  notBefore: Date | null,
  now: Date,
): string | null => (notBefore && notBefore > now ? shopDates(timeZone).isoDay(notBefore) : null)

/** The same as it is true now: staff may have put its release off past that day. */
export async function leavesOn(
  db: Queryable,
  settings: Pick<Services['settings'], 'timeZone'>,
  { id, notBefore }: Pick<Shipment, 'id' | 'notBefore'>,
  now: Date,
): Promise<string | null> {
  const chosen = earliestOf(settings, notBefore, now)
  return chosen && leavingDay(chosen, await shipsFromOf(db, id))
}
