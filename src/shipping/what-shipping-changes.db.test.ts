import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, test } from 'vitest'

import { seedOrder } from '#app/seed/factory.ts'
import { shipToRules } from '#catalogue/destinations/ship-to.rules.ts'
import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { orderFlags, orders, refunds } from '#orders/order/tables.ts'
import { approvalRules } from '#platform/database/approvals.tables.ts'
import type { Services } from '#platform/services/services.ts'
import { viewsOf } from '#tests/harness/list-views.ts'
import type { Place, StaffMember } from '#tests/harness/shipping.ts'
import { ever, shipmentsTo } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { claimList } from './claims/claim-list.store.server.ts'
import { saveClaim } from './claims/claims.actions.server.ts'
import { disputeFacts } from './disputes/dispute-file.actions.server.ts'
import { followUpShipment } from './follow-ups/follow-up.actions.server.ts'
import { followUpKey } from './follow-ups/follow-up.rules.ts'
import { remindOfShipments } from './follow-ups/remind-of-shipments.actions.server.ts'
import { handoverList } from './handover/handover-list.store.server.ts'
import {
  deleteOldHandoverFiles,
  makeHandover,
  undoHandover,
} from './handover/handovers.actions.server.ts'
import {
  endHold,
  holdShipment,
  placeHold,
  previewHold,
  sendAtRisk,
} from './holds/holds.actions.server.ts'
import { openHolds } from './holds/holds.store.server.ts'
import {
  beginShipping,
  countOrders,
  saveShippingSettings,
  takeInOrders,
} from './overview/overview.actions.server.ts'
import { shippingFigures } from './overview/shipping-figures.store.server.ts'
import { choosePickup, offeredSlots } from './pickup/choose-pickup.actions.server.ts'
import { markCollected, markMissed, proposePickup } from './pickup/mark-pickup.actions.server.ts'
import { pickupList } from './pickup/pickup-list.store.server.ts'
import { savePickupPlace } from './pickup/pickup-places.actions.server.ts'
import { agreedOn, allPlaces, insertAgreedPickup } from './pickup/pickups.store.server.ts'
import { saveProfile } from './profiles/profiles.actions.server.ts'
import { usualProfile, writtenColumns } from './profiles/shipper-profile.rules.ts'
import { allProfiles } from './profiles/shipper-profiles.store.server.ts'
import { recomputeReadiness } from './readiness/recompute-readiness.actions.server.ts'
import { chooseReturn } from './returns/settle-return.actions.server.ts'
import {
  receiveBack,
  replaceShipment,
  settleOtherwise,
  shipAgain,
} from './returns/settle-shipment.actions.server.ts'
import { markDamaged, markLost, markReturned } from './shipments/mark-shipment.actions.server.ts'
import { shipmentList } from './shipments/shipment-list.store.server.ts'
import { shipmentById } from './shipments/shipments.store.server.ts'
import { holdAnswers, shipmentHolds, shipments } from './tables.ts'
import { addTracking, importTracking } from './tracking/add-tracking.actions.server.ts'
import type { CarrierKind } from './tracking/events.rules.ts'
import { parcelsOf } from './tracking/parcels.store.server.ts'
import { recordNews } from './tracking/record-events.actions.server.ts'
import { whereOrderIs } from './whereabouts/where-orders-are.actions.server.ts'

let testShop: TestShop
let services: Services
let staff: StaffMember
let scenario: ReturnType<typeof openScenario>
/** A Monday, ten in the morning in Los Angeles. */
let now: Date

const pass = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
}

beforeEach(async () => {
  now = new Date('2036-03-03T18:00:00Z')
  testShop = await openTestShop()
  services = { ...testShop.services, clock: () => now }
  staff = { ...(await aMember(testShop.db)), role: 'staff', duties: ['shipping'] }
  scenario = openScenario(testShop.db, { [staff.email]: 'staff', [staff.id]: 'Staff' })
})
afterEach(() => testShop.close())

const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)

/** Gives the ids and the address of a paid order a name, and its day. */
async function named(name: string, orderId: string, daysAgo = 1) {
  const createdAt = new Date(now.getTime() - daysAgo * 86_400_000)
  const [order] = await testShop.db
    .update(orders)
    .set({ createdAt })
    .where(eq(orders.id, orderId))
    .returning()
  Object.assign(scenario.names, {
    [order!.id]: `order-${name}`,
    [order!.email]: `buyer-${name}`,
    [order!.userId!]: `user-${name}`,
  })
  return order!
}

