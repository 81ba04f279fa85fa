import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { reconciliations } from '#accounting/reconciliation/tables.ts'
import { seedOrder } from '#app/seed/factory.ts'
import { everybody } from '#campaigns/campaign/audience.rules.ts'
import type { CampaignState } from '#campaigns/campaign/campaign.rules.ts'
import { campaigns } from '#campaigns/campaign/tables.ts'
import { allocations, releases } from '#catalogue/on-sale/tables.ts'
import { neutralPicture, pictureInPreparation } from '#catalogue/pictures/picture.rules.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orderLines } from '#orders/order/tables.ts'
import { releaseDrafts, saveRow } from '#tests/harness/release-drafts.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { viewReleaseCheck } from '../check/check-release.actions.server.ts'
import {
  endRelease,
  pauseRelease,
  resumeRelease,
  scheduleRelease,
  unscheduleRelease,
} from './change-release-state.actions.server.ts'

let testShop: TestShop
let staff: Awaited<ReturnType<typeof aStaffMember>>
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

const { aDraft, aDraftWithWine, aWine, aCustomer, allocate, choose, schedule, viewed, wineRow } =
  releaseDrafts(() => ({ testShop, staff }))

const wrongState = { status: 409, sentence: 'The release is in another state now.' }
const open = (lines: string) => ({ status: 409, sentence: `Not scheduled. Still open: ${lines}.` })

