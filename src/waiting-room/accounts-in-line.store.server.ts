import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { queueMails } from '#mail/mails.store.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { winesLeft } from './line.store.server.ts'
import { waitingLine, waitingWishes } from './tables.ts'

/** The units that are kept for an account, and until when the first of them are. */
export const promisedTo = (userId: SQL) => sql`
  select coalesce(sum(units - bought), 0)::int as units,
    min(coalesce(releases.promise_until, releases.closes_at)) as until
  from allocations join releases on releases.id = allocations.release_id
  where allocations.user_id = ${userId} and releases.promise = 'guaranteed'
    and releases.state = 'scheduled' and allocations.units > allocations.bought
    and coalesce(releases.promise_until, releases.closes_at) > now()`

/** A moment in milliseconds; 0 for none. */
export const millisOf = (moment: SQL) =>
  sql`coalesce(extract(epoch from ${moment}) * 1000, 0)::float8`

export type Kept = { kept: number; keptUntil: number }

/** What is kept now for this login session's account. */
export async function keptFor(db: Queryable, token: string): Promise<Kept> {
  const { rows } = await db.execute<Kept>(sql`
    select promised.units as kept, ${millisOf(sql`promised.until`)} as "keptUntil"
    from (${promisedTo(sql`(select user_id from sessions where token = ${token} and expires_at > now())`)}) promised`)
  return rows[0]!
}

/** Sends the email to all who asked for one. */
export async function tellWhoAsked(tx: Transaction, publicUrl: string): Promise<void> {
  const { rows } = await tx.execute<{ email: string; firstName: string; closedAt: string }>(sql`
    delete from ${waitingWishes} using users
    where users.id = user_id and users.email_verified
    returning users.email, users.first_name as "firstName", now() as "closedAt"`)
  if (rows.length === 0) return
  const wines = (await winesLeft(tx)).filter(({ at }) => at === 'shop')
  const link = `${publicUrl}${paths.currentRelease()}`
  await queueMails(
    tx,
    rows.map(({ email, firstName, closedAt }) => ({
      kind: 'waiting-line-closed',
      recipient: email,
      props: {
        ...{ firstName, closedAt: new Date(closedAt).toISOString(), link },
        wines: wines.map(({ title, left }) => ({ title, left })),
      },
    })),
  )
}

/** Notes that this login session's account wants an email when the line closes; false without a confirmed address. */
export async function askForEmail(db: Queryable, token: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with person as (
      select users.id from sessions join users on users.id = sessions.user_id
      where token = ${token} and expires_at > now() and email_verified
        and exists (select 1 from ${waitingLine} where is_open)),
    asked as (
      insert into ${waitingWishes} (user_id) select id from person on conflict do nothing)
    select id from person`)
  return rows.length > 0
}
