import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { auditLog } from '#platform/audit/tables.ts'
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
import { openTestShop } from '#tests/harness/test-shop.ts'

import { setBehindYear } from '../allocations/behind-year.actions.server.ts'
import { buildAllocations } from '../allocations/build-allocations.actions.server.ts'
import {
  addAllocation,
  importAllocationFile,
  saveAllocations,
  takeOverFrom,
} from '../allocations/save-allocation.actions.server.ts'
import { openRest } from '../leftovers/leftovers.actions.server.ts'
import { refundRehearsals } from '../rehearsal/refund-rehearsals.actions.server.ts'
import {
  endRelease,
  pauseRelease,
  resumeRelease,
  scheduleRelease,
  unscheduleRelease,
} from './change-release-state.actions.server.ts'
import {
  cloneRelease,
  saveReleaseHours,
  saveReleaseTexts,
  saveReleaseWines,
} from './save-release.actions.server.ts'
import type { StaffRelease } from './staff-releases.store.server.ts'
import { textsIn, textsOfRelease, typedOf } from './typed-release.rules.ts'

let testShop: TestShop
let staff: Awaited<ReturnType<typeof aStaffMember>>
let email: string
let releases: Record<'draft' | 'scheduled' | 'paused' | 'open' | 'ended', StaffRelease>
let wine: string

const { aDraftWithWine, aCustomer, allocate, schedule, viewed } = releaseDrafts(() => ({
  testShop,
  staff,
}))

/** A release in each state. */
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
  ;({ email } = await aCustomer())
  const { db } = testShop
  const inState = async () => {
    const made = await aDraftWithWine()
    const { email: own } = await aCustomer()
    await allocate(made.draft.id, made.wine, own, 2)
    expect(await schedule(made.draft.id)).toMatchObject({ ok: true })
    return made.draft.id
  }
  const [scheduled, paused, open, ended] = [
    await inState(),
    await inState(),
    await inState(),
    await inState(),
  ]
  const set = (id: string, to: string) =>
    db.execute(sql`update releases set ${sql.raw(to)} where id = ${id}::uuid`)
  await set(paused, `state = 'paused'`)
  await set(open, `opens_at = date_trunc('minute', now()) - interval '1 hour'`)
  await set(ended, `state = 'ended'`)
  const made = await aDraftWithWine()
  ;({ wine } = made)
  const draft = made.draft.id
  await allocate(draft, wine, (await aCustomer()).email, 2)
  const ids = { draft, scheduled, paused, open, ended }
  const all = Object.entries(ids).map(async ([state, id]) => [state, await viewed(id)] as const)
  releases = Object.fromEntries(await Promise.all(all)) as typeof releases
}, 60_000)
afterAll(() => testShop.close())

/** Every row about releases, wines and people's allocations. */
async function everything() {
  const { rows } = await testShop.db.execute<{ row: string }>(sql`
    select 'releases ' || r::text as row from releases as r
    union all select 'waves ' || w::text from release_waves as w
    union all select 'wines ' || w::text from release_wines as w
    union all select 'rules ' || a::text from allocation_rules as a
    union all select 'allocations ' || a::text from allocations as a
    union all select 'products ' || p::text from products as p
    union all select 'mails ' || m::text from mails as m
    union all select 'approvals ' || a::text from approvals as a
    order by row`)
  return [rows, await testShop.db.$count(auditLog)]
}

type Sent = { id: string; version: number; name: string }
type Act = (sent: Sent) => Promise<unknown>
type State = keyof typeof releases

const fieldsOf = (id: string) => Object.values(releases).find((one) => one.id === id)?.fields
const hoursOf = ({ id }: Sent) => {
  const fields = fieldsOf(id) ?? releases.draft.fields
  return { ...typedOf(fields, zone), closesAt: typedRelease().closesAt }
}
const row = { allocation: randomUUID(), units: '1', wave: '', note: '' }
const base = { 'base.units': '2', 'base.wave': '', 'base.note': '' }

