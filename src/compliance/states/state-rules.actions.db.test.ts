import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { StateSale } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { stateVerdict } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { stateRules } from '#catalogue/destinations/state-rules/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { openStaffedShop, aStaffMember } from '#tests/harness/staff.ts'

import { confirmRule, endRule, proposeRule } from './state-rules.actions.server.ts'
import { seedProposedRules, versionsOf } from './state-rules.store.server.ts'
import { loader as loadState } from './state.page.tsx'
import { loader as loadStates } from './states.page.tsx'
import { resumeState, suspendState } from './suspend-state.actions.server.ts'

const { testShop, staff } = await openStaffedShop()
const { db, services } = testShop
const other = await aStaffMember(db)

beforeEach(async () => {
  await db.execute(sql`truncate state_rules`)
})

const day = (daysFromNow: number) =>
  new Date(services.clock().getTime() + daysFromNow * 86_400_000).toLocaleDateString('en-CA', {
    timeZone: 'America/Chicago',
  })

const typed = {
  ...{ state: 'MN', from: day(-30), until: '', limit: '24', limitUnit: 'bottles' },
  ...{ countedBy: 'person', countedIn: 'calendar-year', source: 'Minn. Stat. § 340A.417' },
}

const propose = (change: object = {}) =>
  proposeRule(services, staff, { ...typed, ...change }, { key: randomUUID() })

async function proposed(change: object = {}) {
  const made = await propose(change)
  if (!made.ok) throw new Error(made.sentence)
  return made.done
}

const confirm = (id: string, by = staff, state = 'MN') => confirmRule(services, by, { state, id })

const suspend = (state = 'MN', key: string = randomUUID()) =>
  suspendState(services, staff, { state, reason: 'The license ended.' }, { key })

async function suspended(state = 'MN') {
  const made = await suspend(state)
  if (!made.ok) throw new Error(made.sentence)
  return made.done
}

const sale = (units: number, state = 'MN') =>
  ({
    shipTo: { state, zipCode: '55101', address: '1 Main St', addressExtra: '', name: 'Ann Bell' },
    userId: null,
    email: 'ann@bell.example',
    units: { 'malbec-2022': units },
  }) as unknown as StateSale

const problemOf = async (units: number) =>
  (await stateVerdict(db, sale(units), services.clock())).problem

const refused = (status: number, errors: object) => ({ ok: false, status, errors })

describe('proposing', () => {
  test('a version gets the next number, its limit in ml, and does nothing', async () => {
    const first = await proposed()
    expect(first).toMatchObject({
      ...{ state: 'MN', version: 1, limitMl: 18_000, addedBy: staff.email, confirmedAt: null },
      ...{ countedBy: 'person', countedIn: 'calendar-year', until: null, largestOrderMl: null },
    })
    expect(await proposed({ limit: '', largest: '9000', largestUnit: 'ml' })).toMatchObject({
      ...{ version: 2, limitMl: null, countedBy: null, countedIn: null, largestOrderMl: 9_000 },
    })
    expect(await problemOf(9)).toBeNull()
  })

  test('the same form twice is one', async () => {
    const key = randomUUID()
    await proposeRule(services, staff, typed, { key })
    await proposeRule(services, staff, typed, { key })
    expect(await versionsOf(db, 'MN')).toHaveLength(1)
  })

  test.each([
    ['0', { limit: '0' }, 'limit'],
    ['10^9 ml', { limit: '1000000000', limitUnit: 'ml' }, 'limit'],
    ['an order of 10^9 ml', { largest: '1000000000', largestUnit: 'ml' }, 'largest'],
    ['until before from', { until: day(-31) }, 'until'],
    ['until on its first day', { until: day(-30) }, 'until'],
    ['no first day', { from: '' }, 'from'],
    ['a limit of nobody', { countedBy: '' }, 'countedBy'],
    ['a limit in no time', { countedIn: '' }, 'countedIn'],
    ['no source', { source: '' }, 'source'],
    ['a long source', { source: 'x'.repeat(301) }, 'source'],
    ['a long note', { note: 'x'.repeat(501) }, 'note'],
  ])('%s is refused at its field', async (_name, change, field) => {
    expect(await propose(change)).toMatchObject(refused(400, { [field]: expect.any(String) }))
    expect(await versionsOf(db, 'MN')).toEqual([])
  })

  test('Utah cannot be allowed, nor anything that is no state', async () => {
    for (const state of ['UT', 'ZZ', '', 'mn']) {
      expect(await propose({ state })).toMatchObject(refused(400, { state: expect.any(String) }))
      expect(await suspend(state)).toMatchObject(refused(400, { state: expect.any(String) }))
    }
    // Not by a version of Utah that a crafted form finds either.
    const [row] = await db
      .insert(stateRules)
      .values({ state: 'UT', version: 1, from: day(-1), source: 'x' })
      .returning()
    expect(await confirm(row!.id, staff, 'UT')).toMatchObject(refused(400, {}))
    expect(await confirm(row!.id, staff, 'MN')).toMatchObject(refused(404, {}))
    expect(await loadedBy(testShop, staff)(loadState, { params: { state: 'UT' } })).toBe(404)
  })

  test('staff without the duty may not', async () => {
    const helper = { ...staff, duties: ['shipping'] as const }
    const { id } = await proposed()
    expect(await proposeRule(services, helper, typed)).toMatchObject({ status: 403 })
    expect(await confirm(id, helper as never)).toMatchObject({ status: 403 })
    expect(await suspendState(services, helper, { state: 'MN' })).toMatchObject({ status: 403 })
    expect(await loadedBy(testShop, helper)(loadState, { params: { state: 'MN' } })).toBe(403)
  })
})