/** A paid order and its box; `index` says which wine and how many cases. */
async function aBox(name: string, place: Place = 'CA', index = 0) {
  const [{ shipment, order } = undefined as never] = await shipmentsTo(
    { ...testShop, services },
    staff,
    place,
    1,
    { index },
  )
  scenario.names[shipment.id] = name
  await named(name, order.id)
  return {
    ...{ id: shipment.id, number: shipment.number, orderId: order.id },
    buyer: { userId: order.userId!, number: order.number },
  }
}
type Box = Awaited<ReturnType<typeof aBox>>

/** What the buyer of a box reads of their order, and what the reader of its guest's link does. */
async function seenBy(box: Box) {
  const [order] = await testShop.db.select().from(orders).where(eq(orders.id, box.orderId))
  const seen = (isGuest: boolean) =>
    whereOrderIs({ ...services, db: testShop.db }, order!, { isGuest })
  const name = scenario.names[box.id]
  await scenario.read(`what its buyer reads of ${name}`, () => seen(false))
  await scenario.read(`what a guest reads of ${name}`, () => seen(true))
}

/** What the bank is sent about a disputed order. */
async function sentToBank({ id, orderId }: Box) {
  const dispute = { orderId, openedAt: now, reason: 'product_not_received', amountCents: 12_345 }
  const { file, evidence, isDelivered } = await disputeFacts(services, dispute)
  const name = scenario.names[id]
  scenario.names[shipToRules] = 'the rules'
  const { sections, ...head } = file
  await scenario.read(`what the bank is sent about ${name}`, async () => ({ head, isDelivered }))
  for (const { heading, ...section } of sections)
    await scenario.read(`${heading} (${name})`, async () => section)
  await scenario.read(`the fields of the provider (${name})`, async () => evidence)
}

/** What the carrier reports of a box, an hour after the last step. */
async function report(box: Box, kind: CarrierKind, more: object = {}) {
  pass(1)
  const parcels = await parcelsOf(testShop.db, [box.id])
  const parcelId = parcels.find(({ supersededAt }) => supersededAt === null)!.id
  const event = { parcelId, at: now, source: 'carrier', kind, ...more } as const
  await step(`${scenario.names[box.id]}: ${kind}`, () =>
    testShop.db.transaction(async (tx) => {
      await recordNews(services, tx, box.id, { events: [event] })
    }),
  )
}

/** Hands boxes over and gives each a number, without a step of its own. */
async function shipped(...boxes: Box[]) {
  const [profile] = await allProfiles(testShop.db)
  await makeHandover(
    services,
    staff,
    { profile: profile!.id, s: boxes.map(({ number }) => String(number)) },
    { key: crypto.randomUUID() },
  )
  for (const { number } of boxes) {
    const trackingNumber = `1Z999AA1${String(number).padStart(10, '0')}`
    await addTracking(services, staff, { number, carrier: 'ups', trackingNumber })
  }
}

async function nameHolds() {
  for (const { id, groupId, note, place } of await testShop.db.select().from(shipmentHolds)) {
    scenario.names[id] = `hold-${note || place}`
    scenario.names[groupId] = `group-${note || place}`
  }
}

const key = () => ({ key: crypto.randomUUID() })

