import type { AlarmCause } from '#platform/admin/alarms.rules.ts'
import { isAlarmCause } from '#platform/admin/alarms.rules.ts'

/** Each alarm: what is so, and what to do, with the line of docs/operations.md that says more. */
const causes = {
  'database-away': {
    title: 'For some minutes the shop was stopped, or without its database or its background jobs',
    todo: 'If it was not stopped on purpose, look at the logs of the database and of the shop.',
    line: 'kohue_database_up',
  },
  'events-unsettled': {
    title: 'Events of the payment provider are not in the ledger',
    todo: 'The provider’s API is unreachable. Payments are recorded by themselves once it responds; then run the reconciliation.',
    line: 'kohue_provider_events_unsettled',
  },
  'provider-failing': {
    title: 'The payment provider fails',
    todo: 'Its API is unreachable or too slow. Look at its status page; carts are kept.',
    line: 'kohue_provider_unavailable_total',
  },
  'server-errors': {
    title: 'Pages end in an error',
    todo: 'Look at the log for errors of the last minutes.',
    line: 'kohue_http_request_duration_seconds_count',
  },
  'emails-overdue': {
    title: 'Emails are not leaving',
    todo: 'The mail server is unreachable, or takes fewer a minute than there are. Nothing is lost.',
    line: 'kohue_emails_overdue_seconds',
  },
  'jobs-failed': {
    title: 'A background job failed for good',
    todo: 'Its error is in the database; fix the cause, then let it run again.',
    line: 'kohue_jobs',
  },
  'carrier-silent': {
    title: 'The carrier has not responded for a day',
    todo: 'There is no news of boxes. Look at the carrier’s status page and at its credentials.',
    line: 'kohue_carrier_silence_seconds',
  },
  'carrier-nonsense': {
    title: 'The carrier’s responses can’t be read',
    todo: 'Such responses are dropped. Look at the log and at the carrier’s status page.',
    line: 'kohue_carrier_responses_dropped',
  },
  'tasks-repaired': {
    title: 'Tasks differed from their causes and were mended',
    todo: 'Rows were changed by hand, or a trigger is missing.',
    line: 'kohue_tasks',
  },
  'promises-overdue': {
    title: 'Promises of a release are over, and their wine is still kept',
    todo: 'The job that ends promises does not run. Look at the background jobs.',
    line: 'kohue_promised_units',
  },
  'promises-differ': {
    title: 'Units promised or held are not the sum they stand for',
    todo: 'Pause the release, run the reconciliation, and compare.',
    line: 'kohue_promises_differing',
  },
  'process-busy': {
    title: 'A process of the shop has more work than it can do',
    todo: 'Past three seconds it turns requests away. Add a process, and look at the slowest route.',
    line: 'nodejs_eventloop_lag_p99_seconds',
  },
  'connections-used-up': {
    title: 'Requests wait for a connection to the database',
    todo: 'Look for a long query in the database.',
    line: 'kohue_database_connections',
  },
  'holds-unpaid': {
    title: 'Ten or more payment pages are open, and nothing was bought for an hour',
    todo: 'Look whether the provider’s page is up, and whether its webhook still reaches the shop.',
    line: 'kohue_holds_open',
  },
  'release-unbought': {
    title: 'A release has been open for half an hour, and nothing of it was bought',
    todo: 'Look at its live page, at whether its email has left, and at the payment provider.',
    line: 'kohue_releases',
  },
} as const satisfies Record<AlarmCause, { title: string; todo: string; line: string }>

/** An alarm of a later version is shown by its key. */
export const alarmTitle = (cause: string): string =>
  isAlarmCause(cause) ? causes[cause].title : cause
export const alarmTodo = (cause: AlarmCause): string => causes[cause].todo
export const alarmPlace = (cause: AlarmCause): string =>
  `See “What an alarm means”, ${causes[cause].line}, in docs/operations.md`

export const alarmEmails = {
  raised: 'Alarm',
  again: 'Still so',
  ended: 'Over',
} as const

export const alarmEmailText = {
  raised: (since: string) => `Since ${since}.`,
  again: (since: string) => `It began ${since} and is still so.`,
  ended: (since: string) => `It began ${since} and has been quiet for ten minutes.`,
} as const
