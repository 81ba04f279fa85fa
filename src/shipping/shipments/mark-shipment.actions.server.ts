import { z } from 'zod'

import { day, filled, text, wholeNumber } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { beginningOf } from '#platform/text/typed-hour.rules.ts'

import { shipmentSubject } from '../log.copy.ts'
import { maxEventText, maxSignerName } from '../tracking/events.rules.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import { lockShipmentFor } from './shipment-actions.actions.server.ts'
import { isUnderWay } from './shipment.rules.ts'
import type { Shipment } from './shipments.store.server.ts'

/** Why staff change a shipment by hand. */
export const reasonGiven = () =>
  filled(maxEventText, `A reason of at most ${maxEventText} characters, please.`)

/** What staff say of a box that is under way is said of those of its parcels that have not ended. */
async function ofUnfinished<Event extends object>(
  tx: Transaction,
  { id }: Pick<Shipment, 'id'>,
  event: Event,
): Promise<(Event & { parcelId?: string })[]> {
  const parcels = (await parcelsOf(tx, [id])).filter(({ supersededAt }) => supersededAt === null)
  const unfinished = parcels.filter(({ state }) => isUnderWay(state))
  if (unfinished.length === 0 || unfinished.length === parcels.length) return [event]
  return unfinished.map((parcel) => ({ ...event, parcelId: parcel.id }))
}

const markAs = (state: 'lost' | 'damaged' | 'returned') =>
  staffAction({
    needs: 'ship-orders',
    log: 'shipment-marked',
    form: z.object({ number: wholeNumber(), reason: reasonGiven() }),
    async run({ services, tx, viewer, now: at, audit }, { number, reason }) {
      const { shipment } = await lockShipmentFor(tx, viewer, `mark-${state}`, number)
      const event = { at, source: 'staff' as const, kind: state, text: reason }
      const events = await ofUnfinished(tx, shipment, event)
      await recordNews(services, tx, shipment.id, { events })
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
    const events = await ofUnfinished(tx, shipment, event)
    await recordNews(services, tx, shipment.id, { events })
    audit(shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state: 'delivered', deliveredOn, isSigned: signer !== '', reason },
    })
  },
  say: () => 'Saved.',
})
