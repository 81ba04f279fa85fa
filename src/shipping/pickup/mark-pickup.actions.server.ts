import { z } from 'zod'

import { openFlagsOf, raiseFlag, resolveFlagOf } from '#orders/flags/order-flags.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import { checked, text, wholeNumber } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { queueShipmentMails, shipmentMail } from '../emails/shipment-mails.actions.server.ts'
import { shipmentSubject } from '../log.copy.ts'
import { blocksShipping } from '../readiness/readiness.rules.ts'
import { shipmentForStaff, whyNotNow } from '../shipments/shipment-actions.actions.server.ts'
import { shipmentNumber } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { lockShipment, moveShipment } from '../shipments/shipments.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import { choiceCopy } from '../whereabouts/where-it-is.copy.ts'
import type { OfferedSlot } from './choose-pickup.actions.server.ts'
import { offeredSlots } from './choose-pickup.actions.server.ts'
import { documentName, isDocumentKind } from './pickup.rules.ts'
import { closePickup, insertPickups, pickupsOf, writeCollected } from './pickups.store.server.ts'

const numbered = z.object({ number: wholeNumber() })

/** The shipment with this number, on which the viewer may act as staff, and its order, both locked. */
async function locked(
  tx: Transaction,
  viewer: { id: string },
  number: number,
): Promise<{ order: Order; shipment: Shipment }> {
  const found = await shipmentForStaff(tx, viewer, number)
  const order = (await lockOrder(tx, found.orderId))!
  return { order, shipment: (await lockShipment(tx, found.id))! }
}

const inAnotherState = () => refuse('This shipment is in another state now. Nothing was saved.')
const isFlagged = () => refuse('The order has an open flag. Resolve it first. Nothing was saved.')

const hasBlockingFlag = async (tx: Transaction, orderId: string): Promise<boolean> =>
  (await openFlagsOf(tx, orderId)).some(({ reason }) => blocksShipping(reason))

/**
 * Records that a shipment was collected by a person whose document staff have checked: at its appointment, before it, or
 * without one.
 */
export const markCollected = staffAction({
  needs: 'ship-orders',
  log: 'pickup-collected',
  form: z.object({
    number: wholeNumber(),
    checked: checked(),
    document: text(),
    place: text(),
  }),
  async run(
    { tx, viewer, now: at, audit, unchanged },
    { number, checked: isChecked, document, place },
  ) {
    if (!isChecked || !isDocumentKind(document)) {
      return refuse('Check that you have seen the ID, and choose which it was. Nothing was saved.')
    }
    const { order, shipment } = await locked(tx, viewer, number)
    // The same form sent twice.
    if (shipment.state === 'collected') {
      unchanged()
      return { number }
    }
    if (whyNotNow('mark-collected', shipment)) return inAnotherState()
    // Who was missed, and comes after all, has been spoken to.
    await resolveFlagOf(tx, { orderId: order.id, reason: 'pickup-missed', source: shipment.id })
    if (await hasBlockingFlag(tx, order.id)) return isFlagged()
    const changes = { deliveredAt: at, settledAt: at }
    const isMoved = await moveShipment(tx, shipment, 'collected', 'staff', changes)
    if (!isMoved) return inAnotherState()
    await writeCollected(tx, shipment.id, { at, checkedBy: viewer.email, document, place })
    await insertEvent(tx, {
      shipmentId: shipment.id,
      at,
      source: 'staff',
      kind: 'collected',
      text: `Card shown, 21 or older, name matches (${documentName[document]})`,
    })
    audit(shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state: 'collected', document },
    })
    return { number }
  },
  say: ({ number }) => `${shipmentNumber(number)} is collected.`,
})

/** Times that are proposed after a missed pickup. */
const proposals = 2

/**
 * Records a missed pickup. After the first one the buyer is emailed two other times; after the second,
 * and while a flag holds the order back, the order is flagged for staff to call.
 */
