import { z } from 'zod'

import { orderById } from '#orders/order/orders.store.server.ts'
import { demandNotOwn } from '#orders/order/own-order.actions.server.ts'
import { day, dayOrNone, oneOf, text, wholeNumber } from '#platform/action/form-fields.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction, staffPreview } from '#platform/action/staff-action.server.ts'
import type { Outcome, Services } from '#platform/services/services.ts'
import { plural } from '#platform/text/plural.rules.ts'

import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { shipmentForStaff, whyNotNow } from '../shipments/shipment-actions.actions.server.ts'
import { shipmentNumber } from '../shipments/shipment.rules.ts'
import { lockShipment, shipmentById } from '../shipments/shipments.store.server.ts'
import { maxEventText } from '../tracking/events.rules.ts'
import { insertEvent, insertEvents } from '../tracking/shipment-events.store.server.ts'
import type { BuyerOfOrder } from '../whereabouts/order-of-buyer.actions.server.ts'
import { shipmentOfBuyer } from '../whereabouts/order-of-buyer.actions.server.ts'
import { choiceCopy } from '../whereabouts/where-it-is.copy.ts'
import type { HoldPlace } from './holds.rules.ts'
import { holdReasons, placesText, readPlaces } from './holds.rules.ts'
import {
  countAffected,
  countByGroup,
  endHolds,
  holdById,
  holdsOfGroup,
  insertHolds,
  isHeldAlike,
  lockHandovers,
  waiveHold,
} from './holds.store.server.ts'

const places = text().transform((typed, { addIssue }): HoldPlace[] => {
  const read = readPlaces(typed.slice(0, 1_000))
  if (read.ok) return read.places
  addIssue(
    read.wrong
      ? `“${read.wrong}” is neither a state nor a ZIP prefix.`
      : 'A state, a ZIP prefix, or all.',
  )
  return []
})

const note = text(maxEventText, `At most ${maxEventText} characters.`)

/** Days begin at midnight in the shop's time zone; without `until` it holds until staff end it. */
const holdForm = z
  .object({
    places,
    reason: oneOf(holdReasons, 'Please choose a reason.'),
    from: day(),
    until: dayOrNone(),
    note,
  })
  .refine(({ from, until }) => until === null || until > from, {
    path: ['until'],
    message: 'It has to end after it begins.',
  })

/** How many shipments a hold would affect, by state. */
export const previewHold = staffPreview({
  needs: 'ship-orders',
  form: holdForm,
  async show({ db }, input) {
    const byState = await countAffected(db, input.places)
    return { byState, total: byState.reduce((sum, { count }) => sum + count, 0) }
  },
})

/** Holds shipments to places between days. One for the weather emails each customer once. */
export const placeHold = staffAction({
  needs: 'ship-orders',
  log: 'shipment-held',
  form: holdForm,
  once: async (tx, groupId) => ((await holdsOfGroup(tx, groupId)).length > 0 ? { groupId } : null),
  async run({ tx, viewer, now, formKey: groupId, midnight, audit }, { places: to, ...typed }) {
    const { reason, note: words } = typed
    const from = midnight(typed.from)
    const until = typed.until === null ? null : midnight(typed.until)
    const hold = { reason, from, until, note: words }
    await lockHandovers(tx)
    const shared = { ...hold, groupId, by: viewer.email, createdAt: now }
    await insertHolds(
      tx,
      to.map((place) => ({ ...shared, ...place })),
    )
    audit({ kind: 'shipment-hold', id: groupId, label: placesText(to) }, { after: hold })
    return { groupId }
  },
  async afterwards(services, { groupId }) {
    await recomputeReadiness(services)
    return { affected: (await countByGroup(services.db, [groupId])).get(groupId) ?? 0 }
  },
  say: ({ affected }) => `${plural(affected, 'shipment')} ${affected === 1 ? 'is' : 'are'} held.`,
})

