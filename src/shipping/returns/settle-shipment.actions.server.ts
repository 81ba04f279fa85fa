import { z } from 'zod'

import { namingState } from '#catalogue/destinations/ship-to.copy.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { stateSentence } from '#catalogue/destinations/state-rules/state-rules.copy.ts'
import { askApproval } from '#orders/approvals/approvals.actions.server.ts'
import { isOverOrderLimit } from '#orders/approvals/order-limit.actions.server.ts'
import { resolveFlagsAbout } from '#orders/flags/order-flags.store.server.ts'
import { whyLawForbids } from '#orders/order/law-of-order.store.server.ts'
import { orderById } from '#orders/order/orders.store.server.ts'
import { otherWaits } from '#orders/refunds/refunds.copy.ts'
import { returnSold } from '#orders/refunds/refunds.store.server.ts'
import { asForm, checked, filled, wholeNumber } from '#platform/action/form-fields.ts'
import { codeDue, notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction, staffWork } from '#platform/action/staff-action.server.ts'
import type { Address } from '#platform/address/address.rules.ts'
import { addressFields } from '#platform/address/address.rules.ts'
import { approvalHours } from '#platform/approvals/approval.rules.ts'
import type { Actor, AuditChange } from '#platform/audit/audit-log.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import { queueShipmentMails, shipmentMail } from '../emails/shipment-mails.actions.server.ts'
import { shipmentSubject } from '../log.copy.ts'
import { isStillOwed } from '../readiness/is-still-owed.actions.server.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { copyShipment } from '../shipments/new-shipments.store.server.ts'
import { shipToStated } from '../shipments/ship-to-stated.rules.ts'
import {
  demandPossible,
  lockOrderFor,
  lockShipmentFor,
  shipmentChanged,
  shipmentForStaff,
} from '../shipments/shipment-actions.actions.server.ts'
import type { ShipmentAction } from '../shipments/shipment.rules.ts'
import { shipmentNumber } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import {
  isWhollyLeft,
  lockShipment,
  shipmentByNumber,
  shipmentLinesOf,
  updateShipment,
} from '../shipments/shipments.store.server.ts'
import { notOwed, readToBuyer } from '../shipments/shipping.copy.ts'
import { unitsSentTo } from '../shipments/units-to-state.store.server.ts'
import { maxEventText } from '../tracking/events.rules.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import { takeFromStock } from './replacement-stock.store.server.ts'
import { checkReshipment, readReshipment } from './reshipment-form.rules.ts'
import { openReshipmentOf } from './reshipments.store.server.ts'
import { wineOf } from './returned-wine.actions.server.ts'
import { refundReturned } from './settle-return.actions.server.ts'
import { closeReshipment } from './start-reshipment.actions.server.ts'

const numbered = z.object({ number: wholeNumber() })

/** Flags about a box that end once it is settled. */
const endedBySettling = ['shipment-lost', 'shipment-damaged', 'return-unanswered'] as const

const paymentOpen = () =>
  refuse(
    'The buyer has just opened the payment to have it sent again, and the payment provider can’t be reached. Try again in a minute.',
  )