/** What staff can send about a release, by its name. */
const acts: Record<string, Act> = {
  schedule: (sent) => scheduleRelease(testShop.services, staff, { ...sent, accepted: [] }),
  unschedule: (sent) => unscheduleRelease(testShop.services, staff, sent),
  pause: (sent) => pauseRelease(testShop.services, staff, { ...sent, reason: 'A flood.' }),
  resume: (sent) => resumeRelease(testShop.services, staff, sent),
  end: (sent) => endRelease(testShop.services, staff, sent),
  'save its wines': (sent) => saveReleaseWines(testShop.services, staff, { ...sent, order: wine }),
  'leave out its wines': (sent) =>
    saveReleaseWines(testShop.services, staff, { ...sent, order: '' }),
  'save a wine that is none': (sent) =>
    saveReleaseWines(testShop.services, staff, { ...sent, order: `${wine},none` }),
  'save its hours': (sent) =>
    saveReleaseHours(testShop.services, staff, { ...sent, ...sentAs(hoursOf(sent)) } as never),
  'save other hours': (sent) => {
    const typed = {
      ...hoursOf(sent),
      closesAt: hourOf(new Date(Date.now() + 71 * 3_600_000), zone),
    }
    return saveReleaseHours(testShop.services, staff, { ...sent, ...sentAs(typed) } as never)
  },
  'save its texts': (sent) => {
    const texts = textsIn(fieldsOf(sent.id) ?? releases.draft.fields)
    const typed = { ...texts, banner: 'New', ...{ id: sent.id, version: sent.version } }
    return saveReleaseTexts(testShop.services, staff, { ...typed, base: JSON.stringify(texts) })
  },
  clone: ({ id }) =>
    cloneRelease(testShop.services, staff, { ...sentAs(typedRelease()), of: id } as never),
  'put behind the year': (sent) =>
    setBehindYear(testShop.services, staff, { ...sent, intent: 'behind' }),
  'add an allocation': ({ id }) =>
    addAllocation(testShop.services, staff, { id, email, wine, units: '1' } as never),
  'add one of a wave that is none': ({ id }) =>
    addAllocation(testShop.services, staff, {
      ...{ id, email, wine, units: '1', wave: randomUUID() },
    } as never),
  'save an allocation that is none': ({ id }) =>
    saveAllocations(testShop.services, staff, { id, ...row, ...base, version: '1' } as never),
  'save no allocation': ({ id }) => saveAllocations(testShop.services, staff, { id } as never),
  'import no file': ({ id }) => importAllocationFile(testShop.services, staff, { id } as never),
  'import a file': ({ id }) =>
    importAllocationFile(testShop.services, staff, {
      ...{ id, file: new File([`email,wine,units\n${email},${wine},1`], 'a.csv') },
    } as never),
  'build by rules': (sent) =>
    buildAllocations(testShop.services, staff, {
      ...{ ...sentRules([], true), id: sent.id, version: sent.version },
    } as never),
  'take over from itself': ({ id }) =>
    takeOverFrom(testShop.services, staff, { id, from: id, units: 'bought' } as never),
  'open the rest': ({ id }) => openRest(testShop.services, staff, { id, wine: [wine] }),
  'refund rehearsals': ({ id }) => refundRehearsals(testShop.services, staff, { id }),
}

const tried = async (act: string, sent: Sent) => {
  const said = (await acts[act]!(sent)) as { ok: boolean; status?: number; sentence?: string }
  return said.ok ? 'done' : `${said.status} ${said.sentence}`
}

const sentOf = (state: State): Sent => {
  const { id, version, fields } = releases[state]
  return { id, version, name: fields.name }
}

const elsewhere = /saved elsewhere/
const wrongState = '409 The release is in another state now.'
const fixed = '409 This can no longer be changed.'
const allocated = '409 These allocations can no longer be changed.'

test('a release that is none is not found, and nothing is written', async () => {
  const before = await everything()
  const none = { id: randomUUID(), version: 1, name: '' }
  const except = ['save no allocation', 'import no file', 'save an allocation that is none']
  for (const act of Object.keys(acts).filter((one) => !except.includes(one))) {
    for (const id of [none.id, 'none']) {
      const said = await tried(act, { ...none, id })
      if (act === 'save a wine that is none') expect(said).toBe('409 There is no such wine.')
      else expect(said, act).toMatch(act === 'save its texts' ? /^410/ : /^404/)
    }
  }
  expect(await everything()).toEqual(before)
})

test('what was saved elsewhere meanwhile is not written over', async () => {
  const before = await everything()
  const older = (state: State) => ({ ...sentOf(state), version: releases[state].version - 1 })
  for (const [act, state] of [
    ['schedule', 'draft'],
    ['unschedule', 'scheduled'],
    ['pause', 'scheduled'],
    ['resume', 'paused'],
    ['end', 'open'],
    ['leave out its wines', 'draft'],
    ['save other hours', 'draft'],
    ['put behind the year', 'draft'],
  ] as const) {
    expect(await tried(act, older(state)), act).toMatch(elsewhere)
  }
  // The page shows both versions.
  const texts = await acts['save its texts']!(older('draft'))
  expect(texts).toMatchObject({ status: 409, shown: { problem: 'saved-elsewhere' } })
  expect(await everything()).toEqual(before)
})