test('what staff do until a box is handed over', async () => {
  const first = { ...(await aMember(testShop.db, {})), firstName: 'Ana', lastName: 'Ruiz' }
  const address = { address: '1 Main Street', city: 'Austin', state: 'TX', zipCode: '78701' }
  const inside = await seedOrder(testShop.db, { ...first, ...address }, 0, 2)
  const outside = await seedOrder(testShop.db, { ...first, ...address }, 1, 2)
  const whole = await seedOrder(testShop.db, { ...first, ...address }, 2, 2)
  await named('inside', inside, 3)
  await named('outside', outside, 5)
  await named('refunded', whole, 3)
  await testShop.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, whole))

  await step('take in before shipping began', () =>
    takeInOrders(services, staff, { since: '2036-02-28' }),
  )
  await step('begin to ship', () => beginShipping(services, staff, {}))
  await step('begin again', () => beginShipping(services, staff, {}))
  await step('count from a day', () => countOrders(services, staff, { since: '2036-02-29' }))
  await step('count from the future', () => countOrders(services, staff, { since: '2036-03-04' }))
  await step('take in more than counted', () =>
    takeInOrders(services, staff, { since: '2036-02-29', counted: 0 }),
  )
  await step('take in', () => takeInOrders(services, staff, { since: '2036-02-29', counted: 1 }))
  await step('take in again', () => takeInOrders(services, staff, { since: '2036-02-29' }))
  await step('take in the older', () => takeInOrders(services, staff, { since: '2036-02-27' }))

  const one = await aBox('one')
  const other = await aBox('other', 'AZ', 1)
  const third = await aBox('third')
  const hold = { number: one.number, reason: 'Call first' }
  await step('hold a box', () => holdShipment(services, staff, hold, key()))
  await step('hold it again', () => holdShipment(services, staff, hold, key()))
  pass(0.1)
  await step('hold it for another reason', () =>
    holdShipment(services, staff, { ...hold, reason: 'Wrong name' }, key()),
  )
  const heat = { places: 'AZ', reason: 'weather', from: '2036-03-03', until: '2036-03-07' } as const
  // The older hold is the one that counts.
  await nameHolds()
  await step('preview a hold', () => previewHold(services, staff, { ...heat, places: 'AZ, 941' }))
  const placed = key()
  await step('hold a state', () => placeHold(services, staff, { ...heat, note: 'Heat' }, placed))
  await step('the same form', () => placeHold(services, staff, { ...heat, note: 'Heat' }, placed))
  await step('hold from tomorrow', () =>
    placeHold(services, staff, { places: 'CA', reason: 'compliance', from: '2036-03-04' }, key()),
  )
  await nameHolds()
  await step('send at risk, not accepted', () =>
    sendAtRisk(services, other.buyer, { shipmentId: other.id, isAccepted: false }),
  )
  await step('send the box of another', () =>
    sendAtRisk(services, third.buyer, { shipmentId: other.id, isAccepted: true }),
  )
  const heatEnds = (endedAt: Date | null) =>
    testShop.db.update(shipmentHolds).set({ endedAt }).where(eq(shipmentHolds.place, 'AZ'))
  await heatEnds(now)
  await step('send at risk what is held no longer', () =>
    sendAtRisk(services, other.buyer, { shipmentId: other.id, isAccepted: true }),
  )
  await heatEnds(null)
  await step('the figures', () => shippingFigures(testShop.db))
  await step('send at risk', () =>
    sendAtRisk(services, other.buyer, { shipmentId: other.id, isAccepted: true }),
  )
  const groups = await openHolds(testShop.db)
  const groupOf = (note: string) => groups.find(({ holds }) => holds[0]!.note === note)!.groupId
  await step('end a hold on the page of another box', () =>
    endHold(services, staff, { group: groupOf('Call first'), number: third.number }),
  )
  await step('end the first of two holds', () =>
    endHold(services, staff, { group: groupOf('Call first'), number: one.number }),
  )
  await step('end the second', () => endHold(services, staff, { group: groupOf('Wrong name') }))
  await step('end it again', () => endHold(services, staff, { group: groupOf('Wrong name') }))
  await step('hold it anew', () => holdShipment(services, staff, hold, key()))
  await step('what is held', async () => {
    const held = await openHolds(testShop.db)
    const anew = held.find(({ holds }) => holds[0]!.note === 'Call first')!
    return [
      held.map(({ holds, affected }) => [holds[0]!.note, holds[0]!.place, affected]),
      await endHold(services, staff, { group: anew.groupId }),
    ]
  })
  await step('just before tomorrow’s hold', async () => {
    now = new Date('2036-03-04T07:59:00Z')
    return recomputeReadiness(services)
  })
  await step('tomorrow’s hold begins', async () => {
    now = new Date('2036-03-04T08:00:00Z')
    return recomputeReadiness(services)
  })
  await step('it ends', async () => {
    const begun = (await openHolds(testShop.db)).find(({ holds }) => holds[0]!.place === 'CA')!
    return endHold(services, staff, { group: begun.groupId })
  })
  await step('just before the end of the heat', async () => {
    now = new Date('2036-03-07T07:59:00Z')
    return recomputeReadiness(services)
  })
  await step('the heat ends', async () => {
    now = new Date('2036-03-07T08:00:00Z')
    const atRisk = await shipmentById(testShop.db, other.id)
    await testShop.db.delete(holdAnswers)
    return [await recomputeReadiness(services), atRisk!.state]
  })
  now = new Date('2036-03-07T18:00:00Z')
  const days = { ground: ['1', '5'], overnight: ['2'], holidays: '2036-03-05', daysBefore: '2' }
  await step('save settings', () =>
    saveShippingSettings(services, staff, { version: 1, senderZip: '94558', ...days }),
  )
  await step('save over another version', () =>
    saveShippingSettings(services, staff, { version: 1, senderZip: '94559', ...days }),
  )

  const profile = { name: 'Freight', columns: writtenColumns(usualProfile.columns.toReversed()) }
  await step('a file format', () => saveProfile(services, staff, profile))
  await step('another of its name', () => saveProfile(services, staff, profile))
  const [freight, usual] = await allProfiles(testShop.db)
  await step('rename it like another', () =>
    saveProfile(services, staff, {
      ...profile,
      ...{ id: freight!.id, version: 1 },
      name: 'Usual file',
    }),
  )

  const s = [third, one, other].map(({ number }) => String(number))
  await step('hand over none', () =>
    makeHandover(services, staff, { profile: usual!.id, s: [] }, key()),
  )
  await testShop.db.insert(orderFlags).values({ orderId: third.orderId, reason: 'disputed' })
  await step('hand over what is flagged', () =>
    makeHandover(services, staff, { profile: usual!.id, s }, key()),
  )
  await testShop.db.delete(orderFlags).where(eq(orderFlags.orderId, third.orderId))
  await testShop.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, one.orderId))
  await step('hand over what is refunded', () =>
    makeHandover(services, staff, { profile: usual!.id, s }, key()),
  )
  await testShop.db.update(orders).set({ state: 'paid' }).where(eq(orders.id, one.orderId))
  const handover = key()
  await step('hand over', () => makeHandover(services, staff, { profile: usual!.id, s }, handover))
  await step('the same form', () =>
    makeHandover(services, staff, { profile: usual!.id, s }, handover),
  )
  await step('take one out', () =>
    undoHandover(services, staff, { number: third.number, reason: 'Torn label' }),
  )
  await step('hand it over in the other format', () =>
    makeHandover(services, staff, { profile: freight!.id, s: [s[0]!] }, key()),
  )
  await step('hold what is handed over', () => holdShipment(services, staff, hold, key()))
  await step('nothing of old files', async () => {
    pass(400 * 24)
    await deleteOldHandoverFiles(services)
  })
  await step('old files go', async () => {
    pass(1)
    await deleteOldHandoverFiles(services)
  })
  const { db } = testShop
  await scenario.read('the shipments', () =>
    viewsOf(db, shipmentList, { named: 'Shipment', views: ['q=S-2002', 'q=K-1002'] }),
  )
  await scenario.read('the handovers', () => viewsOf(db, handoverList, { named: 'Handover' }))
  const holdFor = async (reason: 'weather' | 'staff') =>
    (await db.select().from(shipmentHolds).where(eq(shipmentHolds.reason, reason)))[0]!.id
  const [weather, byStaff] = [await holdFor('weather'), await holdFor('staff')]
  for (const [box, heldBy, state] of [
    [one, byStaff, 'waiting'],
    [other, byStaff, 'waiting'],
    [third, weather, 'waiting'],
    // Canceled while it was held.
    [await aBox('gone'), weather, 'cancelled'],
  ] as const) {
    const waitsFor = state === 'waiting' ? 'held' : null
    await db.update(shipments).set({ state, heldBy, waitsFor }).where(eq(shipments.id, box.id))
  }
  await scenario.read('the figures of what is held', () => shippingFigures(db))
  scenario.expectWritten('shipping-to-the-handover')
})

