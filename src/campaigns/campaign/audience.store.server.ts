import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { EmailPermissionFacts, Verdict } from '#accounts/consent/consent.rules.ts'
import type { ConsentColumns } from '#accounts/consent/email-permission.store.server.ts'
import { consentFieldsOf } from '#accounts/consent/email-permission.store.server.ts'
import type { SuppressionReason } from '#mail/suppression.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import type { Audience } from './audience.rules.ts'
import { isOfAccounts } from './audience.rules.ts'
import { campaignLimits } from './campaign.rules.ts'

/** A person found by the filters, with the facts that decide whether they may be sent email. */
export type Candidate = {
  email: string
  userId: string | null
  subscriberId: string | null
  /** The first address of the account that has this as its second address; usually null. */
  firstAddress: string | null
  /** Has reached the limit of emails per person. */
  isTooOften: boolean
  facts: EmailPermissionFacts
}

type Row = ConsentColumns &
  Pick<Candidate, 'email' | 'firstAddress' | 'isTooOften'> & { latest: Verdict | null }

type Written = { id: string; releaseId: string | null; audience: Audience }

/** SQL condition: units of an allocation `a` are left to its customer; a grant's until it ends. */
export const isLeft = sql`a.units > a.held + a.bought and coalesce(a.promise_until > now(), true)`

const ofRelease = (releaseId: string | null, condition: SQL) => sql`exists (
  select 1 from allocations as a where a.user_id = u.id and a.release_id = ${releaseId} and ${condition})`

const hasOrdered = (releaseId: string | null) => sql`exists (
  select 1 from orders as o join order_lines as line on line.order_id = o.id
  where o.user_id = u.id and line.release_id = ${releaseId})`

function accountFilters(audience: Audience, releaseId: string | null): SQL {
  const { waveId, hasAllocationLeft, clubLevel, ordered, state } = audience
  const filters = [sql`u.email_verified and u.erase_at is null and u.role = 'member'`]
  if (waveId) filters.push(ofRelease(releaseId, sql`a.wave_id = ${waveId} and a.units > 0`))
  if (hasAllocationLeft) filters.push(ofRelease(releaseId, isLeft))
  if (clubLevel) {
    filters.push(sql`u.membership_level = ${clubLevel === 'none' ? 0 : Number(clubLevel)}`)
  }
  // Without a release nobody is known to have ordered in it or not.
  if (ordered && !releaseId) filters.push(sql`false`)
  else if (ordered) filters.push(sql`${hasOrdered(releaseId)} = ${ordered === 'yes'}`)
  if (state) filters.push(sql`u.state = ${state}`)
  return sql.join(filters, sql` and `)
}

/** Whether an address received another campaign; true when none is chosen. */
const hasGot = (campaignId: string, email: SQL) =>
  !campaignId
    ? sql`true`
    : sql`exists (select 1 from campaign_emails as got where got.campaign_id = ${campaignId}
        and got.email = ${email} and got.outcome = 'sent')`

/**
 * Whether one address has reached the limit of campaign emails about this release, or received one within
 * the last hours. A correction does not wait for these hours after the corrected email, but counts towards
 * the limit of the release.
 */
const isTooOftenOfEach = ({ id, releaseId, audience }: Written, at: Date) => sql`(
  (select count(*) from campaign_emails as had join campaigns as c on c.id = had.campaign_id
   where had.email = found.email and c.release_id = ${releaseId} and c.id <> ${id}
     and had.outcome in ('queued', 'sent')) >= ${campaignLimits.perRelease}
  or exists (select 1 from campaign_emails as had where had.email = found.email
    and had.campaign_id <> ${id} and had.campaign_id::text <> ${audience.got || ''} and (had.outcome = 'queued' or had.outcome = 'sent'
      and had.settled_at > ${at.toISOString()}::timestamptz - make_interval(hours => ${campaignLimits.hoursBetween}))))`

/** The addresses that have reached these limits, in one pass over all campaign emails. */
const tooOften = ({ id, releaseId, audience }: Written, at: Date) => sql`
  select had.email from campaign_emails as had join campaigns as c on c.id = had.campaign_id
  where c.id <> ${id} and had.outcome in ('queued', 'sent')
  group by had.email
  having count(*) filter (where c.release_id = ${releaseId}) >= ${campaignLimits.perRelease}
    or bool_or(c.id::text <> ${audience.got || ''} and (had.outcome = 'queued'
      or had.settled_at > ${at.toISOString()}::timestamptz - make_interval(hours => ${campaignLimits.hoursBetween})))`

