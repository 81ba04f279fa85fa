import type { SQL } from 'drizzle-orm'
import { and, asc, eq, inArray, lt, ne, not, sql } from 'drizzle-orm'

import type { Database, Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { maxHandoversInDoubt } from './bounces/mail-retry.rules.ts'
import type { MailKind, MailProps, OutgoingMail } from './mail.rules.ts'
import { isMailKind, mailRule } from './mail.rules.ts'
import { mails } from './tables.ts'

export type Mail = typeof mails.$inferSelect

/**
 * Inserts emails into the outbox, in the transaction that causes them: they are sent only if it commits.
 * Accepts every email; one that can't be sent fails at delivery.
 */
export async function queueMails(db: Queryable, emails: readonly OutgoingMail[]): Promise<void> {
  if (emails.length > 0) await db.execute(insertMails(emails))
}

/** Inserts one email into the outbox, or the same one to each of several recipients. */
export const queueMail = <Kind extends MailKind>(
  db: Queryable,
  kind: Kind,
  to: string | readonly string[],
  props: MailProps[Kind],
): Promise<void> =>
  queueMails(
    db,
    [to].flat().map((recipient) => ({ kind, recipient, props }) as OutgoingMail),
  )

/** The statement that inserts emails; can be part of another one. */
export function insertMails(emails: readonly OutgoingMail[]): SQL {
  const rows = emails.map(({ kind, recipient, props }) => ({
    kind,
    recipient,
    props,
    urgency: mailRule(kind).urgency,
  }))
  return sql`
    insert into ${mails} (kind, recipient, props, urgency)
    select kind, recipient, props, urgency from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as email (kind text, recipient text, props jsonb, urgency smallint)`
}

/** Whom the email with this id goes to; null when none is stored. */
export async function recipientOf(db: Queryable, id: string): Promise<string | null> {
  const [row] = await db.select({ to: mails.recipient }).from(mails).where(eq(mails.id, id))
  return row?.to ?? null
}

/** Inserts an email once: its id, that of what it is about, is an idempotency key for 90 days. False when it exists. */
export async function queueMailOnce(
  tx: Transaction,
  id: string,
  { kind, recipient, props }: OutgoingMail,
): Promise<boolean> {
  const { urgency } = mailRule(kind)
  const queued = await tx
    .insert(mails)
    .values({ id, kind, recipient, props, urgency })
    .onConflictDoNothing({ target: mails.id })
  return queued.rowCount === 1
}

/** Key of the advisory lock that serialises claims of all processes, so that the rate limit is exact. */
const claimLock = 4_611_686_019

/**
 * Claims up to `limit` emails that are due for this process, the most urgent first. `perMinute` limits the
 * claims of all processes together in any minute; 0 is no limit.
 */
export async function claimMails(
  db: Database,
  { limit, perMinute }: { limit: number; perMinute: number },
): Promise<Mail[]> {
  const due = sql`state = 'queued' and next_try_at <= now()`
  // `order by` makes the planner read the first entry of `mails_queued` instead of the whole table.
  const waiting = await db.execute(sql`
    select 1 from ${mails} where ${due} order by urgency, next_try_at limit 1`)
  if (waiting.rowCount === 0) return []
  return db.transaction(async (tx) => {
    if (perMinute > 0) await tx.execute(sql`select pg_advisory_xact_lock(${claimLock})`)
    const claim = (which: SQL, most: SQL) =>
      tx
        .update(mails)
        .set({ state: 'sending', attempts: sql`attempts + 1`, claimedAt: sql`now()` })
        // `any(array(…))` keeps the planner on the primary key, however large the table is.
        .where(
          sql`id = any(array(select id from ${mails} where ${due} and ${which}
          order by urgency, next_try_at limit ${most} for update skip locked))`,
        )
        .returning()
    const others = await claim(sql`kind <> 'campaign'`, freeOf(limit, perMinute))
    const left = limit - others.length
    if (left <= 0) return others
    return [...others, ...(await claim(sql`kind = 'campaign'`, freeOfCampaigns(left, perMinute)))]
  })
}

/** `most`, or what the rate limit leaves if that is less. */
const freeOf = (most: number, perMinute: number): SQL =>
  perMinute === 0
    ? sql`${most}`
    : sql`greatest(0, least(${most}::bigint, ${perMinute} - (select count(*) from ${mails}
        where claimed_at > now() - interval '1 minute')))`

/**
 * The number of campaign emails to claim, at most `most`. They are spread over the seconds of a minute, and
 * leave a quarter of what other emails took in the last minute free for further ones, so that a receipt
 * never waits for the next minute. Without other emails campaigns use the whole limit.
 *
 * A second is counted as 900 ms: delivery polls every 100 ms, which would leave 10 % of the limit unused.
 */
function freeOfCampaigns(most: number, perMinute: number): SQL {
  if (perMinute === 0) return freeOf(most, perMinute)
  const seconds = 0.9 * Math.max(1, 60 / perMinute)
  const share = Math.max(1, Math.floor(perMinute / 60))
  return sql`(select greatest(0, least(${most}::bigint,
      ${share} - count(*) filter (where claimed_at > now() - make_interval(secs => ${seconds})),
      ${perMinute} - count(*) - ceil(count(*) filter (where kind <> 'campaign') / 4.0)::bigint))
    from ${mails} where claimed_at > now() - interval '1 minute')`
}

/** Marks an email as sent, also if another process has requeued it meanwhile. */
export async function markMailSent(db: Queryable, mail: Mail): Promise<void> {
  const [sent] = await db
    .update(mails)
    .set({ state: 'sent', sentAt: sql`now()`, lastError: null, props: retainedProps(mail) })
    .where(eq(mails.id, mail.id))
    .returning({ forget: mails.forget })
  if (sent?.forget) await dropForgotten(db, mail)
}

/** Deletes the row of an email whose recipient was erased. */
async function dropForgotten(db: Queryable, mail: Pick<Mail, 'id'>): Promise<void> {
  await db.delete(mails).where(and(eq(mails.id, mail.id), eq(mails.forget, true)))
}

/**
 * Deletes the emails of an erased address: finished ones at once, others once they are sent or have
 * permanently failed.
 */
export async function forgetMailsTo(tx: Transaction, recipient: string): Promise<void> {
  const underway = inArray(mails.state, ['queued', 'sending'])
  await tx.delete(mails).where(and(eq(mails.recipient, recipient), not(underway)))
  await tx.update(mails).set({ forget: true }).where(eq(mails.recipient, recipient))
}

/**
 * Keeps what was sent about orders, which the file about a dispute needs, under the new address of who has
 * another one now, and forgets the rest.
 */
export async function moveMails(tx: Transaction, from: string, to: string): Promise<void> {
  const isAboutOrder = and(eq(mails.state, 'sent'), sql`${mails.props} ? 'number'`)
  await tx
    .update(mails)
    .set({ recipient: to })
    .where(and(eq(mails.recipient, from), isAboutOrder))
  await forgetMailsTo(tx, from)
}

function retainedProps(mail: Pick<Mail, 'kind' | 'props'>): Record<string, unknown> {
  const { keep = [] } = isMailKind(mail.kind) ? mailRule(mail.kind) : {}
  const props = mail.props as Record<string, unknown>
  return Object.fromEntries(keep.filter((key) => key in props).map((key) => [key, props[key]]))
}

/** Only the process that claimed the email records a failure: `attempts` identifies its claim. */
const stillClaimed = (mail: Mail) =>
  and(eq(mails.id, mail.id), eq(mails.state, 'sending'), eq(mails.attempts, mail.attempts))

type FailedTry = {
  error: string
  /** Until the next attempt; null when there is none and the email has permanently failed. */
  delaySeconds: number | null
  /** The email was handed over and may have arrived. */
  doubtful: boolean
}

export async function markMailFailed(db: Queryable, mail: Mail, failed: FailedTry): Promise<void> {
  await db
    .update(mails)
    .set({
      state: failed.delaySeconds === null ? 'failed' : 'queued',
      lastError: failed.error.slice(0, 500),
      doubts: failed.doubtful ? sql`doubts + 1` : sql`doubts`,
      nextTryAt: sql`now() + ${failed.delaySeconds ?? 0} * interval '1 second'`,
    })
    .where(stillClaimed(mail))
  if (failed.delaySeconds === null) await dropForgotten(db, mail)
}

/** Requeues a claimed email without counting the attempt, due at once; after an outage of the transport with its error. */
export async function releaseMail(db: Queryable, mail: Mail, error?: string): Promise<void> {
  await db
    .update(mails)
    .set({
      state: 'queued',
      attempts: sql`attempts - 1`,
      ...(error !== undefined && { lastError: error.slice(0, 500) }),
      nextTryAt: sql`now()`,
    })
    .where(stillClaimed(mail))
}

/** Marks a mailing-list email whose recipient may not be written to. */
export async function suppressMail(db: Queryable, mail: Mail): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'suppressed', props: retainedProps(mail) })
    .where(stillClaimed(mail))
  await dropForgotten(db, mail)
}

