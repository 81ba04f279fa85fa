import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { adminRulesCopy } from '#releases/allocations/admin-rules.copy.ts'
import { plainBrowser } from '#tests/harness/plain-browser.ts'

import type { Case, Prepared } from './world/kill-forms.ts'
import { formsOf, killAtEach, openWithStaff } from './world/kill-forms.ts'
import type { World } from './world/world.ts'

let world: World
let staff: string
/** No offer page sells it, so that staff can choose it for a release. */
const wine = 'cabernet-sauvignon-2021'
const { post, one } = formsOf(() => ({ world, staff }))

beforeAll(async () => {
  const opened = await openWithStaff()
  world = opened.world
  staff = opened.staff[0]!
  await world.members(10)
  await world.queryDatabase(`update products set stock = 1000 where id = $1`, [wine])
})
afterAll(() => world.close())

const allocated = { kind: 'allocated', promise: 'guaranteed', state: 'scheduled', given: 0 }

type Wanted = {
  kind: string
  promise: string | null
  state: string
  /** Customers with an allocation of one case. */
  given: number
  isOver?: boolean
}

/** A release of the wine that has begun an hour ago; the wine leaves the one it was in. */
async function aRelease({ kind, promise, state, given, isOver = false }: Wanted): Promise<string> {
  await world.queryDatabase(`update release_wines set is_current = false`)
  const { id } = await one<{ id: string }>(
    `with release as (
       insert into releases (name, season, year, kind, promise, opens_at, closes_at, state)
       values ('Faults ' || $6::text, 'spring', 2027, $1, $2,
         now() + case when $3::text = 'draft' then interval '1 day' else interval '-1 hour' end,
         now() + case when $5::boolean then interval '-1 minute' else interval '2 days' end, $3::text)
       returning id),
     waves as (
       insert into release_waves (release_id, name, opens_at)
       select id, 'Everyone', now() + interval '1 day' from release),
     wine as (
       insert into release_wines (release_id, product_id, position)
       select id, '${wine}', 1 from release),
     given as (
       insert into allocations (release_id, product_id, user_id, units, origin, is_promised)
       select release.id, '${wine}', people.id, 1, 'manual', $3::text = 'scheduled'
       from release, (select id from users where role = 'member' order by email limit $4) as people
       returning units, is_promised),
     kept as (
       update products set promised = promised + (select coalesce(sum(units), 0) from given
         where is_promised) where id = '${wine}')
     select id from release`,
    [kind, promise, state, given, isOver, randomUUID().slice(0, 8)],
  )
  return id
}

/** What a release has: its allocations, its version, and the log about it. */
const leftOf = (id: string) =>
  one(
    `select (select count(*)::int from allocations where release_id = $1::uuid) as people,
       (select coalesce(sum(units), 0)::int from allocations where release_id = $1::uuid) as units,
       (select coalesce(sum(units), 0)::int from allocations
          where release_id = $1::uuid and is_promised) as promised,
       (select coalesce(json_agg(product_id), '[]') from release_wines
          where release_id = $1::uuid and is_current) as wines,
       (select version from releases where id = $1::uuid) as version,
       (select coalesce(json_object_agg(action, count), '{}') from (
          select action, count(*)::int from audit_log
          where subject_kind = 'release' and subject_id = $1::text group by action) as noted) as entries`,
    [id],
  )

const formOf = (id: string, form: Record<string, string>): Prepared => ({
  send: () => post(paths.release(id, 'allocations'), form),
  left: () => leftOf(id),
})

