import { createHash } from 'node:crypto'

import { and, eq, inArray, sql } from 'drizzle-orm'

import { insertUserWithPassword } from '#accounts/users/users.store.server.ts'
import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orderFlags, orderLines, orders, refunds } from '#orders/order/tables.ts'
import { machineLine } from '#platform/csv/csv.rules.ts'
import type { Database, Transaction } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { shipmentClaims } from '#shipping/claims/tables.ts'
import { insertHandover } from '#shipping/handover/handovers.store.server.ts'
import { packedShipments } from '#shipping/handover/packed-shipments.store.server.ts'
import { insertShippingSettings } from '#shipping/overview/shipping-settings.store.server.ts'
import { boxCount, handoverRows, usualProfile } from '#shipping/profiles/shipper-profile.rules.ts'
import { allProfiles, insertProfile } from '#shipping/profiles/shipper-profiles.store.server.ts'
import { dispatchEveryDay } from '#shipping/readiness/dispatch-days.rules.ts'
import {
  copyShipment,
  insertMissingShipments,
  insertShipmentOf,
} from '#shipping/shipments/new-shipments.store.server.ts'
import { signatureText } from '#shipping/shipments/shipment.rules.ts'
import { holdAnswers, parcels, shipmentHolds, shipments } from '#shipping/tables.ts'
import type { EventKind } from '#shipping/tracking/events.rules.ts'
import { insertEvents } from '#shipping/tracking/shipment-events.store.server.ts'

import { seedOrder } from '../factory.ts'
import { emailOf, homeOf, nameOf, storyPasswordHash } from './people.ts'
import type { Box } from './shipping-boxes.ts'
import { boxes } from './shipping-boxes.ts'
import { pickUp } from './shipping-pickups.ts'
import type { Ago, Told } from './shipping-story.ts'
import { by, hour, ofState } from './shipping-story.ts'

/** After those of the release: nobody has the name, house or phone of another. */
const firstIndex = 60

/**
 * Shipments in every state with their events, a hold, a handover with its file, a return, claims and
 * pickups, all relative to now. Nothing when it is there already.
 */
export async function tellOfShipping(db: Database, now: Date): Promise<string> {
  const [there] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, emailOf(nameOf(firstIndex))))
  if (there) return 'shipping: it is there already'
  const ago = (hours: number) => new Date(now.getTime() - hours * hour)
  const told: Told[] = []
  const passwordHash = await storyPasswordHash(db)
  for (const [index, box] of boxes.entries()) {
    const orderedAt = ago(box.state === 'missed' ? 150 : (box.reports?.shipped ?? 20) + 30)
    told.push({ box, orderedAt, ...(await orderOf(db, box, { index, orderedAt, passwordHash })) })
  }
  await db.transaction(async (tx) => {
    await insertShippingSettings(tx, { begunAt: ago(400), begunBy: by, dispatch: dispatchEveryDay })
    if ((await allProfiles(tx)).length === 0) await insertProfile(tx, { ...usualProfile })
    for (const one of told)
      one.shipmentId = (await insertShipmentOf(tx, one.orderId, one.orderedAt))!
    // Those of other stories, since the shop ships.
    await insertMissingShipments(tx, ago(400), now)
    await holdTexas(tx, told, ago)
    const ready = told.filter(({ box }) => box.state !== 'waiting' && box.state !== 'cancelled')
    await setState(tx, ready, { state: 'ready' })
    await handOver(tx, told, ago)
    for (const one of told) await report(tx, one, ago)
    await settleUnsound(tx, told, ago)
    await pickUp(tx, told, now)
    await cancel(tx, told, ago)
  })
  return `shipping: ${told.length} shipments, a hold, a handover, two claims, four pickups`
}

