import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { campaigns } from '#data/schema/campaigns.ts'
import { users } from '#data/schema/people.ts'
import { allocations, releases } from '#data/schema/releases.ts'
import { products } from '#data/schema/trade.ts'
import { everybody } from '#domain/campaigns/audience.ts'
import type { CampaignState } from '#domain/campaigns/campaign.ts'
import type { TypedRelease } from '#domain/releases/release-form.ts'
import { emptyRelease, typedOf } from '#domain/releases/typed-release.ts'
import { hourOf } from '#domain/typed-hour.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

let testShop: TestShop
let staff: Awaited<ReturnType<typeof aStaffMember>>
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

const zone = 'America/Los_Angeles'
const inHours = (hours: number) => hourOf(new Date(Date.now() + hours * 3_600_000), zone)

const typedRelease = (change: Partial<TypedRelease> = {}): TypedRelease => ({
  ...emptyRelease(2026),
  name: `Release ${randomUUID().slice(0, 6)}`,
  opensAt: inHours(24),
  closesAt: inHours(72),
  waves: [
    { id: null, name: 'Club', opensAt: inHours(24) },
    { id: null, name: 'Everyone', opensAt: inHours(48) },
  ],
  ...change,
})

async function aDraft(change: Partial<TypedRelease> = {}, key: string = randomUUID()) {
  const created = await testShop.shop.createRelease(staff, typedRelease(change), { key })
  if (!created.ok) throw new Error(JSON.stringify(created))
  return viewed(created.id)
}

async function viewed(id: string) {
  const view = await testShop.shop.viewRelease(staff, id)
  if (!view.ok) throw new Error(view.reason)
  return view.release
}

async function aWine(stock = '100') {
  const created = await testShop.shop.createWine(staff, {
    name: `Tannat ${randomUUID().slice(0, 6)}`,
    vintage: '2024',
    subtitle: '3-pack of 750ml',
    titleCart: '',
    description: 'Tannat from Altamira.',
    story: '',
    price: '480',
    stock,
  })
  if (!created.ok) throw new Error(created.reason)
  return created.wine.id
}

/** A draft by allocation with one wine that has its price. */
async function aDraftWithWine(stock = '100', change: Partial<TypedRelease> = {}) {
  const draft = await aDraft(change)
  const wine = await aWine(stock)
  await testShop.shop.createPrice(wine)
  const wines = { wines: [wine], version: draft.version }
  expect(await testShop.shop.saveReleaseWines(staff, draft.id, wines)).toEqual({ ok: true })
  return { draft: await viewed(draft.id), wine }
}

async function aCustomer(isConfirmed = true) {
  const member = await aMember(testShop.db)
  await testShop.db.update(users).set({ emailVerified: isConfirmed }).where(eq(users.id, member.id))
  return member
}

const wineRow = async (id: string) => {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, id))
  return row!
}

const allocate = (releaseId: string, productId: string, email: string, units: number) =>
  testShop.shop.addAllocation(staff, releaseId, { email, productId, units, waveId: null })

async function schedule(id: string, but: readonly string[] = []) {
  const check = await testShop.shop.viewReleaseCheck(staff, id)
  if (!check.ok) throw new Error(check.reason)
  const accepted = check.lines
    .filter(({ level, id: line }) => level === 'yellow' && !but.includes(line))
    .map(({ id: line }) => line)
  const { version } = check.release
  return testShop.shop.scheduleRelease(staff, id, { version, accepted })
}

