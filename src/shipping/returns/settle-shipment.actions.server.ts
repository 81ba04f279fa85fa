import { z } from 'zod'

import { filled, wholeNumber } from '#platform/action/form-fields.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction, staffWork } from '#platform/action/staff-action.server.ts'
import { shipmentSubject } from '../log.copy.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { resolveFlagOf } from '#orders/flags/order-flags.store.server.ts'
import type { ShipmentAction } from '#orders/order/shipment.rules.ts'
import { returnSold } from '#orders/refunds/refunds.store.server.ts'

import { queueShipmentMails, shipmentMail } from '../emails/shipment-mails.actions.server.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { copyShipment } from '../shipments/new-shipments.store.server.ts'
import {
  demandPossible,
  lockOrderFor,
  lockShipmentFor,
  shipmentChanged,
} from '../shipments/shipment-actions.actions.server.ts'
import {
  isWhollyLeft,
  lockShipment,
  shipmentByNumber,
  shipmentLinesOf,
  updateShipment,
} from '../shipments/shipments.store.server.ts'
import { maxEventText } from '../tracking/events.rules.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import { takeFromStock } from './replacement-stock.store.server.ts'
import { openReshipmentOf } from './reshipments.store.server.ts'
import { closeReshipment } from './start-reshipment.actions.server.ts'

const numbered = z.object({ number: wholeNumber() })

const paymentOpen = () =>
  refuse(
    'The buyer has just opened the payment to have it sent again, and the payment provider can’t be reached. Try again in a minute.',
  )

/** Closes the payment page on which the buyer may be about to have the box sent again. */
async function closePaymentPage(
  services: Services,
  action: ShipmentAction,
  number: number,
): Promise<void> {
  const shipment = await shipmentByNumber(services.db, number)
  if (!shipment) throw notThere()
  demandPossible(action, shipment)
  if (!(await closeReshipment(services, shipment.id))) throw paymentOpen()
}

/** One may have been opened since it was closed. */
async function demandNoPaymentPage(tx: Transaction, shipmentId: string): Promise<void> {
  if (await openReshipmentOf(tx, shipmentId)) throw paymentOpen()
}

/** The units of a shipment as the stock counts them. */
const unitsOf = async (tx: Transaction, shipmentId: string) =>
  (await shipmentLinesOf(tx, [shipmentId])).map(({ productId, units: quantity }) => ({
    productId,
    quantity,
  }))

/** Records that a returned box was received, and returns its wine to stock. */
export const receiveBack = staffWork({
  duty: 'ship-orders',
  log: 'return-received',
  form: numbered,
  async run({ services, now: at, audit }, { number }) {
    await closePaymentPage(services, 'receive-back', number)
    await services.db.transaction(async (tx) => {
      const { shipment } = await lockOrderFor(tx, 'receive-back', number)
      await demandNoPaymentPage(tx, shipment.id)
      // Wines are locked before shipments.
      const units = await unitsOf(tx, shipment.id)
      await returnSold(tx, shipment.orderId, units)
      await lockShipment(tx, shipment.id)
      await updateShipment(tx, shipment.id, { receivedAt: at })
      await insertEvent(tx, { shipmentId: shipment.id, at, source: 'staff', kind: 'received-back' })
      await audit(tx, shipmentSubject(shipment), {
        before: { isReceived: false },
        after: {
          isReceived: true,
          units: Object.fromEntries(units.map((one) => [one.productId, one.quantity])),
        },
      })
    })
  },
})

/** Sends a returned box again without charge, to the same address. */
export const shipAgain = staffWork({
  duty: 'ship-orders',
  log: 'return-settled',
  form: numbered,
  async run({ services, now: at, audit }, { number }) {
    await closePaymentPage(services, 'ship-again', number)
    const orderId = await services.db.transaction(async (tx) => {
      const { order, shipment } = await lockShipmentFor(tx, 'ship-again', number)
      await demandNoPaymentPage(tx, shipment.id)
      if (!(await isWhollyLeft(tx, shipment))) throw shipmentChanged()
      await copyShipment(tx, shipment, 'reshipment', at)
      await updateShipment(tx, shipment.id, { returnChoice: 'again', chosenAt: at, settledAt: at })
      const said = {
        service: shippingMethodName[shipment.method],
        to: [shipment.shipTo?.city, shipment.toState].filter(Boolean).join(', '),
      }
      const about = { order, shipmentId: shipment.id }
      await queueShipmentMails(tx, [shipmentMail(services, 'order-reshipped', about, said)])
      await audit(tx, shipmentSubject(shipment), {
        before: { state: shipment.state },
        after: { sentAgain: true, charged: 0 },
      })
      return order.id
    })
    await recomputeReadiness(services, { orderId })
  },
})

/** Makes a replacement shipment for a lost or damaged box, from free stock only. */
export const replaceShipment = staffAction({
  duty: 'ship-orders',
  log: 'shipment-replaced',
  form: numbered,
  async run({ tx, now: at, audit }, { number }) {
    const { order, shipment } = await lockOrderFor(tx, 'replace', number)
    // Wines are locked before shipments; a unique index prevents a second replacement.
    const units = await unitsOf(tx, shipment.id)
    if (!(await takeFromStock(tx, units))) {
      return refuse(
        'There is no free wine for a replacement. Refund the order instead; what is promised stays promised.',
      )
    }
    await lockShipment(tx, shipment.id)
    await copyShipment(tx, shipment, 'replacement', at)
    await updateShipment(tx, shipment.id, { settledAt: at })
    await insertEvent(tx, { shipmentId: shipment.id, at, source: 'staff', kind: 'replaced' })
    audit(shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { units: Object.fromEntries(units.map((one) => [one.productId, one.quantity])) },
    })
    return { orderId: order.id }
  },
  afterwards: (services, { orderId }) => recomputeReadiness(services, { orderId }),
})

/**
 * Settles a returned, lost or damaged box by what was agreed outside the shop, such as a check for an
 * order without a payment here: its task ends, and its buyer is offered nothing more. No money and no
 * stock moves.
 */
export const settleOtherwise = staffWork({
  duty: 'ship-orders',
  log: 'return-settled',
  form: z.object({
    number: wholeNumber(),
    reason: filled(maxEventText, 'A reason of at most 200 characters, please.'),
  }),
  async run({ services, now: at, audit }, { number, reason: agreed }) {
    await closePaymentPage(services, 'settle', number)
    await services.db.transaction(async (tx) => {
      const { order, shipment } = await lockShipmentFor(tx, 'settle', number)
      await demandNoPaymentPage(tx, shipment.id)
      const { id } = shipment
      const event = { shipmentId: id, at, source: 'staff', kind: 'settled', text: agreed } as const
      await insertEvent(tx, event)
      await resolveFlagOf(tx, { orderId: order.id, reason: 'return-unanswered', source: id })
      await updateShipment(tx, id, { settledAt: at })
      await audit(tx, shipmentSubject(shipment), {
        before: { state: shipment.state },
        after: { done: agreed },
      })
    })
  },
})
