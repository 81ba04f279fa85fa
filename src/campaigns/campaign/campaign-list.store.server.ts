import { eq, or, sql } from 'drizzle-orm'

import { containsWord } from '#platform/database/word-search.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { adminList, choice } from '#platform/list/admin-list.store.server.ts'
import { searchedWords } from '#platform/text/searched-words.rules.ts'

import { campaignsCopy as copy } from './campaigns.copy.ts'
import { campaigns } from './tables.ts'

const countOf = (condition: string) => sql<number>`(select count(*)::int from campaign_emails as ce
  where ce.campaign_id = ${campaigns.id} and ${sql.raw(condition)})`

/** Campaigns, newest first. */
export const campaignList = adminList({
  name: 'campaigns',
  action: 'write-emails',
  namesPeople: false,
  table: campaigns,
  columns: {
    id: campaigns.id,
    name: campaigns.name,
    subject: campaigns.subject,
    state: campaigns.state,
    sendAt: campaigns.sendAt,
    createdAt: campaigns.createdAt,
    // As on its page: what left, rejected or not.
    sent: countOf(`ce.outcome in ('sent', 'rejected')`),
    entered: countOf('ce.entered_at is not null'),
  },
  sorts: { newest: [campaigns.createdAt, campaigns.id] },
  startSort: 'newest',
  filters: {
    state: choice(copy.state, copy.anyState, [
      ['draft', copy.states.draft, eq(campaigns.state, 'draft')],
      ['scheduled', copy.states.scheduled, eq(campaigns.state, 'scheduled')],
      ['sending', copy.states.sending, sql`${campaigns.state} in ('sending', 'paused')`],
      ['sent', copy.states.sent, sql`${campaigns.state} in ('sent', 'stopped')`],
    ]),
  },
  search: (text) =>
    searchedWords(text).map((word) =>
      or(containsWord(campaigns.name, word), containsWord(campaigns.subject, word))!,
    ),
  hit: {
    title: 'Campaigns',
    page: paths.campaigns,
    of: ({ id, name }) => ({ title: name, detail: '', href: paths.campaign(id) }),
  },
  file: {
    columns: {},
    cells: [
      [copy.name, (row) => row.name],
      [copy.subject, (row) => row.subject],
      [copy.state, (row) => copy.states[row.state]],
      [copy.sendAt, (row, dates) => (row.sendAt ? dates.moment(new Date(row.sendAt)) : '')],
      [copy.sent, (row) => row.sent],
      [copy.entered, (row) => row.entered],
    ],
  },
})