/** The error of an email whose delivery is unknown. */
export const doubtfulText = 'Handed over, but no response came; it may have arrived.'

/**
 * Requeues emails that have been claimed for longer than any delivery takes: their process crashed, and
 * they may have arrived. Of those that fail with this, emails to an erased address are deleted. Returns how many.
 */
export async function requeueStaleMails(db: Queryable, heldSeconds: number): Promise<number> {
  const stale = await db
    .update(mails)
    .set({
      state: sql`case when doubts + 1 < ${maxHandoversInDoubt} then 'queued' else 'failed' end`,
      doubts: sql`doubts + 1`,
      lastError: doubtfulText,
      nextTryAt: sql`now()`,
    })
    .where(
      sql`id in (select id from ${mails} where state = 'sending'
        and claimed_at < now() - ${heldSeconds} * interval '1 second' for update skip locked)`,
    )
    .returning({ id: mails.id, state: mails.state, forget: mails.forget })
  for (const { id, state, forget } of stale) {
    if (forget && state === 'failed') await dropForgotten(db, { id })
  }
  return stale.length
}

/** An earlier release writes `dead` for `failed`. */
export const permanentlyFailed = sql`state in ('failed', 'dead')`

/** Waits for another attempt after an error; emails of paused campaigns do not. */
export const retrying = sql`state = 'queued' and last_error is not null
  and next_try_at < 'infinity'`