/** Closes the payment page on which the buyer may be about to have the box sent again. */
async function closePaymentPage(
  services: Services,
  viewer: Staff,
  action: ShipmentAction,
  number: number,
): Promise<void> {
  const shipment = await shipmentForStaff(services.db, viewer, number)
  await demandPossible(services.db, action, shipment)
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

/**
 * Records that a returned box was received, and returns its wine to stock. If its buyer chose the money back, it is
 * refunded now.
 */
export const receiveBack = staffWork({
  needs: 'ship-orders',
  log: 'return-received',
  form: numbered,
  async run({ services, viewer, now: at, audit }, { number }) {
    await closePaymentPage(services, viewer, 'receive-back', number)
    await services.db.transaction(async (tx) => {
      const { order, shipment } = await lockOrderFor(tx, viewer, 'receive-back', number)
      await demandNoPaymentPage(tx, shipment.id)
      // Wines are locked before shipments.
      const units = await unitsOf(tx, shipment.id)
      await returnSold(tx, shipment.orderId, units)
      await lockShipment(tx, shipment.id)
      await updateShipment(tx, shipment.id, { receivedAt: at })
      await insertEvent(tx, { shipmentId: shipment.id, at, source: 'staff', kind: 'received-back' })
      if (shipment.returnChoice === 'refund' && !shipment.settledAt) {
        await refundReturned(services, tx, order, shipment)
      }
      await audit(tx, shipmentSubject(shipment), {
        before: { isReceived: false },
        after: {
          isReceived: true,
          units: Object.fromEntries(units.map((one) => [one.productId, one.quantity])),
        },
      })
    })
  },
  say: () => 'Saved.',
})

/** Sends a returned box again without charge, to the same address or to another that its buyer told staff. */
export const shipAgain = staffWork({
  needs: 'ship-orders',
  log: 'return-settled',
  form: z.looseObject({ number: wholeNumber(), onPhone: checked() }),
  async run({ services, viewer, now: at, audit }, { number, onPhone, ...typed }) {
    const elsewhere = await otherAddress(services, viewer, number, { onPhone, typed })
    await closePaymentPage(services, viewer, 'ship-again', number)
    const orderId = await services.db.transaction(async (tx) => {
      const byLaw = elsewhere && (await whyNotThere(tx, elsewhere, at))
      const { order, shipment } = await lockShipmentFor(tx, viewer, 'ship-again', number)
      await demandNoPaymentPage(tx, shipment.id)
      if (!(await isWhollyLeft(tx, shipment))) throw shipmentChanged()
      if (!(await isStillOwed(tx, order, shipment))) throw refuse(notOwed)
      if (byLaw) throw byLaw
      const { method } = shipment
      const shipTo =
        elsewhere && shipment.shipTo
          ? shipToStated(shipment.shipTo, elsewhere.address, {
              ...{ channel: 'phone', at: at.toISOString() },
            })
          : null
      await copyShipment(tx, shipment, 'reshipment', at, shipTo ? { method, shipTo } : undefined)
      await updateShipment(tx, shipment.id, { returnChoice: 'again', chosenAt: at, settledAt: at })
      const { id: source } = shipment
      await resolveFlagsAbout(tx, { orderId: order.id, source, reasons: endedBySettling })
      const { city = '', state = shipment.toState } = shipTo ?? shipment.shipTo ?? {}
      const to = [city, state].filter(Boolean).join(', ')
      const said = { service: shippingMethodName[method], to }
      const about = { order, shipmentId: shipment.id }
      await queueShipmentMails(tx, [shipmentMail(services, 'order-reshipped', about, said)])
      await audit(tx, shipmentSubject(shipment), {
        before: { state: shipment.state },
        after: { sentAgain: true, charged: 0, ...(shipTo && { to }) },
      })
      return order.id
    })
    await recomputeReadiness(services, { orderId })
  },
  say: () => 'Saved.',
})

type Elsewhere = Pick<Shipment, 'id' | 'orderId'> & { address: Address }

/** The other address that was typed, where the shop delivers; null where none was. */
async function otherAddress(
  services: Services,
  viewer: Staff,
  number: number,
  { onPhone, typed }: { onPhone: boolean; typed: object },
): Promise<Elsewhere | null> {
  const values = readReshipment(asForm(typed))
  if (addressFields.every((name) => values[name] === '')) return null
  const { id, orderId, method, shipTo } = await shipmentForStaff(services.db, viewer, number)
  if (!shipTo) throw shipmentChanged()
  const today = shopToday(services)
  const asked = { ...values, method, to: 'other' }
  const read = checkReshipment(asked, shipTo, { today, isByLink: false })
  if (!read.ok) {
    const [[field, sentence] = []] = Object.entries(read.errors)
    throw refuse(sentence!, { field: field! })
  }
  if (!onPhone) throw refuse(readToBuyer, { field: 'onPhone' })
  return { id, orderId, address: read.wish.address! }
}

/** To be asked before any row is locked. */
async function whyNotThere(tx: Transaction, { id, orderId, address: to }: Elsewhere, at: Date) {
  const units = await unitsSentTo(tx, { orderId, state: to.state, id })
  const problem = await whyLawForbids(tx, orderId, { to, at, units })
  return problem && refuse(namingState(stateSentence[problem], to.state), { field: 'state' })
}

/**
 * Makes a replacement shipment for a lost or damaged box, from free stock only. Above the limit for refunds a second
 * person approves it first, on the page of the order.
 */
export const replaceShipment = staffAction({
  needs: 'ship-orders',
  log: 'shipment-replaced',
  form: numbered,
  async run({ services, tx, viewer, audit, unchanged }, { number }) {
    const { order, shipment } = await lockOrderFor(tx, viewer, 'replace', number)
    if (!(await isStillOwed(tx, order, shipment))) return refuse(notOwed)
    const { wineCents, taxCents } = await wineOf(tx, order.id, [shipment.id], [])
    const amountCents = wineCents + taxCents
    if (!(await isOverOrderLimit(services, tx, order, amountCents))) {
      audit(shipmentSubject(shipment), await replaceLocked(services, tx, number))
      return { orderId: order.id, asked: null }
    }
    if (viewer.isCodeStale) return codeDue()
    const asked = {
      kind: 'refund',
      subject: order.id,
      number: order.number,
      detail: shipmentNumber(number),
      amountCents,
      wish: { replaces: number },
      requestKey: null,
    } as const
    if (
      !(await askApproval(tx, viewer, asked, { amountCents, replaces: shipmentNumber(number) }))
    ) {
      return refuse(otherWaits)
    }
    unchanged()
    return { orderId: order.id, asked: formatAmount(amountCents) }
  },
  async afterwards(services, { orderId, asked }) {
    if (asked === null) await recomputeReadiness(services, { orderId })
  },
  say: ({ asked }) =>
    asked === null
      ? 'Saved.'
      : {
          tone: 'info',
          sentence: `A second person has ${approvalHours} hours to approve the replacement worth ${asked}. Nothing is sent yet.`,
        },
})

/** Replaces a box as a second person approved, logged as done by who asked. The job of each minute makes it ready. */
export async function replaceApproved(
  services: Services,
  tx: Transaction,
  number: number,
  { by, approvedBy }: { by: Actor; approvedBy: string },
): Promise<void> {
  const { before, after } = await replaceLocked(services, tx, number)
  const shipment = (await shipmentByNumber(tx, number))!
  const change = { before, after: { ...after, approvedBy } }
  await writeAuditEntry(tx, by, 'shipment-replaced', shipmentSubject(shipment), change)
}

/** Replaces a lost or damaged box, whose order is locked. Returns what changed, for the log. */
async function replaceLocked(
  services: Services,
  tx: Transaction,
  number: number,
): Promise<Required<AuditChange>> {
  const shipment = await shipmentByNumber(tx, number)
  if (!shipment) throw notThere()
  await demandPossible(tx, 'replace', shipment)
  const order = (await orderById(tx, shipment.orderId))!
  // It may have been refunded while a second person was asked.
  if (!(await isStillOwed(tx, order, shipment))) throw refuse(notOwed)
  const at = services.clock()
  // Wines are locked before shipments; a unique index prevents a second replacement.
  const units = await unitsOf(tx, shipment.id)
  if (!(await takeFromStock(tx, units))) {
    throw refuse(
      'There is no free wine for a replacement. Refund the order instead; what is promised stays promised.',
    )
  }
  await lockShipment(tx, shipment.id)
  await copyShipment(tx, shipment, 'replacement', at)
  await updateShipment(tx, shipment.id, { settledAt: at })
  const { orderId, id: source } = shipment
  await resolveFlagsAbout(tx, { orderId, source, reasons: endedBySettling })
  await insertEvent(tx, { shipmentId: shipment.id, at, source: 'staff', kind: 'replaced' })
  return {
    before: { state: shipment.state },
    after: { units: Object.fromEntries(units.map((one) => [one.productId, one.quantity])) },
  }
}

/**
 * Settles a returned, lost or damaged box by what was agreed outside the shop, such as a check for an
 * order without a payment here: its task ends, and its buyer is offered nothing more. No money and no
 * stock moves.
 */
export const settleOtherwise = staffWork({
  needs: 'ship-orders',
  log: 'return-settled',
  form: z.object({
    number: wholeNumber(),
    reason: filled(maxEventText, `A reason of at most ${maxEventText} characters, please.`),
  }),
  async run({ services, viewer, now: at, audit }, { number, reason: agreed }) {
    await closePaymentPage(services, viewer, 'settle', number)
    await services.db.transaction(async (tx) => {
      const { order, shipment } = await lockShipmentFor(tx, viewer, 'settle', number)
      await demandNoPaymentPage(tx, shipment.id)
      const { id } = shipment
      const event = { shipmentId: id, at, source: 'staff', kind: 'settled', text: agreed } as const
      await insertEvent(tx, event)
      await resolveFlagsAbout(tx, { orderId: order.id, source: id, reasons: endedBySettling })
      await updateShipment(tx, id, { settledAt: at })
      await audit(tx, shipmentSubject(shipment), {
        before: { state: shipment.state },
        after: { done: agreed },
      })
    })
  },
  say: () => 'Saved.',
})
