import { afterAll, beforeAll } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import type { RequestKind } from '#requests/request.rules.ts'
import { plainBrowser } from '#tests/harness/plain-browser.ts'

import type { Case } from './world/kill-forms.ts'
import { formsOf, killAtEach, openWithStaff } from './world/kill-forms.ts'
import type { World } from './world/world.ts'

let world: World
let staff: string
const wine = 'malbec-2022'
const { post, one } = formsOf(() => ({ world, staff }))

beforeAll(async () => {
  const opened = await openWithStaff()
  world = opened.world
  staff = opened.staff[0]!
  await world.members(60)
  await world.setStock(1_000)
  // A grant is of a wine that customers see in a release.
  await world.queryDatabase(
    `with release as (
       insert into releases (name, season, year, kind, opens_at, closes_at, state)
       values ('Faults', 'spring', 2027, 'open', now() - interval '1 hour',
         now() + interval '1 day', 'scheduled') returning id)
     insert into release_wines (release_id, product_id, position)
     select id, $1, 1 from release`,
    [wine],
  )
})
afterAll(() => world.close())

type Asked = { ids: string[]; numbers: number[] }

/** Requests of so many customers who have made none before, each for two cases where it is for a wine. */
async function asked(kind: RequestKind, people = 1): Promise<Asked> {
  const isForWine = kind === 'wine' || kind === 'more'
  const rows = await world.queryDatabase<{ id: string; number: number }>(
    `insert into requests (kind, user_id, product_id, units, text)
     select $1::text, id, $2, $3, case $1::text when 'subscription' then 'inactive' else '' end
     from users where role = 'member'
       and not exists (select from requests r where r.user_id = users.id)
     order by email limit $4 returning id, number`,
    [kind, isForWine ? wine : null, isForWine ? 2 : 1, people],
  )
  return { ids: rows.map(({ id }) => id), numbers: rows.map(({ number }) => number) }
}

/** What there is of these requests: each count over all of them. */
const leftOf = (ids: string[]) =>
  one(
    `with asked as (select * from requests where id = any($1::uuid[])),
       people as (select * from users where id in (select user_id from asked)),
       grants as (select * from allocations where request_id in (select id from asked))
     select (select array_agg(distinct state) from asked) as states,
       (select count(*)::int from request_answers where request_id in (select id from asked)) as answers,
       (select count(*)::int from grants) as grants,
       (select coalesce(sum(units), 0)::int from grants where is_promised) as promised,
       (select array_agg(distinct membership_level) from people) as levels,
       (select coalesce(json_object_agg(kind, count), '{}') from (
          select kind, count(*)::int from mails where recipient in (select email from people)
            and (kind like 'request-%' or kind in ('club-welcome', 'subscription-confirmed'))
          group by kind) as sent) as mails,
       (select coalesce(json_object_agg(action, count), '{}') from (
          select action, count(*)::int from audit_log
          where subject_kind = 'request' and subject_id = any($1::text[])
          group by action) as noted) as entries`,
    [ids],
  )

/** The page of the wine's queue as staff have it before them. */
async function queuePage() {
  const staffBrowser = plainBrowser(staff, world.shop.url)
  return { staffBrowser, page: await staffBrowser.visit(paths.requestQueue(wine)) }
}

const oneByOne: Case[] = [
  {
    name: 'a request is granted',
    write: { table: 'allocations', on: 'insert', when: "new.origin = 'grant'" },
    prepare: async () => {
      const { ids, numbers } = await asked('wine')
      const form = { intent: 'grant', units: '2', hours: '72', text: 'Enjoy it.' }
      return { send: () => post(paths.staffRequest(numbers[0]!), form), left: () => leftOf(ids) }
    },
    once: {
      ...{ states: ['granted'], answers: 1, grants: 1, promised: 2 },
      ...{ mails: { 'request-granted': 1 }, entries: { 'request-granted': 1 } },
    },
  },
  {
    name: 'the membership of the club is granted',
    write: { table: 'users', on: 'update', when: 'new.membership_level <> old.membership_level' },
    prepare: async () => {
      const { ids, numbers } = await asked('club')
      const form = { intent: 'grant-club', level: '12' }
      return { send: () => post(paths.staffRequest(numbers[0]!), form), left: () => leftOf(ids) }
    },
    once: {
      ...{ states: ['taken'], answers: 1, levels: [12], mails: { 'club-welcome': 1 } },
      entries: { 'club-granted': 1 },
    },
  },
  {
    name: 'a subscription is confirmed',
    write: { table: 'mails', on: 'insert', when: "new.kind = 'subscription-confirmed'" },
    prepare: async () => {
      const { ids, numbers } = await asked('subscription')
      const form = { intent: 'confirm-subscription' }
      return { send: () => post(paths.staffRequest(numbers[0]!), form), left: () => leftOf(ids) }
    },
    once: {
      ...{ states: ['taken'], answers: 1, mails: { 'subscription-confirmed': 1 } },
      entries: { 'subscription-confirmed': 1 },
    },
  },
]

