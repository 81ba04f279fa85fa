import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { campaigns } from '#campaigns/campaign/tables.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { everybody } from '#campaigns/campaign/audience.rules.ts'
import type { CampaignState } from '#campaigns/campaign/campaign.rules.ts'
import { releaseDrafts } from '#tests/harness/release-drafts.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

let testShop: TestShop
let staff: Awaited<ReturnType<typeof aStaffMember>>
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

const { aDraft, aDraftWithWine, aWine, aCustomer, allocate, schedule, viewed, wineRow } =
  releaseDrafts(() => ({ testShop, staff }))

describe('scheduling', () => {
  test('is refused while a price is missing, or a yellow line is not accepted', async () => {
    const draft = await aDraft()
    const wine = await aWine()
    await testShop.shop.saveReleaseWines(staff, draft.id, { wines: [wine], version: draft.version })
    expect(await schedule(draft.id)).toMatchObject({ reason: 'check', lines: ['price'] })
    await testShop.shop.createPrice(wine)
    expect(await schedule(draft.id, ['sheet'])).toMatchObject({ reason: 'check', lines: ['sheet'] })
    expect(await schedule(draft.id)).toEqual({ ok: true })
    expect(await schedule(draft.id)).toEqual({ ok: false, reason: 'wrong-state' })
  })

  test('is refused with the number in excess, and promises what is allocated', async () => {
    const { draft, wine } = await aDraftWithWine('5')
    const [a, b] = [await aCustomer(), await aCustomer()]
    await allocate(draft.id, wine, a.email, 4)
    await allocate(draft.id, wine, b.email, 3)
    const check = await testShop.shop.viewReleaseCheck(staff, draft.id)
    expect(check.ok && check.lines.find(({ id }) => id === 'sum')).toMatchObject({
      level: 'red',
      count: 2,
    })
    expect(await schedule(draft.id)).toMatchObject({ reason: 'check', lines: ['sum'] })
    const [row] = await testShop.db.select().from(allocations).where(eq(allocations.userId, b.id))
    await testShop.shop.saveAllocation(staff, draft.id, {
      ...{ id: row!.id, version: row!.version, units: 1, waveId: null, note: '' },
    })
    expect(await schedule(draft.id)).toEqual({ ok: true })
    expect(await wineRow(wine)).toMatchObject({ stock: 5, promised: 5 })
  })

  test('says how far the email about the release is', async () => {
    const { draft } = await aDraftWithWine()
    const line = async () => {
      const check = await testShop.shop.viewReleaseCheck(staff, draft.id)
      return check.ok && check.lines.find(({ id }) => id === 'campaign')
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
    expect(await schedule(draft.id)).toEqual({ ok: true })
    const { id } = draft
    const version = async () => (await viewed(id)).version
    const wines = { wines: [], version: await version() }
    expect(await testShop.shop.saveReleaseWines(staff, id, wines)).toMatchObject({
      reason: 'fixed',
    })
    const pause = { version: await version(), reason: 'The cellar is flooded.' }
    expect(await testShop.shop.pauseRelease(staff, id, pause)).toEqual({ ok: true })
    expect(await testShop.shop.pauseRelease(staff, id, pause)).toMatchObject({
      reason: 'wrong-state',
    })
    const resume = { version: await version() }
    expect(await testShop.shop.resumeRelease(staff, id, resume)).toEqual({ ok: true })
    const wrong = { version: await version(), name: 'another' }
    expect(await testShop.shop.endRelease(staff, id, wrong)).toMatchObject({ reason: 'wrong-name' })
    const right = { version: await version(), name: draft.fields.name }
    expect(await testShop.shop.endRelease(staff, id, right)).toEqual({ ok: true })
    expect(await wineRow(wine)).toMatchObject({ promised: 0 })
    // Its wine can be chosen for the next one.
    const next = await aDraft()
    const again = { wines: [wine], version: next.version }
    expect(await testShop.shop.saveReleaseWines(staff, next.id, again)).toEqual({ ok: true })
  })
})