export const markMissed = staffAction({
  needs: 'ship-orders',
  log: 'pickup-missed',
  form: numbered,
  async run({ services, tx, viewer, now: at, audit, unchanged }, { number }) {
    const { order, shipment } = await locked(tx, viewer, number)
    if (shipment.state === 'missed' || shipment.state === 'ready') {
      unchanged()
      return { number, isProposed: shipment.state === 'ready' }
    }
    if (shipment.state !== 'agreed') return inAnotherState()
    const appointments = await pickupsOf(tx, [shipment.id])
    const agreed = appointments.find(({ state }) => state === 'agreed')
    if (agreed && at < agreed.from) {
      return refuse('The appointment has not begun yet. Nothing was saved.')
    }
    await moveShipment(tx, shipment, 'missed', 'staff')
    await closePickup(tx, shipment.id, { state: 'missed', checkedBy: viewer.email, document: null })
    await insertEvent(tx, { shipmentId: shipment.id, at, source: 'staff', kind: 'missed' })
    audit(shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state: 'missed' },
    })
    const isFirst = !appointments.some(({ state }) => state === 'missed')
    const isKeptBack = await hasBlockingFlag(tx, order.id)
    const offered = (await offeredSlots(tx, services)).slice(0, proposals)
    const isProposed = isFirst && !isKeptBack && offered.length > 0
    if (isProposed) await propose(services, tx, { shipment, order, offered })
    else await raiseFlag(tx, order.id, 'pickup-missed', { source: shipment.id })
    return { number, isProposed }
  },
  say: ({ number, isProposed }) =>
    isProposed
      ? `${shipmentNumber(number)} was missed. Other times are proposed to the buyer by email.`
      : `${shipmentNumber(number)} was missed. Please call the buyer, then propose times.`,
})

/**
 * Emails the buyer two other times for a missed pickup, once staff have spoken to them, and resolves its
 * flag.
 */
export const proposePickup = staffAction({
  needs: 'ship-orders',
  log: 'pickup-proposed',
  form: numbered,
  async run({ services, tx, viewer, audit, unchanged }, { number }) {
    const { order, shipment } = await locked(tx, viewer, number)
    const offered = (await offeredSlots(tx, services)).slice(0, proposals)
    if (offered.length === 0) {
      return refuse('No place has a free time in the coming weeks. Nothing was sent.')
    }
    if (shipment.state === 'ready') {
      unchanged()
      return { number }
    }
    if (shipment.state !== 'missed') return inAnotherState()
    const flags = await openFlagsOf(tx, order.id)
    const others = flags.filter(
      (flag) => flag.reason !== 'pickup-missed' || flag.source !== shipment.id,
    )
    if (others.some(({ reason }) => blocksShipping(reason))) return isFlagged()
    await resolveFlagOf(tx, { orderId: order.id, reason: 'pickup-missed', source: shipment.id })
    await propose(services, tx, { shipment, order, offered })
    audit(shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state: 'ready' },
    })
    return { number }
  },
  say: ({ number }) => `Two times for ${shipmentNumber(number)} are proposed by email.`,
})

type Proposal = { shipment: Shipment; order: Order; offered: readonly OfferedSlot[] }

async function propose(
  services: Services,
  tx: Transaction,
  { shipment, order, offered }: Proposal,
): Promise<void> {
  await insertPickups(
    tx,
    offered.map(({ placeId, from, until }) => ({
      shipmentId: shipment.id,
      placeId,
      from,
      until,
      state: 'proposed' as const,
    })),
  )
  await moveShipment(tx, { ...shipment, state: 'missed' }, 'ready', 'staff')
  await insertEvent(tx, {
    shipmentId: shipment.id,
    at: services.clock(),
    source: 'shop',
    kind: 'slot-proposed',
  })
  const about = { order, shipmentId: shipment.id, cause: `missed ${shipment.version}` }
  const dates = shopDates(services.settings.timeZone)
  const times = offered.map(({ from, place }) =>
    choiceCopy.slot.option(dates.weekday(from), dates.time(from), place),
  )
  await queueShipmentMails(tx, [
    shipmentMail(services, 'pickup-ready', about, { isMissed: true, proposals: times }),
  ])
}