const rows: Case[] = [
  {
    name: 'an allocation is raised while its release runs',
    write: { table: 'allocations', on: 'update', when: 'new.units > old.units' },
    prepare: async () => {
      const id = await aRelease({ ...allocated, given: 2 })
      const row = await one<{ id: string }>(
        `select id from allocations where release_id = $1 limit 1`,
        [id],
      )
      const base = { 'base.units': '1', 'base.wave': '', 'base.note': '' }
      const typed = { units: '4', wave: '', note: 'Asked' }
      return formOf(id, { intent: 'save', allocation: row.id, version: '1', ...typed, ...base })
    },
    once: { people: 2, units: 5, promised: 5, entries: { 'allocation-updated': 1 } },
  },
  {
    name: 'an allocation is added while its release runs',
    write: { table: 'products', on: 'update', when: 'new.promised > old.promised' },
    prepare: async () => {
      const id = await aRelease(allocated)
      const { email } = await one<{ email: string }>(
        `select email from users where role = 'member' limit 1`,
      )
      return formOf(id, { intent: 'add', email, wine, units: '3', wave: '' })
    },
    once: { people: 1, units: 3, promised: 3, entries: { 'allocation-updated': 1 } },
  },
  {
    name: 'a file of allocations is imported',
    write: { table: 'allocations', on: 'insert' },
    prepare: async () => {
      const id = await aRelease(allocated)
      const people = await world.queryDatabase<{ email: string }>(
        `select email from users where role = 'member' limit 3`,
      )
      const lines = people.map(({ email }) => `${email},${wine},2`)
      const form = new FormData()
      form.set('intent', 'import')
      form.set('file', new File([['email,wine,units', ...lines].join('\n')], 'people.csv'))
      return {
        send: () => post(paths.release(id, 'allocations'), form),
        left: () => leftOf(id),
      }
    },
    once: { people: 3, units: 6, promised: 6, entries: { 'allocations-imported': 1 } },
  },
]

const whole: Case[] = [
  {
    name: 'allocations are built from rules',
    write: { table: 'releases', on: 'update', when: 'new.version > old.version' },
    prepare: async () => {
      const id = await aRelease({ ...allocated, state: 'draft' })
      await world.queryDatabase(
        `insert into allocation_rules (release_id, position, condition, units, wave_id)
         select release_id, 1, 'confirmed', '{"${wine}": 2}', id from release_waves
         where release_id = $1`,
        [id],
      )
      const staffBrowser = plainBrowser(staff, world.shop.url)
      const rules = await staffBrowser.visit(paths.release(id, 'rules'))
      const shown = await staffBrowser.press(rules, adminRulesCopy.preview)
      return {
        send: () => staffBrowser.press(shown, adminRulesCopy.build).catch(() => null),
        left: () => leftOf(id),
      }
    },
    once: { people: 10, units: 20, promised: 0, version: 2, entries: { 'allocations-built': 1 } },
  },
  {
    name: 'the allocations of an earlier release are taken over',
    write: { table: 'allocations', on: 'insert' },
    prepare: async () => {
      const from = await aRelease({ ...allocated, given: 3 })
      const id = await aRelease({ ...allocated, state: 'draft' })
      return formOf(id, { intent: 'earlier', from, units: 'allocated' })
    },
    once: { people: 3, units: 3, promised: 0, entries: { 'allocations-built': 1 } },
  },
]

/** The form that opens what is left of a release, which the draft is named after. */
async function leftovers(): Promise<Prepared> {
  const id = await aRelease({ ...allocated, kind: 'open', promise: null, isOver: true })
  const staffBrowser = plainBrowser(staff, world.shop.url)
  const page = await staffBrowser.visit(paths.release(id, 'check'))
  const left = async () => {
    const [draft] = await world.queryDatabase<{ id: string }>(
      `select id from releases where name = (select name || ': the rest' from releases where id = $1)`,
      [id],
    )
    return draft ? leftOf(draft.id) : {}
  }
  return {
    send: () => staffBrowser.press(page, 'Create the draft').catch(() => null),
    left,
  }
}

const rest: Case[] = [
  {
    name: 'a draft is made of what is left',
    write: { table: 'releases', on: 'insert' },
    prepare: leftovers,
    once: { wines: [wine], version: 2, entries: { 'release-made': 1, 'release-updated': 1 } },
  },
  {
    name: 'that draft gets its wines',
    write: { table: 'release_wines', on: 'insert' },
    prepare: leftovers,
    once: { wines: [wine], version: 2, entries: { 'release-made': 1, 'release-updated': 1 } },
  },
]

killAtEach(() => world, [...rows, ...whole, ...rest])
