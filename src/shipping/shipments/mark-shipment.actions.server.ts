import { z } from 'zod'

import { filled, wholeNumber } from '#platform/action/form-fields.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'

import { shipmentSubject } from '../log.copy.ts'
import { maxEventText } from '../tracking/events.rules.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import { lockShipmentFor } from './shipment-actions.actions.server.ts'

/** Why staff change a shipment by hand. */
export const reasonGiven = () =>
  filled(maxEventText, `A reason of at most ${maxEventText} characters, please.`)

const markAs = (state: 'lost' | 'damaged' | 'returned') =>
  staffAction({
    needs: 'ship-orders',
    log: 'shipment-marked',
    form: z.object({ number: wholeNumber(), reason: reasonGiven() }),
    async run({ services, tx, viewer, now: at, audit }, { number, reason }) {
      const { shipment } = await lockShipmentFor(tx, viewer, `mark-${state}`, number)
      const event = { at, source: 'staff' as const, kind: state, text: reason }
      await recordNews(services, tx, shipment.id, { events: [event] })
      audit(shipmentSubject(shipment), {
        before: { state: shipment.state },
        after: { state, reason },
      })
    },
    say: () => 'Saved.',
  })

export const markLost = markAs('lost')
export const markDamaged = markAs('damaged')
export const markReturned = markAs('returned')
