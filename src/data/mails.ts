import { eq, sql } from 'drizzle-orm'

import type { Queryable } from './connection.server.ts'
import { mails } from './schema/desk.ts'

export type QueuedMail = { kind: string; recipient: string; props: Record<string, unknown> }

/**
 * Writes letters and the jobs that send them, inside the transaction that causes them: both are
 * there when it commits, neither when it does not.
 */
export async function queueMails(db: Queryable, letters: readonly QueuedMail[]): Promise<void> {
  if (letters.length === 0) return
  const rows = sql.join(
    letters.map(
      (mail) => sql`(${mail.kind}, ${mail.recipient}, ${JSON.stringify(mail.props)}::jsonb)`,
    ),
    sql`, `,
  )
  await db.execute(sql`
    with written as (insert into ${mails} (kind, recipient, props) values ${rows} returning id)
    select graphile_worker.add_job('send-mail', json_build_object('mailId', id), queue_name := null,
      max_attempts := 12) from written`)
}

export type Mail = typeof mails.$inferSelect

export async function mailById(db: Queryable, id: string): Promise<Mail | null> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id))
  return row ?? null
}

/** What a template needed is forgotten once the letter is out. */
export async function markMailSent(db: Queryable, id: string): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'sent', sentAt: sql`now()`, attempts: sql`attempts + 1`, lastError: null })
    .where(eq(mails.id, id))
}

export async function markMailFailed(
  db: Queryable,
  id: string,
  error: string,
  last: boolean,
): Promise<void> {
  await db
    .update(mails)
    .set({
      lastError: error.slice(0, 500),
      attempts: sql`attempts + 1`,
      state: last ? 'dead' : 'queued',
    })
    .where(eq(mails.id, id))
}
