import { z } from 'zod'

import { day, filled, text, wholeNumber } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { beginningOf } from '#platform/text/typed-hour.rules.ts'

import { shipmentSubject } from '../log.copy.ts'
import { maxEventText, maxSignerName } from '../tracking/events.rules.ts'
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

/**
 * Marks a box as delivered whose carrier does not report it: on a day that staff learnt, and signed by that name
 * where it is known.
 */
export const markDelivered = staffAction({
  needs: 'ship-orders',
  log: 'shipment-marked',
  form: z.object({
    number: wholeNumber(),
    deliveredOn: day(),
    signer: text(maxSignerName, `A name of at most ${maxSignerName} characters, please.`),
    reason: reasonGiven(),
  }),
  async run({ services, tx, viewer, today, audit }, { number, deliveredOn, signer, reason }) {
    if (deliveredOn > today) return refuse('That day is in the future.', { field: 'deliveredOn' })
    const { order, shipment } = await lockShipmentFor(tx, viewer, 'mark-delivered', number)
    const { timeZone } = services.settings
    if (deliveredOn < shopDates(timeZone).isoDay(shipment.handedAt ?? order.createdAt)) {
      return refuse('That day is before the handover.', { field: 'deliveredOn' })
    }
    const event = {
      ...({ source: 'staff', kind: 'delivered', text: reason, signer } as const),
      ...{ at: beginningOf(deliveredOn, timeZone)!, isDay: true },
    }
    await recordNews(services, tx, shipment.id, { events: [event] })
    audit(shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state: 'delivered', deliveredOn, isSigned: signer !== '', reason },
    })
  },
  say: () => 'Saved.',
})
