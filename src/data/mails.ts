import { and, desc, eq, lt, sql } from 'drizzle-orm'

import type { MailKind, OutgoingMail } from '#domain/mail.ts'
import { mailRules } from '#domain/mail.ts'
import { maxHandoversInDoubt } from '#domain/mail-retry.ts'

import type { Database, Queryable } from './connection.server.ts'
import { mails } from './schema/desk.ts'
import { isUuid } from './uuid.ts'

export type Mail = typeof mails.$inferSelect

/**
 * Writes letters into the outbox, inside the transaction that causes them: they are there when it
 * commits and not when it doesn't. Never refuses one: what can't be sent is seen to there.
 */
export async function queueMails(db: Queryable, letters: readonly OutgoingMail[]): Promise<void> {
  if (letters.length === 0) return
  const rows = letters.map(({ kind, recipient, props }) => ({
    kind,
    recipient,
    props,
    urgency: mailRules[kind].urgency,
  }))
  await db.execute(sql`
    insert into ${mails} (kind, recipient, props, urgency)
    select kind, recipient, props, urgency from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as letter (kind text, recipient text, props jsonb, urgency smallint)`)
}

/** Two processes that take letters at once take turns: what was sent this minute stays countable. */
const claimLock = 4_611_686_019

/**
 * Takes up to `limit` letters that are due, the most urgent first, for this process alone. With
 * `perMinute`, all processes together take no more than that in any minute; 0 is no pace.
 */
export async function claimMails(
  db: Database,
  { limit, perMinute }: { limit: number; perMinute: number },
): Promise<Mail[]> {
  const due = sql`state = 'queued' and next_try_at <= now()`
  // The order makes it a look at the first of those waiting; without it, one through all sent.
  const waiting = await db.execute(sql`
    select 1 from ${mails} where ${due} order by urgency, next_try_at limit 1`)
  if (waiting.rowCount === 0) return []
  return db.transaction(async (tx) => {
    if (perMinute > 0) await tx.execute(sql`select pg_advisory_xact_lock(${claimLock})`)
    const room = perMinute
      ? sql`greatest(0, least(${limit}::bigint, ${perMinute} - (select count(*) from ${mails}
          where claimed_at > now() - interval '1 minute')))`
      : sql`${limit}`
    return (
      tx
        .update(mails)
        .set({ state: 'sending', attempts: sql`attempts + 1`, claimedAt: sql`now()` })
        // As an array the ids are looked up one by one, however large the table is.
        .where(
          sql`id = any(array(select id from ${mails} where ${due} order by urgency, next_try_at
          limit ${room} for update skip locked))`,
        )
        .returning()
    )
  })
}

/** Sent is sent, whatever else was believed of it meanwhile. Keeps only what is still of use. */
export async function markMailSent(db: Queryable, mail: Mail): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'sent', sentAt: sql`now()`, lastError: null, props: keptProps(mail) })
    .where(eq(mails.id, mail.id))
}

function keptProps(mail: Pick<Mail, 'kind' | 'props'>): Record<string, unknown> {
  const keep: readonly string[] = mailRules[mail.kind as MailKind]?.keep ?? []
  const props = mail.props as Record<string, unknown>
  return Object.fromEntries(keep.filter((key) => key in props).map((key) => [key, props[key]]))
}

/** Only the process that holds the letter may say what became of it. */
const stillHeld = (mail: Mail) =>
  and(eq(mails.id, mail.id), eq(mails.state, 'sending'), eq(mails.attempts, mail.attempts))

export type FailedTry = {
  error: string
  /** Until the next try; null when there is none and the letter is dead. */
  delaySeconds: number | null
  /** It was handed over and may have arrived. */
  doubtful: boolean
}

export async function markMailFailed(db: Queryable, mail: Mail, failed: FailedTry): Promise<void> {
  await db
    .update(mails)
    .set({
      state: failed.delaySeconds === null ? 'dead' : 'queued',
      lastError: failed.error.slice(0, 500),
      doubts: failed.doubtful ? sql`doubts + 1` : sql`doubts`,
      nextTryAt: sql`now() + ${failed.delaySeconds ?? 0} * interval '1 second'`,
    })
    .where(stillHeld(mail))
}

/** A letter to the list that must not go out any more. */
export async function withholdMail(db: Queryable, mail: Mail): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'withheld', props: keptProps(mail) })
    .where(stillHeld(mail))
}

/** What staff read of a letter that was handed over as often as it may be. */
export const doubtfulText = 'Handed over without an answer; it may have arrived.'

/**
 * Takes letters back from processes that fell while sending: nobody holds one that long. Whether
 * they arrived isn't known. Answers how many there were.
 */
export async function takeBackMails(db: Queryable, heldSeconds: number): Promise<number> {
  const result = await db
    .update(mails)
    .set({
      state: sql`case when doubts + 1 < ${maxHandoversInDoubt} then 'queued' else 'dead' end`,
      doubts: sql`doubts + 1`,
      lastError: doubtfulText,
      nextTryAt: sql`now()`,
    })
    .where(sql`state = 'sending' and claimed_at < now() - ${heldSeconds} * interval '1 second'`)
  return result.rowCount ?? 0
}

/** How many letters that a stranger can cause went to this address since then. */
export async function countLimitedMails(
  db: Queryable,
  recipient: string,
  sinceSeconds: number,
): Promise<number> {
  const kinds = Object.entries(mailRules)
    .filter(([, rule]) => 'limited' in rule)
    .map(([kind]) => kind)
  const result = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${mails}
    where recipient = ${recipient} and sent_at > now() - ${sinceSeconds} * interval '1 second'
      and kind in (${sql.join(
        kinds.map((kind) => sql`${kind}`),
        sql`, `,
      )})`)
  return result.rows[0]!.count
}

/** A page of letters that were given up, newest first. */
export async function deadMails(
  db: Queryable,
  page: { limit: number; offset: number },
): Promise<Mail[]> {
  return db
    .select()
    .from(mails)
    .where(eq(mails.state, 'dead'))
    .orderBy(desc(mails.createdAt), mails.id)
    .limit(page.limit)
    .offset(page.offset)
}

export const countDeadMails = (db: Queryable): Promise<number> =>
  db.$count(mails, eq(mails.state, 'dead'))

/** Gives a dead letter all its tries again. Null when it isn't dead. */
export async function reviveMail(db: Queryable, id: string): Promise<Mail | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .update(mails)
    .set({ state: 'queued', attempts: 0, doubts: 0, nextTryAt: sql`now()` })
    .where(and(eq(mails.id, id), eq(mails.state, 'dead')))
    .returning()
  return row ?? null
}

/** Deletes letters older than that, whatever became of them. */
export async function forgetMails(db: Queryable, before: Date): Promise<number> {
  const result = await db.delete(mails).where(lt(mails.createdAt, before))
  return result.rowCount ?? 0
}
