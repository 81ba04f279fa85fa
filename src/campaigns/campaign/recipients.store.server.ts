import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { hasWords } from '#platform/database/word-search.ts'

import type { BatchPerson } from './campaign-emails.store.server.ts'
import { leftOfAllocation } from './campaign-emails.store.server.ts'
import type { EmailOutcome, WhyLeftOut } from './campaign.rules.ts'

/** A person for whom a campaign can be previewed. */
export type Recipient = { id: string; name: string; email: string }

/** The first eight customers and subscribers without an account that match a search by name or address. */
export async function findRecipients(db: Queryable, search: string): Promise<Recipient[]> {
  const ofUsers = hasWords(users.searchText, search)
  const ofList = hasWords(mailingListClients.searchText, search)
  if (ofUsers.length === 0) return []
  const { rows } = await db.execute<Recipient>(sql`
    select id, name, email from (
      (select id, btrim(first_name || ' ' || last_name) as name, email from ${users}
        where role = 'member' and erase_at is null and ${sql.join(ofUsers, sql` and `)}
        order by email limit 8)
      union all
      (select id, btrim(first_name || ' ' || last_name) as name, email from ${mailingListClients}
        where ${sql.join(ofList, sql` and `)}
          and not exists (select from users as u
            where u.email = ${mailingListClients.email} and u.erase_at is null)
        order by email limit 8)
    ) as found order by email limit 8`)
  return rows
}

type PreviewedPerson = BatchPerson & {
  name: string
  wave: string | null
  /** When they can buy, by their wave or the release; ISO text. */
  opensAt: string | null
  /** The outcome of their email, once sending has begun. */
  outcome: EmailOutcome | null
  reason: WhyLeftOut | null
}

/** The values of a campaign's email for one customer or subscriber; null when there is no such person. */
export async function previewedPerson(
  db: Queryable,
  campaign: { id: string; releaseId: string | null },
  personId: string,
): Promise<PreviewedPerson | null> {
  const { rows } = await db.execute<PreviewedPerson>(sql`
    with person as (
      select email, id as user_id, null::uuid as subscriber_id, first_name, last_name, state
      from users where id = ${personId} and role = 'member' and erase_at is null
      union all
      select email, null, id, first_name, last_name, '' from mailing_list_clients
      where id = ${personId}
    )
    select person.email, person.user_id as "userId", person.subscriber_id as "subscriberId",
      person.first_name as "firstName", btrim(person.first_name || ' ' || person.last_name) as name,
      person.state, coalesce(own.left, 0)::int as left, own.kept_until as "keptUntil", own.wines,
      wave.name as wave, to_json(wave.opens_at)#>>'{}' as "opensAt", ce.outcome, ce.reason
    from person
    left join campaign_emails as ce on ce.campaign_id = ${campaign.id} and ce.email = person.email
    left join lateral ${leftOfAllocation(sql`person.user_id`, campaign.releaseId)} as own on true
    left join lateral (
      select w.name, greatest(w.opens_at, r.opens_at) as opens_at
      from allocations as a join releases as r on r.id = a.release_id
      left join release_waves as w on w.id = a.wave_id
      where a.user_id = person.user_id and a.release_id = ${campaign.releaseId}
      order by 2 limit 1
    ) as wave on true
    limit 1`)
  const row = rows[0]
  if (!row) return null
  return { ...row, keptUntil: row.keptUntil && new Date(row.keptUntil).toISOString() }
}
