import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TypedRelease } from '#catalogue/on-sale/release-form.rules.ts'
import { allocations, releases, releaseWaves } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'
import {
  releaseDrafts,
  sentAs,
  sentRules,
  typedRelease,
  zone,
} from '#tests/harness/release-drafts.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { rulesOf } from '../allocations/allocation-plan.store.server.ts'
import { setBehindYear } from '../allocations/behind-year.actions.server.ts'
import { buildAllocations } from '../allocations/build-allocations.actions.server.ts'
import { earlierReleases } from '../allocations/earlier-release.store.server.ts'
import {
  addAllocation,
  importAllocationFile,
  takeOverFrom,
} from '../allocations/save-allocation.actions.server.ts'
import { viewReleaseLive } from '../release-day/view-live.actions.server.ts'
import {
  cloneRelease,
  createRelease,
  saveReleaseHours,
  saveReleaseTexts,
} from './save-release.actions.server.ts'
import { choosableWines } from './staff-releases.store.server.ts'
import { textsIn, typedOf } from './typed-release.rules.ts'

let testShop: TestShop
let staff: Awaited<ReturnType<typeof aStaffMember>>
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

const { choose, aDraft, aDraftWithWine, aWine, aCustomer, viewed, schedule } = releaseDrafts(
  () => ({
    testShop,
    staff,
  }),
)

describe('a draft', () => {
  test('is made once, however often its form is sent', async () => {
    const key = randomUUID()
    const typed = typedRelease()
    const first = await aDraft(typed, key)
    const again = await createRelease(testShop.services, staff, sentAs(typed), { key })
    expect(again).toMatchObject({ ok: true, done: { id: first.id } })
    expect(first.fields.waves.map(({ name }) => name)).toEqual(['Club', 'Everyone'])
  })

  test('is refused with an hour that the clocks skip', async () => {
    const skipped = typedRelease({ opensAt: '2027-03-14T02:30' })
    expect(await createRelease(testShop.services, staff, sentAs(skipped))).toMatchObject({
      ...{ ok: false, status: 400 },
      errors: { opensAt: 'The clocks skip this hour that night: please choose another' },
      shown: { typed: skipped },
    })
  })

  test('is not saved over another staff user’s change', async () => {
    const draft = await aDraft()
    const { id, version } = draft
    const texts = textsIn(draft.fields)
    const save = (change: object) => {
      const typed = { ...texts, ...change, id, version, base: JSON.stringify(texts) }
      return saveReleaseTexts(testShop.services, staff, typed)
    }
    expect(await save({ banner: 'First' })).toMatchObject({ ok: true })
    expect(await save({ banner: 'Second', text: 'Mine' })).toMatchObject({
      ...{ ok: false, status: 409 },
      shown: {
        problem: 'saved-elsewhere',
        values: { banner: 'Second', text: 'Mine' },
        now: { version: 2, fields: { banner: 'First' }, by: staff.email },
      },
    })
    const hours = { ...sentAs(typedOf(draft.fields, zone)), id, version }
    expect(await saveReleaseHours(testShop.services, staff, hours)).toMatchObject({ ok: true })
    const { closesAt } = typedOf(
      { ...draft.fields, closesAt: new Date(Date.now() + 71 * 3_600_000) },
      zone,
    )
    const later = { ...hours, closesAt }
    expect(await saveReleaseHours(testShop.services, staff, later)).toMatchObject({
      ...{ ok: false, status: 409 },
      sentence:
        'This release was saved elsewhere in the meantime. Please look at it as it is now, and save again.',
    })
    expect((await viewed(id)).version).toBe(2)
  })

  test('has its waves renamed, added and left out, but none with allocations', async () => {
    const { draft, wine } = await aDraftWithWine()
    const typed = typedOf(draft.fields, zone)
    const [club, everyone] = typed.waves
    const save = async (waves: TypedRelease['waves']) => {
      const { id, version } = await viewed(draft.id)
      const sent = { ...sentAs({ ...typed, waves }), id, version }
      return saveReleaseHours(testShop.services, staff, sent)
    }
    const swapped = [
      { ...club!, name: everyone!.name },
      { ...everyone!, name: club!.name },
    ]
    expect(await save(swapped)).toMatchObject({ ok: true })
    const customer = await aCustomer()
    await addAllocation(testShop.services, staff, {
      ...{ id: draft.id, email: customer.email, wine, units: '1', wave: club!.id },
    })
    expect(await save([everyone!])).toMatchObject({
      ...{ ok: false, status: 409 },
      sentence: 'A wave with allocations can’t be removed.',
    })
    expect((await viewed(draft.id)).fields.waves).toHaveLength(2)
    expect(await save([club!])).toMatchObject({ ok: true })
  })

  test('is postponed with its waves once it is scheduled, which stay the ones they are', async () => {
    const { draft } = await aDraftWithWine()
    await schedule(draft.id)
    const typed = typedOf(draft.fields, zone)
    const later = (at: Date) => hourOf(new Date(at.getTime() + 3_600_000), zone)
    const postponed = {
      ...typed,
      opensAt: later(draft.fields.opensAt),
      waves: draft.fields.waves.map(({ id, name, opensAt }) => ({
        ...{ id, name, opensAt: later(opensAt) },
      })),
    }
    const save = async (waves: TypedRelease['waves']) => {
      const { id, version } = await viewed(draft.id)
      const sent = { ...sentAs({ ...postponed, waves }), id, version }
      return saveReleaseHours(testShop.services, staff, sent)
    }
    const { waves } = postponed
    const [club, everyone] = waves
    const fixed = { status: 409, sentence: 'This can no longer be changed.' }
    expect(await save([club!])).toMatchObject(fixed)
    expect(await save([...waves, { ...club!, id: null, name: 'Another' }])).toMatchObject(fixed)
    const swapped = [
      { ...club!, name: everyone!.name },
      { ...everyone!, name: club!.name },
    ]
    expect(await save(swapped)).toMatchObject(fixed)
    expect(await save(waves)).toMatchObject({ ok: true })
    const { fields } = await viewed(draft.id)
    expect(typedOf(fields, zone)).toEqual(postponed)
  })

  test('shares no wine with another release that has not ended', async () => {
    const { draft, wine } = await aDraftWithWine()
    const other = await aDraft()
    const shared = {
      status: 409,
      sentence: 'One of these wines is in another release that has not ended.',
    }
    expect(await choose(other, [wine])).toMatchObject(shared)
    // A draft is not over by its hours, as a scheduled release is.
    const hours = { opensAt: new Date(Date.now() - 7_200_000), closesAt: new Date() }
    const set = (change: Partial<typeof releases.$inferInsert>) =>
      testShop.db.update(releases).set(change).where(eq(releases.id, draft.id))
    await testShop.db.delete(releaseWaves).where(eq(releaseWaves.releaseId, draft.id))
    await set(hours)
    expect(await choose(other, [wine])).toMatchObject(shared)
    const isKept = async () =>
      (await choosableWines(testShop.db)).find(({ id }) => id === wine)?.isKept
    expect(await isKept()).toBe(true)
    await set({ state: 'scheduled' })
    expect(await isKept()).toBe(false)
    expect(await choose(other, [wine])).toMatchObject({ ok: true })
    // Of no release, it is free for any.
    expect(await choose((await viewed(other.id))!, [])).toMatchObject({ ok: true })
    expect(await isKept()).toBe(false)
  })
})