const ofLines: Case[] = [
  {
    name: 'the queue of a wine is granted',
    write: { table: 'request_answers', on: 'insert', when: "new.verdict = 'granted'" },
    prepare: async () => {
      const { ids } = await asked('more', 3)
      const { staffBrowser, page } = await queuePage()
      const shown = await staffBrowser.press(page, 'Preview', {
        cases: '5',
        most: '2',
      })
      const button = 'Grant to 3 people'
      return {
        send: () => staffBrowser.press(shown, button).catch(() => null),
        left: () => leftOf(ids),
      }
    },
    once: {
      ...{ states: ['granted'], answers: 3, grants: 3, promised: 5 },
      ...{ mails: { 'request-granted': 3 }, entries: { 'request-granted': 3 } },
    },
  },
  {
    name: 'chosen requests are declined',
    write: { table: 'mails', on: 'insert', when: "new.kind = 'request-declined'" },
    prepare: async () => {
      const { ids } = await asked('wine', 3)
      const form = [
        ...ids.map((id) => ['request', id]),
        ...[['intent', 'decline'] as string[], ['text', 'There was too little.']],
      ]
      return { send: () => post(paths.requestQueue(wine), form), left: () => leftOf(ids) }
    },
    once: {
      ...{ states: ['declined'], answers: 3, grants: 0 },
      ...{ mails: { 'request-declined': 3 }, entries: { 'request-declined': 3 } },
    },
  },
  {
    name: 'all in line are declined, and keep their place',
    write: { table: 'requests', on: 'update', when: "new.state = 'waiting'" },
    prepare: async () => {
      const { ids } = await asked('wine', 3)
      const { html } = (await queuePage()).page
      const mark = /name="mark" value="([^"]*)"/.exec(html)![1]!
      const form = { intent: 'decline', all: 'yes', keepsPlace: 'yes', mark, text: 'Next year.' }
      return { send: () => post(paths.requestQueue(wine), form), left: () => leftOf(ids) }
    },
    once: {
      ...{ states: ['waiting'], answers: 3, grants: 0 },
      ...{ mails: { 'request-declined': 3 }, entries: { 'request-declined': 3 } },
    },
  },
  {
    name: 'the queue of a wine is closed',
    write: { table: 'request_answers', on: 'insert', when: "new.verdict = 'closed'" },
    prepare: async () => {
      const { ids } = await asked('wine', 3)
      await one(
        `insert into request_queues (product_id, is_open) values ($1, true)
         on conflict (product_id) do update set is_open = true`,
        [wine],
      )
      const closings = `select count(*)::int as closings from audit_log
        where action = 'request-queue-closed' and subject_id = $1`
      const before = await one<{ closings: number }>(closings, [wine])
      const { staffBrowser, page } = await queuePage()
      const button = 'Close 3 requests'
      return {
        send: () => staffBrowser.press(page, button).catch(() => null),
        left: async () => {
          const after = await one<{ closings: number }>(closings, [wine])
          const queue = await one(`select is_open from request_queues where product_id = $1`, [
            wine,
          ])
          return { ...(await leftOf(ids)), ...queue, closed: after.closings - before.closings }
        },
      }
    },
    once: {
      ...{ states: ['lapsed'], answers: 3, mails: { 'request-closed': 3 }, is_open: false },
      closed: 1,
    },
  },
]

killAtEach(() => world, [...oneByOne, ...ofLines])
