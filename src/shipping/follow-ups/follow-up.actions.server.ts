import { z } from 'zod'

import { text, wholeNumber } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { readHour } from '#platform/text/typed-hour.rules.ts'

import { shipmentSubject } from '../log.copy.ts'
import { lockShipmentFor, shipmentChanged } from '../shipments/shipment-actions.actions.server.ts'
import { updateShipment } from '../shipments/shipments.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import { followUpKey, followUpText, readFollowUp } from './follow-up.rules.ts'

/**
 * Notes what staff did about a delivery that was attempted, or a box at the depot. That ends its task,
 * or puts it off until the morning of a day; news of the box opens one again. `seen` is the
 * `followUpKey` of what staff saw.
 */
export const followUpShipment = staffAction({
  needs: 'ship-orders',
  log: 'shipment-followed-up',
  form: z.object({
    number: wholeNumber(),
    seen: text(),
    what: text(),
    note: text(),
    againOn: text(),
  }),
  async run({ services, tx, viewer, now: at, today, audit }, { number, seen, ...typed }) {
    const read = readFollowUp(typed, today)
    if (!read.ok) return refuse(read.sentence, { field: read.field })
    const { againOn } = read
    const again = againOn && readHour(`${againOn}T06:00`, services.settings.timeZone)
    const { shipment } = await lockShipmentFor(tx, viewer, 'follow-up', number)
    if (followUpKey(shipment) !== seen) return shipmentChanged()
    const { id: shipmentId } = shipment
    const done = followUpText(read.what, read.note)
    await insertEvent(tx, { shipmentId, at, source: 'staff', kind: 'followed-up', text: done })
    await updateShipment(tx, shipmentId, {
      followedUpAt: at,
      followUpAgainAt: again && again.ok ? again.at : null,
    })
    audit(shipmentSubject(shipment), { after: { done, ...(againOn && { againOn }) } })
  },
  say: () => 'Saved.',
})
