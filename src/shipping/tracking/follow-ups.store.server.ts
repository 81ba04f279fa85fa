import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { shipments } from '../tables.ts'

/** Ends the follow-ups that were put off until now: each is a task again, by the trigger. */
export async function reopenFollowUps(db: Queryable): Promise<void> {
  await db.execute(sql`
    update ${shipments}
    set followed_up_at = null, follow_up_again_at = null, version = version + 1
    where follow_up_again_at <= now()`)
}
