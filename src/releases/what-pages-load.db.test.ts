import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { releases } from '#catalogue/on-sale/tables.ts'
import { loader as loadNewWine } from '#catalogue/wines/new-wine.page.tsx'
import { loader as loadWineState } from '#catalogue/wines/wine-state.page.tsx'
import { turnSwitch } from '#platform/switches/switches.store.server.ts'
import { loader as loadInterest } from '#requests/interest.page.tsx'
import { loader as loadOwnRequests } from '#requests/own-requests.page.tsx'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { openStaffedShop } from '#tests/harness/staff.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { loader as loadAllocationsFile } from './allocations/allocations-csv.route.ts'
import { loader as loadAllocations } from './allocations/release-allocations.page.tsx'
import { loader as loadRules } from './allocations/release-rules.page.tsx'
import { loader as loadCheck } from './check/release-check.page.tsx'
import { loader as loadPreview } from './check/release-preview.page.tsx'
import { loader as loadNewRelease } from './release/new-release.page.tsx'
import { loader as loadWaves } from './release/release-waves.page.tsx'

const { testShop, staff } = await openStaffedShop()
const { db } = testShop
const loaded = loadedBy(testShop, { ...staff, duties: ['owner'] })

test('the pages of a release have what its state allows', async () => {
  const [made, draft] = [await aRelease(db), await aRelease(db, { state: 'draft', name: 'Next' })]
  await allocate(db, made, await aMember(db), 3)
  const of = ({ release: { id } }: typeof made) => ({ params: { id } })
  const earlier = [{ id: made.release.id, name: 'Spring' }]
  expect(await loaded(loadAllocations, of(draft))).toMatchObject({
    earlier,
    sums: [{ id: draft.wine, units: 0, left: 0, free: 100 }],
  })
  // There is one to copy from, but not into what is scheduled.
  await aRelease(db, { state: 'ended', name: 'Older' })
  expect(await loaded(loadAllocations, of(made))).toMatchObject({
    earlier: [],
    sums: [{ id: made.wine, units: 3, left: 3, free: 100 }],
    list: { page: { rows: [{ units: 3 }] } },
  })
  expect(await loaded(loadRules, of(draft))).toMatchObject({ canBuild: true })
  expect(await loaded(loadRules, of(made))).toMatchObject({ canBuild: false })
  const openToAll = await aRelease(db, { state: 'draft', kind: 'open', promise: null })
  expect(await loaded(loadRules, of(openToAll))).toMatchObject({ canBuild: false })
  expect(await loaded(loadWaves, of(draft))).toMatchObject({ canSave: true })
  expect(await loaded(loadWaves, of(made))).toMatchObject({ canSave: false })
  expect(await loaded(loadCheck, of(made))).toMatchObject({ leftovers: null, rehearsals: 0 })
  await db.update(releases).set({ state: 'ended' }).where(eq(releases.id, made.release.id))
  expect(await loaded(loadCheck, of(made))).toMatchObject({ leftovers: [{ id: made.wine }] })
  // Its hour has come, whether or not staff have ended it.
  const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000)
  const over = await aRelease(db, { opensAt: hour(3), closesAt: hour(1) })
  expect(await loaded(loadCheck, of(over))).toMatchObject({ leftovers: [{ id: over.wine }] })
})

test('a preview is of now to a visitor, unless an hour and a customer are named', async () => {
  const { release, wine, waves } = await aRelease(db, {
    opensAt: new Date('2027-03-10T18:00:00Z'),
    closesAt: new Date('2027-03-20T18:00:00Z'),
  })
  const preview = (query: string) => loaded(loadPreview, { params: { id: release.id }, query })
  expect(await preview('')).toMatchObject({ as: 'visitor', wines: [{ id: wine }] })
  const first = `as=${waves[0]}&at=2027-03-12T10:00`
  expect(await preview(first)).toMatchObject({
    ...{ as: waves[0], at: '2027-03-12T10:00' },
    wines: [{ release: { phase: 'open', own: { units: 1 } } }],
  })
  expect(await preview('as=nobody&at=2027-03-21T10:00')).toMatchObject({
    wines: [{ release: { phase: 'closed', own: null } }],
  })
  expect(await preview('at=2027-03-14T02:30')).toMatchObject({
    ...{ at: '2027-03-14T02:30', wines: [] },
    error: 'The clocks skip this hour that night: please choose another',
  })
  expect(await preview('at=x')).toMatchObject({ wines: [], error: 'A date and an hour, please' })
})

test('a new release and a new wine are empty, or filled from another that there is', async () => {
  const { release, wine } = await aRelease(db, { name: 'N'.repeat(60) })
  expect(await loaded(loadNewRelease)).toMatchObject({ of: null, typed: { name: '', waves: [] } })
  expect(await loaded(loadNewRelease, { query: `of=${release.id}` })).toMatchObject({
    of: release.id,
    typed: { name: `Copy of ${'N'.repeat(52)}`, waves: [{ name: 'Wave 1' }] },
  })
  expect(await loaded(loadNewRelease, { query: 'of=x' })).toBe(404)
  expect(await loaded(loadNewWine)).toMatchObject({ copyOf: null })
  expect(await loaded(loadNewWine, { query: `of=${wine}` })).toMatchObject({
    copyOf: '2023 Malbec',
    fields: { price: '', stock: '', titleCart: '' },
  })
  expect(await loaded(loadNewWine, { query: 'of=x' })).toBe(404)
  const state = (id: string, to: string) =>
    loaded(loadWineState, { params: { id }, query: `to=${to}` })
  expect(await state(wine, 'announced')).toMatchObject({ to: 'announced', carts: 0 })
  expect([await state(wine, 'drunk'), await state('x', 'announced')]).toEqual([404, 404])
})

test('who asks for a wine that they can buy is led to it, and for one that is not shown home', async () => {
  const buyer = await aMember(db)
  const [made, other] = [await aRelease(db), await aRelease(db)]
  await allocate(db, made, buyer, 1)
  const ask = (wine: string) => loadedBy(testShop, buyer)(loadInterest, { query: `wine=${wine}` })
  expect(await ask(made.wine)).toBe(`/members?view=current#wine-${made.wine}`)
  expect(await ask(other.wine)).toMatchObject({ id: other.wine, title: '2023 Malbec' })
  expect([await ask('x'), await ask('')]).toEqual(['/members', '/members'])
})

test('who came by a purchase link has their requests, once staff answer requests', async () => {
  const buyer = { ...(await aMember(db)), isLimited: true }
  const own = () => loadedBy(testShop, buyer)(loadOwnRequests)
  expect(await own()).toBe(404)
  await turnSwitch(db, 'answer-requests', true)
  expect(await own()).toEqual({ requests: [] })
  await turnSwitch(db, 'answer-requests', false)
})

test('the file of a release’s allocations is of that release, whatever its address says besides', async () => {
  const [made, other] = [await aRelease(db), await aRelease(db)]
  const [mine, theirs] = [await aMember(db), await aMember(db)]
  await allocate(db, made, mine, 2)
  await allocate(db, other, theirs, 3)
  const { id } = made.release
  const query = `release=${other.release.id}`
  const file = await loaded<Response>(loadAllocationsFile, { params: { id }, query })
  const lines = await file.text()
  expect(lines).toContain(mine.email)
  expect(lines).not.toContain(theirs.email)
})