test('the people of an earlier release are taken over by the position of their wine', async () => {
  const { draft, wine } = await aDraftWithWine()
  const [customer, deleted] = [await aCustomer(), await aCustomer()]
  const club = draft.fields.waves[0]!
  for (const { email } of [customer, deleted]) {
    await addAllocation(testShop.services, staff, {
      ...{ id: draft.id, email, wine, units: '4', wave: club.id },
    })
  }
  await testShop.db.update(users).set({ eraseAt: new Date() }).where(eq(users.id, deleted.id))
  // Neither what was granted nor what was taken back is handed on, nor what one of the staff had.
  const old = { releaseId: draft.id, productId: wine, origin: 'manual' } as const
  const others = [await aCustomer(), await aCustomer()].map(({ id }) => id)
  await testShop.db.insert(allocations).values([
    { ...old, origin: 'grant', userId: others[0]!, units: 2, promiseUntil: new Date() },
    { ...old, userId: others[1]!, units: 0 },
    { ...old, userId: staff.id, units: 4 },
  ])
  const next = await aDraftWithWine()
  const earlier = async () => {
    const found = (await earlierReleases(testShop.db, next.draft.id)).map(({ id }) => id)
    return [draft, next.draft].map(({ id }) => found.includes(id))
  }
  expect(await earlier()).toEqual([false, false])
  const hasState = (state: 'draft' | 'ended') =>
    testShop.db.update(releases).set({ state }).where(eq(releases.id, draft.id))
  await hasState('ended')
  expect(await earlier()).toEqual([true, false])
  await hasState('draft')
  const from = { id: next.draft.id, from: draft.id, units: 'bought' }
  const takeOver = () => takeOverFrom(testShop.services, staff, from)
  expect(await takeOver()).toMatchObject({ ok: true, done: { rows: 1 } })
  const mine = await testShop.db
    .select()
    .from(allocations)
    .where(eq(allocations.productId, next.wine))
  expect(mine).toMatchObject([
    { userId: customer.id, units: 1, waveId: next.draft.fields.waves[0]!.id },
  ])
  // Sent again, the form changes nothing, and the log has it once.
  expect(await takeOver()).toMatchObject({ ok: true, done: { rows: 0 } })
  const noted = await testShop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, next.draft.id))
  expect(noted.filter(({ action }) => action === 'allocations-built')).toHaveLength(1)
})

test('customers are refused', async () => {
  const { draft } = await aDraftWithWine()
  const member = { ...(await aMember(testShop.db)), role: 'member' as const }
  const file = new File([''], 'a.csv')
  expect(
    await importAllocationFile(testShop.services, member, { id: draft.id, file }),
  ).toMatchObject({ ok: false, status: 403 })
})