describe('a draft', () => {
  test('is made once, however often its form is sent', async () => {
    const key = randomUUID()
    const first = await aDraft({}, key)
    const again = await testShop.shop.createRelease(staff, typedRelease(), { key })
    expect(again).toEqual({ ok: true, id: first.id })
    expect(first.fields.waves.map(({ name }) => name)).toEqual(['Club', 'Everyone'])
  })

  test('is refused with an hour that the clocks skip', async () => {
    const skipped = typedRelease({ opensAt: '2027-03-14T02:30' })
    const created = await testShop.shop.createRelease(staff, skipped, { key: randomUUID() })
    expect(created).toMatchObject({ reason: 'invalid', errors: { opensAt: 'skipped' } })
  })

  test('is not saved over another staff user’s change', async () => {
    const draft = await aDraft()
    const typed = typedOf(draft.fields, zone)
    const save = (change: Partial<TypedRelease>) =>
      testShop.shop.saveRelease(staff, draft.id, {
        typed: { ...typed, ...change },
        version: draft.version,
      })
    expect(await save({ banner: 'First' })).toEqual({ ok: true })
    expect(await save({ banner: 'Second' })).toMatchObject({
      reason: 'saved-elsewhere',
      by: staff.email,
    })
  })

  test('has its waves renamed, added and left out, but none with allocations', async () => {
    const { draft, wine } = await aDraftWithWine()
    const typed = typedOf(draft.fields, zone)
    const [club, everyone] = typed.waves
    const save = async (waves: TypedRelease['waves']) =>
      testShop.shop.saveRelease(staff, draft.id, {
        typed: { ...typed, waves },
        version: (await viewed(draft.id)).version,
      })
    const swapped = [
      { ...club!, name: everyone!.name },
      { ...everyone!, name: club!.name },
    ]
    expect(await save(swapped)).toEqual({ ok: true })
    const customer = await aCustomer()
    await testShop.shop.addAllocation(staff, draft.id, {
      ...{ email: customer.email, productId: wine, units: 1 },
      waveId: club!.id,
    })
    expect(await save([everyone!])).toEqual({ ok: false, reason: 'wave-in-use' })
    expect((await viewed(draft.id)).fields.waves).toHaveLength(2)
    expect(await save([club!])).toEqual({ ok: true })
  })

  test('shares no wine with another release that has not ended', async () => {
    const { wine } = await aDraftWithWine()
    const other = await aDraft()
    const wish = { wines: [wine], version: other.version }
    expect(await testShop.shop.saveReleaseWines(staff, other.id, wish)).toEqual({
      ok: false,
      reason: 'in-other-release',
    })
  })
})

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

