import { sql } from 'drizzle-orm'

import { byState, defineFigures } from '#platform/figures/figures.server.ts'

import { campaigns } from './campaign/tables.ts'

type Figures = {
  /** Campaigns in progress by state. */
  campaigns: { scheduled: number; sending: number; paused: number }
  /** Emails of campaigns that are being sent or paused, by outcome. */
  emails: { queued: number; sent: number; suppressed: number; rejected: number; failed: number }
  /** Seconds since an email of a campaign that is being sent was last settled; 0 when there is none. */
  silence: number
}

/** Only rows of campaigns in progress are read. */
export const campaignFigures = defineFigures<Figures>({
  query: sql`json_build_object(
    'campaigns', (select json_build_object(
        'scheduled', count(*) filter (where state = 'scheduled'),
        'sending', count(*) filter (where state = 'sending'),
        'paused', count(*) filter (where state = 'paused'))
      from ${campaigns} where state in ('scheduled', 'sending', 'paused')),
    'emails', (select json_build_object(
        'queued', count(*) filter (where outcome = 'queued'),
        'sent', count(*) filter (where outcome = 'sent'),
        'suppressed', count(*) filter (where outcome = 'suppressed'),
        'rejected', count(*) filter (where outcome = 'rejected'),
        'failed', count(*) filter (where outcome = 'failed'))
      from campaign_emails where campaign_id in (
        select id from ${campaigns} where state in ('sending', 'paused'))),
    'silence', (select coalesce(max(extract(epoch from now() - latest)), 0) from (
      select greatest(c.started_at, c.updated_at, (select max(settled_at) from campaign_emails as ce
        where ce.campaign_id = c.id)) as latest
      from ${campaigns} as c where c.state = 'sending') as leaving))`,
  gauges: [
    {
      name: 'kohue_campaigns',
      help: 'Campaigns that are scheduled, being sent or paused',
      read: ({ campaigns: states }) => byState(states),
    },
    {
      name: 'kohue_campaign_emails',
      help: 'Emails of the campaigns that are being sent or paused, by outcome',
      read: ({ emails }) => byState(emails),
    },
    {
      name: 'kohue_campaign_silence_seconds',
      help: 'How long ago the last email of a campaign that is being sent was settled',
      read: ({ silence }) => [[{}, silence]],
    },
  ],
  alarms: {
    'campaign-silent': {
      title: 'A campaign stands still',
      todo: 'Its emails are not leaving, or other emails use up MAILS_PER_MINUTE. Nothing is lost.',
      line: 'kohue_campaign_silence_seconds',
      isBad: ({ silence }) => silence > 600,
    },
  },
})
