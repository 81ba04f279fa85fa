import { z } from 'zod'

import { completeAddress } from '#catalogue/destinations/address-form.rules.ts'
import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { fieldOfProblem, whyNotShipTo } from '#catalogue/destinations/ship-to.rules.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { orderLinesOf } from '#orders/order/orders.store.server.ts'
import { dayOrNone, filled } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { addressIn, isSameAddress } from '#platform/address/address.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'
import { joinShipments, splitShipment } from '#shipping/shipments/new-shipments.store.server.ts'
import { shipToStated } from '#shipping/shipments/ship-to-stated.rules.ts'
import {
  moveShipment,
  shipmentLinesOf,
  shipmentsOf,
  unitsIn,
  updateShipment,
} from '#shipping/shipments/shipments.store.server.ts'
import { insertEvent } from '#shipping/tracking/shipment-events.store.server.ts'

import { countsUpTo } from './change-money.rules.ts'
import type { Changed } from './change-order.actions.server.ts'
import { keyOf, statedTo, whyNotFrom, writeChange } from './change-order.actions.server.ts'
import { change, ofStaff, stated } from './for-buyer.actions.server.ts'
import { buyersHoldsOf } from './hold.store.server.ts'
import { winesText } from './order-changes.copy.ts'
import { closeDifference } from './refund-differences.actions.server.ts'
import { earliestOf, leavesOn } from './view-changes.actions.server.ts'

type Units = Readonly<Record<string, number>>

const casesIn = (units: Units) => Object.values(units).reduce((sum, count) => sum + count, 0)
const valueOf = (units: Units) =>
  Object.entries(units)
    .map(([productId, count]) => `${productId}:${count}`)
    .join(',')

/** What such a text says, for the law to be asked about it; what it does not allow is refused later. */
const unitsOfValue = (value: string): Units =>
  Object.fromEntries(
    value.split(',').flatMap((part) => {
      const [, productId, count] = /^(.+):(\d{1,2})$/.exec(part) ?? []
      return productId ? [[productId, Number(count)]] : []
    }),
  )

/** Every part of a shipment that may go apart: at least one case goes, and at least one stays. */
async function partsOf(db: Queryable, shipmentId: string): Promise<Units[]> {
  const lines = await shipmentLinesOf(db, [shipmentId])
  const all = unitsIn(lines)
  return countsUpTo(lines).filter((units) => casesIn(units) > 0 && casesIn(units) < all)
}

/**
 * Sends some cases of an order to another address, or on another day, than the others. The shipping that was
 * paid stays as it is.
 */
export const splitOrderForBuyer = staffAction({
  ...ofStaff,
  form: completeAddress.extend({
    ...stated,
    part: filled(200, 'Please choose what ships separately.'),
    earliest: dayOrNone(),
  }),
  run: (acting, { number, seen, onPhone, part, earliest: typedDay, ...address }) =>
    change(
      acting,
      { number, seen, onPhone },
      async (open) => {
        const { services, tx, now, today, formKey, midnight } = acting
        const { own, shipments, byLaw } = open
        const [first] = shipments
        const shipTo = first!.shipTo!
        if ((await buyersHoldsOf(tx, [first!.id])).length > 0) {
          return refuse('It is on hold for the buyer. End the hold first.')
        }
        const units = (await partsOf(tx, first!.id)).find((one) => valueOf(one) === part)
        if (!units) return refuse('Please choose what ships separately.', { field: 'part' })
        const problem = whyNotShipTo(address, today)
        if (problem) return refuse(shipToSentence[problem], { field: fieldOfProblem[problem] })
        const earliest = typedDay === today ? null : typedDay
        const isSameDay = earliest === (await leavesOn(tx, services.settings, first!, now))
        if (isSameDay && isSameAddress(address, shipTo)) {
          return refuse('Please enter another address or another day.', { field: 'address' })
        }
        if (byLaw) return byLaw
        const whyNot = earliest && (await whyNotFrom(tx, open, earliest, { now, today }))
        if (whyNot) return refuse(whyNot, { field: 'earliest' })
        await splitShipment(tx, first!, units, {
          shipTo: shipToStated(shipTo, address, statedTo(own, now)),
          notBefore: earliest === null ? null : midnight(earliest),
          at: now,
        })
        await updateShipment(tx, first!.id, {})
        const { state, zipCode } = address
        return writeChange(services, tx, open, {
          at: now,
          requestKey: keyOf(own.order, formKey),
          kind: 'split',
          before: { apart: null },
          after: { apart: { cases: casesIn(units), state, zipCode, earliest } },
        })
      },
      { to: address, units: unitsOfValue(part) },
    ),
  async afterwards(services: Services, { orderId }: Changed) {
    await recomputeReadiness(services, { orderId })
    // An order in two shipments is not changed, so nothing is paid for a change.
    await closeDifference(services, orderId)
  },
})

async function whereTheFirstGoes(tx: Transaction, order: Pick<Order, 'id'>) {
  const [first] = (await shipmentsOf(tx, order.id)).filter(({ state }) => state !== 'cancelled')
  return first?.shipTo ? addressIn(first.shipTo) : null
}

/** Puts an order that goes in two shipments together again, to the address and on the day of the first. */
export const joinOrderForBuyer = staffAction({
  ...ofStaff,
  log: 'order-change-undone',
  form: z.object({ number: stated.number, seen: stated.seen }),
  run: (acting, asked) =>
    change(
      acting,
      asked,
      async (open) => {
        const { services, tx, now, formKey } = acting
        const { own, shipments } = open
        const [first, apart] = shipments
        if (!apart) return refuse('It already ships in one shipment.')
        if (open.byLaw) return open.byLaw
        const { toState: state, toZip: zipCode, notBefore } = apart
        const cases = unitsIn(await shipmentLinesOf(tx, [apart.id]))
        await joinShipments(tx, first!, apart)
        await moveShipment(tx, apart, 'cancelled', 'staff')
        const text = 'Put together with the rest of the order'
        await insertEvent(tx, {
          shipmentId: apart.id,
          at: now,
          source: 'staff',
          kind: 'cancelled',
          text,
        })
        await updateShipment(tx, first!.id, {})
        const earliest = earliestOf(services.settings, notBefore, now)
        return writeChange(
          services,
          tx,
          { own, shipments: [first!] },
          {
            at: now,
            requestKey: keyOf(own.order, formKey),
            kind: 'split',
            before: { apart: { cases, state, zipCode, earliest } },
            after: { apart: null },
          },
        )
      },
      { isForSplits: true, to: whereTheFirstGoes },
    ),
})

/** The parts of an order that staff may send apart; none of one case, or that its buyer collects. */
export async function viewParts({ db }: Services, order: Pick<Order, 'id'>) {
  const [shipment] = (await shipmentsOf(db, order.id)).filter(({ state }) => state !== 'cancelled')
  if (!shipment || shipment.method === 'pickup') return []
  const lines = await orderLinesOf(db, order.id)
  return (await partsOf(db, shipment.id)).map((units) => ({
    value: valueOf(units),
    label: winesText(lines, units),
  }))
}