describe('confirming', () => {
  test('puts a version in force at once, and the log has who', async () => {
    const { id } = await proposed({ limit: '12' })
    expect(await problemOf(5)).toBeNull()
    expect(await confirm(id)).toMatchObject({
      ok: true,
      said: { sentence: `Version 1 for Minnesota is confirmed by ${staff.email}.` },
    })
    expect(await problemOf(4)).toBeNull()
    expect(await problemOf(5)).toBe('over-volume')
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'state-rule-confirmed'))
      .orderBy(sql`id desc`)
      .limit(1)
    expect(entry).toMatchObject({
      ...{ actorEmail: staff.email, subjectKind: 'state', subjectId: 'MN' },
      after: { rule: '12 bottles (9 liters, 9,000 ml) per person in a calendar year' },
    })
  })

  test('by two persons at once: one does, the other is told; the same person twice is once', async () => {
    const mark = randomUUID()
    const { id } = await proposed({ source: mark })
    const both = await Promise.all([confirm(id), confirm(id, other)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const first = both[0].ok ? staff : other
    expect(both.find(({ ok }) => !ok)).toMatchObject({
      ...{ status: 409, sentence: `${first.email} confirmed version 1 already.` },
    })
    expect(await confirm(id, first)).toMatchObject({ ok: true })
    const { rows: entries } = await db.execute(sql`
      select count(*)::integer as count from audit_log
      where action = 'state-rule-confirmed' and subject_id = 'MN' and after ->> 'source' = ${mark}`)
    expect(entries).toEqual([{ count: 1 }])
  })

  test('two versions in force do not overlap, also when both are confirmed at once', async () => {
    const [one, two] = [await proposed(), await proposed({ from: day(10) })]
    const both = await Promise.all([confirm(one.id), confirm(two.id)])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(both.find(({ ok }) => !ok)).toMatchObject({
      status: 409,
      sentence: expect.stringMatching(
        /^Version \d holds without an end, so both would be in force\./,
      ),
    })
  })

  test('one follows another that ends, whatever it says of the days before', async () => {
    const [one, two] = [await proposed({ limit: '12' }), await proposed({ limit: '24' })]
    await confirm(one.id)
    expect(await confirm(two.id)).toMatchObject({ ok: false, status: 409 })
    const end = (until: string, was = '') =>
      endRule(services, staff, { state: 'MN', id: one.id, was, until })
    expect(await end(day(-1))).toMatchObject(refused(400, { until: expect.any(String) }))
    expect(await end(day(0))).toMatchObject({ ok: true })
    expect(await problemOf(9)).toBeNull()
    expect(await confirm(two.id)).toMatchObject({ ok: true })
    expect(await problemOf(8)).toBeNull()
    expect(await problemOf(9)).toBe('over-volume')
    // It is over: its end stays.
    expect(await end(day(3), day(0))).toMatchObject({ ok: false, status: 409 })
  })

  test('one that is over is not confirmed', async () => {
    const { id } = await proposed({ until: day(0) })
    expect(await confirm(id)).toMatchObject({
      status: 409,
      sentence: 'Version 1 is over. Please propose another.',
    })
  })

  test('an end is set from what was shown, and not into the next version', async () => {
    const one = await proposed({ until: day(10) })
    const two = await proposed({ from: day(10) })
    for (const { id } of [one, two]) expect(await confirm(id)).toMatchObject({ ok: true })
    const end = (until: string, was: string) =>
      endRule(services, staff, { state: 'MN', id: one.id, was, until })
    expect(await end(day(11), day(10))).toMatchObject(
      refused(400, { until: 'Version 2 begins before that.' }),
    )
    expect(await end(day(5), '')).toMatchObject({ status: 409 })
    expect(await end(day(5), day(10))).toMatchObject({ ok: true })
    expect(await end(day(5), day(10))).toMatchObject({ ok: true })
  })
})

