import { sql } from 'drizzle-orm'

import { byState, defineFigures } from '#platform/figures/figures.server.ts'

import { permanentlyFailed } from './mails.store.server.ts'
import { mails } from './tables.ts'

type Figures = {
  outbox: { queued: number; sending: number; failed: number }
  /** Seconds that the email waiting longest is overdue, without emails of campaigns. */
  overdue: number
}

export const mailFigures = defineFigures<Figures>({
  query: sql`json_build_object(
    'outbox', json_build_object(
      'queued', (select count(*) from ${mails} where state = 'queued'),
      'sending', (select count(*) from ${mails} where state = 'sending'),
      'failed', (select count(*) from ${mails} where ${permanentlyFailed})),
    'overdue', (select coalesce(greatest(0, extract(epoch from now() - min(next_try_at))), 0)
      from ${mails} where state = 'queued' and kind <> 'campaign'))`,
  gauges: [
    {
      name: 'kohue_emails',
      help: 'Emails in the outbox',
      read: ({ outbox }) => byState(outbox),
    },
    {
      name: 'kohue_emails_overdue_seconds',
      help: 'How long the email that waits longest is overdue, other than those of campaigns',
      read: ({ overdue }) => [[{}, overdue]],
    },
  ],
  alarms: {
    'emails-overdue': {
      title: 'Emails are not leaving',
      todo: 'The mail server is unreachable, or accepts too few emails a minute. Nothing is lost.',
      line: 'kohue_emails_overdue_seconds',
      isBad: ({ overdue }) => overdue > 600,
    },
  },
})
