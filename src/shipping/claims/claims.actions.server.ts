import { z } from 'zod'

import { text, version, wholeNumber } from '#platform/action/form-fields.ts'
import { refuse, savedElsewhere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { shipmentSubject } from '../log.copy.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'

import { claimsCopy as copy } from '../pickup/pickups.copy.ts'
import { shipmentForStaff, whyNotNow } from '../shipments/shipment-actions.actions.server.ts'
import { lockShipment } from '../shipments/shipments.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import { readClaim } from './claim-form.rules.ts'
import { claimOfNumber, writeClaim } from './claims.store.server.ts'

/** Saves the claim for a lost or damaged shipment, or its outcome. */
export const saveClaim = staffAction({
  duty: 'ship-orders',
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
  async run({ tx, viewer, now: at, today, record, audit }, { number, version: seen, ...typed }) {
    const read = readClaim(typed, today)
    if (!read.ok) return refuse(copy.fieldErrors[read.field], { field: read.field })
    const found = await shipmentForStaff(tx, viewer, number)
    const shipment = (await lockShipment(tx, found.id))!
    if (whyNotNow('claim', shipment)) return refuse(copy.errors.state)
    const written = { shipmentId: shipment.id, ...read.claim }
    if (!(await writeClaim(tx, written, { at, version: seen }))) return savedElsewhere()
    if (seen === null) {
      await insertEvent(tx, { shipmentId: shipment.id, at, source: 'staff', kind: 'claimed' })
    }
    const before = record && {
      claimNumber: record.claimNumber,
      amountCents: record.amountCents,
      paidOn: record.paidOn,
      refusedOn: record.refusedOn,
      refusal: record.refusal,
    }
    audit(shipmentSubject(shipment), { before, after: read.claim })
    return { number }
  },
  say: ({ number }) => copy.saved(shipmentNumber(number)),
})
