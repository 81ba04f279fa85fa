import { buyerStatement, buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { namingState } from '#catalogue/destinations/ship-to.copy.ts'
import { shipToRules } from '#catalogue/destinations/ship-to.rules.ts'
import { shippingMethodName, shippingPrice } from '#catalogue/destinations/shipping.rules.ts'
import { stateSentence } from '#catalogue/destinations/state-rules/state-rules.copy.ts'
import type { StateProblem } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { stateProblems } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { holdMinutes, leavesTime, sessionMinutes } from '#checkout/checkout.rules.ts'
import type { Checkout } from '#checkout/checkouts.store.server.ts'
import { endCheckout } from '#checkout/end-checkout.actions.server.ts'
import { requestProviderSession } from '#checkout/request-session.actions.server.ts'
import { shippedTo } from '#checkout/shipped-to.actions.server.ts'
import { retryOnConflict } from '#checkout/with-one-checkout.actions.server.ts'
import { whyLawForbids } from '#orders/order/law-of-order.store.server.ts'
import { orderUrlOf } from '#orders/order/order-mails.actions.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import { addressIn } from '#platform/address/address.rules.ts'
import type { Outcome, Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

import { isStillOwed } from '../readiness/is-still-owed.actions.server.ts'
import { whyNotNow } from '../shipments/shipment-actions.actions.server.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { lockShipment, shipmentLinesOf, unitsIn } from '../shipments/shipments.store.server.ts'
import { unitsSentTo } from '../shipments/units-to-state.store.server.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import type { BuyerOfOrder } from '../whereabouts/order-of-buyer.actions.server.ts'
import { shipmentOfBuyer } from '../whereabouts/order-of-buyer.actions.server.ts'
import { reshipmentTitle } from '../whereabouts/where-it-is.copy.ts'
import type { ReshipmentErrors, ReshipmentValues, ReshipmentWish } from './reshipment-form.rules.ts'
import { checkReshipment } from './reshipment-form.rules.ts'
import {
  countReshipmentPages,
  insertReshipmentCheckout,
  openReshipmentOf,
} from './reshipments.store.server.ts'

type StartedReshipment =
  | Outcome<
      | 'gone'
      | 'settled'
      | 'often-started'
      | 'already-paid'
      | 'provider-away'
      | 'provider-refused'
      | 'price-differs',
      { url: string }
    >
  | { ok: false; reason: 'invalid'; errors: ReshipmentErrors }

/**
 * Opens the payment page for sending a returned box again, at the shipping price of its cases. An equal
 * request gives the same page; a changed one closes the older first. Another address only for a
 * signed-in buyer.
 */
export async function startReshipment(
  services: Services,
  buyer: BuyerOfOrder,
  { shipmentId, values }: { shipmentId: string; values: ReshipmentValues },
): Promise<StartedReshipment> {
  const own = await shipmentOfBuyer(services, buyer, shipmentId)
  if (!own) return { ok: false, reason: 'gone' }
  const { order, shipment: found } = own
  if (!found.shipTo) return { ok: false, reason: 'settled' }
  const isByLink = 'token' in buyer
  const checked = checkReshipment(values, found.shipTo, { today: shopToday(services), isByLink })
  if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
  const { wish } = checked
  const shipTo = shipToOf(found.shipTo, wish)
  const started = await retryOnConflict(
    services,
    () => open(services, order, found, { ...wish, shipTo }),
    ({ checkout }) =>
      requestProviderSession(services, checkout, async () => pageOf(services, order, checkout)),
  )
  if (started.ok) return started
  const { reason } = started
  if (!isOneOf(stateProblems, reason)) return { ok: false, reason }
  const sentence = namingState(stateSentence[reason], shipTo.state)
  return { ok: false, reason: 'invalid', errors: { [wish.address ? 'state' : 'to']: sentence } }
}

/** The buyer stays that of the order; at another address it is the buyer who signs, also for a gift. */
function shipToOf(
  { statementShown: _shown, gift, ...kept }: ShipToRecord,
  { address }: ReshipmentWish,
): ShipToRecord {
  return {
    ...kept,
    ...address,
    ...(gift && !address && { gift }),
    rules: shipToRules,
    statement: gift && !address ? buyerStatements.gift : buyerStatements.delivery,
  }
}

type Wanted = ReshipmentWish & { shipTo: ShipToRecord }
type Opened =
  | { checkout: Checkout }
  | { superseded: Checkout }
  | { reason: 'settled' | 'often-started' | StateProblem }

/** Payment pages for one box in 24 hours: each costs calls to the payment provider. */
const mostPages = 5

function open(
  { db, clock }: Services,
  { id: orderId }: Order,
  { id }: Shipment,
  { method, shipTo }: Wanted,
): Promise<Opened> {
  const now = clock()
  return db.transaction(async (tx): Promise<Opened> => {
    const problem = await whyLawForbids(tx, orderId, {
      ...{ to: addressIn(shipTo), at: now },
      units: await unitsSentTo(tx, { orderId, state: shipTo.state, id }),
    })
    // Before the shipment: its checkout refers to it.
    const order = (await lockOrder(tx, orderId))!
    const shipment = (await lockShipment(tx, id))!
    const mayShip = whyNotNow('ship-again', shipment, await parcelsOf(tx, [id])) === null
    if (!mayShip || shipment.returnChoice) return { reason: 'settled' }
    if (!(await isStillOwed(tx, order, shipment))) return { reason: 'settled' }
    if (problem) return { reason: problem }
    const lines = await shipmentLinesOf(tx, [id])
    const cases = unitsIn(lines)
    const amountCents = shippingPrice(method, cases)
    if (!amountCents) return { reason: 'settled' }
    const fingerprint = JSON.stringify([method, amountCents, shipTo])
    const already = await openReshipmentOf(tx, id)
    const isSame = already?.fingerprint === fingerprint && leavesTime(already, now)
    if (isSame) return { checkout: already }
    // What is refused leaves the page that is open.
    const since = new Date(now.getTime() - 24 * 60 * 60_000)
    if ((await countReshipmentPages(tx, id, since)) >= mostPages) return { reason: 'often-started' }
    if (already) return { superseded: already }
    const statementShown = { channel: 'payment-page' as const, at: now.toISOString() }
    const checkout = await insertReshipmentCheckout(tx, {
      order,
      shipmentId: id,
      method,
      shipTo: { ...shipTo, statementShown },
      amountCents,
      fingerprint,
      startedAt: now,
      expiresAt: new Date(now.getTime() + holdMinutes * 60_000),
    })
    return { checkout }
  })
}

/** All of it comes from the checkout, so that a retry sends the same request. */
function pageOf(services: Services, order: Order, checkout: Checkout) {
  const { payments } = services
  const { shippingMethod: method } = checkout
  const shipping = shippedTo(checkout)
  if (!shipping || !method) throw new Error(`Checkout ${checkout.id} lacks its shipping`)
  const page = orderUrlOf(services, order, checkout.expiresAt)
  const request = {
    checkoutId: checkout.id,
    email: order.userId === null ? null : order.email,
    title: reshipmentTitle(order.number, shippingMethodName[method]),
    amount: checkout.totalCents,
    shipping,
    note: checkout.shipTo?.statement ?? buyerStatement(method),
    successUrl: `${page}?paid={CHECKOUT_SESSION_ID}`,
    cancelUrl: page,
    expiresAt: new Date(checkout.startedAt.getTime() + sessionMinutes * 60_000),
  }
  return (key: string) => payments.createReshipmentSession(request, key)
}

/**
 * Closes an open payment page for sending a returned box again. False while the provider is unavailable
 * or has not decided.
 */
export async function closeReshipment(services: Services, shipmentId: string): Promise<boolean> {
  const checkout = await openReshipmentOf(services.db, shipmentId)
  return checkout === null || (await endCheckout(services, checkout, 'cancelled')) !== 'unknown'
}