test('the live figures are read at once', async () => {
  const { draft } = await aDraftWithWine()
  const live = await viewReleaseLive(testShop.services, draft)
  expect(live).toMatchObject({ release: { id: draft.id }, orders: [], sales: [] })
})

test('a draft has the waves that are typed, and one from its first hour where none is', async () => {
  const namesOf = async (waves: TypedRelease['waves']) =>
    (await aDraft({ waves })).fields.waves.map(({ name }) => name)
  const { waves } = typedRelease()
  expect(await namesOf(waves)).toEqual(['Club', 'Everyone'])
  expect(await namesOf(waves.slice(0, 1))).toEqual(['Club'])
  expect(await namesOf([])).toEqual(['First wave'])
})

test('a clone takes the rules over, each unit with the wine at the same place', async () => {
  const { draft, wine } = await aDraftWithWine()
  const [club] = draft.fields.waves
  const rule = {
    condition: 'club-12' as const,
    ...{ atLeast: null, ofLast: null, cents: null, months: null },
    units: { [wine]: 4 },
    waveId: club!.id,
  }
  const build = { ...sentRules([rule], true), id: draft.id, version: draft.version }
  expect(await buildAllocations(testShop.services, staff, build)).toMatchObject({ ok: true })
  const sent = { ...sentAs(typedRelease()), of: draft.id }
  const cloned = await cloneRelease(testShop.services, staff, sent)
  if (!cloned.ok) throw new Error(cloned.sentence)
  const copy = await viewed(cloned.done.id)
  const other = await aWine()
  expect(await choose(copy, [other])).toMatchObject({ ok: true })
  expect(await rulesOf(testShop.db, copy.id)).toEqual([
    { ...rule, units: { [other]: 4 }, waveId: copy.fields.waves[0]!.id },
  ])
})

test('one draft at most is behind the year, and the secret prompt shows it', async () => {
  const { shop } = testShop
  const seen = () => shop.viewPreview({ previewOpen: true })
  const own = await seen()
  const first = await aDraft({ text: 'Resting still.', announcement: 'Later.' })
  const second = await aDraft({ announcement: 'Soon.' })
  const put = ({ id, version }: { id: string; version: number }, isBehind = true) =>
    setBehindYear(testShop.services, staff, { id, version, intent: isBehind ? 'behind' : 'away' })
  expect(await put(first)).toMatchObject({ ok: true })
  expect(await put(first)).toMatchObject({ ok: false, status: 409 })
  expect(await seen()).toEqual({
    title: first.fields.name,
    text: 'Resting still.',
    image: 'bottle-on-stone',
  })
  expect(await shop.viewPreview({ previewOpen: false })).toBeNull()
  expect(await put(second)).toMatchObject({ ok: true })
  expect(await seen()).toMatchObject({ title: second.fields.name, text: 'Soon.' })
  expect((await viewed(first.id)).isBehindYear).toBe(false)
  const { db } = testShop
  const wines = [await aWine(), await aWine()]
  for (const [place, id] of wines.entries()) {
    const named = { title: `2023 ${'BA'[place]}`, image: `picture-${place}` }
    await db.update(products).set(named).where(eq(products.id, id))
  }
  expect(await choose(await viewed(second.id), wines)).toMatchObject({ ok: true })
  expect(await seen()).toMatchObject({ image: 'picture-0' })
  const turn = (state: 'draft' | 'scheduled') =>
    db.update(releases).set({ state }).where(eq(releases.id, second.id))
  await turn('scheduled')
  expect(await seen()).toEqual(own)
  await turn('draft')
  await put(await viewed(second.id), false)
  expect(await seen()).toEqual(own)
})

test('a wine stays with its ended release while a grant of it runs', async () => {
  const { db } = testShop
  const { draft, wine } = await aDraftWithWine()
  await db.update(releases).set({ state: 'ended' }).where(eq(releases.id, draft.id))
  const person = await aMember(db)
  const [grant] = await db
    .insert(allocations)
    .values({
      ...{ releaseId: draft.id, productId: wine, userId: person.id, units: 1, origin: 'grant' },
      promiseUntil: new Date(Date.now() + 3_600_000),
    })
    .returning()
  const next = await aDraft()
  expect(await choose(next, [wine])).toMatchObject({
    ...{ status: 409, sentence: expect.stringContaining('is granted to somebody') },
  })
  const change = (columns: Partial<typeof allocations.$inferInsert>) =>
    db.update(allocations).set(columns).where(eq(allocations.id, grant!.id))
  await change({ promiseUntil: new Date(Date.now() - 1_000) })
  expect(await choose(next, [wine])).toMatchObject({ ok: true })
  // Nor does one that is bought keep its wine.
  const last = await aDraft()
  await db.update(releases).set({ state: 'ended' }).where(eq(releases.id, next.id))
  await change({ promiseUntil: new Date(Date.now() + 3_600_000), bought: 1 })
  expect(await choose(last, [wine])).toMatchObject({ ok: true })
})
