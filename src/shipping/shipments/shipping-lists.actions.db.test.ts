import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { orderFlags, orders } from '#orders/order/tables.ts'
import { servicesContext } from '#platform/http/context.ts'
import type { AdminList } from '#platform/list/admin-list.store.server.ts'
import type { ListPage } from '#platform/list/list-query.rules.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import { handOver, shipmentsTo, shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { claimList } from '../claims/claim-list.store.server.ts'
import { shipmentClaims } from '../claims/tables.ts'
import { handoverList } from '../handover/handover-list.store.server.ts'
import { pickupList } from '../pickup/pickup-list.store.server.ts'
import { loader as printPickups } from '../pickup/pickups-pdf.route.ts'
import { agreedOn } from '../pickup/pickups.store.server.ts'
import { pickupPlaces, pickups } from '../pickup/tables.ts'
import { shipments } from '../tables.ts'
import { shipmentList } from './shipment-list.store.server.ts'
import { shipmentNumber, shipmentStates } from './shipment.rules.ts'

let testShop: TestShop
let staff: StaffMember
type Box = Awaited<ReturnType<typeof shipmentsTo>>[number]

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())

async function listed<Row>(list: AdminList<Row>, params = ''): Promise<Row[]> {
  const viewed = await testShop.shop.viewList(staff, list, new URLSearchParams(params))
  if (!viewed.ok) throw new Error(viewed.reason)
  return (viewed.view.page as ListPage<Row>).rows
}

const numbers = async (list: AdminList<{ number: number }>, params = '') =>
  (await listed(list, params)).map(({ number }) => number)

async function fileOf(list: AdminList): Promise<unknown[][]> {
  const lines: unknown[][] = []
  const take = async (some: (readonly unknown[])[]) =>
    void lines.push(...some.map((row) => [...row]))
  expect(await testShop.shop.exportList(staff, list, new URLSearchParams(), take)).toBe(true)
  return lines
}

const set = (box: Box, columns: Partial<typeof shipments.$inferInsert>) =>
  testShop.db
    .update(shipments)
    .set({ waitsFor: null, heldBy: null, ...columns })
    .where(eq(shipments.id, box.shipment.id))

describe('the list of handovers', () => {
  test('finds one by its number, its day, who made it and what went with it', async () => {
    const [first, second] = (await shipmentsTo(testShop, staff, 'CA', 2)) as [Box, Box]
    await handOver(testShop, staff, [first])
    await handOver(testShop, staff, [second])
    const [newest, oldest] = await listed(handoverList)
    expect(newest!.number).toBeGreaterThan(oldest!.number)
    expect(newest).toMatchObject({ madeBy: staff.email, shipmentCount: 1, isKept: true })
    const byShipment = `q=${shipmentNumber(first.shipment.number)}`
    expect(await numbers(handoverList, byShipment)).toEqual([oldest!.number])
    expect(await numbers(handoverList, `q=${newest!.number}`)).toEqual([newest!.number])
    expect(await numbers(handoverList, `q=${staff.email}`)).toHaveLength(2)
    expect(await numbers(handoverList, 'q=S-999999')).toEqual([])
    expect(await numbers(handoverList, `before=${newest!.number}`)).toEqual([oldest!.number])
    expect(await numbers(handoverList, 'to=2020-01-01')).toEqual([])
    const [, line] = await fileOf(handoverList)
    expect(line).toContain(newest!.sha256)
  })
})

describe('the list of claims', () => {
  test('has lost and damaged boxes, by what was claimed and paid for them', async () => {
    const boxes = await shipmentsTo(testShop, staff, 'CA', 5)
    const [lost, open, paid, sound, refused] = boxes as [Box, Box, Box, Box, Box]
    await set(lost, { state: 'lost' })
    await set(open, { state: 'damaged', carrier: 'ups' })
    await set(paid, { state: 'damaged' })
    await set(refused, { state: 'lost' })
    const claimed = { openedAt: new Date('2026-11-01T12:00:00Z'), amountCents: 45_000 }
    await testShop.db.insert(shipmentClaims).values([
      { ...claimed, shipmentId: open.shipment.id, claimNumber: 'UPS-4471' },
      {
        ...claimed,
        shipmentId: paid.shipment.id,
        paidOn: '2026-11-09',
        closedAt: new Date('2026-11-09T12:00:00Z'),
      },
      {
        ...claimed,
        shipmentId: refused.shipment.id,
        refusedOn: '2026-11-10',
        refusal: 'Packed too thinly',
        closedAt: new Date('2026-11-10T12:00:00Z'),
      },
    ])
    const of = (...some: Box[]) => some.map(({ shipment }) => shipment.number)
    expect(await numbers(claimList)).toEqual(of(refused, paid, open, lost))
    expect(await numbers(claimList, `before=${paid.shipment.number}`)).toEqual(of(open, lost))
    expect(await numbers(claimList, 'which=unpaid')).toEqual(of(open, lost))
    expect(await numbers(claimList, 'which=unclaimed')).toEqual(of(lost))
    expect(await numbers(claimList, 'which=open')).toEqual(of(open))
    expect(await numbers(claimList, 'which=paid')).toEqual(of(paid))
    expect(await numbers(claimList, 'which=refused')).toEqual(of(refused))
    expect(await numbers(claimList, 'state=lost')).toEqual(of(refused, lost))
    expect(await numbers(claimList, 'q=4471')).toEqual(of(open))
    expect(await numbers(claimList, 'q=4471+ups')).toEqual(of(open))
    expect(await numbers(claimList, 'q=4471+fedex')).toEqual([])
    expect(await numbers(claimList, `q=K-${lost.order.number}`)).toEqual(of(lost))
    expect(await numbers(claimList, `q=${paid.order.email}`)).toEqual(of(paid))
    expect(await numbers(claimList, `q=S-${sound.shipment.number}`)).toEqual([])
    const lines = await fileOf(claimList)
    expect(lines[1]!.slice(-3)).toEqual(['', '2026-11-10', 'Packed too thinly'])
    expect(lines[3]).toEqual([
      `S-${open.shipment.number}`,
      `K-${open.order.number}`,
      'Ana Ruiz',
      'Damaged',
      'UPS',
      'UPS-4471',
      '450.00',
      '2026-11-01',
      '',
      '',
      '',
    ])
  })
})

