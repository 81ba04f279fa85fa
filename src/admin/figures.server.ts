import { sql } from 'drizzle-orm'

import { byState, defineFigures } from '#platform/figures/figures.server.ts'
import { failedAttempts } from '#platform/jobs/queue.server.ts'

import { tasks } from './today/tables.ts'

type Figures = {
  /** `repaired`: by the hourly check, in the last 24 hours. */
  tasks: { open: number; repaired: number }
  jobs: { waiting: number; running: number; failed: number }
}

/** Figures of the work of staff and of the processes. */
export const adminFigures = defineFigures<Figures>({
  query: sql`json_build_object(
    'tasks', json_build_object(
      'open', (select count(*) from ${tasks} where state in ('open', 'taken')),
      'repaired', (select count(*) from ${tasks} where is_repaired
        and coalesce(closed_at, created_at) > now() - interval '24 hours')),
    'jobs', (select json_build_object(
      'waiting', count(*) filter (where locked_at is null and attempts < ${failedAttempts}),
      'running', count(*) filter (where locked_at is not null),
      'failed', count(*) filter (where attempts >= ${failedAttempts} and locked_at is null))
      from graphile_worker.jobs))`,
  gauges: [
    {
      name: 'kohue_jobs',
      help: 'Background jobs in the queue',
      read: ({ jobs }) => byState(jobs),
    },
    {
      name: 'kohue_tasks',
      help: 'Tasks of staff that are open, and those that differed from their causes in the last 24 hours',
      read: ({ tasks: counts }) => byState(counts),
    },
  ],
  alarms: {
    'database-away': {
      title: 'For some minutes the shop was down, or without its database or background jobs',
      todo: 'If it was not stopped on purpose, look at the logs of the database and of the shop.',
      line: 'kohue_database_up',
      isBad: (_, { minutesAway }) => minutesAway >= 3,
    },
    'server-errors': {
      title: 'Pages are failing',
      todo: 'Look at the log for errors of the last minutes.',
      line: 'kohue_http_request_duration_seconds_count',
      isBad: (_, { processes }) => processes.serverErrors >= 5,
    },
    'jobs-failed': {
      title: 'A background job has failed',
      todo: 'Its error is in the database; fix the cause, then run it again.',
      line: 'kohue_jobs',
      isBad: ({ jobs }) => jobs.failed > 0,
    },
    'tasks-repaired': {
      title: 'Tasks did not match the records and were corrected',
      todo: 'Rows were changed by hand, or a trigger is missing.',
      line: 'kohue_tasks',
      isBad: ({ tasks: { repaired } }) => repaired > 0,
    },
    'process-busy': {
      title: 'A process of the shop has more work than it can do',
      todo: 'Past three seconds it turns requests away. Add a process, and look at the slowest route.',
      line: 'nodejs_eventloop_lag_p99_seconds',
      isBad: (_, { processes }) => processes.loopDelay > 1_000,
      after: 1,
    },
    'connections-used-up': {
      title: 'Requests wait for a connection to the database',
      todo: 'Look for a long query in the database.',
      line: 'kohue_database_connections',
      isBad: (_, { processes }) => processes.connectionsWaitedFor > 0,
      after: 1,
    },
  },
})
