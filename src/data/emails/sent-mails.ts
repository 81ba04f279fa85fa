import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { mails } from '#data/schema/operations.ts'

/** The emails about an order that were sent to its buyer, oldest first. */
export async function sentMailsAbout(
  db: Queryable,
  { email, number }: { email: string; number: number },
): Promise<{ kind: string; sentAt: Date }[]> {
  const rows = await db
    .select({ kind: mails.kind, sentAt: mails.sentAt })
    .from(mails)
    .where(
      and(
        eq(mails.recipient, email),
        inArray(mails.state, ['sent']),
        isNotNull(mails.sentAt),
        sql`${mails.props} ->> 'number' = ${String(number)}`,
      ),
    )
    .orderBy(asc(mails.sentAt))
  return rows.map(({ kind, sentAt }) => ({ kind, sentAt: sentAt! }))
}