/** Sent, and rejected later by a delivery status notification, which alone sets the error of a sent email. */
export const bounced = sql`state = 'sent' and last_error is not null`

/** Permanently rejected by the receiving server, at delivery or later. */
export const rejected = sql`(${permanentlyFailed} or ${bounced}) and last_error ~ '^5[0-9][0-9] '`

export type OutboxCounts = {
  /** Permanently failed. */
  failed: number
  /** Waiting for another attempt after an error. */
  retrying: number
  /** All queued emails, retried ones included. */
  queued: number
}

export async function countUndeliveredMails(db: Queryable): Promise<OutboxCounts> {
  const { rows } = await db.execute<OutboxCounts>(sql`select
    (select count(*)::int from ${mails} where ${permanentlyFailed}) as failed,
    (select count(*)::int from ${mails} where ${retrying}) as retrying,
    (select count(*)::int from ${mails} where state = 'queued') as queued`)
  return rows[0]!
}

/** Requeues a permanently failed email with all its attempts. Null when it has not failed. */
export async function requeueMail(db: Queryable, id: string): Promise<Mail | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .update(mails)
    .set({ state: 'queued', attempts: 0, doubts: 0, lastError: null, nextTryAt: sql`now()` })
    .where(and(eq(mails.id, id), permanentlyFailed))
    .returning()
  return row ?? null
}

/** Gives up a permanently failed email and deletes what it said. Null when it has not failed. */
export async function leaveMail(tx: Transaction, id: string): Promise<Mail | null> {
  if (!isUuid(id)) return null
  const [mail] = await tx
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), permanentlyFailed))
    .for('update')
  if (!mail) return null
  await tx
    .update(mails)
    .set({ state: 'suppressed', props: retainedProps(mail) })
    .where(eq(mails.id, id))
  return mail
}

/** Deletes emails from before a time, in any state. */
export async function deleteOldMails(db: Queryable, before: Date): Promise<number> {
  const result = await db.delete(mails).where(lt(mails.createdAt, before))
  return result.rowCount ?? 0
}

/** The emails about an order that were sent to its buyer, also at an earlier address, oldest first. */
export async function sentMailsAbout(
  db: Queryable,
  { number }: { number: number },
): Promise<{ kind: string; sentAt: Date }[]> {
  const rows = await db
    .select({ kind: mails.kind, sentAt: mails.sentAt })
    .from(mails)
    .where(
      and(
        eq(mails.state, 'sent'),
        // The business's.
        ne(mails.kind, 'order-notice'),
        sql`${mails.props} ->> 'number' = ${String(number)}`,
      ),
    )
    .orderBy(asc(mails.sentAt))
  return rows.map(({ kind, sentAt }) => ({ kind, sentAt: sentAt! }))
}
