import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { Mail } from '#mail/mails.store.server.ts'
import { releaseMail } from '#mail/mails.store.server.ts'
import type { Database, Queryable, Transaction } from '#platform/database/connection.server.ts'

import { isLeft } from './audience.store.server.ts'
import type { EmailOutcome, WhyLeftOut } from './campaign.rules.ts'
import { lockCampaign } from './campaigns.store.server.ts'
import type { AllocatedWine } from './content.rules.ts'

type NewCampaignEmail = {
  email: string
  userId: string | null
  subscriberId: string | null
  /** Null for the recipient of the email. */
  reason: WhyLeftOut | null
}

/** Inserts the audience; people who are in it are not changed. */
export async function insertCampaignEmails(
  tx: Transaction,
  campaignId: string,
  people: readonly NewCampaignEmail[],
): Promise<void> {
  if (people.length === 0) return
  await tx.execute(sql`
    insert into campaign_emails (campaign_id, email, user_id, subscriber_id, reason, outcome, settled_at)
    select ${campaignId}, email, "userId", "subscriberId", reason,
      case when reason is null then 'queued' else 'suppressed' end,
      case when reason is null then null else now() end
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as one (email text, "userId" uuid, "subscriberId" uuid, reason text)
    on conflict do nothing`)
}

/** A person of a batch, with the values for their email. */
export type BatchPerson = {
  email: string
  userId: string | null
  subscriberId: string | null
  firstName: string
  state: string
  /** What is left of their allocation in the release. */
  left: number
  /** Until when it is kept; ISO text. */
  keptUntil: string | null
  /** What is left of each wine, as the release shows them; null where nothing is. */
  wines: AllocatedWine[] | null
}

/**
 * What is left to a person of their allocation in a release: `left`, `kept_until` and `wines`. Nothing is kept
 * under a cap, or once the promise is over.
 */
export const leftOfAllocation = (userId: SQL, releaseId: string | null) => sql`(
  select sum("left") as left, min(until) filter (where until > now()) as kept_until,
    json_agg(json_build_object('title', title || ', ' || subtitle, 'cases', "left", 'cents', price_cents)
      order by position) as wines
  from (
    select p.title, p.subtitle, p.price_cents, rw.position, sum(a.units - a.held - a.bought) as left,
      min(coalesce(a.promise_until, case when r.promise = 'guaranteed'
        then coalesce(r.promise_until, r.closes_at) end)) as until
    from allocations as a join releases as r on r.id = a.release_id
    join products as p on p.id = a.product_id
    left join release_wines as rw on rw.release_id = r.id and rw.product_id = p.id
    where a.user_id = ${userId} and a.release_id = ${releaseId} and ${isLeft}
    group by p.id, rw.position
  ) as of_wine)`

/** People whose email is not in the outbox, their rows locked; not one who was deleted just now. */
export async function nextBatch(
  tx: Transaction,
  campaign: { id: string; releaseId: string | null },
  limit: number,
): Promise<BatchPerson[]> {
  const { rows } = await tx.execute<BatchPerson>(sql`
    with batch as (
      select email, user_id, subscriber_id from campaign_emails
      where campaign_id = ${campaign.id} and outcome = 'queued' and mail_id is null
        and coalesce(user_id, subscriber_id) is not null
      order by email limit ${limit} for update
    )
    select batch.email, batch.user_id as "userId", batch.subscriber_id as "subscriberId",
      coalesce(u.first_name, list.first_name, '') as "firstName", coalesce(u.state, '') as state,
      coalesce(own.left, 0)::int as left, own.kept_until as "keptUntil", own.wines
    from batch left join users as u on u.id = batch.user_id
    left join mailing_list_clients as list on list.id = batch.subscriber_id
    left join lateral ${leftOfAllocation(sql`batch.user_id`, campaign.releaseId)} as own on true`)
  return rows.map((row) => ({
    ...row,
    keptUntil: row.keptUntil && new Date(row.keptUntil).toISOString(),
  }))
}

/** Suppresses emails whose account or record was deleted before they entered the outbox. */
export async function leaveOutGone(db: Queryable, campaignId: string): Promise<void> {
  await db.execute(sql`
    update campaign_emails set outcome = 'suppressed', reason = 'gone', settled_at = now()
    where campaign_id = ${campaignId} and outcome = 'queued' and mail_id is null
      and user_id is null and subscriber_id is null`)
}