test('what becomes of boxes on their way', async () => {
  await beginShipping(services, staff, {})
  await saveShippingSettings(services, staff, { version: 1, senderZip: '94558', daysBefore: '0' })
  const one = await aBox('one')
  const other = await aBox('other', 'AZ', 1)
  const third = await aBox('third')
  const [profile] = await allProfiles(testShop.db)
  const s = [one, other, third].map(({ number }) => String(number))
  await makeHandover(services, staff, { profile: profile!.id, s }, key())
  const add = (more: object) => () =>
    addTracking(services, staff, {
      ...{ number: one.number, carrier: 'ups', trackingNumber: '1Z999AA10123456784' },
      ...more,
    })
  await step('a number with a day', add({ shippedOn: '2036-03-03' }))
  pass(0.1)
  await step('the same again', add({}))
  await step('a day in the future', add({ shippedOn: '2036-03-04' }))
  await step('the number of another box', add({ number: other.number }))
  await step('no number of the carrier', add({ trackingNumber: '12' }))
  pass(1)
  await step('a correction', add({ trackingNumber: '1Z12345E0205271688', isCorrection: 'yes' }))
  await step('a second box', add({ number: other.number, trackingNumber: '1Z12345E6605272234' }))
  const file = (text: string) => new File([text], 'ups.csv')
  const head = 'shipment,carrier,tracking number,shipped date\n'
  await step('a file with a row too many', () =>
    importTracking(services, staff, {
      file: file(
        `${head}S-${third.number},UPS,1Z12345E0305271640,2036-03-03\nS-${one.number},UPS,1Z12345E6605272234,`,
      ),
    }),
  )
  await step('a file', () =>
    importTracking(services, staff, {
      file: file(`${head}S-${third.number},UPS,1Z12345E0305271640,2036-03-03`),
    }),
  )
  await step('the file again', () =>
    importTracking(services, staff, {
      file: file(`${head}S-${third.number},UPS,1Z12345E0305271640,2036-03-03`),
    }),
  )
  await report(one, 'shipped')
  await step('undo the handover of a box that is shipped', () =>
    undoHandover(services, staff, { number: one.number, reason: 'Torn label' }),
  )
  await report(one, 'out')
  await report(one, 'attempted', { place: 'San Francisco, CA 94110' })
  const seen = async () => followUpKey((await shipmentById(testShop.db, one.id))!)
  const followUp = { number: one.number, what: 'called', note: 'At home', againOn: '2036-03-06' }
  await step('follow up what changed', () =>
    followUpShipment(services, staff, { ...followUp, seen: 'earlier' }),
  )
  await step('follow up', async () =>
    followUpShipment(services, staff, { ...followUp, seen: await seen() }),
  )
  await report(one, 'at-depot', { place: 'Napa' })
  await report(one, 'attempted', { place: 'Napa' })
  await seenBy(one)
  await step('two days before the depot sends it back', async () => {
    now = new Date('2036-03-07T22:59:00Z')
    await remindOfShipments(services)
  })
  await step('a day before', async () => {
    now = new Date('2036-03-08T23:30:00Z')
    await remindOfShipments(services)
  })
  await step('once', () => remindOfShipments(services))
  await report(one, 'delivered', { signer: 'A RUIZ' })
  await seenBy(one)
  await report(other, 'out')
  await report(other, 'delivered')
  await report(other, 'delivered', { signer: 'A RUIZ' })
  await report(other, 'returning')
  await report(third, 'out')
  await report(third, 'attempted')
  await report(third, 'attempted')
  await report(third, 'returning')
  await report(third, 'delivered', { place: 'NAPA, CA 94558' })
  await step('mark a delivered box lost', () =>
    markLost(services, staff, { number: one.number, reason: 'The buyer has none' }),
  )
  await step('mark it again', () =>
    markLost(services, staff, { number: one.number, reason: 'The buyer has none' }),
  )
  await step('mark one damaged', () =>
    markDamaged(services, staff, { number: other.number, reason: 'Two bottles' }),
  )
  await step('mark what is damaged returned', () =>
    markReturned(services, staff, { number: other.number, reason: 'Refused' }),
  )
  const claim = {
    ...{ number: one.number, claimNumber: 'C-1', amount: '450.00' },
    ...{ paidOn: '', refusedOn: '', refusal: '' },
  }
  await step('claim', () => saveClaim(services, staff, claim))
  await step('paid', () =>
    saveClaim(services, staff, { ...claim, version: 1, paidOn: '2036-03-08' }),
  )
  await step('a claim for a box that came back', () =>
    saveClaim(services, staff, { ...claim, number: third.number }),
  )
  const arriving = await aBox('arriving')
  await shipped(arriving)
  await report(arriving, 'shipped')
  await testShop.db
    .update(shipments)
    .set({ expectedOn: '2036-03-12' })
    .where(eq(shipments.id, arriving.id))
  // One that arrived already is not reminded of.
  await testShop.db
    .update(shipments)
    .set({ state: 'delivered', expectedOn: '2036-03-12', depotUntil: now })
    .where(eq(shipments.id, other.id))
  await step('two days before it arrives', async () => {
    now = new Date('2036-03-11T06:59:00Z')
    await remindOfShipments(services)
  })
  await step('the day before', async () => {
    now = new Date('2036-03-11T07:00:00Z')
    await remindOfShipments(services)
  })
  await report(arriving, 'delivered', { signer: 'A RUIZ' })
  await step('a delivered box comes back three weeks later', async () => {
    pass(21 * 24)
    return markReturned(services, staff, { number: arriving.number, reason: 'Refused' })
  })
  await step('a week after that, less an hour', async () => {
    pass(7 * 24 - 1)
    await remindOfShipments(services)
  })
  await step('a week after that', async () => {
    pass(1)
    await remindOfShipments(services)
  })
  const late = await aBox('late')
  await shipped(late)
  const dayBefore = async (lastDay: Date | string | null) => {
    now = new Date(new Date(lastDay!).getTime() - 24 * 60 * 60_000)
    await remindOfShipments(services)
  }
  const atDepotUntil = async () => (await shipmentById(testShop.db, late.id))!.depotUntil
  await report(late, 'attempted')
  await step('the day before its last at the depot', async () => dayBefore(await atDepotUntil()))
  await step('once more', () => remindOfShipments(services))
  await report(late, 'attempted')
  await step('the day before its new last day', async () => dayBefore(await atDepotUntil()))
  await step('once more', () => remindOfShipments(services))
  const moved = await aBox('moved')
  await shipped(moved)
  await report(moved, 'shipped')
  for (const expectedOn of ['2036-05-20', '2036-05-22']) {
    await testShop.db.update(shipments).set({ expectedOn }).where(eq(shipments.id, moved.id))
    await step(`the day before ${expectedOn}`, () => dayBefore(`${expectedOn}T20:00:00Z`))
    await step('once more', () => remindOfShipments(services))
  }
  const { db } = testShop
  await scenario.read('the shipments', () => viewsOf(db, shipmentList, { named: 'Shipment' }))
  await scenario.read('the claims', () =>
    viewsOf(db, claimList, { named: 'Shipment', views: ['q=C-1', 'q=S-2002', 'q=ruiz'] }),
  )
  const [{ shipTo } = undefined as never] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, one.orderId))
  const gift = { name: 'Dora Gil', phone: '4155550199', note: 'With love' }
  await db
    .update(orders)
    .set({
      paymentIntentId: 'pi_1',
      shipTo: {
        ...{ ...shipTo!, phone: '4155550123', birthdate: '1980-02-03', gift, rules: 'Rules 7' },
        statement: 'I am 21.',
        statementShown: { channel: 'cart', at: '2036-03-02T18:00:00Z' },
      },
    })
    .where(eq(orders.id, one.orderId))
  await db
    .update(shipments)
    .set({ shipTo: { ...shipTo!, gift } })
    .where(eq(shipments.id, one.id))
  const refund = { orderId: one.orderId, cause: 'staff', requestedAt: now } as const
  await db.insert(refunds).values([
    {
      ...{ ...refund, requestKey: '1', state: 'made', amountCents: 1_000 },
      requestedAt: new Date('2036-05-20T18:00:00Z'),
    },
    {
      ...{ ...refund, requestKey: '2', state: 'made', amountCents: 2_000 },
      settledAt: new Date('2036-05-23T18:00:00Z'),
    },
    { ...refund, requestKey: '3', state: 'requested', amountCents: 3_000 },
  ])
  const sent = [
    ['order-delivered', '2036-03-09T18:00:00Z'],
    ['order-shipped', '2036-03-04T18:00:00Z'],
  ] as const
  for (const [kind, at] of sent) {
    const sentAt = new Date(at)
    await db.update(mails).set({ state: 'sent', sentAt }).where(eq(mails.kind, kind))
  }
  await sentToBank(one)
  await sentToBank(third)
  scenario.expectWritten('shipping-under-way')
})