describe('an allocation', () => {
  test('is only for an account that has confirmed its email, once per wine', async () => {
    const { draft, wine } = await aDraftWithWine()
    const [confirmed, not] = [await aCustomer(), await aCustomer(false)]
    expect(await allocate(draft.id, wine, confirmed.email.toUpperCase(), 2)).toMatchObject({
      ok: true,
    })
    expect(await allocate(draft.id, wine, confirmed.email, 2)).toMatchObject({ reason: 'exists' })
    expect(await allocate(draft.id, wine, not.email, 2)).toMatchObject({ reason: 'unknown-email' })
    expect(await allocate(draft.id, wine, confirmed.email, 100)).toMatchObject({
      reason: 'not-units',
    })
  })

  test('moves the promise with it, never below what is taken nor beyond the stock', async () => {
    const { draft, wine } = await aDraftWithWine('10')
    const customer = await aCustomer()
    await allocate(draft.id, wine, customer.email, 4)
    await schedule(draft.id)
    const [row] = await testShop.db
      .select()
      .from(allocations)
      .where(eq(allocations.userId, customer.id))
    await testShop.db.update(allocations).set({ bought: 2 }).where(eq(allocations.id, row!.id))
    await testShop.db.update(products).set({ promised: 2, sold: 2 }).where(eq(products.id, wine))
    const save = async (units: number, version: number) =>
      testShop.shop.saveAllocation(staff, draft.id, {
        ...{ id: row!.id, version, units, waveId: row!.waveId, note: '' },
      })
    expect(await save(1, row!.version)).toEqual({ ok: false, reason: 'below-taken', taken: 2 })
    expect(await save(6, row!.version)).toMatchObject({ ok: true })
    expect(await wineRow(wine)).toMatchObject({ promised: 4 })
    expect(await save(7, row!.version)).toMatchObject({ reason: 'saved-elsewhere', units: 6 })
    expect(await save(11, row!.version + 1)).toMatchObject({ reason: 'not-enough' })
    expect(await wineRow(wine)).toMatchObject({ promised: 4 })
    await testShop.db
      .update(releases)
      .set({ opensAt: new Date(Date.now() - 60_000) })
      .where(eq(releases.id, draft.id))
    expect(await save(5, row!.version + 1)).toEqual({ ok: false, reason: 'only-upwards', units: 6 })
  })

  test('has its wave and note changed in its row; the later of two reads the other’s', async () => {
    const { shop, db } = testShop
    const { draft, wine } = await aDraftWithWine()
    const customer = await aCustomer()
    await allocate(draft.id, wine, customer.email, 2)
    const rowNow = async () => {
      const mine = eq(allocations.userId, customer.id)
      return (await db.select().from(allocations).where(mine))[0]!
    }
    const { id, version } = await rowNow()
    const [, everyone] = draft.fields.waves
    const edit = { id, version, units: 2, waveId: everyone!.id, note: 'Asked by phone.' }
    expect(await shop.saveAllocation(staff, draft.id, edit)).toMatchObject({ ok: true })
    expect(await rowNow()).toMatchObject({ waveId: everyone!.id, note: 'Asked by phone.' })
    const later = await shop.saveAllocation(staff, draft.id, { ...edit, units: 5 })
    expect(later).toEqual({
      ...{ ok: false, reason: 'saved-elsewhere', version: version + 1, by: staff.email },
      ...{ units: 2, waveId: everyone!.id, note: 'Asked by phone.' },
    })
    const other = (await aDraft()).fields.waves[0]!.id
    const elsewhere = { ...edit, version: version + 1, waveId: other }
    expect(await shop.saveAllocation(staff, draft.id, elsewhere)).toMatchObject({
      reason: 'unknown-wave',
    })
    await db
      .update(releases)
      .set({ state: 'scheduled', opensAt: new Date(Date.now() - 60_000) })
      .where(eq(releases.id, draft.id))
    const moved = { ...edit, version: version + 1, waveId: null }
    expect(await shop.saveAllocation(staff, draft.id, moved)).toMatchObject({
      reason: 'wave-fixed',
    })
  })

  test('file of ten thousand rows: nothing with bad ones, all without', async () => {
    const { draft, wine } = await aDraftWithWine('50000')
    const count = 10_000
    await testShop.db.execute(`
      insert into users (name, first_name, email, email_verified)
      select 'P', 'P', 'person' || n || '@bulk.example', true from generate_series(1, ${count}) n`)
    const rows = Array.from(
      { length: count },
      (_, n) => `person${n + 1}@bulk.example,${wine},2,Club`,
    )
    const file = (lines: readonly string[]) =>
      Buffer.from(['email,wine,units,wave', ...lines].join('\n'))
    const bad = rows.with(10, `nobody@bulk.example,${wine},2,Club`).with(20, `x,${wine},2,`)
    const refused = await testShop.shop.importAllocationFile(staff, draft.id, file(bad))
    expect(refused).toMatchObject({ ok: false, reason: 'rows' })
    const unknown = rows.with(10, `nobody@bulk.example,${wine},2,Club`)
    expect(await testShop.shop.importAllocationFile(staff, draft.id, file(unknown))).toEqual({
      ok: false,
      reason: 'rows',
      refused: [{ row: 12, field: 'email', problem: 'unknown-email' }],
    })
    const began = performance.now()
    const imported = await testShop.shop.importAllocationFile(staff, draft.id, file(rows))
    expect(imported).toEqual({ ok: true, rows: count })
    expect(performance.now() - began).toBeLessThan(10_000)
    await schedule(draft.id)
    expect(await wineRow(wine)).toMatchObject({ promised: 2 * count })
    const more = [`person1@bulk.example,${wine},5,Club`]
    await testShop.shop.importAllocationFile(staff, draft.id, file(more))
    expect(await wineRow(wine)).toMatchObject({ promised: 2 * count + 3 })
  })
})

test('the people of an earlier release are taken over by the position of their wine', async () => {
  const { draft, wine } = await aDraftWithWine()
  const customer = await aCustomer()
  const club = draft.fields.waves[0]!
  await testShop.shop.addAllocation(staff, draft.id, {
    ...{ email: customer.email, productId: wine, units: 4 },
    waveId: club.id,
  })
  const next = await aDraftWithWine()
  const from = { from: draft.id, units: 'bought' as const }
  expect(await testShop.shop.takeOverFrom(staff, next.draft.id, from)).toEqual({
    ok: true,
    rows: 1,
  })
  const mine = await testShop.db
    .select()
    .from(allocations)
    .where(eq(allocations.productId, next.wine))
  expect(mine).toMatchObject([
    { userId: customer.id, units: 1, waveId: next.draft.fields.waves[0]!.id },
  ])
})