test('in each state only what fits it is done, and what is refused changes nothing', async () => {
  const before = await everything()
  const refused: [act: string, states: readonly State[], said: string | RegExp][] = [
    ['schedule', ['scheduled', 'paused', 'open', 'ended'], wrongState],
    ['schedule', ['draft'], /^409 Not scheduled\. Still open: /],
    ['unschedule', ['draft', 'open', 'ended'], wrongState],
    ['unschedule', ['paused'], wrongState],
    ['pause', ['draft', 'paused', 'ended'], wrongState],
    ['resume', ['draft', 'scheduled', 'open', 'ended'], wrongState],
    ['end', ['ended'], wrongState],
    ['save its wines', ['scheduled', 'paused', 'open', 'ended'], fixed],
    ['save a wine that is none', ['draft'], '409 There is no such wine.'],
    ['put behind the year', ['scheduled', 'paused', 'open', 'ended'], wrongState],
    ['add an allocation', ['ended'], allocated],
    ['add an allocation', ['scheduled', 'paused', 'open'], '400 This wine is not in this release.'],
    ['add one of a wave that is none', ['draft'], '400 This wave is not in this release.'],
    ['save an allocation that is none', ['draft', 'open', 'ended'], /^409/],
    ['save no allocation', ['draft', 'ended'], '400 No row is open.'],
    ['import no file', ['draft', 'ended'], /^400/],
    ['import a file', ['ended'], allocated],
    ['take over from itself', ['scheduled', 'paused', 'open', 'ended'], allocated],
    ['open the rest', ['draft', 'scheduled', 'paused', 'open'], '409 This release has not ended.'],
    ['open the rest', ['ended'], '409 Please choose at least one of its wines.'],
  ]
  for (const [act, states, said] of refused) {
    for (const state of states) {
      const answer = await tried(act, sentOf(state))
      if (typeof said === 'string') expect(answer, `${act}: ${state}`).toBe(said)
      else expect(answer, `${act}: ${state}`).toMatch(said)
    }
  }
  expect(await tried('end', { ...sentOf('open'), name: 'another' })).toBe(
    '400 That is not the name of this release.',
  )
  expect(await everything()).toEqual(before)
})

test('who may not refund does not refund rehearsals either', async () => {
  const before = await everything()
  const { id } = releases.scheduled
  const planner = { ...staff, duties: ['releases' as const] }
  expect(await refundRehearsals(testShop.services, planner, { id })).toMatchObject({ status: 403 })
  expect(await everything()).toEqual(before)
})

test('each part of a release can be changed as long as it may, by itself', async () => {
  const changes: Record<string, (fields: StaffRelease['fields']) => object> = {
    name: () => ({ name: `Renamed ${randomUUID().slice(0, 6)}` }),
    season: ({ season }) => ({ season: season === 'fall' ? 'spring' : 'fall' }),
    year: ({ year }) => ({ year: String(year + 1) }),
    kind: () => ({ kind: 'open', promise: '' }),
    promise: () => ({ promise: 'cap' }),
    banner: () => ({ banner: 'Another' }),
    announcement: () => ({ announcement: 'Another' }),
    text: () => ({ text: 'Another' }),
    shipsFrom: () => ({ shipsFrom: '2032-03-01' }),
    shipsUntil: () => ({ shipsUntil: '2032-09-01' }),
    opensAt: ({ opensAt }) => ({ opensAt: later(opensAt, -1) }),
    closesAt: ({ closesAt }) => ({ closesAt: later(closesAt, 1) }),
    promiseUntil: ({ closesAt }) => ({ promiseUntil: later(closesAt, -1) }),
    waves: ({ waves }) => ({
      waves: waves.map((wave) => ({
        ...{ id: wave.id, name: `${wave.name} again`, opensAt: hourOf(wave.opensAt, zone) },
      })),
    }),
    waveHours: ({ waves }) => ({
      waves: waves.map(({ id, name, opensAt }) => ({ id, name, opensAt: later(opensAt, 1) })),
    }),
  }
  const later = (at: Date, hours: number) =>
    hourOf(new Date(at.getTime() + hours * 3_600_000), zone)
  const changeable: Record<string, string[]> = {}
  for (const state of ['scheduled', 'paused', 'open', 'ended'] as const) {
    changeable[state] = []
    for (const [field, change] of Object.entries(changes)) {
      const { id, version, fields } = await viewed(releases[state].id)
      const typed = { ...typedOf(fields, zone), ...change(fields) }
      const sent = { id, version, base: JSON.stringify(textsIn(fields)) }
      const said = /At$|^promiseUntil$|^wave/.test(field)
        ? await saveReleaseHours(testShop.services, staff, { ...sent, ...sentAs(typed) } as never)
        : await saveReleaseTexts(testShop.services, staff, { ...textsOfRelease(typed), ...sent })
      if (said.ok) changeable[state].push(field)
      else expect(`${said.status} ${said.sentence}`, `${field}, ${state}`).toBe(fixed)
    }
  }
  const texts = ['name', 'banner', 'announcement', 'text', 'shipsFrom', 'shipsUntil']
  expect(changeable).toEqual({
    scheduled: [
      ...['name', 'season', 'year', 'banner', 'announcement', 'text', 'shipsFrom', 'shipsUntil'],
      ...['opensAt', 'closesAt', 'promiseUntil', 'waveHours'],
    ],
    ...{ paused: texts, open: texts, ended: [] },
  })
})
