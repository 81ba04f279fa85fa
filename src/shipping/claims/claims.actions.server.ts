import { z } from 'zod'

import { orderById } from '#orders/order/orders.store.server.ts'
import { text, version, wholeNumber } from '#platform/action/form-fields.ts'
import { refuse, savedElsewhere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { shipmentSubject } from '../log.copy.ts'
import { shipmentForStaff, whyNotNow } from '../shipments/shipment-actions.actions.server.ts'
import { shipmentNumber } from '../shipments/shipment.rules.ts'
import { lockShipment } from '../shipments/shipments.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import { maxNumber, maxRefusal, readClaim } from './claim-form.rules.ts'
import { claimOfNumber, writeClaim } from './claims.store.server.ts'

const wrongField = {
  claimNumber: `The carrier’s claim number, please, at most ${maxNumber} characters`,
  amount: 'Dollars and cents, please, such as 12.50',
  paidOn:
    'A day since the order was placed, none in the future, with the amount that was paid, please',
  refusedOn:
    'A day since the order was placed, none in the future, and none on which it was paid, please',
  refusal: `At most ${maxRefusal} characters, with the day on which it was refused, please`,
}

/** Saves the claim for a lost or damaged shipment, or its outcome. */
export const saveClaim = staffAction({
  needs: 'ship-orders',
  log: 'claim-saved',
  form: z.object({
    number: wholeNumber(),
    version: version(),
    claimNumber: text(),
    amount: text(),
    paidOn: text(),
    refusedOn: text(),
    refusal: text(),
  }),
  record: (tx, { number }) => claimOfNumber(tx, number),
  async run(
    { services, tx, viewer, now: at, today, record, audit },
    { number, version: seen, ...typed },
  ) {
    const found = await shipmentForStaff(tx, viewer, number)
    const orderedOn = shopDates(services.settings.timeZone).isoDay(
      (await orderById(tx, found.orderId))!.createdAt,
    )
    const read = readClaim(typed, { orderedOn, today })
    if (!read.ok) return refuse(wrongField[read.field], { field: read.field })
    const shipment = (await lockShipment(tx, found.id))!
    if (whyNotNow('claim', shipment)) {
      return refuse('This shipment is no longer lost or damaged. Nothing was saved.')
    }
    const written = { shipmentId: shipment.id, ...read.claim }
    if (!(await writeClaim(tx, written, { at, version: seen }))) return savedElsewhere()
    if (seen === null) {
      await insertEvent(tx, { shipmentId: shipment.id, at, source: 'staff', kind: 'claimed' })
    }
    const names = Object.keys(read.claim) as (keyof typeof read.claim)[]
    const before = record && Object.fromEntries(names.map((name) => [name, record[name]]))
    audit(shipmentSubject(shipment), { before, after: read.claim })
    return { number }
  },
  say: ({ number }) => `The claim for ${shipmentNumber(number)} is saved.`,
})
