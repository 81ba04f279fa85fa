import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { suppress } from '../suppressions.store.server.ts'

/** An address is suppressed after this many permanent rejections in this many days. */
const most = 2
const days = 30

/**
 * Records that the receiving server rejected a sent email later. False when no such email was sent to this
 * address, or it is recorded already.
 */
export async function isBouncedOf(
  db: Queryable,
  mailId: string,
  recipient: string,
  status: string,
): Promise<boolean> {
  if (!isUuid(mailId)) return false
  const noted = await db.execute(sql`
    update mails set last_error = ${`550 bounced with ${status}`}
    where id = ${mailId} and recipient = ${recipient} and state = 'sent' and last_error is null`)
  if (noted.rowCount !== 1) return false
  await db.execute(sql`update campaign_emails set outcome = 'rejected' where mail_id = ${mailId}`)
  return true
}

/**
 * Suppresses mailing-list email to an address that was rejected twice, until its owner confirms it; other
 * emails are still sent. Call it after the email is marked as failed.
 */
export async function recordRejection(
  db: Queryable,
  email: string,
  emailHash: string,
): Promise<void> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from mails
    where recipient = ${email} and state in ('failed', 'sent', 'suppressed') and last_error ~ '^5[0-9][0-9] '
      and created_at > now() - make_interval(days => ${days})`)
  if (rows[0]!.count >= most) await suppress(db, emailHash, ['rejected'])
}