describe('the list of pickups', () => {
  test('has those with an appointment by its time, then the others', async () => {
    const boxes = await shipmentsTo(testShop, staff, 'CA', 4)
    const [ready, late, early, missed] = boxes as [Box, Box, Box, Box]
    const [place] = await testShop.db
      .insert(pickupPlaces)
      .values({ name: 'The cellar', address: '12 Main Street, Napa', startTimes: {} })
      .returning()
    const agree = async (box: Box, day: string) => {
      await set(box, { method: 'pickup', state: 'agreed' })
      await testShop.db.insert(pickups).values({
        shipmentId: box.shipment.id,
        placeId: place!.id,
        from: new Date(`${day}T22:00:00Z`),
        until: new Date(`${day}T22:30:00Z`),
        state: 'agreed',
      })
    }
    await set(ready, { method: 'pickup', state: 'ready' })
    await set(missed, { method: 'pickup', state: 'missed' })
    await agree(late, '2026-12-09')
    await agree(early, '2026-12-02')
    const missedOn = (day: string) => ({
      ...{ shipmentId: missed.shipment.id, placeId: place!.id, state: 'missed' as const },
      ...{ from: new Date(`${day}T22:00:00Z`), until: new Date(`${day}T22:30:00Z`) },
    })
    await testShop.db.insert(pickups).values(['2026-11-11', '2026-11-18'].map(missedOn))
    const of = (...some: Box[]) => some.map(({ shipment }) => shipment.number)
    expect(await numbers(pickupList)).toEqual(of(early, late, ready, missed))
    expect(await numbers(pickupList, 'which=agreed')).toEqual(of(early, late))
    expect(await numbers(pickupList, 'which=waiting')).toEqual(of(ready))
    expect(await numbers(pickupList, 'which=missed')).toEqual(of(missed))
    expect(await numbers(pickupList, 'to=2026-12-02')).toEqual(of(early))
    expect(await numbers(pickupList, 'from=2026-12-03')).toEqual(of(late))
    expect(await numbers(pickupList, `place=${place!.id}`)).toEqual(of(early, late))
    expect(await numbers(pickupList, `q=K-${missed.order.number}`)).toEqual(of(missed))
    const [first] = await listed(pickupList)
    expect(first).toMatchObject({ place: 'The cellar', name: 'Ana Ruiz' })
    expect(first!.wines).toMatch(/^\d × /)
    const [last] = (await listed(pickupList)).slice(-1)
    expect(last!.missedAt).toEqual(new Date('2026-11-18T22:00:00Z'))
    const lines = await fileOf(pickupList)
    expect(lines.slice(1).map(([number]) => number)).toEqual(
      of(early, late, ready, missed).map(shipmentNumber),
    )
    await set(early, { state: 'collected' })
    expect(await numbers(pickupList)).toEqual(of(late, ready, missed))
  })

  test('on paper has the appointments of a day of the shop, its evening too', async () => {
    const boxes = await shipmentsTo(testShop, staff, 'CA', 3)
    const [evening, morning, before] = boxes as [Box, Box, Box]
    const [place] = await testShop.db
      .insert(pickupPlaces)
      .values({ name: 'The barn', address: '14 Main Street, Napa', startTimes: {} })
      .returning()
    const agree = async (box: Box, from: string) => {
      await set(box, { method: 'pickup', state: 'agreed' })
      const at = { from: new Date(from), until: new Date(Date.parse(from) + 30 * 60_000) }
      const agreed = { shipmentId: box.shipment.id, placeId: place!.id, state: 'agreed' as const }
      await testShop.db.insert(pickups).values({ ...agreed, ...at })
    }
    // Tuesday, December 15, 2026, in Los Angeles, from midnight to midnight; and the evening before.
    await agree(evening, '2026-12-16T07:30:00Z')
    await agree(morning, '2026-12-15T08:00:00Z')
    await agree(before, '2026-12-15T07:30:00Z')
    const sheet = await agreedOn(testShop.db, '2026-12-15', 'America/Los_Angeles')
    expect(sheet.map(({ number }) => number)).toEqual([
      morning.shipment.number,
      evening.shipment.number,
    ])
    const [, lines] = await printed('2026-12-15')
    expect(lines!.split('\n')).toEqual([
      'Pickups, Tuesday, December 15',
      `12:00 AM PST S-${morning.shipment.number}`,
      `11:30 PM PST S-${evening.shipment.number}`,
    ])
  })

  /** The name of the sheet of a day, its title, and the time and number of each line. */
  async function printed(day: string) {
    const context = new RouterContextProvider()
    const typeset = async (title: string, lines: { time: string; shipment: string }[]) =>
      Buffer.from([title, ...lines.map((line) => `${line.time} ${line.shipment}`)].join('\n'))
    context.set(servicesContext, { ...testShop.services, papers: { pickupList: typeset } } as never)
    const url = new URL(`https://shop.example/admin/shipping/pickups.pdf?day=${day}`)
    const response = await printPickups({ url, context } as never)
    return [response.headers.get('content-disposition'), await response.text()]
  }

  test('is printed for the day of its address, and for today where that is no day', async () => {
    vi.useFakeTimers({ now: new Date('2026-12-16T07:30:00Z'), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const today = [
      'inline; filename="pickups-2026-12-15.pdf"',
      expect.stringMatching(/^Pickups, Tuesday, December 15$/m),
    ]
    expect(await printed('2026-12-02')).toEqual([
      ...['inline; filename="pickups-2026-12-02.pdf"', 'Pickups, Wednesday, December 2'],
    ])
    for (const other of ['', '2026-02-30', '2026-12-99', '0000-01-01', 'today']) {
      expect(await printed(other)).toEqual(today)
    }
  })
})

test('lists of shipping are for those who ship alone', async () => {
  const support = { ...staff, duties: ['support' as const] }
  for (const list of [handoverList, claimList, pickupList]) {
    const all = new URLSearchParams()
    expect(await testShop.shop.viewList(support, list, all)).toMatchObject({ ok: false })
    expect(await testShop.shop.exportList(support, list, all, async () => {})).toBe(false)
  }
  expect(await testShop.db.$count(orders)).toBe(14)
})

test('the list of shipments has each state under its name, and finds a box by what is known of it', async () => {
  const boxes = await shipmentsTo(testShop, staff, 'TX', shipmentStates.length + 1)
  for (const [index, state] of shipmentStates.entries()) await set(boxes[index]!, { state })
  const held = boxes.at(-1)!
  await set(held, { state: 'waiting', waitsFor: 'held' })
  const nameOf = new Map(
    boxes.map(({ shipment }, index) => [shipment.number, shipmentStates[index] ?? 'held']),
  )
  const which = async (option: string) =>
    (await numbers(shipmentList, `which=${option}&size=200`))
      .flatMap((number) => nameOf.get(number) ?? [])
      .toSorted()
  expect(await which('waiting')).toEqual(['held', 'waiting'])
  expect(await which('held')).toEqual(['held'])
  expect(await which('ready')).toEqual(['ready'])
  expect(await which('handed-over')).toEqual(['handed-over'])
  expect(await which('under-way')).toEqual(['at-depot', 'attempted', 'out', 'returning', 'shipped'])
  expect(await which('delivered')).toEqual(['collected', 'delivered'])
  expect(await which('returned')).toEqual(['returned'])
  expect(await which('lost')).toEqual(['damaged', 'lost'])
  expect(await which('cancelled')).toEqual(['cancelled'])
  expect(await which('pickup')).toEqual([])
  const person = ['at-depot', 'attempted', 'damaged', 'lost', 'missed', 'returned']
  expect(await which('person')).toEqual(person)
  await set(boxes[shipmentStates.indexOf('returned')]!, { settledAt: new Date() })
  await set(boxes[shipmentStates.indexOf('attempted')]!, { followedUpAt: new Date() })
  const withHeld = ['at-depot', 'damaged', 'held', 'lost', 'missed']
  for (const waitsFor of ['not-served', 'flagged'] as const) {
    await set(held, { state: 'waiting', waitsFor })
    expect(await which('person'), waitsFor).toEqual(withHeld)
  }
  const { db } = testShop
  const flag = { reason: 'disputed', source: 'du_1' } as const
  await db.insert(orderFlags).values(boxes.map(({ order: { id } }) => ({ ...flag, orderId: id })))
  expect(await which('person')).toEqual([
    ...['at-depot', 'attempted', 'damaged', 'held', 'lost', 'missed', 'returning'],
  ])
  await db.update(orderFlags).set({ resolvedAt: new Date() })
  expect(await which('person')).toEqual(withHeld)
  const { shipment, order } = held
  const [older] = await numbers(shipmentList, `before=${shipment.number}`)
  expect(older).toBe(boxes.at(-2)!.shipment.number)
  for (const words of [shipmentNumber(shipment.number), `K-${order.number}`, order.email]) {
    expect(await numbers(shipmentList, `q=${encodeURIComponent(words)}`)).toEqual([shipment.number])
  }
})