describe('scheduling', () => {
  test('is refused while a price is missing, or a yellow line is not accepted', async () => {
    const draft = await aDraft()
    const wine = await aWine()
    await choose(draft, [wine])
    expect(await schedule(draft.id)).toMatchObject(open('Price at the payment provider'))
    // What is red is not accepted, whatever the form sends.
    const { lines } = await viewReleaseCheck(testShop.services, staff, await viewed(draft.id))
    const { id, version } = await viewed(draft.id)
    const everything = { id, version, accepted: lines.map((line) => line.id) }
    expect(await scheduleRelease(testShop.services, staff, everything)).toMatchObject(
      open('Price at the payment provider'),
    )
    expect(await viewed(draft.id)).toMatchObject({ state: 'draft', version })
    await testShop.shop.createPrice(wine)
    expect(await schedule(draft.id, ['sheet'])).toMatchObject(open('Technical sheet'))
    expect(await schedule(draft.id)).toMatchObject({ ok: true })
    expect(await schedule(draft.id)).toMatchObject(wrongState)
  })

  test('asks for pictures that are of the wine, and made', async () => {
    const { draft, wine } = await aDraftWithWine()
    const lacksPicture = async (image: string) => {
      await testShop.db.update(products).set({ image }).where(eq(products.id, wine))
      const { lines } = await viewReleaseCheck(testShop.services, staff, await viewed(draft.id))
      return lines.find(({ id }) => id === 'picture')!.count
    }
    expect(await lacksPicture(neutralPicture)).toBe(1)
    expect(await lacksPicture(pictureInPreparation)).toBe(1)
    expect(await lacksPicture('malbec')).toBe(0)
  })

  test('asks for a reconciliation whose last run found no difference', async () => {
    const draft = await viewed((await aDraft()).id)
    const level = async () => {
      const { lines } = await viewReleaseCheck(testShop.services, staff, draft)
      return lines.find(({ id }) => id === 'reconciliation')!.level
    }
    expect(await level()).toBe('yellow')
    const at = new Date()
    for (const [run, expected] of [
      [{ differenceCount: 0 }, 'good'],
      [{ differenceCount: 1 }, 'yellow'],
      [{ differenceCount: 0, hasFailed: true }, 'yellow'],
      [{ differenceCount: 0 }, 'good'],
    ] as const) {
      const span = { startedAt: at, finishedAt: at, spanFrom: at, spanTo: at }
      await testShop.db.insert(reconciliations).values({ ...span, ...run })
      expect(await level()).toBe(expected)
    }
  })

  test('is refused with the number in excess, and promises what is allocated', async () => {
    const { draft, wine } = await aDraftWithWine('5')
    const [a, b] = [await aCustomer(), await aCustomer()]
    await allocate(draft.id, wine, a.email, 4)
    await allocate(draft.id, wine, b.email, 3)
    const { lines } = await viewReleaseCheck(testShop.services, staff, await viewed(draft.id))
    expect(lines.find(({ id }) => id === 'sum')).toMatchObject({
      level: 'red',
      count: 2,
    })
    expect(await schedule(draft.id)).toMatchObject(open('Sum of allocations within stock'))
    const [row] = await testShop.db.select().from(allocations).where(eq(allocations.userId, b.id))
    await saveRow(testShop, staff, draft.id, {
      ...{ id: row!.id, version: row!.version, units: 1, waveId: null, note: '' },
    })
    // What a deleted customer had is promised to nobody.
    const left = { releaseId: draft.id, productId: wine, userId: null, units: 1 }
    await testShop.db.insert(allocations).values({ ...left, origin: 'manual' })
    expect(await schedule(draft.id)).toMatchObject({ ok: true })
    expect(await wineRow(wine)).toMatchObject({ stock: 5, promised: 5 })
  })

  test('says how far the email about the release is', async () => {
    const { draft } = await aDraftWithWine()
    const line = async () => {
      const { lines } = await viewReleaseCheck(testShop.services, staff, await viewed(draft.id))
      return lines.find(({ id }) => id === 'campaign')
    }
    expect(await line()).toEqual({ id: 'campaign', level: 'yellow', count: 0, names: [] })
    const about = { releaseId: draft.id, audience: everybody, sendAt: new Date() }
    const add = (name: string, state: CampaignState) =>
      testShop.db.insert(campaigns).values({ ...about, name, state })
    await testShop.db.insert(campaigns).values({ ...about, releaseId: null, name: 'Another' })
    await add('Given up', 'stopped')
    expect(await line()).not.toHaveProperty('campaign')
    await add('A draft', 'draft')
    expect(await line()).toMatchObject({ level: 'yellow', campaign: { state: 'draft' } })
    await add('The invitation', 'scheduled')
    expect(await line()).toMatchObject({ level: 'good', campaign: { name: 'The invitation' } })
    const becomes = (state: CampaignState) =>
      testShop.db.update(campaigns).set({ state }).where(eq(campaigns.name, 'The invitation'))
    await becomes('sending')
    expect(await line()).toMatchObject({ level: 'good', campaign: { state: 'sending' } })
    // Paused it reaches nobody, and is still further than the draft.
    await becomes('paused')
    expect(await line()).toMatchObject({ level: 'yellow', campaign: { state: 'paused' } })
    await testShop.db.update(campaigns).set({ state: 'sent' }).where(eq(campaigns.name, 'A draft'))
    expect(await line()).toMatchObject({ level: 'good', campaign: { state: 'sent' } })
    await testShop.db.delete(campaigns)
  })

  test('fixes wines and waves; pausing, resuming and ending follow', async () => {
    const { draft, wine } = await aDraftWithWine()
    const customer = await aCustomer()
    await allocate(draft.id, wine, customer.email, 2)
    expect(await schedule(draft.id)).toMatchObject({ ok: true })
    const { id } = draft
    const version = async () => (await viewed(id)).version
    expect(await choose(await viewed(id), [])).toMatchObject({
      ...{ status: 409, sentence: 'This can no longer be changed.' },
    })
    const { services } = testShop
    const pause = { id, version: await version(), reason: 'The cellar is flooded.' }
    expect(await pauseRelease(services, staff, pause)).toMatchObject({ ok: true })
    expect(await viewed(id)).toMatchObject({ pauseReason: 'The cellar is flooded.' })
    expect(await pauseRelease(services, staff, pause)).toMatchObject(wrongState)
    const resume = { id, version: await version() }
    expect(await resumeRelease(services, staff, resume)).toMatchObject({ ok: true })
    const wrong = { id, version: await version(), name: 'another' }
    expect(await endRelease(services, staff, wrong)).toMatchObject({
      ...{ status: 400, errors: { name: 'That is not the name of this release.' } },
    })
    const right = { id, version: await version(), name: draft.fields.name }
    expect(await endRelease(services, staff, right)).toMatchObject({ ok: true })
    expect(await wineRow(wine)).toMatchObject({ promised: 0 })
    // Its wine can be chosen for the next one.
    const next = await aDraft()
    expect(await choose(next, [wine])).toMatchObject({ ok: true })
  })

  test('is taken back before the opening, and what it promised is free', async () => {
    const { services, db } = testShop
    const { draft, wine } = await aDraftWithWine()
    const customer = await aCustomer()
    await allocate(draft.id, wine, customer.email, 2)
    expect(await schedule(draft.id)).toMatchObject({ ok: true })
    expect(await wineRow(wine)).toMatchObject({ promised: 2 })
    const seen = async () => ({ id: draft.id, version: (await viewed(draft.id)).version })
    // A rehearsal has it in payment.
    await db.update(allocations).set({ held: 1 }).where(eq(allocations.userId, customer.id))
    const bought = /^Some of its wine is bought or in payment/
    const refused = { status: 409, sentence: expect.stringMatching(bought) }
    expect(await unscheduleRelease(services, staff, await seen())).toMatchObject(refused)
    await db.update(allocations).set({ held: 0 }).where(eq(allocations.userId, customer.id))
    const order = await seedOrder(db, { ...customer, firstName: 'Ana', lastName: 'Ruiz' }, 0)
    const line = (returned: number) =>
      db
        .update(orderLines)
        .set({ releaseId: draft.id, quantity: 1, returned })
        .where(eq(orderLines.orderId, order))
    await line(0)
    expect(await unscheduleRelease(services, staff, await seen())).toMatchObject(refused)
    await line(1)
    const campaign = { releaseId: draft.id, audience: everybody, sendAt: new Date() }
    for (const state of ['scheduled', 'sending'] as const) {
      await db.insert(campaigns).values({ ...campaign, name: 'Announcement', state: 'sent' })
      await db.insert(campaigns).values({ ...campaign, name: 'Invitation', state })
      expect(await unscheduleRelease(services, staff, await seen())).toMatchObject({
        ...{ status: 409, sentence: expect.stringContaining('Invitation') },
      })
      await db.delete(campaigns)
    }
    expect(await unscheduleRelease(services, staff, await seen())).toMatchObject({ ok: true })
    expect(await wineRow(wine)).toMatchObject({ promised: 0 })
    expect(await viewed(draft.id)).toMatchObject({ phase: 'draft' })
    expect(await choose(await viewed(draft.id), [wine, await aWine()])).toMatchObject({ ok: true })
    expect(await unscheduleRelease(services, staff, await seen())).toMatchObject(wrongState)
    const opened = { state: 'scheduled', opensAt: new Date(Date.now() - 60_000) } as const
    await db.update(releases).set(opened).where(eq(releases.id, draft.id))
    expect(await unscheduleRelease(services, staff, await seen())).toMatchObject(wrongState)
    await db.update(releases).set({ state: 'ended' }).where(eq(releases.id, draft.id))
  })
})