async function orderOf(
  db: Database,
  box: Box,
  { index, orderedAt, passwordHash }: { index: number; orderedAt: Date; passwordHash: string },
): Promise<Omit<Told, 'box' | 'orderedAt'>> {
  const name = nameOf(firstIndex + index)
  const email = emailOf(name)
  const home = homeOf(firstIndex + index, box.isTexan)
  const id = await insertUserWithPassword(db, { email, ...name, passwordHash })
  await db
    .update(users)
    .set({
      ...home,
      birthdate: `19${60 + index}-09-12`,
      emailVerified: true,
    })
    .where(eq(users.id, id!))
  const pickup = box.isPickup && {
    shippingMethod: 'pickup' as const,
    shippingCents: 0,
    totalCents: sql`subtotal_cents + tax_cents`,
    shipTo: sql`ship_to || jsonb_build_object('statement', ${buyerStatements.pickup}::text)`,
  }
  const { phone, ...address } = home
  // One of the ready boxes has no phone, which its carrier asks for.
  const buyer = { id: id!, email, ...name, ...address, ...(index !== 3 && { phone }) }
  const orderId = await seedOrder(db, buyer, index, 1 + (Math.floor(index / 2) % 3))
  await db
    .update(orders)
    .set({
      createdAt: orderedAt,
      thankedAt: orderedAt,
      ...pickup,
    })
    .where(eq(orders.id, orderId))
  await db
    .update(checkouts)
    .set({
      startedAt: orderedAt,
      expiresAt: orderedAt,
      endedAt: orderedAt,
      ...pickup,
    })
    .where(sql`id = (select checkout_id from ${orders} where orders.id = ${orderId})`)
  return { orderId, shipmentId: '', town: `${home.city}, ${home.state} ${home.zipCode}` }
}

const setState = (
  tx: Transaction,
  told: readonly Told[],
  columns: Partial<typeof shipments.$inferInsert>,
) =>
  tx
    .update(shipments)
    .set(columns)
    .where(
      inArray(
        shipments.id,
        told.map(({ shipmentId }) => shipmentId),
      ),
    )

/** A hold whose buyers were notified. */
async function holdTexas(tx: Transaction, told: readonly Told[], ago: Ago): Promise<void> {
  const held = ofState(told, 'waiting')
  const [hold] = await tx
    .insert(shipmentHolds)
    .values({
      groupId: sql`gen_random_uuid()`,
      scope: 'state',
      place: 'TX',
      reason: 'weather',
      from: ago(18),
      until: ago(-96),
      note: 'Heat until the weekend',
      by,
    })
    .returning()
  await setState(tx, held, { waitsFor: 'held', heldBy: hold!.id })
  for (const { shipmentId } of held) {
    await tx.insert(holdAnswers).values({ groupId: hold!.groupId, shipmentId, toldAt: ago(18) })
    await insertEvents(tx, [{ shipmentId, at: ago(18), source: 'shop', kind: 'held' }])
  }
}

/** One handover of all boxes that left, with the file for the shipper. */
async function handOver(tx: Transaction, told: readonly Told[], ago: Ago): Promise<void> {
  const gone = told.filter(({ box }) => box.state === 'handed-over' || box.reports)
  const ids = gone.map(({ shipmentId }) => shipmentId)
  const [profile] = await allProfiles(tx)
  const numbered = await tx
    .select({ number: shipments.number })
    .from(shipments)
    .where(inArray(shipments.id, ids))
  const at = ago(17)
  const numbers = numbered.map(({ number }) => number)
  const reader = { db: tx, settings: { timeZone: 'UTC' } }
  const packed = await packedShipments(reader, { numbers }, at.toISOString().slice(0, 10))
  const file = Buffer.from(handoverRows(profile!, packed, signatureText).map(machineLine).join(''))
  const { handover } = await insertHandover(
    tx,
    {
      profileId: profile!.id,
      profileName: profile!.name,
      madeAt: at,
      madeBy: by,
      requestKey: by,
      shipmentCount: packed.length,
      caseCount: packed.reduce((sum, { wines }) => sum + boxCount(wines), 0),
      sha256: createHash('sha256').update(file).digest('hex'),
      file,
    },
    ids,
  )
  for (const { box, shipmentId } of gone) {
    const handedAt = ago((box.reports?.shipped ?? 15) + 2)
    await tx.update(shipments).set({ handedAt }).where(eq(shipments.id, shipmentId))
    await insertEvents(tx, [
      {
        shipmentId,
        at: handedAt,
        source: 'staff',
        kind: 'handed-over',
        text: `Handover ${handover.number}`,
      },
    ])
  }
}

