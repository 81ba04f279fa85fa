import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { orderLines } from '#orders/order/tables.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { undoHandover } from '#shipping/handover/handovers.actions.server.ts'
import { handovers } from '#shipping/handover/tables.ts'
import { insertHolds } from '#shipping/holds/holds.store.server.ts'
import { saveShippingSettings } from '#shipping/overview/overview.actions.server.ts'
import { copyShipment } from '#shipping/shipments/new-shipments.store.server.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  emailsTo,
  eventsNow,
  sendHandover,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { changeAddress, changeEarliest } from './change-order.actions.server.ts'
import { shipsUntilOf } from './order-changes.store.server.ts'
import { orderChanges } from './tables.ts'
import { ownOrder, viewChanges } from './view-changes.actions.server.ts'

let testShop: TestShop
let staff: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())
beforeEach(() => setStock(testShop.db, 'malbec-2022', 10_000))

type Box = Awaited<ReturnType<typeof shipmentsTo>>[number]

const aBox = async (place: 'TX' | 'CA' = 'CA') => {
  const [box] = await shipmentsTo(testShop, staff, place, 1)
  return box!
}

const buyerOf = ({ order }: Box) => ({ id: order.userId!, email: order.email }) as never

const austin = {
  ...{ address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' },
  ...{ zipCode: '78701', statement: 'yes' },
}

const send = (box: Box, fields: object = {}, key: string = randomUUID()) =>
  changeAddress(
    testShop.services,
    buyerOf(box),
    { number: String(box.order.number), seen: '0', ...austin, ...fields },
    { key },
  )

const wait = (box: Box, earliest: string, seen = '0') =>
  changeEarliest(
    testShop.services,
    buyerOf(box),
    { number: String(box.order.number), seen, earliest },
    { key: randomUUID() },
  )

const changesNow = ({ order }: Box) =>
  testShop.db
    .select()
    .from(orderChanges)
    .where(eq(orderChanges.orderId, order.id))
    .orderBy(orderChanges.at)

const viewed = async (box: Box) => {
  const number = String(box.order.number)
  const own = await ownOrder(testShop.services, buyerOf(box), { number })
  return viewChanges(testShop.services, own!)
}

/** The calendar day that many days from today. */
const dayAhead = (days: number) =>
  shopDates('America/Los_Angeles').isoDay(
    new Date(testShop.services.clock().getTime() + days * 24 * 60 * 60_000),
  )

describe('another address', () => {
  test('is where the box goes, at the same price; the order keeps what was sold', async () => {
    const box = await aBox()
    expect(await viewed(box)).toMatchObject({ whyNot: null, seen: 0, to: { state: 'CA' } })
    expect(await send(box)).toMatchObject({
      ok: true,
      said: { sentence: 'Your order now ships to Texas 78701. We have emailed you.' },
    })
    const now = await shipmentNow(testShop, box.shipment.id)
    expect(now).toMatchObject({ state: 'ready', toState: 'TX', toZip: '78701' })
    expect(now.shipTo).toMatchObject({
      ...{ name: box.order.shipTo!.name, birthdate: box.order.shipTo!.birthdate },
      ...{ address: '500 Congress Avenue', city: 'Austin', state: 'TX', zipCode: '78701' },
      statement: 'I am 21 or older, I will sign for the delivery, and this wine is not for resale.',
      statementShown: { channel: 'order-page', at: expect.any(String) },
    })
    const { rows } = await testShop.db.execute(
      sql`select ship_to_state, total_cents from orders where id = ${box.order.id}`,
    )
    expect(rows).toEqual([{ ship_to_state: 'CA', total_cents: box.order.totalCents }])
    expect((await eventsNow(testShop, box.shipment.id)).at(-1)).toMatchObject({
      ...{ kind: 'changed', source: 'customer', text: 'Your order now ships to Texas 78701.' },
    })
    expect(await changesNow(box)).toMatchObject([
      { kind: 'address', by: 'customer', after: { address: { zipCode: '78701' } } },
    ])
    const mails = await emailsTo(testShop, box.order.email, 'order-changed')
    expect(mails).toMatchObject([
      {
        props: {
          what: 'Your order now ships to Texas 78701.',
          ordered: [{ description: '2022 Malbec, 3-pack of 750ml', quantity: 1 }],
        },
      },
    ])
    expect(await viewed(box)).toMatchObject({ seen: 1, to: { state: 'TX' } })
  })

  test.each([
    [
      'a state where wine may not go',
      { state: 'UT', zipCode: '84101', city: 'Salt Lake City' },
      'state',
    ],
    ['a PO box', { address: 'PO Box 1200' }, 'address'],
    ['a ZIP code of another state', { zipCode: '94110' }, 'zipCode'],
    ['no city', { city: '' }, 'city'],
    ['no statement', { statement: '' }, 'statement'],
  ])('is refused with %s, and the old one stands', async (_name, fields, field) => {
    const box = await aBox()
    expect(await send(box, fields)).toMatchObject({
      ok: false,
      status: 400,
      errors: { [field]: expect.any(String) },
    })
    expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({ toState: 'CA' })
    expect(await changesNow(box)).toEqual([])
  })

  test('is one change, though the form is sent twice; a second tab sees what the first did', async () => {
    const box = await aBox()
    const key = randomUUID()
    const both = await Promise.all([send(box, {}, key), send(box, {}, key)])
    expect(both).toMatchObject([{ ok: true }, { ok: true }])
    expect(await changesNow(box)).toHaveLength(1)
    expect(await send(box, { address: '9 Other Street' })).toMatchObject({
      ...{ ok: false, status: 409 },
      sentence: 'This order was changed in the meantime. Here is how it stands now.',
    })
    expect(await send(box, { seen: '1' })).toMatchObject({
      errors: { address: 'It already goes there.' },
    })
  })

  test('is by a guest’s link too, which shows neither street nor ZIP code, and by no other’s', async () => {
    const box = await aBox()
    const { services, db } = testShop
    await db.execute(sql`update orders set user_id = null where id = ${box.order.id}`)
    const token = services.orderLinks.sign(box.order.id)
    const own = await ownOrder(services, null, { token })
    expect((await viewChanges(services, own!))!.to).toEqual({ city: 'San Francisco', state: 'CA' })
    const typed = { token, seen: '0', ...austin }
    const change = (fields: object) => changeAddress(services, null, { ...typed, ...fields })
    expect(await change({ token: `${token}x` })).toMatchObject({ status: 404 })
    expect(await change({})).toMatchObject({
      ok: true,
      said: { to: `/order/${token}#where-it-is` },
    })
    expect(await changesNow(box)).toMatchObject([{ by: 'guest-link' }])
    const shown = JSON.stringify(await testShop.shop.viewGuestOrder(token))
    expect(shown).toContain('Your order now ships to Texas.')
    expect(shown).not.toMatch(/Congress|Austin|78701/)
  })

  test('is for its buyer alone, not by a limited login session', async () => {
    const box = await aBox()
    const typed = { number: String(box.order.number), seen: '0', ...austin }
    const other = await aMember(testShop.db)
    const gone = { ok: false, status: 404 }
    expect(await changeAddress(testShop.services, other as never, typed)).toMatchObject(gone)
    expect(await changeAddress(testShop.services, null, typed)).toMatchObject(gone)
    const limited = { ...(buyerOf(box) as object), isLimited: true } as never
    expect(await changeAddress(testShop.services, limited, typed)).toMatchObject(gone)
    expect(await changesNow(box)).toEqual([])
  })

  test('lets a hold for the old state go, and meets one for the new', async () => {
    const box = await aBox()
    const hold = { scope: 'state', place: 'TX', reason: 'weather', from: new Date(0) } as const
    const { db } = testShop
    const groupId = randomUUID()
    await db.transaction((tx) => insertHolds(tx, [{ ...hold, groupId, by: 'staff' }]))
    await send(box)
    expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({ waitsFor: 'held' })
    await db.execute(sql`delete from shipment_holds`)
  })

  test('of a replacement on its way names the handover of that one', async () => {
    const { db } = testShop
    const box = await aBox()
    await db.execute(sql`update shipments set state = 'damaged', handed_at = '2026-11-01T10:00Z'
      where id = ${box.shipment.id}`)
    await db.transaction((tx) =>
      copyShipment(tx, box.shipment, 'replacement', new Date('2026-11-05T10:00Z')),
    )
    expect(await viewed(box)).toMatchObject({ whyNot: 'partly-sent' })
    await db.execute(sql`update shipments set state = 'handed-over', handed_at = '2026-11-06T10:00Z'
      where order_id = ${box.order.id} and kind = 'replacement'`)
    const handedAt = new Date('2026-11-06T10:00Z')
    expect(await viewed(box)).toMatchObject({ whyNot: 'handed-over', handedAt })
  })

  test('is refused once the box is handed over, flagged, disputed or changed ten times', async () => {
    const { db } = testShop
    const gone = await aBox()
    await sendHandover(testShop, staff, [gone.shipment.number])
    expect(await viewed(gone)).toMatchObject({ whyNot: 'handed-over', handedAt: expect.any(Date) })
    expect(await send(gone)).toMatchObject({
      ...{ ok: false, status: 409, sentence: expect.stringContaining('handed over for shipping') },
    })
    const { number } = gone.shipment
    await undoHandover(testShop.services, staff, { number, reason: 'Wrong pallet.' })
    expect(await send(gone)).toMatchObject({ ok: true })

    const flagged = await aBox()
    await db.execute(sql`
      insert into order_flags (order_id, reason) values (${flagged.order.id}, 'address-differs')`)
    const looking = { ok: false, sentence: expect.stringContaining('reviewing this order') }
    expect(await send(flagged)).toMatchObject(looking)
    const disputed = await aBox()
    await db.execute(sql`update orders set state = 'disputed' where id = ${disputed.order.id}`)
    expect(await send(disputed)).toMatchObject(looking)

    const often = await aBox()
    for (let seen = 0; seen < 10; seen++) {
      const fields = { seen: String(seen), address: `${seen + 1} Congress Avenue` }
      expect(await send(often, fields)).toMatchObject({ ok: true })
    }
    expect(await send(often, { seen: '10', address: '11 Congress Avenue' })).toMatchObject({
      ...{ ok: false, sentence: expect.stringContaining('ten times') },
    })
  })

  test('of it and a handover at the same moment one wins, and the file agrees with the box', async () => {
    const boxes = await shipmentsTo(testShop, staff, 'CA', 200)
    const won = { change: 0, handover: 0 }
    for (const box of boxes) {
      const [changed, handed] = await Promise.all([
        send(box),
        sendHandover(testShop, staff, [box.shipment.number]),
      ])
      const now = await shipmentNow(testShop, box.shipment.id)
      expect(now.toState).toBe(changed.ok ? 'TX' : 'CA')
      expect(now.state).toBe(handed.ok ? 'handed-over' : 'ready')
      if (!handed.ok) continue
      const { id } = handed.done.handover
      const [made] = await testShop.db.select().from(handovers).where(eq(handovers.id, id))
      const file = made!.file!.toString('utf8')
      expect(file.includes('500 Congress Avenue')).toBe(changed.ok)
      expect(file.includes('1 Main Street')).toBe(!changed.ok)
      won[changed.ok ? 'change' : 'handover']++
    }
    expect(won.change + won.handover).toBeGreaterThan(0)
  })
})

describe('the earliest day', () => {
  test('keeps the box here until then, and is taken back', async () => {
    const box = await aBox()
    expect(await wait(box, dayAhead(40))).toMatchObject({ ok: true })
    expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({
      ...{ state: 'waiting', waitsFor: 'not-yet', notBefore: expect.any(Date) },
    })
    expect(await viewed(box)).toMatchObject({ earliest: dayAhead(40), seen: 1 })
    expect(await wait(box, dayAhead(40), '1')).toMatchObject({
      errors: { earliest: 'It is already set this way.' },
    })
    expect(await wait(box, '', '1')).toMatchObject({
      said: { sentence: 'Your order ships as soon as possible. We have emailed you.' },
    })
    expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({
      ...{ state: 'ready', notBefore: null },
    })
    expect(await emailsTo(testShop, box.order.email, 'order-changed')).toHaveLength(2)
  })

  test('that is today, or over by now, is none', async () => {
    const box = await aBox()
    const already = { errors: { earliest: 'It is already set this way.' } }
    expect(await wait(box, dayAhead(0))).toMatchObject(already)
    expect(await wait(box, dayAhead(3))).toMatchObject({ ok: true })
    await testShop.db.execute(sql`
      update shipments set not_before = now() - interval '1 minute' where id = ${box.shipment.id}`)
    expect(await wait(box, '', '1')).toMatchObject(already)
    expect(await wait(box, dayAhead(0), '1')).toMatchObject(already)
    expect(await wait(box, dayAhead(4), '1')).toMatchObject({ ok: true })
    expect(await wait(box, dayAhead(0), '2')).toMatchObject({ ok: true })
    expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({ notBefore: null })
    expect((await changesNow(box)).map(({ before, after }) => [before, after])).toEqual([
      [{ earliest: null }, { earliest: dayAhead(3) }],
      [{ earliest: null }, { earliest: dayAhead(4) }],
      [{ earliest: dayAhead(4) }, { earliest: null }],
    ])
  })

  test('is within what every release of its wines allows', async () => {
    const box = await aBox()
    const { db } = testShop
    const until = async (shipsUntil: string) => {
      const { wine, release } = await aRelease(db, { shipsUntil })
      await db.execute(sql`
        insert into order_lines (order_id, product_id, description, quantity, unit_price_cents,
          tax_cents, release_id)
        values (${box.order.id}, ${wine}, 'Malbec', 1, 45000, 0, ${release.id})`)
    }
    await until(dayAhead(60))
    await until(dayAhead(30))
    expect(await shipsUntilOf(db, box.order.id)).toBe(dayAhead(30))
    expect(await wait(box, dayAhead(31))).toMatchObject({
      errors: { earliest: expect.any(String) },
    })
    expect(await shipsUntilOf(db, (await aBox()).order.id)).toBeNull()
  })

  test('is not before the one from which a release of its wines ships', async () => {
    const box = await aBox()
    const { db } = testShop
    const { release } = await aRelease(db, { shipsFrom: dayAhead(30) })
    const isOfBox = eq(orderLines.orderId, box.order.id)
    await db.update(orderLines).set({ releaseId: release.id }).where(isOfBox)
    expect(await wait(box, dayAhead(29))).toMatchObject({
      errors: { earliest: expect.stringContaining('This wine leaves from') },
    })
    expect(await wait(box, dayAhead(30))).toMatchObject({ ok: true })
  })

  test('is neither over, nor too late, nor one on which nothing leaves', async () => {
    const box = await aBox()
    const refused = (sentence: unknown) => ({ ok: false, errors: { earliest: sentence } })
    expect(await wait(box, dayAhead(-1))).toMatchObject(refused('That day is over.'))
    expect(await wait(box, 'soon')).toMatchObject(refused('Please choose a day.'))
    expect(await wait(box, dayAhead(181))).toMatchObject(
      refused(expect.stringContaining('We keep your wine until')),
    )
    const holiday = { version: 1, senderZip: '', holidays: dayAhead(20), daysBefore: '0' }
    const everyDay = ['0', '1', '2', '3', '4', '5', '6']
    const days = { ground: everyDay, overnight: everyDay }
    expect(
      await saveShippingSettings(testShop.services, staff, { ...holiday, ...days }),
    ).toMatchObject({ ok: true })
    expect(await wait(box, dayAhead(20))).toMatchObject(
      refused(expect.stringContaining('The next day is')),
    )
    expect(await wait(box, dayAhead(21))).toMatchObject({ ok: true })
  })
})

test('nothing is said about changes where no shipment is left', async () => {
  const box = await aBox()
  await testShop.db.execute(sql`
    update shipments set state = 'cancelled', waits_for = null where id = ${box.shipment.id}`)
  expect(await viewed(box)).toBeNull()
})
