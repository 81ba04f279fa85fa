import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { holdCommit } from '#tests/faults/world/held-commit.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  emailsTo,
  eventsNow,
  handOver,
  sendHandover,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { handovers, handoverShipments } from '../handover/tables.ts'
import { parcels } from '../tables.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'

let testShop: TestShop
let staff: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())

/** Runs work whose transaction is cut off at its commit, as by a killed process. */
async function cutOff(table: string, work: () => Promise<unknown>): Promise<void> {
  const held = await holdCommit(testShop.databaseUrl, { table, on: 'insert' })
  const outcome = work().then(
    () => 'done',
    () => 'failed',
  )
  await held.reached()
  await held.end('undo')
  expect(await outcome).toBe('failed')
}

describe('a handover that is cut off', () => {
  test.each(['handovers', 'handover_shipments', 'shipment_events'])(
    'at the write of %s leaves nothing, and is made by the same form again',
    async (table) => {
      const all = await shipmentsTo(testShop, staff, 'CA', 4)
      const numbers = all.map(({ shipment }) => shipment.number)
      const key = randomUUID()
      const send = () => sendHandover(testShop, staff, numbers, key)
      const before = await testShop.db.$count(handovers)
      await cutOff(table, send)
      expect(await testShop.db.$count(handovers)).toBe(before)
      for (const { shipment } of all) {
        expect((await shipmentNow(testShop, shipment.id)).state).toBe('ready')
      }
      const made = await send()
      if (!made.ok) throw new Error(made.sentence)
      const inIt = eq(handoverShipments.handoverId, made.done.handover.id)
      expect(await testShop.db.$count(handoverShipments, inIt)).toBe(4)
    },
  )
})

describe('an event that is cut off', () => {
  test.each(['shipment_events', 'mails'])(
    'at the write of %s is recorded when it is reported again, with one email',
    async (table) => {
      const [one] = await shipmentsTo(testShop, staff, 'CA', 1)
      await handOver(testShop, staff, [one!])
      const [parcel] = await testShop.db
        .select()
        .from(parcels)
        .where(eq(parcels.shipmentId, one!.shipment.id))
      const delivered = {
        parcelId: parcel!.id,
        at: testShop.services.clock(),
        source: 'carrier' as const,
        kind: 'delivered' as const,
        signer: 'A RUIZ',
      }
      const learn = () =>
        testShop.db.transaction((tx) =>
          recordNews(testShop.services, tx, one!.shipment.id, { events: [delivered] }),
        )
      await cutOff(table, learn)
      expect((await shipmentNow(testShop, one!.shipment.id)).state).toBe('handed-over')
      expect(await emailsTo(testShop, one!.order.email, 'order-delivered')).toEqual([])
      await learn()
      await learn()
      expect((await shipmentNow(testShop, one!.shipment.id)).state).toBe('delivered')
      expect(await emailsTo(testShop, one!.order.email, 'order-delivered')).toHaveLength(1)
      const kinds = (await eventsNow(testShop, one!.shipment.id)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'delivered')).toHaveLength(1)
    },
  )
})