async function report(tx: Transaction, { box, shipmentId, town }: Told, ago: Ago): Promise<void> {
  const { reports, state } = box
  if (!reports) return
  const reported = Object.entries(reports) as [EventKind, number][]
  const [parcel] = await tx
    .insert(parcels)
    .values({
      shipmentId,
      carrier: 'ups',
      trackingNumber: sql`'1Z999AA1' || lpad((select number from ${shipments} where id = ${shipmentId})::text, 10, '0')`,
      state,
      heardAt: ago(reported.at(-1)![1]),
    })
    .returning()
  await insertEvents(
    tx,
    reported.map(([kind, hours]) => ({
      shipmentId,
      parcelId: parcel!.id,
      at: ago(hours),
      source: 'carrier' as const,
      kind,
      place: kind === 'returned' ? 'Napa, CA 94558' : town,
      ...(kind === 'delivered' && { signer: 'A RESIDENT' }),
    })),
  )
  const when = (kind: EventKind) => (reports[kind] === undefined ? null : ago(reports[kind]))
  const isKept = state === 'attempted' || state === 'at-depot'
  await tx
    .update(shipments)
    .set({
      state,
      carrier: 'ups',
      shippedAt: when('shipped'),
      deliveredAt: when('delivered'),
      returnedAt: when('returned'),
      attempts: reports.attempted === undefined ? 0 : 1,
      ...(state === 'delivered' && { signedBy: 'A RESIDENT' }),
      ...(isKept && { depotUntil: ago(-96) }),
      ...(state === 'shipped' && { expectedOn: ago(-72).toISOString().slice(0, 10) }),
    })
    .where(eq(shipments.id, shipmentId))
}

/** Claims for the lost and the damaged box; the damaged one is replaced from the free stock. */
async function settleUnsound(tx: Transaction, told: readonly Told[], ago: Ago): Promise<void> {
  const [lost] = ofState(told, 'lost')
  const [damaged] = ofState(told, 'damaged')
  await tx.insert(shipmentClaims).values([
    {
      shipmentId: lost!.shipmentId,
      claimNumber: 'UPS-4471',
      amountCents: 45_000,
      openedAt: ago(28),
    },
    {
      shipmentId: damaged!.shipmentId,
      claimNumber: 'UPS-4402',
      amountCents: 45_000,
      openedAt: ago(96),
      paidOn: ago(24).toISOString().slice(0, 10),
      closedAt: ago(24),
    },
  ])
  await tx.insert(orderFlags).values({
    orderId: lost!.orderId,
    reason: 'shipment-lost',
    source: lost!.shipmentId,
    raisedAt: ago(30),
  })
  await copyShipment(tx, { id: damaged!.shipmentId }, 'replacement', ago(96))
  await tx
    .update(shipments)
    .set({ settledAt: ago(96) })
    .where(eq(shipments.id, damaged!.shipmentId))
  await tx
    .update(products)
    .set({ stock: sql`stock - line.quantity` })
    .from(sql`${orderLines} as line`)
    .where(
      and(
        sql`line.order_id = ${damaged!.orderId} and line.product_id = ${products.id}`,
        sql`${products.stock} is not null`,
      ),
    )
}

/** A shipment that was refunded in full before it left; its wine is in stock again. */
async function cancel(tx: Transaction, told: readonly Told[], ago: Ago): Promise<void> {
  for (const { orderId, shipmentId } of ofState(told, 'cancelled')) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
    await tx.insert(refunds).values({
      orderId,
      requestKey: `story:${orderId}`,
      cause: 'provider',
      state: 'made',
      amountCents: order!.totalCents,
      requestedAt: ago(10),
      settledAt: ago(10),
    })
    await tx
      .update(orders)
      .set({ state: 'refunded', refundedCents: order!.totalCents })
      .where(eq(orders.id, orderId))
    await tx.execute(sql`
      update ${products} set sold = sold - line.quantity from ${orderLines} as line
      where line.order_id = ${orderId} and line.product_id = ${products.id}`)
    await tx
      .update(orderLines)
      .set({ returned: sql`quantity` })
      .where(eq(orderLines.orderId, orderId))
    await tx.update(shipments).set({ state: 'cancelled' }).where(eq(shipments.id, shipmentId))
    await insertEvents(tx, [
      { shipmentId, at: ago(10), source: 'shop', kind: 'cancelled', text: 'Refunded' },
    ])
  }
}
