import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'

import { Buyer } from './world/buyer.ts'
import type { Case, Prepared } from './world/kill-forms.ts'
import { formsOf, killAtEach, openWithStaff } from './world/kill-forms.ts'
import type { World } from './world/world.ts'

let world: World
let staff: string[]
const members: string[] = []
/** Who asks, and the colleague who approves or declines. */
const asker = formsOf(() => ({ world, staff: staff[0]! }))
const second = formsOf(() => ({ world, staff: staff[1]! }))
const { one } = asker

beforeAll(async () => {
  ;({ world, staff } = await openWithStaff(2))
  members.push(...(await world.members(20)))
  await world.setStock(1_000)
  await world.queryDatabase(
    `insert into approval_rules (refund_over_cents, ends_release) values (1000, true)`,
  )
})
afterAll(() => world.close())

type Order = { id: string; number: number; total: number }

/** A paid order, and the form that refunds all of it. */
async function anOrder(): Promise<Order & { form: Record<string, string> }> {
  expect(await new Buyer(world, members.pop()!).buy()).toBe('paid')
  const order = await one<Order>(
    `select id, number, total_cents as total from orders order by number desc limit 1`,
  )
  const form = {
    ...{ intent: 'refund', token: randomUUID(), amount: (order.total / 100).toFixed(2) },
    ...{ reason: 'All bottles were corked', 'back.malbec-2022': '1', box: 'stop' },
  }
  return { ...order, form }
}

/** A refund that a colleague has asked for, and a button for it. */
const onRefund = (verdict: 'approve' | 'decline' | 'withdraw') => async (): Promise<Prepared> => {
  const order = await anOrder()
  await asker.sent(paths.staffOrder(order.number), order.form)
  const { id } = await one<{ id: string }>(`select id from approvals where subject = $1`, [
    order.id,
  ])
  const { post } = verdict === 'withdraw' ? asker : second
  const form = { intent: `approval-${verdict}`, approval: id }
  return {
    send: () => post(paths.staffOrder(order.number), form),
    left: () => leftOfOrder(order),
  }
}

/** What waits for a second person, and what was decided, with the log about it. */
const decided = `(select array_agg(state) from approvals where subject = $1::text) as approvals,
   (select count(*)::int from tasks where subject = $1::text and state = 'open'
      and kind like '%-approval') as tasks,
   (select json_object_agg(action, count) from (
      select action, count(*)::int from audit_log
      where subject_id = $1::text and (action like 'approval-%' or action like 'refund-%'
        or (action = 'release-ended' and actor_email <> 'release hours'))
      group by action) as noted) as entries`

/** Waits until the provider has made what was asked of it: after a kill a job goes on with that. */
async function leftOfOrder({ id, number }: Order) {
  await expect
    .poll(() => one(`select 1 from refunds where order_id = $1 and state = 'requested'`, [id]), {
      timeout: 30_000,
    })
    .toBeUndefined()
  return one(
    `select ${decided},
       (select array_agg(state) from refunds where order_id = $1::uuid) as refunds,
       (select sum(returned)::int from order_lines where order_id = $1::uuid) as returned,
       (select count(*)::int from mails where kind = 'order-refunded'
          and props->>'number' = $2::text) as mails`,
    [id, number],
  )
}

