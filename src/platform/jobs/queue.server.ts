import { sql } from 'drizzle-orm'

import type { Queryable } from '../database/connection.server.ts'

/** The payload of each background job. Each module adds its own in its `jobs.server.ts`, by declaration merging. */
export interface Jobs {}

/** After so many failures, some sixteen hours, a job is not tried again. */
export const mostAttempts = 12

/** Failures after which a job counts as failed, some half an hour: an alarm. */
export const failedAttempts = 8

/** The call that enqueues a job, to be part of another statement; see `queueJob`. */
export const jobCall = <Name extends keyof Jobs>(
  name: Name,
  payload: Jobs[Name],
  key?: string,
  at?: Date,
  queue?: string,
) => sql`graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, ${queue ?? null},
  max_attempts := ${mostAttempts}, job_key := ${key ?? null}, run_at := ${at?.toISOString() ?? null})`

/**
 * Enqueues a job in the caller's transaction: it runs once that commits, and never if it does not.
 * `key`: replaces a job with the same key that still waits. `at`: not run before. `queue`: its jobs run
 * one at a time in all processes.
 */
export async function queueJob<Name extends keyof Jobs>(
  db: Queryable,
  name: Name,
  payload: Jobs[Name],
  key?: string,
  at?: Date,
  queue?: string,
): Promise<void> {
  await db.execute(sql`select ${jobCall(name, payload, key, at, queue)}`)
}

/** Whether a job with this key waits for its first run, or runs. One that failed is tried again only later. */
export async function isJobQueued(db: Queryable, key: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select 1 from graphile_worker.jobs
    where key = ${key} and (attempts = 0 or locked_at is not null)`)
  return rowCount === 1
}

/** Whether a job with this key is still to be done, also one that failed and is tried again. */
export async function isJobLeft(db: Queryable, key: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select 1 from graphile_worker.jobs where key = ${key}`)
  return rowCount === 1
}

/** Unlocks jobs of a crashed process; the library itself would wait four hours. */
export async function freeStuckJobs(db: Queryable, heldMinutes: number): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs where locked_at < now() - make_interval(mins => ${heldMinutes})
    having count(*) > 0`)
}