describe('suspending', () => {
  test('forbids at once, is done once, and resuming brings back what was below on the same day', async () => {
    const { id } = await proposed({ limit: '12' })
    await confirm(id)
    const key = randomUUID()
    expect(await suspend('MN', key)).toMatchObject({ ok: true })
    expect(await suspend('MN', key)).toMatchObject({ ok: true })
    expect(await problemOf(1)).toBe('state-suspended')
    expect(await suspend()).toMatchObject({
      ...{ status: 409, sentence: `${staff.email} suspended Minnesota already.` },
    })
    const suspension = (await versionsOf(db, 'MN'))[0]!.id
    const resume = () => resumeState(services, staff, { state: 'MN', id: suspension })
    expect(await resume()).toMatchObject({ ok: true })
    expect(await problemOf(4)).toBeNull()
    expect(await problemOf(5)).toBe('over-volume')
    expect(await resume()).toMatchObject({ ok: false, status: 409 })
    // Again on the same day.
    const again = await suspended()
    expect(await problemOf(1)).toBe('state-suspended')
    await resumeState(services, staff, { state: 'MN', id: again.id })
    expect(await problemOf(5)).toBe('over-volume')
    testShop.pass(3 * 24 * 60)
    expect(await problemOf(5)).toBe('over-volume')
  })

  test('days later it ends on the day, without another version', async () => {
    const { id } = await suspended('OH')
    testShop.pass(3 * 24 * 60)
    expect(await resumeState(services, staff, { state: 'OH', id })).toMatchObject({ ok: true })
    expect(await versionsOf(db, 'OH')).toMatchObject([{ id, isSuspended: true, until: day(0) }])
  })

  test('a version confirmed meanwhile does not end it, and is in force when it is resumed', async () => {
    await suspended()
    testShop.pass(2 * 24 * 60)
    const { id } = await proposed({ limit: '12' })
    expect(await confirm(id)).toMatchObject({ ok: true })
    expect(await problemOf(1)).toBe('state-suspended')
    const top = (await versionsOf(db, 'MN'))[0]!.id
    expect(await resumeState(services, staff, { state: 'MN', id: top })).toMatchObject({ ok: true })
    expect(await problemOf(4)).toBeNull()
    expect(await problemOf(5)).toBe('over-volume')
  })

  test('is ended by resuming alone, not as a rule is', async () => {
    const { id } = await suspended()
    const form = { state: 'MN', id, was: '', until: day(5) }
    expect(await endRule(services, staff, form)).toMatchObject({ ok: false, status: 404 })
    expect(await versionsOf(db, 'MN')).toMatchObject([{ id, isSuspended: true, until: null }])
    const { id: rule } = await proposed({ limit: '12' })
    await confirm(rule)
    expect(await resumeState(services, staff, { state: 'MN', id: rule })).toMatchObject({
      ...{ ok: false, status: 409 },
    })
    expect(await problemOf(1)).toBe('state-suspended')
  })

  test('of a state without a rule ends in none', async () => {
    const { id } = await suspended('OH')
    await resumeState(services, staff, { state: 'OH', id })
    expect((await stateVerdict(db, sale(99, 'OH'), services.clock())).problem).toBeNull()
  })
})

