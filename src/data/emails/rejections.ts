import { sql } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { suppress } from '#data/people/suppressions.ts'

/** The receiving server rejected so many emails for good in so many days. */
const most = 2
const days = 30

/**
 * Once an address was rejected twice, it gets no mailing-list email until its owner confirms it; order
 * emails are still tried. Call it after the email is marked as failed.
 */
export async function recordRejection(
  db: Queryable,
  email: string,
  emailHash: string,
): Promise<void> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from mails
    where recipient = ${email} and state = 'failed' and last_error ~ '^5[0-9][0-9] '
      and created_at > now() - make_interval(days => ${days})`)
  if (rows[0]!.count >= most) await suppress(db, emailHash, ['rejected'])
}