/** Holds one shipment until staff end it. */
export const holdShipment = staffAction({
  needs: 'ship-orders',
  log: 'shipment-held',
  form: z.object({ number: wholeNumber(), reason: note }),
  async run({ tx, viewer, now, formKey: groupId, audit, unchanged }, { number, reason: words }) {
    // Before it is read, as a handover may take it.
    await lockHandovers(tx)
    const shipment = await shipmentForStaff(tx, viewer, number)
    if (whyNotNow('hold', shipment)) return refuse('The shipment changed in the meantime.')
    const hold = {
      shipmentId: shipment.id,
      reason: 'staff',
      note: words,
      by: viewer.email,
    } as const
    // The same form twice is one hold.
    if (await isHeldAlike(tx, hold)) unchanged()
    else {
      const running = { from: now, until: null, createdAt: now }
      await insertHolds(tx, [{ ...hold, ...running, groupId, scope: 'shipment' }])
      audit(
        { kind: 'shipment-hold', id: groupId, label: shipmentNumber(number) },
        { after: { reason: 'staff', until: null, note: words } },
      )
    }
    return { id: shipment.id }
  },
  afterwards: (services, { id }) => recomputeReadiness(services, { ids: [id] }),
  say: () => 'Saved.',
})

/** Ends a hold; on the page of a shipment only one of its own. */
export const endHold = staffAction({
  needs: 'ship-orders',
  log: 'shipment-hold-ended',
  form: z.object({ group: z.guid().catch(''), number: wholeNumber().optional() }),
  async run({ tx, viewer, now: at, audit, unchanged }, { group, number }) {
    const onPage = number === undefined ? null : await shipmentForStaff(tx, viewer, number)
    if (onPage && group) {
      const holds = await holdsOfGroup(tx, group)
      if (holds.some(({ shipmentId }) => shipmentId !== onPage.id)) throw notThere()
    }
    const ended = group ? await endHolds(tx, group, { by: viewer.email, at }) : []
    if (ended.length === 0) {
      unchanged()
      return { isEnded: false }
    }
    for (const hold of ended) {
      const shipment = hold.shipmentId && (await shipmentById(tx, hold.shipmentId))
      if (!shipment) continue
      await demandNotOwn(tx, viewer, (await orderById(tx, shipment.orderId))!)
      hold.place = shipmentNumber(shipment.number)
    }
    await insertEvents(
      tx,
      ended.flatMap(({ shipmentId }) =>
        shipmentId ? [{ shipmentId, at, source: 'staff', kind: 'hold-ended' } as const] : [],
      ),
    )
    audit(
      { kind: 'shipment-hold', id: group, label: placesText(ended) },
      { before: { isHeld: true }, after: { isHeld: false } },
    )
    return { isEnded: true }
  },
  // For an ended hold too: the process that ended it may have crashed before this.
  afterwards: (services) => recomputeReadiness(services),
  say: ({ isEnded, ready }) =>
    isEnded
      ? `Ended. ${plural(ready, 'shipment')} ${ready === 1 ? 'is' : 'are'} ready again.`
      : { tone: 'info', sentence: 'This hold was ended before.' },
})

/**
 * Releases the buyer's shipment from a weather hold at their own risk; the event keeps the wording that
 * they accepted. `late`: it is no longer held for the weather.
 */
export async function sendAtRisk(
  services: Services,
  buyer: BuyerOfOrder,
  { shipmentId, isAccepted }: { shipmentId: string; isAccepted: boolean },
): Promise<Outcome<'gone' | 'missing' | 'late'>> {
  const own = await shipmentOfBuyer(services, buyer, shipmentId)
  if (!own) return { ok: false, reason: 'gone' }
  const { db, clock } = services
  if (!isAccepted) return { ok: false, reason: 'missing' }
  const isWaived = await db.transaction(async (tx) => {
    await lockHandovers(tx)
    const shipment = (await lockShipment(tx, shipmentId))!
    const hold = shipment.heldBy === null ? null : await holdById(tx, shipment.heldBy)
    if (shipment.state !== 'waiting' || hold?.reason !== 'weather' || hold.endedAt) return false
    const at = clock()
    await waiveHold(tx, { groupId: hold.groupId, shipmentId: shipment.id, at })
    await insertEvent(tx, {
      shipmentId: shipment.id,
      at,
      source: 'customer',
      kind: 'sent-at-risk',
      text: choiceCopy.weather.wording,
    })
    return true
  })
  if (!isWaived) return { ok: false, reason: 'late' }
  await recomputeReadiness(services, { ids: [shipmentId] })
  return { ok: true }
}
