import { randomUUID } from 'node:crypto'

import { and, asc, eq } from 'drizzle-orm'

import { seedOrder } from '#app/seed/factory.ts'
import type { MailKind } from '#mail/mail.rules.ts'
import { mails } from '#mail/tables.ts'
import { orders } from '#orders/order/tables.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { makeHandover } from '#shipping/handover/handovers.actions.server.ts'
import { beginShipping, takeInOrders } from '#shipping/overview/overview.actions.server.ts'
import { allProfiles } from '#shipping/profiles/shipper-profiles.store.server.ts'
import { shipmentEvents, shipments } from '#shipping/tables.ts'
import { addTracking } from '#shipping/tracking/add-tracking.actions.server.ts'
import type { Carrier } from '#shipping/tracking/carriers.rules.ts'

import type { TestShop } from './test-shop.ts'
import { aMember } from './test-shop.ts'

export type StaffMember = {
  id: string
  email: string
  role: 'staff'
  duties: readonly Duty[]
}

/** Where an order goes; San Francisco by default. */
const places = {
  CA: { city: 'San Francisco', state: 'CA', zipCode: '94110' },
  TX: { city: 'Austin', state: 'TX', zipCode: '78701' },
  AZ: { city: 'Phoenix', state: 'AZ', zipCode: '85001' },
} as const
export type Place = keyof typeof places

/** Earlier than every order of a test. */
export const ever = '1970-01-01'

/** A staff member for shipping, in a shop whose shipping has begun. */
export async function shippingStaff({ db, services }: TestShop): Promise<StaffMember> {
  const staff: StaffMember = { ...(await aMember(db)), role: 'staff', duties: ['shipping'] }
  await beginShipping(services, staff, {})
  return staff
}

/** Creates paid orders to that place. Returns their shipments by number. */
export async function shipmentsTo(
  { db, services }: TestShop,
  staff: StaffMember,
  place: Place,
  count: number,
  { index = 0 }: { index?: number } = {},
) {
  const made: string[] = []
  for (let n = 0; n < count; n++) {
    const address = { address: '1 Main Street', ...places[place] }
    const member = await aMember(db, address)
    const buyer = { ...member, firstName: 'Ana', lastName: 'Ruiz', ...address }
    made.push(await seedOrder(db, buyer, index))
  }
  await takeInOrders(services, staff, { since: ever })
  const all = await db
    .select({ shipment: shipments, order: orders })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .orderBy(asc(shipments.number))
  return all.filter(({ order }) => made.includes(order.id))
}

export const shipmentNow = async ({ db }: TestShop, id: string) =>
  (await db.select().from(shipments).where(eq(shipments.id, id)))[0]!

/** The events of a shipment in the order in which they happened. */
export const eventsNow = async ({ db }: TestShop, shipmentId: string) =>
  db
    .select()
    .from(shipmentEvents)
    .where(eq(shipmentEvents.shipmentId, shipmentId))
    .orderBy(asc(shipmentEvents.at), asc(shipmentEvents.id))

/** The emails of that kind to an address, oldest first. */
export const emailsTo = async ({ db }: TestShop, recipient: string, kind: MailKind) =>
  db
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, recipient), eq(mails.kind, kind)))
    .orderBy(asc(mails.number))

/** Sends the form that hands these over, in the first format there is. */
export async function sendHandover(
  { db, services }: TestShop,
  staff: StaffMember,
  numbers: readonly number[],
  key: string = randomUUID(),
) {
  const [profile] = await allProfiles(db)
  return makeHandover(services, staff, { profile: profile!.id, s: numbers.map(String) }, { key })
}

/** Hands shipments over and adds a tracking number to each; returns these numbers. */
export async function handOver(
  testShop: TestShop,
  staff: StaffMember,
  all: readonly { shipment: { number: number } }[],
  carrier: Carrier = 'ups',
): Promise<string[]> {
  const numbers = all.map(({ shipment }) => shipment.number)
  const made = await sendHandover(testShop, staff, numbers)
  if (!made.ok) throw new Error(made.sentence)
  const trackingNumbers = numbers.map((number) => `1Z999AA1${String(number).padStart(10, '0')}`)
  for (const [index, number] of numbers.entries()) {
    const tracking = { number, carrier, trackingNumber: trackingNumbers[index] }
    const added = await addTracking(testShop.services, staff, tracking)
    if (!added.ok) throw new Error(added.sentence)
  }
  return trackingNumbers
}
