import { z } from 'zod'

import { raiseFlag } from '#orders/flags/order-flags.store.server.ts'
import { asForm, wholeNumber } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'

import { queueShipmentMails, returnedMail } from '../emails/shipment-mails.actions.server.ts'
import { shipmentSubject } from '../log.copy.ts'
import { isStillOwed } from '../readiness/is-still-owed.actions.server.ts'
import { partOffShipment } from '../shipments/new-shipments.store.server.ts'
import { lockShipmentFor } from '../shipments/shipment-actions.actions.server.ts'
import { shipmentNumber, stageOf } from '../shipments/shipment.rules.ts'
import {
  correctShipmentState,
  lockShipment,
  shipmentById,
  shipmentLinesOf,
} from '../shipments/shipments.store.server.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import { readPart } from './part.rules.ts'

/**
 * Makes a shipment of its own of the parcels that came back, or came to nothing, while others of the same shipment did
 * not: staff say what is in them. Each is then settled by itself; its buyer is asked about what came back alone.
 */
export const partShipment = staffAction({
  needs: 'ship-orders',
  log: 'shipment-parted',
  form: z.looseObject({ number: wholeNumber() }),
  async run({ services, tx, viewer, now: at, audit }, { number, ...typed }) {
    const { order, shipment } = await lockShipmentFor(tx, viewer, 'part', number)
    const { id, state } = shipment
    const lines = await shipmentLinesOf(tx, [id])
    const form = asForm(typed)
    const read = readPart(lines, (name) => wholeNumberIn(textOf(form, name).trim() || '0'))
    if (!read.ok) return refuse(read.sentence, { field: read.field })
    const parcels = (await parcelsOf(tx, [id])).filter(
      (parcel) => parcel.supersededAt === null && stageOf(parcel.state) === stageOf(state),
    )
    const partId = await partOffShipment(tx, shipment, {
      ...{ units: read.units, at },
      parcelIds: parcels.map((parcel) => parcel.id),
    })
    const part = (await lockShipment(tx, partId))!
    const numberOfIt = shipmentNumber(part.number)
    const text = `${numberOfIt} is what ${state === 'returned' ? 'came back' : `is ${state}`} of it`
    await insertEvent(tx, { shipmentId: id, at, source: 'staff', kind: 'note', text })
    if (state === 'lost' || state === 'damaged') {
      await raiseFlag(tx, order.id, `shipment-${state}`, { source: partId })
    }
    if (state === 'returned' && (await isStillOwed(tx, order, part))) {
      await queueShipmentMails(tx, [returnedMail(services, order, part, false)])
    }
    // What is left goes on from where its own parcels are.
    const changes = { returnedAt: null, returnChoice: null, chosenAt: null }
    await correctShipmentState(tx, shipment, 'handed-over', changes)
    await recordNews(services, tx, id, { events: [], isCorrection: true })
    const left = (await shipmentById(tx, id))!
    audit(shipmentSubject(shipment), {
      before: { state },
      after: { state: left.state, part: numberOfIt, units: read.units },
    })
  },
  say: () => 'Saved.',
})
