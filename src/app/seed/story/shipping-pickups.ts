import { eq } from 'drizzle-orm'

import { orderFlags } from '#orders/order/tables.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { slotMinutes } from '#shipping/pickup/pickup.rules.ts'
import { pickupPlaces, pickups } from '#shipping/pickup/tables.ts'
import { shipmentMails, shipments } from '#shipping/tables.ts'
import { insertEvents } from '#shipping/tracking/shipment-events.store.server.ts'

import type { Told } from './shipping-story.ts'
import { by, hour } from './shipping-story.ts'

const cellar = { name: 'The cellar', address: '12 Main Street, Napa, CA 94558' }

/** A pickup place with start times, and pickups in every state. */
export async function pickUp(tx: Transaction, told: readonly Told[], now: Date): Promise<void> {
  const startTimes = Object.fromEntries(
    [1, 2, 3, 4, 5].map((day) => [day, ['16:00', '16:30', '17:00']]),
  )
  await tx
    .insert(pickupPlaces)
    .values({ ...cellar, startTimes })
    .onConflictDoNothing()
  const [place] = await tx.select().from(pickupPlaces).where(eq(pickupPlaces.name, cellar.name))
  const at = (hoursAhead: number) => {
    const whole = new Date(now.getTime() + hoursAhead * hour)
    whole.setUTCMinutes(0, 0, 0)
    return whole
  }
  for (const { box, shipmentId, orderId } of told) {
    if (!box.isPickup) continue
    await tx.insert(shipmentMails).values({ shipmentId, kind: 'pickup-ready' })
    if (box.state === 'ready') continue
    if (box.state === 'missed') {
      await missTwice(tx, { shipmentId, orderId, placeId: place!.id }, at)
      continue
    }
    const isOver = box.state === 'collected'
    const from = at(isOver ? -26 : 26)
    await tx.insert(pickups).values({
      shipmentId,
      placeId: place!.id,
      from,
      until: new Date(from.getTime() + slotMinutes * 60_000),
      state: isOver ? 'collected' : 'agreed',
      ...(isOver && { checkedBy: by, document: 'driving-licence' }),
    })
    const over = { deliveredAt: from, settledAt: from }
    await tx
      .update(shipments)
      .set({ state: box.state, ...(isOver && over) })
      .where(eq(shipments.id, shipmentId))
    await insertEvents(tx, [
      { shipmentId, at: at(-40), source: 'customer', kind: 'slot-agreed', text: cellar.name },
      ...(isOver
        ? [{ shipmentId, at: from, source: 'staff' as const, kind: 'collected' as const }]
        : []),
    ])
  }
}

type Missed = { shipmentId: string; orderId: string; placeId: string }

/** A pickup that was missed twice: staff have to call. */
async function missTwice(
  tx: Transaction,
  { shipmentId, orderId, placeId }: Missed,
  at: (hoursAhead: number) => Date,
): Promise<void> {
  for (const hours of [-98, -50]) {
    const from = at(hours)
    const until = new Date(from.getTime() + slotMinutes * 60_000)
    const missed = { checkedBy: by, state: 'missed' as const }
    await tx.insert(pickups).values({ shipmentId, placeId, from, until, ...missed })
    await insertEvents(tx, [
      {
        shipmentId,
        at: at(hours - 20),
        source: 'customer',
        kind: 'slot-agreed',
        text: cellar.name,
      },
      { shipmentId, at: from, source: 'staff', kind: 'missed' },
    ])
  }
  await tx.update(shipments).set({ state: 'missed' }).where(eq(shipments.id, shipmentId))
  const flag = { orderId, reason: 'pickup-missed' as const, source: shipmentId, raisedAt: at(-49) }
  await tx.insert(orderFlags).values(flag)
}
