import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { entryLinks } from '#accounts/links/tables.ts'
import { passkeys, sessions } from '#accounts/sign-in/tables.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { tasks } from '#admin/today/tables.ts'
import { orderChanges, orderDifferences } from '#order-changes/tables.ts'
import { orderNotes, orders } from '#orders/order/tables.ts'
import { approvals } from '#platform/database/approvals.tables.ts'
import { requestAnswers, requests } from '#requests/tables.ts'
import { pickupPlaces, pickups } from '#shipping/pickup/tables.ts'
import { reshipments } from '#shipping/returns/tables.ts'
import { parcels, shipmentEvents, shipments } from '#shipping/tables.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { payAt } from '#tests/harness/provider.ts'
import { shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { personalDataOf } from './export-personal-data.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
  await shippingStaff(testShop)
})
afterAll(() => testShop.close())

const at = new Date('2026-11-20T12:00:00Z')

/** A customer of whom each part of an export that names its fields has a record. */
async function aPerson() {
  const { db, shop } = testShop
  const member = await aMember(db, { emailVerified: true })
  await shop.changeCart(member, { kind: 'add', productId: 'malbec-2022' })
  await shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  await shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
  const [order] = await db.select().from(orders).where(eq(orders.userId, member.id))
  const { id: orderId, checkoutId, number } = order!
  const [shipment] = await db.select().from(shipments).where(eq(shipments.orderId, orderId))
  const { id: shipmentId, shipTo } = shipment!
  const userId = member.id
  const key = randomUUID()
  const paid = { checkoutId, orderId, paidAt: at, paidCents: 900 }
  await db.insert(parcels).values({ shipmentId, carrier: 'ups', trackingNumber: '1Z1' })
  await db
    .insert(shipmentEvents)
    .values({ shipmentId, at, isDay: true, source: 'carrier', kind: 'delivered' })
  await db.insert(reshipments).values({ ...paid, shipmentId, shipTo: shipTo! })
  const [place] = await db
    .insert(pickupPlaces)
    .values({ name: key, address: '12 Main Street', startTimes: {} })
    .returning()
  const slot = { shipmentId, placeId: place!.id, from: at, until: at, state: 'missed' } as const
  await db.insert(pickups).values(slot)
  await db.insert(orderDifferences).values({ ...paid, by: 'customer' })
  const change = { kind: 'hold', before: { isHeld: false }, after: { isHeld: true } } as const
  await db.insert(orderChanges).values({ ...change, orderId, requestKey: key, by: 'customer', at })
  await db.insert(orderNotes).values({ orderId, requestKey: key, text: 'A', writtenBy: 'B' })
  await allocate(db, await aRelease(db), member, 2)
  const [request] = await db.insert(requests).values({ kind: 'club', userId }).returning()
  await db.insert(requestAnswers).values({ requestId: request!.id, verdict: 'closed' })
  await db.insert(sessions).values({ userId, token: key, expiresAt: at })
  const passkey = { userId, credentialId: key, publicKey: 'k', counter: 0, transports: [] }
  await db.insert(passkeys).values({ ...passkey, name: 'Phone' })
  const link = { purpose: 'purchase', userId, email: member.email, expiresAt: at } as const
  await db.insert(entryLinks).values({ ...link, tokenHash: key })
  const task = { kind: 'dispute', subject: key, since: at, state: 'done' } as const
  await db.insert(tasks).values({ ...task, takenBy: userId })
  await db.insert(approvals).values({
    ...{ kind: 'refund', subject: key, number, askedBy: userId, askedByEmail: member.email },
    ...{ wish: {}, lapsesAt: at },
  })
  return member
}

type Kept = Record<string, unknown>

/** The fields of the first of these records. */
const fieldsOf = (records: unknown) => Object.keys((records as Kept[])[0] ?? {}).join(' ')

test('an export has these fields of each record', async () => {
  const { db, services } = testShop
  const person = await aPerson()
  const data = await personalDataOf(services, (await userById(db, person.id))!)
  const [shipment] = data['shipments'] as [Kept]
  const [request] = data['requests'] as [Kept]
  const parts = ['parcels', 'events', 'sentAgain', 'pickups']
  const of = (records: Kept, names: readonly string[]) =>
    names.map((name) => `${name}: ${fieldsOf(records[name])}`)
  expect(of(shipment, parts)).toEqual([
    'parcels: carrier trackingNumber',
    'events: at isDay kind place signer text',
    'sentAgain: paidAt paidCents refundedCents shipTo',
    'pickups: place from until state documentShown',
  ])
  expect(of(request, ['answers'])).toEqual(['answers: at verdict units text until'])
  expect(
    of(data, [
      ...['waysToSignIn', 'devices', 'passkeys', 'linksByEmail', 'allocations', 'orderNotes'],
      ...['shipments', 'orderChanges', 'orderDifferences', 'tasksTaken', 'secondApprovals'],
      'emailsSent',
    ]),
  ).toEqual([
    'waysToSignIn: provider since',
    'devices: device networkAddress signedInAt lastUsedAt expiresAt openedByEmail',
    'passkeys: name createdAt lastUsedAt',
    'linksByEmail: purpose madeAt usedAt expiresAt',
    'allocations: release wine units bought onPaymentPage origin keptUntil firstSeenAt',
    'orderNotes: orderNumber at text',
    'shipments: orderNumber number state shipTo signedBy parcels events sentAgain pickups',
    'orderChanges: order kind before after by at',
    'orderDifferences: order method paidAt paidCents refundedCents',
    'tasksTaken: kind takenAt closedAt',
    'secondApprovals: kind order asked askedAt state decidedAt',
    'emailsSent: kind state writtenAt',
  ])
})
