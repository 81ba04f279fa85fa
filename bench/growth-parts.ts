import { setTimeout as pause } from 'node:timers/promises'

import type pg from 'pg'

import { schedule } from '#app/jobs/schedule.ts'
import { adminLists } from '#app/lists.store.server.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { readListQuery } from '#platform/list/list-query.rules.ts'

import { sessionTokenIn } from './buyers.ts'
import { median } from './figures.ts'

export type Point = { millis: number; processor: number }

/** Of a frequent job: concurrent runs, and how often they are measured; the median counts. */
const [jobsAtOnce, jobRounds] = [10, 3]

/** Reads each admin list as it opens, from the lists of all modules, so that new lists are included. */
export const readsOfLists = (db: Database): Record<string, () => Promise<unknown>> =>
  Object.fromEntries(
    adminLists.map((list) => [
      `list ${list.name}, its rows`,
      () => list.read(db, readListQuery(list.shape, new URLSearchParams(), 'UTC')),
    ]),
  )

const isFrequent = (match: string) => /^\*(\/\d+)? \*/.test(match)

/** Processor time of one run of each job that runs every few minutes; it may not grow. */
export async function costsOfFrequentJobs(
  pool: pg.Pool,
  used: () => number,
): Promise<Map<string, Point>> {
  const costs = new Map<string, Point>()
  for (const { task } of schedule.filter(({ match }) => isFrequent(match))) {
    await runJobs(pool, task, 1) // clears the backlog
    const points: Point[] = []
    for (let round = 0; round < jobRounds; round++) {
      const before = used()
      const millis = (await runJobs(pool, task, jobsAtOnce)) / jobsAtOnce
      points.push({ millis, processor: (used() - before) / jobsAtOnce })
    }
    costs.set(`the job ${task}`, {
      millis: median(points.map((point) => point.millis)),
      processor: median(points.map((point) => point.processor)),
    })
  }
  return costs
}

/** Seconds of each job that runs once an hour or a night; these may read whole tables. */
export async function secondsOfOtherJobs(pool: pg.Pool): Promise<Map<string, number>> {
  const seconds = new Map<string, number>()
  for (const { task } of schedule.filter(({ match }) => !isFrequent(match))) {
    seconds.set(task, (await runJobs(pool, task, 1)) / 1_000)
  }
  return seconds
}

/** Queues `count` runs of a job; returns the ms until the shop's workers have finished them. */
async function runJobs(pool: pg.Pool, task: string, count: number): Promise<number> {
  const began = performance.now()
  await pool.query(
    `select graphile_worker.add_job($1, '{}'::json) from generate_series(1, $2::int)`,
    [task, count],
  )
  for (;;) {
    const { rows } = await pool.query<{ left: number; error: string | null }>(
      `select count(*)::int as left, max(last_error) as error from graphile_worker.jobs
       where task_identifier = $1 and run_at <= now() + interval '1 minute'`,
      [task],
    )
    if (rows[0]!.error !== null) throw new Error(`the job ${task} failed: ${rows[0]!.error}`)
    if (rows[0]!.left === 0) return performance.now() - began
    await pause(20)
  }
}

/** Rows that grow with the orders of a shop: sent emails, audit log, data requests, member requests. */
export async function fillOtherTables(pool: pg.Pool, from: number, to: number): Promise<void> {
  const rows = `from generate_series($1::int + 1, $2::int) as n`
  for (const statement of [
    `insert into mails (kind, recipient, props, state, created_at, claimed_at, sent_at)
     select 'order-confirmation', 'list.' || n || '@bulk.example', '{}', 'sent', at, at, at
     ${rows}, lateral (select now() - make_interval(mins => n / 8) as at) as moment`,
    `insert into audit_log (actor_email, action, subject_kind, subject_id, subject_label)
     select 'staff@bench.example', 'user-updated', 'user', n::text, 'Ana Ruiz' ${rows} where n % 10 = 0`,
    `insert into data_requests (kind, email, asked_at, done_at)
     select 'export', 'list.' || n || '@bulk.example', now() - interval '20 days', now() ${rows}
     where n % 100 = 0`,
    `insert into requests (kind, user_id, text, state)
     select 'subscription', id, 'active', 'declined'
     from (select id, row_number() over (order by id) + $1::int as n from users) as people
     where n > $1::int and n <= $2::int and n % 10 = 0`,
  ]) {
    await pool.query(statement, [from, to])
  }
  if (from > 0) return
  await pool.query(
    `insert into mails (kind, recipient, props, state, last_error)
     select 'password-changed', 'failed.' || n || '@bulk.example', '{"firstName": "Ana"}', 'failed', '550'
     from generate_series(1, 100) as n`,
  )
}

/** Assigns orders of other customers to the account with this login session. */
export async function giveOrders(pool: pg.Pool, cookie: string, count: number): Promise<void> {
  await pool.query(
    `update orders set user_id = (select user_id from sessions where token = $1)
     where id in (select id from orders order by number limit $2)`,
    [sessionTokenIn(cookie), count],
  )
}