const ofRefunds: Case[] = [
  {
    name: 'a second approval of a refund is asked for',
    write: { table: 'approvals', on: 'insert' },
    prepare: async () => {
      const order = await anOrder()
      return {
        send: () => asker.post(paths.staffOrder(order.number), order.form),
        left: () => leftOfOrder(order),
      }
    },
    once: {
      ...{ approvals: ['open'], tasks: 1, refunds: null, returned: 0, mails: 0 },
      entries: { 'approval-asked': 1 },
    },
  },
  ...(
    [
      {
        name: 'a second person approves a refund',
        write: { table: 'approvals', on: 'update', when: "new.state = 'approved'" },
      },
      {
        name: 'the approved refund is noted as made',
        write: { table: 'refunds', on: 'update', when: "new.state = 'made'" },
      },
    ] as const
  ).map((at): Case => ({
    ...at,
    prepare: onRefund('approve'),
    once: {
      ...{ approvals: ['approved'], tasks: 0, refunds: ['made'], returned: 1, mails: 1 },
      entries: {
        ...{ 'approval-asked': 1, 'approval-given': 1 },
        ...{ 'refund-requested': 1, 'refund-made': 1 },
      },
    },
  })),
  ...(['decline', 'withdraw'] as const).map((verdict): Case => {
    const state = verdict === 'decline' ? 'declined' : 'withdrawn'
    return {
      name: `a refund that waits is ${state}`,
      write: { table: 'approvals', on: 'update', when: `new.state = '${state}'` },
      prepare: onRefund(verdict),
      once: {
        ...{ approvals: [state], tasks: 0, refunds: null, returned: 0, mails: 0 },
        entries: { 'approval-asked': 1, [`approval-${state}`]: 1 },
      },
    }
  }),
]

type Release = { id: string; name: string }

/** A release that runs and keeps two cases for a customer. */
const aRelease = async (): Promise<Release> => {
  await world.queryDatabase(`update release_wines set is_current = false`)
  return one<Release>(
    `with release as (
       insert into releases (name, season, year, kind, promise, opens_at, closes_at, state)
       values ($1, 'spring', 2027, 'allocated', 'guaranteed', now() - interval '1 hour',
         now() + interval '1 day', 'scheduled') returning id, name),
     wine as (
       insert into release_wines (release_id, product_id, position)
       select id, 'malbec-2022', 1 from release),
     given as (
       insert into allocations (release_id, product_id, user_id, units, origin, is_promised)
       select release.id, 'malbec-2022', people.id, 2, 'manual', true
       from release, (select id from users where role = 'member' limit 1) as people),
     kept as (update products set promised = promised + 2 where id = 'malbec-2022')
     select id, name from release`,
    [`Faults ${randomUUID().slice(0, 8)}`],
  )
}

const endOf = ({ name }: Release) => ({ intent: 'end', name, version: '1' })

/** Should the process have ended after the release did, the minute's job ends its promises. */
async function leftOfRelease({ id }: Release) {
  await world.queryDatabase(`select graphile_worker.add_job('process-releases')`)
  const promised = async () =>
    (
      await one<{ promised: number }>(
        `select (select count(*)::int from allocations a join releases r on r.id = a.release_id
           where r.id = $1 and r.state = 'ended' and a.is_promised) as promised`,
        [id],
      )
    ).promised
  await expect.poll(promised, { timeout: 30_000 }).toBe(0)
  return one(
    `select ${decided}, state, version, (select count(*)::int from allocations
         where release_id = $1::uuid and is_promised) as promised
     from releases where id = $1::uuid`,
    [id],
  )
}

const ofReleases: Case[] = [
  {
    name: 'a second approval of the end of a release is asked for',
    write: { table: 'approvals', on: 'insert' },
    prepare: async () => {
      const release = await aRelease()
      return {
        send: () => asker.post(paths.release(release.id, 'check'), endOf(release)),
        left: () => leftOfRelease(release),
      }
    },
    once: {
      ...{ approvals: ['open'], tasks: 1, state: 'scheduled', version: 1, promised: 1 },
      entries: { 'approval-asked': 1 },
    },
  },
  {
    name: 'a second person approves the end of a release',
    write: { table: 'releases', on: 'update', when: "new.state = 'ended'" },
    prepare: async () => {
      const release = await aRelease()
      const path = paths.release(release.id, 'check')
      await asker.sent(path, endOf(release))
      const { id } = await one<{ id: string }>(`select id from approvals where subject = $1`, [
        release.id,
      ])
      return {
        send: () => second.post(path, { intent: 'approval-approve', approval: id }),
        left: () => leftOfRelease(release),
      }
    },
    once: {
      ...{ approvals: ['approved'], tasks: 0, state: 'ended', version: 2, promised: 0 },
      entries: { 'approval-asked': 1, 'approval-given': 1, 'release-ended': 1 },
    },
  },
]

killAtEach(() => world, [...ofRefunds, ...ofReleases])
