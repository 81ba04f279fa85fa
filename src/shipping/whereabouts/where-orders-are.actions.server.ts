import type { CarriedMethod } from '#catalogue/destinations/shipping.rules.ts'
import { byCarried, shippingPrice, shippingTier } from '#catalogue/destinations/shipping.rules.ts'
import { orderById } from '#orders/order/orders.store.server.ts'
import { refundsOf } from '#orders/refunds/refunds.store.server.ts'
import { refundableCents } from '#payments/after-sale.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import type { OfferedSlot } from '../pickup/choose-pickup.actions.server.ts'
import { mayChooseSlot, offeredSlots } from '../pickup/choose-pickup.actions.server.ts'
import { slotKey } from '../pickup/pickup.rules.ts'
import { pickupsOf } from '../pickup/pickups.store.server.ts'
import { isStillOwed } from '../readiness/is-still-owed.actions.server.ts'
import { leavingDay } from '../readiness/readiness.rules.ts'
import { paidReshipmentsOf } from '../returns/reshipments.store.server.ts'
import { wineOf } from '../returns/returned-wine.actions.server.ts'
import { returnTaskDays } from '../returns/returns.rules.ts'
import type { ShipmentState } from '../shipments/shipment.rules.ts'
import { isBeforeHandover, isUnderWay, stageOf } from '../shipments/shipment.rules.ts'
import { shipmentById, shipmentLinesOf, unitsIn } from '../shipments/shipments.store.server.ts'
import type { Carrier } from '../tracking/carriers.rules.ts'
import { trackingUrl } from '../tracking/carriers.rules.ts'
import type { EventKind } from '../tracking/events.rules.ts'
import { areApart } from '../tracking/events.rules.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import { eventsOf } from '../tracking/shipment-events.store.server.ts'
import type { BuyersShipment } from './buyers-shipments.store.server.ts'
import { buyersShipments } from './buyers-shipments.store.server.ts'
import type { NextStep, Step, Whereabouts } from './where-it-is.rules.ts'
import { leavesAfterHold, needsSignature, nextOf, stepsOf } from './where-it-is.rules.ts'

/** Where one shipment of an order is, as its buyer sees it. */
export type ShipmentForBuyer = {
  id: string
  number: number
  kind: BuyersShipment['kind']
  state: ShipmentState
  isPickup: boolean
  /** What is in it and where it goes, of an order in two shipments; without ZIP code for a guest. */
  part: { cases: number; state: string; zipCode: string } | null
  steps: Step[]
  next: NextStep
  /** A replacement was made for it, which is one of the others. */
  isReplaced: boolean
  needsSignature: boolean
  /** Who signed; null for a guest, whose link shows no names. */
  signedBy: string | null
  place: { name: string; address: string } | null
  parcels: { carrier: Carrier; number: string; url: string | null; heardAt: Date | null }[]
  events: {
    id: number
    at: Date
    isDay: boolean
    kind: EventKind
    place: string
    /** What was changed; other texts are for staff. */
    change: string
  }[]
  /** Whether it is held for the weather, so that its buyer may accept the risk. */
  mayRiskWeather: boolean
  /** Pickup times that its buyer can choose; null where there is no choice. */
  slots: (OfferedSlot & { isProposed: boolean })[] | null
  returnChoice: BuyersShipment['returnChoice']
  /**
   * What its buyer may choose about it once it came back; null where there is nothing to choose.
   */
  returned: ReturnOptions | null
  /** Paid reshipments. */
  paidAgain: { at: Date; cents: Cents; refundedCents: Cents }[]
}

export type ReturnOptions = {
  /** Null once that day is over. */
  answerBy: Date | null
  /** City and state of its address. */
  place: string
  /** Whether another address may be given: not by a link, which may have been forwarded. */
  mayGoElsewhere: boolean
  /** Shipping prices; null where its wine is in stock again. */
  prices: Record<CarriedMethod, Cents> | null
  /** Null where less than that is left to refund. */
  refund: { wineCents: Cents; taxCents: Cents } | null
}

type Clock = Pick<Services, 'clock' | 'settings'>
type PlacedOrder = { id: string; createdAt: Date }

function whereaboutsOf(
  { clock, settings }: Clock,
  { createdAt }: Pick<PlacedOrder, 'createdAt'>,
  shipment: BuyersShipment,
): Whereabouts {
  const dates = shopDates(settings.timeZone)
  const notBefore = shipment.notBefore && dates.isoDay(shipment.notBefore)
  const { signedBy: _signer, ...known } = shipment
  return {
    ...known,
    isPickup: shipment.method === 'pickup',
    leavesFrom: leavingDay(notBefore, shipment.shipsFrom),
    today: dates.isoDay(clock()),
    now: clock(),
    dayOf: dates.isoDay,
    placedAt: createdAt,
  }
}

/** What comes next with an order: its newest shipment that is to come tells, else its newest; null without one. */
export function nextOfOrder(
  services: Clock,
  order: PlacedOrder,
  shipments: readonly BuyersShipment[],
): NextStep | null {
  const isToCome = ({ state }: BuyersShipment) => isBeforeHandover(state) || isUnderWay(state)
  const telling = shipments.findLast(isToCome) ?? shipments.at(-1)
  return telling ? nextOf(whereaboutsOf(services, order, telling)) : null
}

