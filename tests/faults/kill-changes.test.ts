import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'

import { payWithCard } from '../../bench/buy-flow.ts'
import { Buyer } from './world/buyer.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import type { Write } from './world/held-commit.ts'
import { killAtCommit } from './world/kill-at-commit.ts'
import { World } from './world/world.ts'

let world: World
const members: string[] = []

beforeAll(async () => {
  world = await World.open({ env: { MAILS_PER_MINUTE: '0' } })
  const [staff] = await world.members(1)
  await world.queryDatabase(`update users set role = 'staff'`)
  const begun = await post(staff!, paths.shippingOverview(), { intent: 'begin' })
  expect(begun?.status).toBe(303)
  members.push(...(await world.members(10)))
})
afterAll(() => world.close())

/** A form; null where the connection broke. */
const post = (cookie: string, path: string, form: Record<string, string>) =>
  fetch(`${world.shop.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: world.shop.url },
    body: new URLSearchParams(form),
  }).catch(() => null)

/** Sends the same form until it is taken; returns where that leads. */
async function postUntilTaken(
  cookie: string,
  path: string,
  form: Record<string, string>,
): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const reply = await post(cookie, path, form)
    if (reply?.status === 303 || reply?.status === 302) return reply.headers.get('location')!
    await pause(200)
  }
  throw new Error(`${path} was not taken`)
}

/** A paid order of one case by ground, with its shipment. */
async function anOrder() {
  const cookie = members.pop()!
  expect(await new Buyer(world, cookie).buy()).toBe('paid')
  const [order] = await world.queryDatabase<{ id: string; number: number }>(
    `select id, number from orders order by number desc limit 1`,
  )
  return { cookie, ...order!, page: paths.order(order!.number) }
}

const left = async (id: string) =>
  (
    await world.queryDatabase(
      `select o.total_cents - o.refunded_cents as kept,
         (select string_agg(state || ' ' || method, ', ') from shipments
            where order_id = o.id and state <> 'cancelled') as boxes,
         (select count(*)::int from order_changes where order_id = o.id) as changes,
         (select count(*)::int from refunds where order_id = o.id) as refunds,
         (select coalesce(sum(paid_cents - refunded_cents), 0)::int from order_differences
            where order_id = o.id and paid_at is not null) as more,
         (select count(*)::int from mails where props ->> 'number' = o.number::text
            and kind in ('order-changed', 'order-cancelled')) as mails
       from orders o where o.id = $1`,
      [id],
    )
  )[0]

/** Until no refund of it waits any more, which a job or the next attempt makes. */
async function untilRefunded(id: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const [{ waits }] = (await world.queryDatabase<{ waits: number }>(
      `select ((select count(*) from refunds where order_id = $1 and state = 'requested')
         + (select count(*) from order_differences
            where order_id = $1 and refund_cents > refunded_cents))::int as waits`,
      [id],
    )) as [{ waits: number }]
    if (waits === 0) return
    await pause(200)
  }
  throw new Error('A refund was never made')
}

const cancelling: { name: string; write: Write }[] = [
  {
    name: 'the refund of a cancellation is saved',
    write: { table: 'refunds', on: 'insert' },
  },
  {
    name: 'its shipment is canceled',
    write: { table: 'shipments', on: 'update', when: "new.state = 'cancelled'" },
  },
  {
    name: 'its refund is recorded as made',
    write: { table: 'refunds', on: 'update', when: "new.state = 'made'" },
  },
]

describe.each(cancelling)('kill -9 as $name', ({ write }) => {
  test.each(['undo', 'commit'] as const)('and the database is to %s', async (how) => {
    const { cookie, id, page } = await anOrder()
    const form = { seen: '0', key: randomUUID() }
    const path = `${page}/change/cancel`
    await killAtCommit(world, write, how, () => post(cookie, path, form))
    await postUntilTaken(cookie, path, form)
    await untilRefunded(id)
    expect(await left(id)).toEqual({
      ...{ kept: 0, boxes: null, changes: 1, refunds: 1, more: 0, mails: 1 },
    })
    await expectConsistent(world)
  })
})

const paying: { name: string; write: Write; isLate: boolean }[] = [
  {
    name: 'a paid difference changes the order',
    write: { table: 'order_changes', on: 'insert' },
    isLate: false,
  },
  {
    name: 'the refund of a difference that was paid too late is saved',
    write: { table: 'order_differences', on: 'update', when: 'new.refund_cents > 0' },
    isLate: true,
  },
]

describe.each(paying)('kill -9 as $name', ({ write, isLate }) => {
  test.each(['undo', 'commit'] as const)('and the database is to %s', async (how) => {
    const { cookie, id, page } = await anOrder()
    const path = `${page}/change/method`
    const form = { seen: '0', key: randomUUID(), method: 'overnight=5500' }
    const payAt = await postUntilTaken(cookie, path, form)
    if (isLate) {
      await world.queryDatabase(
        `update shipments set state = 'handed-over', waits_for = null, handed_at = now()
         where order_id = $1`,
        [id],
      )
    }
    const back = new URL(await killAtCommit(world, write, how, () => payWithCard(payAt)))
    for (let tries = 0; tries < 100; tries++) {
      const reply = await fetch(`${world.shop.url}${back.pathname}${back.search}`, {
        ...{ redirect: 'manual', headers: { cookie } },
      }).catch(() => null)
      if (reply && reply.status < 400) break
      await pause(200)
    }
    await untilRefunded(id)
    const { boxes, ...rest } = (await left(id)) as { boxes: string }
    expect(boxes).toMatch(isLate ? /^handed-over ground$/ : /^(ready|waiting) overnight$/)
    expect(rest).toEqual({
      ...{ kept: 51_763, refunds: 0 },
      ...(isLate ? { changes: 0, more: 0, mails: 0 } : { changes: 1, more: 5_500, mails: 1 }),
    })
    await expectConsistent(world)
  })
})
