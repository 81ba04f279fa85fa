import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { aRelease } from '#tests/harness/a-release.ts'
import { shipmentNow, shipmentsTo, shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { shippingSettingsOf } from '../overview/shipping-settings.store.server.ts'
import { shipmentLines } from '../tables.ts'
import { leavingDays } from './readiness.store.server.ts'
import { recomputeReadiness } from './recompute-readiness.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

test('a box with wine of two releases waits for the later day of the two', async () => {
  const { db, services } = testShop
  await setStock(db, 'malbec-2022', 100)
  const [box] = await shipmentsTo(testShop, await shippingStaff(testShop), 'CA', 1)
  const shipmentId = box!.shipment.id
  const opensAt = new Date(box!.order.createdAt.getTime() - 60_000)
  for (const shipsFrom of ['2031-04-01', '2031-03-01']) {
    const { wine } = await aRelease(db, { shipsFrom, opensAt })
    await db.insert(shipmentLines).values({ shipmentId, productId: wine, units: 1 })
  }
  await recomputeReadiness(services, { orderId: box!.order.id })
  expect(await shipmentNow(testShop, shipmentId)).toMatchObject({ waitsFor: 'not-yet' })
  expect(await leavingDays(db, [shipmentId])).toEqual(new Map([[shipmentId, '2031-04-01']]))
})

test('neither a draft, nor a release that opens after the order, keeps a box', async () => {
  const { db, services } = testShop
  await setStock(db, 'malbec-2022', 100)
  const [box] = await shipmentsTo(testShop, await shippingStaff(testShop), 'CA', 1)
  const shipmentId = box!.shipment.id
  const ordered = box!.order.createdAt.getTime()
  const at = (minutes: number) => new Date(ordered + minutes * 60_000)
  const dayWith = async (release: Parameters<typeof aRelease>[1]) => {
    const { wine } = await aRelease(db, { shipsFrom: '2031-04-01', ...release })
    await db.insert(shipmentLines).values({ shipmentId, productId: wine, units: 1 })
    await recomputeReadiness(services, { orderId: box!.order.id })
    return (await leavingDays(db, [shipmentId])).get(shipmentId) ?? null
  }
  expect(await dayWith({ state: 'draft', opensAt: at(-60) })).toBeNull()
  expect(await dayWith({ opensAt: at(1), closesAt: at(60) })).toBeNull()
  expect(await shipmentNow(testShop, shipmentId)).toMatchObject({ state: 'ready' })
  expect(await dayWith({ shipsFrom: '2031-02-01', opensAt: at(0) })).toBe('2031-02-01')
  expect(await dayWith({ state: 'ended', opensAt: at(-60) })).toBe('2031-04-01')
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
