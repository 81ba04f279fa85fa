import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { everybody } from '#campaigns/campaign/audience.rules.ts'

import { expectConsistent } from './world/expect-consistent.ts'
import type { Write } from './world/held-commit.ts'
import { killAtCommit } from './world/kill-at-commit.ts'
import { World } from './world/world.ts'

/** More than one batch of the outbox; so many of them left the list before. */
const [people, gone] = [600, 20]

let world: World
beforeAll(async () => {
  world = await World.open({ env: { MAILS_PER_MINUTE: '0', POSTAL_ADDRESS: '1 Vine Street' } })
  // Half of them by each name: the fake inbox lists at most 500 of one subject.
  await world.queryDatabase(
    `insert into mailing_list_clients (full_name, first_name, last_name, email, consent_source,
       consent_wording, unsubscribed_at)
     select name || ' Luz', name, 'Luz', 'person-' || n || '@list.example', 'faults', 'faults',
       case when n <= $2 then now() end
     from generate_series(1, $1::int) as n, lateral (select case when n % 2 = 0 then 'Ana' else 'Berta' end as name) as named`,
    [people, gone],
  )
})
afterAll(() => world.close())

/** A campaign to everybody, scheduled for now. */
async function aCampaign(name: string): Promise<string> {
  const blocks = [{ kind: 'button', text: 'Go', target: 'allocation' }]
  const [row] = await world.queryDatabase<{ id: string }>(
    `insert into campaigns (name, subject, blocks, audience, state, send_at)
     values ($1, $1 || ', {first name}', $2, $3, 'scheduled', now()) returning id`,
    [name, JSON.stringify(blocks), JSON.stringify(everybody)],
  )
  // Nobody gets two campaigns within a day; the ones before are made older.
  await world.queryDatabase(
    `update campaign_emails set settled_at = settled_at - interval '30 days'`,
  )
  return row!.id
}

const work = () =>
  world.queryDatabase(
    `select graphile_worker.add_job('process-campaigns', '{}'::json, job_key := 'faults')`,
  )

type Copy = { to: { address: string }[]; headers: Record<string, string> }

async function copiesOf(name: string): Promise<Copy[]> {
  const lists = await Promise.all(
    ['Ana', 'Berta'].map(async (who) => {
      const subject = encodeURIComponent(`${name}, ${who}`)
      const response = await fetch(`${world.fakes.url}/mail/messages?subject=${subject}&limit=500`)
      return ((await response.json()) as { messages: Copy[] }).messages
    }),
  )
  return lists.flat()
}

/** Everybody has the email, and of it at most one more copy, marked as a repeat. */
async function expectEveryoneOnce(id: string, name: string, rejected: number): Promise<void> {
  await expectConsistent(world)
  await work()
  await expect
    .poll(
      async () => (await world.queryDatabase(`select state from campaigns where id = $1`, [id]))[0],
      { timeout: 30_000 },
    )
    .toEqual({ state: 'sent' })
  const outcomes = await world.queryDatabase<{ outcome: string; count: number }>(
    `select outcome, count(*)::int as count from campaign_emails where campaign_id = $1
     group by outcome order by outcome`,
    [id],
  )
  expect(outcomes).toEqual(
    [
      { outcome: 'rejected', count: rejected },
      { outcome: 'sent', count: people - gone - rejected },
      { outcome: 'suppressed', count: gone },
    ].filter(({ count }) => count > 0),
  )
  // One that never arrived is marked as a repeat, too: its fate was not known.
  const copies = Map.groupBy(await copiesOf(name), ({ to }) => to[0]!.address)
  expect(copies.size).toBe(people - gone - rejected)
  for (const [to, own] of copies) {
    const isFirst = own.map(({ headers }) => !('X-Kohue-Repeat' in headers))
    expect(isFirst.filter(Boolean).length, to).toBeLessThanOrEqual(1)
    expect(isFirst.filter((first) => !first).length, to).toBeLessThanOrEqual(1)
    expect(new Set(own.map(({ headers }) => headers['Message-ID'])).size, to).toBe(1)
  }
}

const writes: { name: string; write: Write }[] = [
  { name: 'its audience is written', write: { table: 'campaign_emails', on: 'insert' } },
  { name: 'a batch enters the outbox', write: { table: 'mails', on: 'insert' } },
]

describe.each(writes)('kill -9 of a campaign as $name', ({ name: what, write }) => {
  test.each(['undo', 'commit'] as const)('and the database is to %s', async (how) => {
    const name = `Killed as ${what} ${how}`
    const id = await aCampaign(name)
    await killAtCommit(world, write, how, work)
    await expectEveryoneOnce(id, name, 0)
  })
})

test('kill -9 of a campaign at its two hundredth email, with one rejected', async () => {
  const name = 'Killed while it left'
  const id = await aCampaign(name)
  await world.fault({ smtp: 'refuse-recipient', recipient: 'person-600@list.example', times: 1 })
  await work()
  const sent = async () => {
    const [row] = await world.queryDatabase<{ count: number }>(
      `select count(*)::int as count from campaign_emails where campaign_id = $1 and outcome = 'sent'`,
      [id],
    )
    return row!.count
  }
  await expect.poll(sent, { timeout: 90_000, interval: 25 }).toBeGreaterThanOrEqual(200)
  await world.shop.kill()
  expect(await sent()).toBeLessThan(people - gone - 1)
  await world.shop.start()
  await expectEveryoneOnce(id, name, 1)
})
