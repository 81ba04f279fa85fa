import { asc, desc, eq, sql } from 'drizzle-orm'

import { allocations, releases } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { emailName } from '#mail/mail.rules.ts'
import { mails } from '#mail/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

type PersonRecord = {
  userId: string | null
  subscriberId: string | null
  email: string
  name: string
  /** Empty where it is not known. */
  firstName: string
  /** False for an account whose address is not confirmed. */
  isConfirmed: boolean
  /** The other record of the address, which may be another person's. */
  unconfirmed: { userId: string } | { subscriberId: string } | null
}

type Row = {
  user_id: string | null
  user_email: string | null
  user_name: string | null
  user_first: string | null
  verified: boolean | null
  list_id: string | null
  list_email: string | null
  list_name: string | null
  list_first: string | null
}

/** Account and list record of one address, by the id of either; null when the id is unknown. */
export async function personByRecord(db: Queryable, id: string): Promise<PersonRecord | null> {
  if (!isUuid(id)) return null
  const { rows } = await db.execute<Row>(sql`
    with asked as (
      select email from users where id = ${id} and erase_at is null
      union all
      select coalesce(
        (select u.email from user_emails as second
          join users as u on u.id = second.user_id and u.erase_at is null
          where second.email = list.email), list.email)
      from mailing_list_clients as list where id = ${id}
    )
    select owner.id as user_id, owner.email as user_email, owner.email_verified as verified,
      trim(owner.first_name || ' ' || owner.last_name) as user_name,
      owner.first_name as user_first, list.first_name as list_first,
      list.id as list_id, list.email as list_email, list.full_name as list_name
    from (select email from asked limit 1) as asked
    left join users owner on owner.email = asked.email and owner.erase_at is null
    left join mailing_list_clients list on list.email = asked.email`)
  const row = rows[0]
  if (!row) return null
  const { user_id: userId, list_id: subscriberId } = row
  const email = (row.user_email ?? row.list_email)!
  if (row.verified !== false || !userId) {
    const name = row.user_name || row.list_name || email
    const firstName = row.user_first ?? row.list_first ?? ''
    return { userId, subscriberId, email, name, firstName, isConfirmed: true, unconfirmed: null }
  }
  if (id === userId) {
    const unconfirmed = subscriberId ? { subscriberId } : null
    const name = row.user_name || email
    const firstName = row.user_first ?? ''
    return { userId, subscriberId: null, email, name, firstName, isConfirmed: false, unconfirmed }
  }
  const name = row.list_name || email
  const firstName = row.list_first ?? ''
  const other = { userId }
  return {
    userId: null,
    subscriberId,
    email,
    name,
    firstName,
    isConfirmed: true,
    unconfirmed: other,
  }
}

/** `name`: what staff call its kind. */
export type MailSent = { kind: string; name: string; state: string; at: Date }

/** The newest 100 emails to an address, of the 90 days for which emails are stored. */
export async function mailsSentTo(db: Queryable, email: string): Promise<MailSent[]> {
  const sent = await db
    .select({ kind: mails.kind, state: mails.state, at: mails.createdAt })
    .from(mails)
    .where(eq(mails.recipient, email))
    .orderBy(desc(mails.createdAt))
    .limit(100)
  return sent.map((mail) => ({ ...mail, name: emailName(mail.kind) }))
}

export type PersonAllocation = {
  id: string
  /** Null for a grant of a wine that is in no release. */
  release: string | null
  wine: string
  units: number
  bought: number
  /** In open checkouts. */
  held: number
}

/** The newest 50 allocations of an account. */
export const allocationsOf = (db: Queryable, userId: string): Promise<PersonAllocation[]> =>
  db
    .select({
      id: allocations.id,
      release: releases.name,
      wine: sql<string>`${products.title} || ', ' || ${products.subtitle}`,
      units: allocations.units,
      bought: allocations.bought,
      held: allocations.held,
    })
    .from(allocations)
    .innerJoin(products, eq(products.id, allocations.productId))
    .leftJoin(releases, eq(releases.id, allocations.releaseId))
    .where(eq(allocations.userId, userId))
    .orderBy(desc(releases.opensAt), asc(products.title), asc(allocations.id))
    .limit(50)

export type PersonSummary = {
  /** What their orders cost them, refunds taken off. */
  spentCents: number
  lastOrderAt: Date | null
  phone: string
  /** Cases of their allocations that can be bought, now or once a release opens. */
  allocationLeft: number
}

/** What staff want to know of a person first. */
export async function summaryOf(
  db: Queryable,
  { userId, subscriberId }: Pick<PersonRecord, 'userId' | 'subscriberId'>,
): Promise<PersonSummary> {
  const { rows } = await db.execute<
    Omit<PersonSummary, 'lastOrderAt'> & { lastOrderAt: string | null }
  >(sql`
    select coalesce(sum(o.total_cents - o.refunded_cents), 0)::int as "spentCents",
      max(o.created_at) as "lastOrderAt",
      coalesce(nullif((select phone from users where id = ${userId}), ''),
        (select phone from mailing_list_clients where id = ${subscriberId}), '') as phone,
      (select coalesce(sum(greatest(a.units - a.held - a.bought, 0)), 0)::int
        from allocations as a join releases as r on r.id = a.release_id
        where a.user_id = ${userId} and r.state <> 'ended' and r.closes_at > now()) as "allocationLeft"
    from orders as o where o.user_id = ${userId}`)
  const { lastOrderAt, ...row } = rows[0]!
  return { ...row, lastOrderAt: lastOrderAt === null ? null : new Date(lastOrderAt) }
}

/** How many unexpired login sessions an account has. */
export async function sessionCountOf(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from sessions where user_id = ${userId} and expires_at > now()`)
  return rows[0]!.count
}