describe('a day is that of the state, which begins before the shop’s', () => {
  // Half past midnight in Minnesota, and the evening before in California.
  const [yesterday, today, tomorrow] = ['2027-01-14', '2027-01-15', '2027-01-16']
  const { clock } = services
  beforeEach(() => {
    services.clock = () => new Date('2027-01-15T06:30:00Z')
  })
  afterEach(() => {
    services.clock = clock
  })

  test('a version that ended with the day before is not confirmed, and none is ended then', async () => {
    const { id: over } = await proposed({ from: '2027-01-01', until: today })
    expect(await confirm(over)).toMatchObject({
      ...{ status: 409, sentence: 'Version 1 is over. Please propose another.' },
    })
    const { id } = await proposed({ from: '2027-01-01' })
    expect(await confirm(id)).toMatchObject({ ok: true })
    const end = (until: string, was = '') =>
      endRule(services, staff, { state: 'MN', id, was, until })
    expect(await end(yesterday)).toMatchObject(
      refused(400, { until: 'It can end on 1/15/2027 or later.' }),
    )
    expect(await end(today)).toMatchObject({ ok: true })
    expect(await end(tomorrow, today)).toMatchObject({
      ...{ status: 409, sentence: 'Version 2 is over.' },
    })
  })

  test('a suspension begins and ends on it', async () => {
    const { id } = await suspended()
    expect(await versionsOf(db, 'MN')).toMatchObject([{ from: today, until: null }])
    expect(await resumeState(services, staff, { state: 'MN', id })).toMatchObject({ ok: true })
    expect(await versionsOf(db, 'MN')).toMatchObject([
      { isSuspended: false, from: today, until: tomorrow },
      { isSuspended: true, from: today, until: tomorrow },
    ])
    expect(await problemOf(99)).toBeNull()
  })
})

describe('the shop’s own proposals', () => {
  test('are written once and do nothing', async () => {
    await seedProposedRules(db)
    await seedProposedRules(db)
    expect(await db.$count(stateRules)).toBe(33)
    expect(await problemOf(99)).toBeNull()
    const { rows } = await db.execute(
      sql`select count(*)::integer as count from state_rules where confirmed_at is not null or added_by <> ''`,
    )
    expect(rows).toEqual([{ count: 0 }])
    const { rows: asked } = await db.execute(
      sql`select has_state_rules('MN', '55101') as "isAsked"`,
    )
    expect(asked).toEqual([{ isAsked: false }])
  })

  test('stand on the pages beside what is in force', async () => {
    await seedProposedRules(db)
    const minnesota = (await versionsOf(db, 'MN'))[0]!
    await confirm(minnesota.id)
    const loaded = await loadedBy(
      testShop,
      staff,
    )<{
      states: { state: string }[]
      others: string[]
    }>(loadStates)
    expect(loaded.states).toHaveLength(31)
    expect(loaded.others).toHaveLength(20)
    expect(loaded.states.find(({ state }) => state === 'MN')).toMatchObject({
      ...{ rule: { version: 1, limitMl: 18_000, countedBy: 'person' }, proposals: 0 },
      ...{ servedSince: '2024-09-01', licensedUntil: null, orderedMl: 0 },
    })
    expect(loaded.states.find(({ state }) => state === 'NE')).toMatchObject({
      ...{ rule: null, proposals: 2 },
    })
    expect(await loadedBy(testShop, staff)(loadState, { params: { state: 'MN' } })).toMatchObject({
      versions: [{ version: 1, stage: 'in-force', confirmedBy: staff.email }],
    })
  })
})
