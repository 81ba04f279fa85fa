import { sql } from 'drizzle-orm'

import type { Queryable } from '../database/connection.server.ts'
import type { ProcessReport } from './process-report.rules.ts'
import { forgottenAfterMinutes, overdueAfter } from './process-report.rules.ts'
import { processReports } from './process-reports.tables.ts'

type Figures = Omit<ProcessReport, 'seconds' | 'startedSeconds'> & { startedAt: Date }

/**
 * Saves the report of a process with the database's time, and deletes reports that are too old to be read.
 * Returns how many processes report.
 */
export async function writeReport(
  db: Queryable,
  { id, startedAt, ...figures }: Figures,
): Promise<number> {
  const { rows } = await db.execute<{ processes: number }>(sql`
    with gone as (
      delete from ${processReports}
      where at < now() - make_interval(mins => ${forgottenAfterMinutes}) and id <> ${id}::uuid)
    insert into ${processReports} (id, started_at, at, not_ready, slowest_route, slowest_p95,
      loop_delay, connections_waited_for, provider_failures, server_errors)
    values (${id}::uuid, ${startedAt.toISOString()}::timestamptz, now(), ${figures.notReady},
      ${figures.slowestRoute}, ${figures.slowestP95}, ${figures.loopDelay},
      ${figures.connectionsWaitedFor}, ${figures.providerFailures}, ${figures.serverErrors})
    on conflict (id) do update set at = excluded.at, not_ready = excluded.not_ready,
      slowest_route = excluded.slowest_route, slowest_p95 = excluded.slowest_p95,
      loop_delay = excluded.loop_delay,
      connections_waited_for = excluded.connections_waited_for,
      provider_failures = excluded.provider_failures, server_errors = excluded.server_errors
    returning (select count(*)::int + 1 from ${processReports} as others
      where others.id <> ${id}::uuid and others.at > now() - make_interval(secs => ${overdueAfter})) as processes`)
  return rows[0]!.processes
}

/** Deletes the report of a process that shuts down, so that it is not reported missing. */
export async function removeReport(db: Queryable, id: string): Promise<void> {
  await db.execute(sql`delete from ${processReports} where id = ${id}::uuid`)
}

/** An SQL expression: all current reports as JSON. */
export const processReportsJson = sql`(select coalesce(json_agg(json_build_object(
    'id', id, 'seconds', extract(epoch from now() - at),
    'startedSeconds', extract(epoch from now() - started_at), 'notReady', not_ready,
    'slowestRoute', slowest_route, 'slowestP95', slowest_p95, 'loopDelay', loop_delay,
    'connectionsWaitedFor', connections_waited_for,
    'providerFailures', provider_failures, 'serverErrors', server_errors)), '[]')
  from ${processReports} where at > now() - make_interval(mins => ${forgottenAfterMinutes}))`

/** All current reports. */
export async function readReports(db: Queryable): Promise<ProcessReport[]> {
  const { rows } = await db.execute<{ reports: ProcessReport[] }>(
    sql`select ${processReportsJson} as reports`,
  )
  return rows[0]!.reports
}