/** The latest verdict of every address, in one pass over the consent ledger: yes makes the number odd. */
const verdicts = sql`
  select email, max(id * 2 + (verdict = 'yes')::int) % 2 as yes from consents
  where kind = 'email' and counts group by email`

/** The latest verdict of one address. */
const verdictOfEach = sql`(select (verdict = 'yes')::int as yes from consents
  where consents.email = found.email and kind = 'email' and counts
  order by consents.id desc limit 1)`

/**
 * The people found by the filters, once per email address: customers with a confirmed address, and
 * subscribers without such an account. `only`: limits them to these addresses. `at`: the time for which the
 * limits are checked. `hashOf`: the keyed hash of an address, by which suppressions are stored.
 */
export async function candidatesOf(
  db: Queryable,
  campaign: Written,
  hashOf: (email: string) => string,
  { only, at }: { only: readonly string[] | null; at: Date },
): Promise<Candidate[]> {
  const { releaseId, audience } = campaign
  const isOfRelease = releaseId !== null || audience.ordered === ''
  const withSubscribers = audience.withSubscribers && isOfRelease && !isOfAccounts(audience)
  const isOneOf = (column: SQL) =>
    only
      ? sql`and ${column} in (select jsonb_array_elements_text(${JSON.stringify(only)}::jsonb))`
      : sql``
  // Such an audience is small: consents and earlier emails are read per person.
  const isOfFew = only !== null || isOfAccounts(audience)
  const said = isOfFew
    ? sql`left join lateral ${verdictOfEach} as said on true`
    : sql`left join (${verdicts}) as said on said.email = found.email
      left join (${tooOften(campaign, at)}) as often on often.email = found.email`
  const { rows } = await db.execute<Row>(sql`
    with found as (
      select u.email, u.id as user_id, list.id as subscriber_id,
        list.unsubscribed_at is not null as has_left, list.by_email as list_by_email,
        u.subscription, u.by_email, u.by_email_of_staff
      from users as u
      left join mailing_list_clients as list on list.email = u.email
      where ${accountFilters(audience, releaseId)} and ${hasGot(audience.got, sql`u.email`)}
        ${isOneOf(sql`u.email`)}
      union all
      select list.email, null, list.id, list.unsubscribed_at is not null, list.by_email,
        u.subscription, null, null
      from mailing_list_clients as list
      left join users as u on u.email = list.email and u.erase_at is null
      where ${withSubscribers}::boolean
        and (${audience.state} = '' or list.state = ${audience.state})
        and ${hasGot(audience.got, sql`list.email`)}
        and (u.id is null or not u.email_verified and u.role <> 'staff')
        ${isOneOf(sql`list.email`)}
    )
    select found.email, found.user_id as "userId", found.subscriber_id as "subscriberId",
      second.first_address as "firstAddress",
      ${isOfFew ? isTooOftenOfEach(campaign, at) : sql`often.email is not null`} as "isTooOften",
      case said.yes when 1 then 'yes' when 0 then 'no' end as latest,
      found.has_left as "hasLeft", found.list_by_email as "listByEmail", found.subscription,
      found.by_email as "byEmail", found.by_email_of_staff as "byEmailOfStaff"
    from found ${said}
    left join (select other.email, u.email as first_address from user_emails as other
      join users as u on u.id = other.user_id where u.erase_at is null) as second
      on second.email = found.email`)
  const hashes = rows.map(({ email }) => hashOf(email))
  const suppressed = await suppressionsOf(db, isOfFew ? hashes : null)
  return rows.map((row, index) => ({
    email: row.email,
    userId: row.userId,
    subscriberId: row.subscriberId,
    firstAddress: row.firstAddress,
    isTooOften: row.isTooOften,
    facts: {
      latest: row.latest,
      suppressions: suppressed.get(hashes[index]!) ?? [],
      fields: consentFieldsOf(row),
    },
  }))
}

/** Suppressions by the hash of the address; of these hashes, or of all. */
async function suppressionsOf(
  db: Queryable,
  hashes: readonly string[] | null,
): Promise<Map<string, SuppressionReason[]>> {
  const found = new Map<string, SuppressionReason[]>()
  const these = hashes
    ? sql`where email_hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))`
    : sql``
  const { rows } = await db.execute<{ hash: string; reason: SuppressionReason }>(
    sql`select email_hash as hash, reason from suppressions ${these}`,
  )
  for (const { hash, reason } of rows) found.set(hash, [...(found.get(hash) ?? []), reason])
  return found
}
