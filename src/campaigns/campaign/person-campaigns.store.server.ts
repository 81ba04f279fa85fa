import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import type { EmailOutcome, WhyLeftOut } from './campaign.rules.ts'

/** An email of a campaign to one person, and their activity since. */
export type PersonCampaign = {
  id: string
  name: string
  outcome: EmailOutcome
  /** Why it was not sent. */
  reason: WhyLeftOut | null
  settledAt: Date | null
  /** When they first opened its link. */
  enteredAt: Date | null
  /** Their first order after it was sent: of its release, if it has one. */
  orderedAt: Date | null
}

type Moments = 'settledAt' | 'enteredAt' | 'orderedAt'
type Row = Omit<PersonCampaign, Moments> & Record<Moments, string | null>

/** The newest 50 campaigns with this recipient. */
export async function campaignsTo(db: Queryable, email: string): Promise<PersonCampaign[]> {
  const { rows } = await db.execute<Row>(sql`
    select c.id, c.name, ce.outcome, ce.reason, to_json(ce.settled_at)#>>'{}' as "settledAt",
      to_json(ce.entered_at)#>>'{}' as "enteredAt", to_json(bought.at)#>>'{}' as "orderedAt"
    from campaign_emails as ce join campaigns as c on c.id = ce.campaign_id
    left join lateral (
      select min(o.created_at) as at from orders as o
      where ce.outcome = 'sent' and o.user_id = ce.user_id and o.created_at > ce.settled_at
        and (c.release_id is null or exists (
          select 1 from order_lines as line
          where line.order_id = o.id and line.release_id = c.release_id))
    ) as bought on true
    where ce.email = ${email}
    order by coalesce(ce.settled_at, c.send_at) desc nulls last, c.id limit 50`)
  return rows.map(({ settledAt, enteredAt, orderedAt, ...row }) => ({
    ...row,
    settledAt: settledAt === null ? null : new Date(settledAt),
    enteredAt: enteredAt === null ? null : new Date(enteredAt),
    orderedAt: orderedAt === null ? null : new Date(orderedAt),
  }))
}

export type LinkedRelease = { id: string; name: string; closesAt: Date }

/**
 * Releases that have not closed and in which a person has an allocation, or about which they were sent a
 * campaign email or a purchase link.
 */
export async function releasesOfPerson(
  db: Queryable,
  { userId, email }: { userId: string | null; email: string },
): Promise<LinkedRelease[]> {
  const { rows } = await db.execute<{ id: string; name: string; closesAt: string }>(sql`
    select r.id, r.name, to_json(r.closes_at)#>>'{}' as "closesAt" from releases as r
    where r.state in ('scheduled', 'paused') and r.closes_at > now() and (
      exists (select 1 from allocations as a where a.release_id = r.id and a.user_id = ${userId})
      or exists (select 1 from campaign_emails as ce join campaigns as c on c.id = ce.campaign_id
        where c.release_id = r.id and ce.email = ${email} and ce.outcome = 'sent')
      or exists (select 1 from entry_links as l
        where l.release_id = r.id and l.purpose = 'purchase' and l.email = ${email}))
    order by r.opens_at, r.id`)
  return rows.map((row) => ({ ...row, closesAt: new Date(row.closesAt) }))
}