/** Where the shipments of an order are, oldest first; none while nothing is shipped from here. */
export async function whereOrderIs(
  services: Clock & { db: Queryable },
  order: PlacedOrder,
  { isGuest }: { isGuest: boolean },
): Promise<ShipmentForBuyer[]> {
  const shipments = await buyersShipments(services.db, [order.id])
  if (shipments.length === 0) return []
  const ids = shipments.map(({ id }) => id)
  const parcels = await parcelsOf(services.db, ids)
  const isSplit = shipments.some(({ kind }) => kind === 'split')
  const lines = isSplit ? await shipmentLinesOf(services.db, ids) : []
  const isPickup = shipments.some(({ method }) => method === 'pickup')
  const slots = isPickup ? await offeredSlots(services.db, services) : []
  const appointments = isPickup ? await pickupsOf(services.db, ids) : []
  const isReturned = shipments.some(({ state }) => stageOf(state) === 'back')
  const paidAgain = isReturned ? await paidReshipmentsOf(services.db, order.id) : []
  const offered = (shipmentId: string) => {
    const proposals = new Set(
      appointments
        .filter((one) => one.shipmentId === shipmentId && one.state === 'proposed')
        .map(slotKey),
    )
    return slots.map((slot) => ({ ...slot, isProposed: proposals.has(slot.key) }))
  }
  return Promise.all(
    shipments.map(async (shipment): Promise<ShipmentForBuyer> => {
      const whereabouts = whereaboutsOf(services, order, shipment)
      const { state, method, appointment, settledAt, returnChoice } = shipment
      const isBack = stageOf(state) === 'back'
      const events = await eventsOf(services, shipment.id)
      const current = parcels.filter(
        ({ shipmentId, supersededAt }) => shipmentId === shipment.id && supersededAt === null,
      )
      return {
        id: shipment.id,
        number: shipment.number,
        kind: shipment.kind,
        state,
        isPickup: method === 'pickup',
        part: isSplit
          ? {
              cases: unitsIn(lines.filter(({ shipmentId }) => shipmentId === shipment.id)),
              state: shipment.toState,
              zipCode: isGuest ? '' : shipment.toZip,
            }
          : null,
        steps: stepsOf(whereabouts),
        next: nextOf(whereabouts),
        isReplaced: shipments.some(
          ({ kind, replaces }) => kind === 'replacement' && replaces === shipment.id,
        ),
        needsSignature: needsSignature(whereabouts),
        signedBy: isGuest || state !== 'delivered' ? null : shipment.signedBy || null,
        place: appointment && { name: appointment.place, address: appointment.address },
        parcels: current.map(({ carrier, trackingNumber, heardAt }) => ({
          carrier,
          number: trackingNumber,
          url: trackingUrl(carrier, trackingNumber),
          heardAt,
        })),
        // A guest's link shows the order's city and state alone: neither a carrier's place nor a ZIP code.
        events: events.map(({ id, at, isDay, kind, place, text }) => ({
          id,
          // The first shipment of an earlier order was made later than the order was received.
          at: kind === 'created' && shipment.kind === 'first' ? order.createdAt : at,
          isDay,
          kind,
          place: isGuest ? '' : place,
          change: kind === 'changed' ? (isGuest ? withoutZipCode(text) : text) : '',
        })),
        mayRiskWeather:
          state === 'waiting' &&
          shipment.hold?.reason === 'weather' &&
          !leavesAfterHold(whereabouts),
        slots: mayChooseSlot(shipment) ? offered(shipment.id) : null,
        returnChoice: isBack ? returnChoice : null,
        returned:
          isBack && settledAt === null && returnChoice === null && !areApart(current)
            ? await returnOptionsOf(services, shipment, isGuest)
            : null,
        paidAgain: paidAgain
          .filter(({ shipmentId }) => shipmentId === shipment.id)
          .map(({ paidAt, paidCents, refundedCents }) => ({
            at: paidAt!,
            cents: paidCents ?? 0,
            refundedCents,
          })),
      }
    }),
  )
}

/** Of the words of a change: `Your order now ships to Texas 78701.` */
const withoutZipCode = (words: string) => words.replace(/ \d{5}(?:-\d{4})?(?=[.,])/, '')

async function returnOptionsOf(
  { db, clock, settings: { timeZone } }: Clock & { db: Queryable },
  shipment: BuyersShipment,
  isGuest: boolean,
): Promise<ReturnOptions | null> {
  const { id, orderId, receivedAt, returnedAt } = shipment
  const order = (await orderById(db, orderId))!
  if (!(await isStillOwed(db, order, shipment))) return null
  const refunds = await refundsOf(db, orderId)
  const { wineCents, taxCents } = await wineOf(db, orderId, [id], refunds)
  const left = refundableCents(order.totalCents, refunds)
  const cases = unitsIn(await shipmentLinesOf(db, [id]))
  // Of the box: its address may have been changed since the order.
  const { city = '', state = '' } = (await shipmentById(db, id))?.shipTo ?? {}
  const answerBy = new Date((returnedAt?.getTime() ?? 0) + returnTaskDays * 24 * 60 * 60_000)
  const { isoDay } = shopDates(timeZone)
  return {
    answerBy: isoDay(answerBy) < isoDay(clock()) ? null : answerBy,
    place: [city, state].filter(Boolean).join(', '),
    mayGoElsewhere: !isGuest,
    prices:
      receivedAt === null && shippingTier(cases)
        ? byCarried((method) => shippingPrice(method, cases)!)
        : null,
    refund: wineCents + taxCents <= left ? { wineCents, taxCents } : null,
  }
}