test('customers are refused, and read nothing', async () => {
  const { draft } = await aDraftWithWine()
  const member = { ...(await aMember(testShop.db)), role: 'member' as const }
  const refused = { ok: false, reason: 'not-staff' }
  const { shop } = testShop
  expect(await shop.viewRelease(member, draft.id)).toEqual(refused)
  expect(await shop.viewReleaseCheck(member, draft.id)).toEqual(refused)
  expect(await shop.viewReleaseLive(member, draft.id)).toEqual(refused)
  expect(await shop.viewChoosableWines(member)).toEqual([])
  expect(await shop.createRelease(member, typedRelease(), { key: '' })).toEqual(refused)
  const change = { version: draft.version }
  expect(await shop.resumeRelease(member, draft.id, change)).toEqual(refused)
  expect(await shop.endRelease(member, draft.id, { ...change, name: '' })).toEqual(refused)
  expect(await shop.importAllocationFile(member, draft.id, Buffer.from(''))).toEqual(refused)
})

test('the live figures are read at once', async () => {
  const { draft } = await aDraftWithWine()
  const live = await testShop.shop.viewReleaseLive(staff, draft.id)
  expect(live).toMatchObject({ ok: true, orders: [], sales: [] })
})

test('a clone takes the rules over, each unit with the wine at the same place', async () => {
  const { shop } = testShop
  const { draft, wine } = await aDraftWithWine()
  const [club] = draft.fields.waves
  const rule = {
    condition: 'club-12' as const,
    ...{ atLeast: null, ofLast: null, cents: null, months: null },
    units: { [wine]: 4 },
    waveId: club!.id,
  }
  const build = { rules: [rule], keepManual: true, version: draft.version }
  expect(await shop.buildAllocations(staff, draft.id, build)).toMatchObject({ ok: true })
  const key = randomUUID()
  await shop.createRelease(staff, typedRelease(), { key, of: draft.id })
  const copy = await viewed(key)
  const other = await aWine()
  const wines = { wines: [other], version: copy.version }
  expect(await shop.saveReleaseWines(staff, key, wines)).toEqual({ ok: true })
  expect(await shop.viewAllocationRules(staff, key)).toEqual([
    { ...rule, units: { [other]: 4 }, waveId: copy.fields.waves[0]!.id },
  ])
})

test('one draft at most is behind the year, and the secret prompt shows it', async () => {
  const { shop } = testShop
  const seen = () => shop.viewPreview({ previewOpen: true })
  const own = await seen()
  const first = await aDraft({ text: 'Resting still.' })
  const second = await aDraft({ announcement: 'Soon.' })
  const put = ({ id, version }: { id: string; version: number }, isBehind = true) =>
    shop.setBehindYear(staff, id, { version, isBehind })
  expect(await put(first)).toEqual({ ok: true })
  expect(await put(first)).toEqual({ ok: false, reason: 'saved-elsewhere' })
  expect(await seen()).toMatchObject({ title: first.fields.name, text: 'Resting still.' })
  expect(await shop.viewPreview({ previewOpen: false })).toBeNull()
  expect(await put(second)).toEqual({ ok: true })
  expect(await seen()).toMatchObject({ title: second.fields.name, text: 'Soon.' })
  expect((await viewed(first.id)).isBehindYear).toBe(false)
  await put(await viewed(second.id), false)
  expect(await seen()).toEqual(own)
})

test('a wine stays with its ended release while a grant of it runs', async () => {
  const { shop, db } = testShop
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
  const wish = { wines: [wine], version: next.version }
  const refused = { ok: false, reason: 'grant-runs' }
  expect(await shop.saveReleaseWines(staff, next.id, wish)).toEqual(refused)
  const bought = { promiseUntil: new Date(Date.now() - 1_000) }
  await db.update(allocations).set(bought).where(eq(allocations.id, grant!.id))
  expect(await shop.saveReleaseWines(staff, next.id, wish)).toEqual({ ok: true })
})