test('what settles boxes that came to nothing', async () => {
  await beginShipping(services, staff, {})
  const boxes: Record<string, Box> = {}
  const all = ['again', 'received', 'refund', 'collect', 'settled', 'lost', 'other'] as const
  for (const [index, name] of all.entries()) boxes[name] = await aBox(name, 'CA', index % 2)
  const box = (name: (typeof all)[number]) => boxes[name]!
  await shipped(...Object.values(boxes))
  pass(24)
  const end = async (name: (typeof all)[number], kind: 'returned' | 'lost') => {
    const [parcel] = await parcelsOf(testShop.db, [box(name).id])
    const about = { parcelId: parcel!.id, source: 'carrier' as const }
    const out = { ...about, at: new Date(now.getTime() - 60_000), kind: 'returning' as const }
    const events = [
      { ...out, kind: 'attempted' as const, at: new Date(now.getTime() - 90_000) },
      out,
    ]
    await testShop.db.transaction((tx) =>
      recordNews(services, tx, box(name).id, { events: [...events, { ...about, at: now, kind }] }),
    )
  }
  for (const name of all) await end(name, name === 'lost' ? 'lost' : 'returned')
  await seenBy(box('again'))
  const number = (name: (typeof all)[number]) => ({ number: box(name).number })
  pass(1)
  await step('receive what is lost', () => receiveBack(services, staff, number('lost')))
  await step('receive back', () => receiveBack(services, staff, number('received')))
  await step('receive it again', () => receiveBack(services, staff, number('received')))
  await step('choose the refund of what was received', () =>
    chooseReturn(services, box('received').buyer, {
      ...{ shipmentId: box('received').id, choice: 'refund' },
    }),
  )
  await step('choose a refund', () =>
    chooseReturn(services, box('refund').buyer, { shipmentId: box('refund').id, choice: 'refund' }),
  )
  await step('choose again', () =>
    chooseReturn(services, box('refund').buyer, {
      shipmentId: box('refund').id,
      choice: 'collect',
    }),
  )
  await step('receive what is to be refunded', () => receiveBack(services, staff, number('refund')))
  await step('collect the box of another', () =>
    chooseReturn(services, box('refund').buyer, {
      shipmentId: box('collect').id,
      choice: 'collect',
    }),
  )
  await step('collect', () =>
    chooseReturn(services, box('collect').buyer, {
      ...{ shipmentId: box('collect').id, choice: 'collect' },
    }),
  )
  await step('send again', () => shipAgain(services, staff, number('again')))
  await step('send it a second time', () => shipAgain(services, staff, number('again')))
  await step('replace what is not lost', () => replaceShipment(services, staff, number('other')))
  await testShop.db.update(products).set({ stock: 0, sold: 0, held: 0, promised: 0 })
  await step('replace without stock', () => replaceShipment(services, staff, number('lost')))
  await testShop.db.update(products).set({ stock: 9 })
  const limit = { refundOverCents: 119_047, endsRelease: false }
  await testShop.db.insert(approvalRules).values(limit)
  const stale = { ...staff, isCodeStale: true }
  await step('replace above the limit, with an old code', () =>
    replaceShipment(services, stale, number('lost')),
  )
  await step('replace above the limit', () => replaceShipment(services, staff, number('lost')))
  await step('ask twice', () => replaceShipment(services, staff, number('lost')))
  await testShop.db.update(approvalRules).set({ refundOverCents: 119_048 })
  await step('replace', () => replaceShipment(services, stale, number('lost')))
  await step('replace again', () => replaceShipment(services, staff, number('lost')))
  await step('settle otherwise', () =>
    settleOtherwise(services, staff, { ...number('settled'), reason: 'A check' }),
  )
  await step('the figures', () => shippingFigures(testShop.db))
  await step('a week without an answer', async () => {
    pass(7 * 24 - 1)
    await remindOfShipments(services)
  })
  await step('a second week', async () => {
    pass(7 * 24)
    await remindOfShipments(services)
  })
  for (const name of ['again', 'received', 'refund', 'lost'] as const) await seenBy(box(name))
  await sentToBank(box('lost'))
  const { db } = testShop
  await scenario.read('the shipments', () => viewsOf(db, shipmentList, { named: 'Shipment' }))
  await scenario.read('the claims', () => viewsOf(db, claimList, { named: 'Shipment' }))
  scenario.expectWritten('shipping-settled')
})