/** Queues the emails of a batch in the outbox, with the lowest urgency, and records their ids. */
export async function queueBatch(
  tx: Transaction,
  campaignId: string,
  emails: readonly { mailId: string; email: string; props: object }[],
): Promise<void> {
  const rows = JSON.stringify(emails)
  await tx.execute(sql`
    insert into mails (id, kind, recipient, props, urgency)
    select "mailId", 'campaign', email, props, 2 from jsonb_to_recordset(${rows}::jsonb)
      as one ("mailId" uuid, email text, props jsonb)`)
  await tx.execute(sql`
    update campaign_emails as ce set mail_id = one."mailId"
    from jsonb_to_recordset(${rows}::jsonb) as one ("mailId" uuid, email text)
    where ce.campaign_id = ${campaignId} and ce.email = one.email`)
}

const mailsOf = (campaignId: string) =>
  sql`id in (select mail_id from campaign_emails where campaign_id = ${campaignId} and outcome = 'queued')`

/**
 * Takes the queued emails of a campaign that is paused out of the outbox. They are made anew once it is resumed:
 * what is left of an allocation, and for how long a link works, is another by then. One that may have arrived
 * waits as it is, so that its repeat has the same Message-ID.
 */
export async function holdMails(tx: Transaction, campaignId: string): Promise<void> {
  await tx.execute(sql`
    with taken as (
      delete from mails where state = 'queued' and doubts = 0
        and id in (select mail_id from campaign_emails where campaign_id = ${campaignId})
      returning id
    )
    update campaign_emails as ce set mail_id = null, outcome = 'queued', settled_at = null
    from taken where ce.mail_id = taken.id`)
  await nextTryAt(tx, campaignId, sql`'infinity'`)
}

/** Lets those leave that waited in the outbox. */
export const freeMails = (tx: Transaction, campaignId: string) =>
  nextTryAt(tx, campaignId, sql`now()`)

const nextTryAt = (tx: Transaction, campaignId: string, at: SQL) =>
  tx.execute(sql`
    update mails set next_try_at = ${at} where state = 'queued' and ${mailsOf(campaignId)}`)

/** Requeues an email that was claimed, and holds it if its campaign is paused still. */
export async function holdIfPaused(db: Database, mail: Mail, campaignId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    await releaseMail(tx, mail)
    if (campaign?.state === 'paused') await holdMails(tx, campaignId)
  })
}

/** Suppresses the queued emails of a campaign, of erased people without a trace; those being sent are still delivered. */
export async function stopMails(tx: Transaction, campaignId: string): Promise<void> {
  await tx.execute(sql`
    update campaign_emails set reason = 'stopped'
    where campaign_id = ${campaignId} and outcome = 'queued'
      and (mail_id is null or exists (
        select 1 from mails where id = mail_id and state = 'queued'))`)
  await tx.execute(sql`
    update mails set state = 'suppressed', props = '{}'
    where state = 'queued' and ${mailsOf(campaignId)}`)
  await tx.execute(sql`
    delete from mails where state = 'suppressed' and forget
      and id in (select mail_id from campaign_emails where campaign_id = ${campaignId})`)
  await tx.execute(sql`
    update campaign_emails set outcome = 'suppressed', settled_at = now()
    where campaign_id = ${campaignId} and outcome = 'queued' and mail_id is null`)
}

/** Records why an email of the outbox is going to be suppressed. */
export async function noteReason(db: Queryable, mailId: string, reason: WhyLeftOut): Promise<void> {
  await db.execute(sql`update campaign_emails set reason = ${reason} where mail_id = ${mailId}`)
}

/** Records that a recipient opened the link of a campaign, and their account. */
export async function noteEntered(
  tx: Transaction,
  tokenHash: string,
  userId: string,
): Promise<void> {
  await tx.execute(sql`
    update campaign_emails as ce set entered_at = coalesce(ce.entered_at, now()), user_id = ${userId}
    from entry_links as l
    where l.token_hash = ${tokenHash} and ce.campaign_id = l.campaign_id and ce.email = l.email`)
}

/** Removes an address and its person from all campaigns; the figures stay. */
export async function forgetCampaignEmails(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`
    update campaign_emails set email = 'erased ' || gen_random_uuid(), user_id = null,
      subscriber_id = null where email = ${email}`)
}

