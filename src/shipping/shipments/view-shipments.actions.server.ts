import { userById } from '#accounts/users/users.store.server.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { orderById, orderByNumber, orderLinesOf } from '#orders/order/orders.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { addressFields } from '#platform/address/address.rules.ts'
import type { Services, Staff } from '#platform/services/services.ts'

import type { HandoverRow } from '../handover/handovers.store.server.ts'
import { handoverOf } from '../handover/handovers.store.server.ts'
import type { ShipmentHold } from '../holds/holds.store.server.ts'
import { holdById, ownHoldsOf } from '../holds/holds.store.server.ts'
import type { Pickup } from '../pickup/pickups.store.server.ts'
import { pickupsOf } from '../pickup/pickups.store.server.ts'
import { isStillOwed } from '../readiness/is-still-owed.actions.server.ts'
import { leavingDays } from '../readiness/readiness.store.server.ts'
import type { Reshipment } from '../returns/reshipments.store.server.ts'
import { paidReshipmentsOf } from '../returns/reshipments.store.server.ts'
import type { Parcel } from '../tracking/parcels.store.server.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import type { ShipmentEvent } from '../tracking/shipment-events.store.server.ts'
import { eventsOf } from '../tracking/shipment-events.store.server.ts'
import { whyNotNow } from './shipment-actions.actions.server.ts'
import type { ShipmentAction, WhyNotShipmentAction } from './shipment.rules.ts'
import { shipmentActions } from './shipment.rules.ts'
import type { Shipment } from './shipments.store.server.ts'
import { shipmentByNumber, shipmentLinesOf, shipmentsOf } from './shipments.store.server.ts'

/** A shipment with all that belongs to it. */
export type WholeShipment = {
  shipment: Shipment
  lines: { productId: string; description: string; units: number }[]
  /** Also those with a corrected number. */
  parcels: Parcel[]
  /** In order of time. */
  events: ShipmentEvent[]
  pickups: Pickup[]
  /** Paid reshipments. */
  paidAgain: Reshipment[]
  /** The hold that it waits for. */
  hold: ShipmentHold | null
}

/** An order's shipments, oldest first; none while fulfilment is off. */
export async function wholeShipmentsOf(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  orderId: string,
): Promise<WholeShipment[]> {
  const all = await shipmentsOf(db, orderId)
  if (all.length === 0) return []
  const ids = all.map(({ id }) => id)
  const [lines, sold, parcels, pickups, paidAgain] = [
    await shipmentLinesOf(db, ids),
    await orderLinesOf(db, orderId),
    await parcelsOf(db, ids),
    await pickupsOf(db, ids),
    await paidReshipmentsOf(db, orderId),
  ]
  const nameOf = (productId: string) =>
    sold.find((line) => line.productId === productId)?.description ?? productId
  const whole: WholeShipment[] = []
  for (const shipment of all) {
    const mine = <Row extends { shipmentId: string }>(rows: readonly Row[]) =>
      rows.filter(({ shipmentId }) => shipmentId === shipment.id)
    whole.push({
      shipment,
      lines: mine(lines).map(({ productId, units }) => ({
        productId,
        units,
        description: nameOf(productId),
      })),
      parcels: mine(parcels),
      paidAgain: mine(paidAgain),
      pickups: mine(pickups),
      events: await eventsOf({ db, settings }, shipment.id),
      hold: shipment.heldBy ? await holdById(db, shipment.heldBy) : null,
    })
  }
  return whole
}

/** What staff who ship see of an address: not the birthdate, nor what its buyer stated. */
const shownOfAddress = ['name', ...addressFields, 'gift'] as const
type ShownAddress = Pick<ShipToRecord, (typeof shownOfAddress)[number]>

/** A shipment as staff see it, with why each action is disabled: no more than the page shows. */
export type ShipmentForStaff = Pick<WholeShipment, 'lines' | 'parcels' | 'events'> & {
  shipment: Omit<Shipment, 'shipTo'> & { shipTo: ShownAddress | null }
  paidAgain: Pick<Reshipment, 'checkoutId' | 'paidAt' | 'paidCents' | 'refundedCents'>[]
  handover: Pick<HandoverRow, 'id' | 'number' | 'isKept'> | null
  ownHolds: Pick<ShipmentHold, 'groupId'>[]
  /**
   * Whom to call about it; the number of the address, or of the account. The email only while there is
   * something to write about: who ships needs it for no other box.
   */
  buyer: { name: string; email: string | null; phone: string }
  whyNot: Record<ShipmentAction, WhyNotShipmentAction | null>
  /** From which day its release lets it go, while it waits for that. */
  leavesFrom: string | null
}

/** The shipments of an order by its number, as staff who ship see them; none for all others. */
export async function viewShipments(
  services: Services,
  viewer: Staff,
  orderNumber: number,
): Promise<ShipmentForStaff[]> {
  const { db } = services
  const order = may(viewer, 'ship-orders') ? await orderByNumber(db, orderNumber) : null
  return order ? shipmentsForStaff(services, order) : []
}

/** A shipment by its number, with the others of its order; null where staff who ship find none. */
export async function viewShipment(
  services: Services,
  viewer: Staff,
  number: number,
): Promise<{ orderNumber: number; shipments: ShipmentForStaff[] } | null> {
  const { db } = services
  const shipment = may(viewer, 'ship-orders') ? await shipmentByNumber(db, number) : null
  const order = shipment && (await orderById(db, shipment.orderId))
  return order && { orderNumber: order.number, shipments: await shipmentsForStaff(services, order) }
}

/** These columns of a row, and no others. */
const only = <Row extends object, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Pick<Row, Column> =>
  Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>

async function shipmentsForStaff(
  services: Pick<Services, 'db' | 'settings'>,
  order: Order,
): Promise<ShipmentForStaff[]> {
  const { db } = services
  const account = order.userId ? await userById(db, order.userId) : null
  const all = await wholeShipmentsOf(services, order.id)
  const days = await leavingDays(
    db,
    all.map(({ shipment }) => shipment.id),
  )
  const shipments: ShipmentForStaff[] = []
  for (const whole of all) {
    const { shipment } = whole
    const whyNot = Object.fromEntries(
      shipmentActions.map((action) => [action, whyNotNow(action, shipment, whole.parcels)]),
    ) as ShipmentForStaff['whyNot']
    const sendsWine = (['ship-again', 'replace'] as const).filter((action) => !whyNot[action])
    if (sendsWine.length > 0 && !(await isStillOwed(db, order, shipment))) {
      for (const action of sendsWine) whyNot[action] = 'not-owed'
    }
    const isWrittenAbout = whyNot['follow-up'] === null || whyNot.settle === null
    const { shipTo, ...columns } = shipment
    const handover = await handoverOf(db, shipment.id)
    shipments.push({
      shipment: { ...columns, shipTo: shipTo && only(shipTo, shownOfAddress) },
      lines: whole.lines,
      parcels: whole.parcels,
      events: whole.events,
      paidAgain: whole.paidAgain.map((paid) =>
        only(paid, ['checkoutId', 'paidAt', 'paidCents', 'refundedCents']),
      ),
      whyNot,
      leavesFrom: days.get(shipment.id) ?? null,
      handover: handover && only(handover, ['id', 'number', 'isKept']),
      ownHolds: (await ownHoldsOf(db, shipment.id)).map((hold) => only(hold, ['groupId'])),
      buyer: {
        name: order.name,
        email: isWrittenAbout ? order.email : null,
        phone: shipTo?.phone || account?.phone || '',
      },
    })
  }
  return shipments
}