test('what becomes of pickups', async () => {
  await beginShipping(services, staff, {})
  const starts = Object.fromEntries([1, 2, 3].map((day) => [`starts-${day}`, '16:00 16:30']))
  const closed = { name: 'Cellar', address: '12 Main Street, Napa', ...starts }
  const place = { ...closed, open: 'yes' }
  const boxes: Record<string, Box> = {}
  for (const name of ['first', 'second', 'third', 'fourth']) {
    const member = { ...(await aMember(testShop.db)), firstName: 'Ana', lastName: 'Ruiz' }
    const orderId = await seedOrder(testShop.db, member, 0)
    await testShop.db
      .update(orders)
      .set({ shippingMethod: 'pickup', shipTo: null })
      .where(eq(orders.id, orderId))
    const order = await named(name, orderId)
    await takeInOrders(services, staff, { since: ever })
    const [box] = await testShop.db.select().from(shipments).where(eq(shipments.orderId, orderId))
    scenario.names[box!.id] = name
    boxes[name] = {
      ...{ id: box!.id, number: box!.number, orderId },
      buyer: { userId: order.userId!, number: order.number },
    }
  }
  const { first, second, third, fourth } = boxes as Record<string, Box> as Record<
    'first' | 'second' | 'third' | 'fourth',
    Box
  >
  await step('a place', () => savePickupPlace(services, staff, place))
  await step('another of its name', () => savePickupPlace(services, staff, place))
  const [saved] = await allPlaces(testShop.db)
  scenario.names[saved!.id] = 'Cellar'
  await step('its address', () =>
    savePickupPlace(services, staff, {
      ...{ ...place, place: saved!.id, version: 1, address: '14 Main Street, Napa' },
    }),
  )
  await step('over another version', () =>
    savePickupPlace(services, staff, { ...place, place: saved!.id, version: 1 }),
  )
  await step('what is offered', () => offeredSlots(testShop.db, services))
  await step('a hold of the whole country keeps no pickup', () =>
    placeHold(services, staff, { places: 'all', reason: 'weather', from: '2036-03-03' }, key()),
  )
  const at = (day: string, hour: string) => `${saved!.id}|2036-03-${day}T${hour}:00.000Z`
  const choose = (box: Box, slot: string) => () =>
    choosePickup(services, box.buyer, { shipmentId: box.id, slot })
  await step('choose no time', choose(first, ''))
  await step('choose a time that is not offered', choose(first, at('05', '01:00')))
  await step('choose', choose(first, at('05', '00:00')))
  await step('the same form', choose(first, at('05', '00:00')))
  await step('choose what is taken', choose(second, at('05', '00:00')))
  await step('choose the next', choose(second, at('05', '00:30')))
  await step('the list of the day', () =>
    agreedOn(testShop.db, '2036-03-04', services.settings.timeZone),
  )
  await step('the list of the day after', () =>
    agreedOn(testShop.db, '2036-03-05', services.settings.timeZone),
  )
  await step('choose the last', choose(third, at('24', '23:00')))
  await step('what is offered now', async () =>
    (await offeredSlots(testShop.db, services)).map(({ from }) => from),
  )
  await step('move the first', choose(first, at('06', '00:00')))
  await step('choose what is free again', choose(third, at('05', '00:00')))
  const { id: placeId } = saved!
  await step('a time that was taken since it was offered', () =>
    testShop.db.transaction((tx) =>
      insertAgreedPickup(tx, {
        ...{ shipmentId: second.id, placeId, from: new Date('2036-03-05T00:00:00Z') },
        until: new Date('2036-03-05T00:30:00Z'),
      }),
    ),
  )
  const shown = { checked: 'yes', document: 'passport' } as const
  await step('collect without a document', () =>
    markCollected(services, staff, { number: third.number, checked: 'yes', document: 'library' }),
  )
  await step('missed before it begins', () => markMissed(services, staff, { number: third.number }))
  now = new Date('2036-03-05T00:00:00Z')
  await step('collected', () => markCollected(services, staff, { number: third.number, ...shown }))
  await step('again', () => markCollected(services, staff, { number: third.number, ...shown }))
  pass(0.1)
  await step('another place', () =>
    savePickupPlace(services, staff, { name: 'Barn', address: '1 Oak Road, Napa' }),
  )
  const [barn] = await allPlaces(testShop.db)
  scenario.names[barn!.id] = 'Barn'
  await step('a time there that is taken at the other place', () =>
    testShop.db.transaction((tx) =>
      insertAgreedPickup(tx, {
        ...{ shipmentId: fourth.id, placeId: barn!.id, from: new Date('2036-03-06T00:00:00Z') },
        until: new Date('2036-03-06T00:30:00Z'),
      }),
    ),
  )
  await step('collected before its time', () =>
    markCollected(services, staff, { number: first.number, ...shown }),
  )
  now = new Date('2036-03-05T00:30:00Z')
  await step('missed', () => markMissed(services, staff, { number: second.number }))
  await step('missed again', () => markMissed(services, staff, { number: second.number }))
  await step('choose another time', choose(second, at('06', '00:00')))
  now = new Date('2036-03-06T00:00:00Z')
  await step('missed a second time', () => markMissed(services, staff, { number: second.number }))
  await step('the list of the day that was missed', () =>
    agreedOn(testShop.db, '2036-03-04', services.settings.timeZone),
  )
  await step('choose for the fourth', choose(fourth, at('10', '23:00')))
  now = new Date('2036-03-10T23:00:00Z')
  await step('the figures', () => shippingFigures(testShop.db))
  const { db } = testShop
  const views = ['from=2036-03-10', 'from=2036-03-11', 'to=2036-03-09', 'to=2036-03-10']
  await seenBy(fourth)
  const pickups = () =>
    viewsOf(db, pickupList, { named: 'Shipment', views: [...views, `place=${saved!.id}`] })
  await scenario.read('the pickups', pickups)
  await step('close the place', () =>
    savePickupPlace(services, staff, { ...closed, place: saved!.id, version: 2 }),
  )
  await step('missed while no place is open', () =>
    markMissed(services, staff, { number: fourth.number }),
  )
  await step('propose while no place is open', () =>
    proposePickup(services, staff, { number: fourth.number }),
  )
  await savePickupPlace(services, staff, { ...place, place: saved!.id, version: 3 })
  await step('propose', () => proposePickup(services, staff, { number: second.number }))
  await step('propose again', () => proposePickup(services, staff, { number: second.number }))
  await scenario.read('the pickups afterwards', pickups)
  await seenBy(second)
  const there = { ...shown, place: placeId }
  await step('collected without an appointment', () =>
    markCollected(services, staff, { number: second.number, ...there }),
  )
  await step('another at that place in the same millisecond', () =>
    markCollected(services, staff, { number: fourth.number, ...there }),
  )
  await step('choose after all', choose(second, at('17', '23:00')))
  await sentToBank(third)
  await scenario.read('the shipments', () => viewsOf(db, shipmentList, { named: 'Shipment' }))
  scenario.expectWritten('shipping-pickups')
})