export type CampaignFigures = {
  outcomes: { outcome: EmailOutcome; reason: WhyLeftOut | null; count: number }[]
  entered: number
  left: number
  orders: number
  cases: number
  cents: number
}

/** Campaigns with this recipient, for the export of their data. */
export async function campaignsOf(db: Queryable, email: string) {
  const { rows } = await db.execute<{ subject: string; outcome: EmailOutcome }>(sql`
    select c.subject, ce.outcome, ce.reason, ce.settled_at as "settledAt", ce.entered_at as "cameAt"
    from campaign_emails as ce join campaigns as c on c.id = ce.campaign_id
    where ce.email = ${email} order by ce.settled_at desc nulls last`)
  return rows
}

/** The customer or subscriber who got the campaign at the first address; null when nobody did. */
export async function firstWhoGotIt(db: Queryable, campaignId: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(sql`
    select coalesce(user_id, subscriber_id) as id from campaign_emails
    where campaign_id = ${campaignId} and outcome in ('queued', 'sent')
    order by email limit 1`)
  return rows[0]?.id ?? null
}

/** Whether an email of the campaign is not sent yet. */
export async function isAnyoneWaiting(db: Queryable, campaignId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from campaign_emails where campaign_id = ${campaignId} and outcome = 'queued' limit 1`)
  return found.rowCount === 1
}

/** Outcomes of a campaign's emails, and the orders of its release that recipients placed afterwards. */
export async function campaignFigures(
  db: Queryable,
  campaign: { id: string; releaseId: string | null },
): Promise<CampaignFigures> {
  const outcomes = await db.execute<CampaignFigures['outcomes'][number]>(sql`
    select outcome, reason, count(*)::int as count from campaign_emails
    where campaign_id = ${campaign.id} group by outcome, reason order by outcome, reason`)
  const { rows } = await db.execute<Omit<CampaignFigures, 'outcomes'>>(sql`
    with sent as (
      select email, user_id, settled_at, entered_at from campaign_emails
      where campaign_id = ${campaign.id} and outcome = 'sent'
    ), bought as (
      select distinct o.id, o.total_cents,
        (select sum(quantity) from order_lines as line where line.order_id = o.id) as cases
      from sent join orders as o on o.user_id = sent.user_id and o.created_at > sent.settled_at
      where ${campaign.releaseId}::uuid is null or exists (
        select 1 from order_lines as line
        where line.order_id = o.id and line.release_id = ${campaign.releaseId})
    )
    select (select count(*) from sent where entered_at is not null)::int as entered,
      (select count(*) from sent where exists (select 1 from consents as c where c.email = sent.email
        and c.kind = 'email' and c.verdict = 'no' and c.counts and c.at > sent.settled_at))::int as left,
      count(*)::int as orders, coalesce(sum(cases), 0)::int as cases,
      coalesce(sum(total_cents), 0)::int as cents from bought`)
  return { outcomes: outcomes.rows, ...rows[0]! }
}

/** Emails sent, links opened and orders, by hour. */
export async function campaignHours(
  db: Queryable,
  campaign: { id: string; releaseId: string | null },
): Promise<{ hour: Date; sent: number; entered: number; ordered: number }[]> {
  const { rows } = await db.execute<{
    hour: string
    sent: number
    entered: number
    ordered: number
  }>(sql`
    with events as (
      select date_trunc('hour', settled_at) as hour, 1 as sent, 0 as entered, 0 as ordered
      from campaign_emails where campaign_id = ${campaign.id} and outcome in ('sent', 'rejected')
      union all
      select date_trunc('hour', entered_at), 0, 1, 0
      from campaign_emails where campaign_id = ${campaign.id} and entered_at is not null
      union all
      select date_trunc('hour', o.created_at), 0, 0, 1
      from campaign_emails as ce join orders as o
        on o.user_id = ce.user_id and o.created_at > ce.settled_at
      where ce.campaign_id = ${campaign.id} and ce.outcome = 'sent'
        and (${campaign.releaseId}::uuid is null or exists (
          select 1 from order_lines as line
          where line.order_id = o.id and line.release_id = ${campaign.releaseId}))
    )
    select hour, sum(sent)::int as sent, sum(entered)::int as entered, sum(ordered)::int as ordered
    from events group by hour order by hour limit 500`)
  return rows.map((row) => ({ ...row, hour: new Date(row.hour) }))
}
