import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { releases } from '#catalogue/on-sale/tables.ts'
import { orderLines } from '#orders/order/tables.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { emailsTo, shipmentNow, shipmentsTo, shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { placeHold } from '../holds/holds.actions.server.ts'
import { shippingSettingsOf } from '../overview/shipping-settings.store.server.ts'
import { shipmentLines } from '../tables.ts'
import { whereOrderIs } from '../whereabouts/where-orders-are.actions.server.ts'
import { leavingDays } from './readiness.store.server.ts'
import { recomputeReadiness } from './recompute-readiness.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

type Box = Awaited<ReturnType<typeof shipmentsTo>>[number]

/** Puts wine of a release that ships from that day into a box, as bought with it; null is wine of no release. */
async function addWine({ shipment, order }: Box, shipsFrom: string, of?: null) {
  const { db } = testShop
  const { wine, release } = await aRelease(db, { shipsFrom })
  await db.insert(orderLines).values({
    ...{ orderId: order.id, productId: wine, description: '2023 Malbec', quantity: 1 },
    ...{ unitPriceCents: 45_000, taxCents: 0, releaseId: of === null ? null : release.id },
  })
  await db.insert(shipmentLines).values({ shipmentId: shipment.id, productId: wine, units: 1 })
  await recomputeReadiness(testShop.services, { orderId: order.id })
  return (await leavingDays(db, [shipment.id])).get(shipment.id) ?? null
}

test('a box with wine of two releases waits for the later day of the two', async () => {
  const { db } = testShop
  await setStock(db, 'malbec-2022', 100)
  const [box] = await shipmentsTo(testShop, await shippingStaff(testShop), 'CA', 1)
  expect(await addWine(box!, '2031-05-01', null)).toBeNull()
  expect(await shipmentNow(testShop, box!.shipment.id)).toMatchObject({ state: 'ready' })
  expect(await addWine(box!, '2031-04-01')).toBe('2031-04-01')
  expect(await addWine(box!, '2031-03-01')).toBe('2031-04-01')
  expect(await shipmentNow(testShop, box!.shipment.id)).toMatchObject({ waitsFor: 'not-yet' })
})

test('a weather hold is told to the buyer of a box once it would leave, and changes nothing where it ends before', async () => {
  const { db, services } = testShop
  const staff = await shippingStaff(testShop)
  const [box] = await shipmentsTo(testShop, staff, 'TX', 1)
  await addWine(box!, '2031-04-01')
  const hold = { places: 'TX', reason: 'weather', from: '2026-01-01', note: '' }
  const place = (until: string) =>
    placeHold(services, staff, { ...hold, until }, { key: randomUUID() })
  const seen = async () => {
    const [where] = await whereOrderIs(services, box!.order, { isGuest: false })
    const told = await emailsTo(testShop, box!.order.email, 'order-held')
    return { next: where!.next.kind, mayRisk: where!.mayRiskWeather, told: told.length }
  }
  await place('2031-03-01')
  expect(await seen()).toEqual({ next: 'leaves-from', mayRisk: false, told: 0 })
  await place('2031-05-01')
  expect(await seen()).toEqual({ next: 'waits-until', mayRisk: true, told: 0 })
  await db.update(releases).set({ shipsFrom: '2026-01-01' })
  await recomputeReadiness(services)
  expect(await seen()).toEqual({ next: 'waits-until', mayRisk: true, told: 1 })
})

test('a method that came after the days were saved leaves every day', async () => {
  const { db } = testShop
  await db.execute(sql`
    update shipping_settings set dispatch = '{"ground":[1],"holidays":["2026-12-25"],"daysBefore":2}'`)
  expect((await shippingSettingsOf(db))!.dispatch).toEqual({
    ground: [1],
    overnight: [0, 1, 2, 3, 4, 5, 6],
    holidays: ['2026-12-25'],
    daysBefore: 2,
  })
})
