import { and, eq, ne, sql } from 'drizzle-orm'

import { campaigns } from '#campaigns/campaign/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import type { ReleaseCampaign } from '../check/release-check.rules.ts'

/** The campaign about a release that is furthest in its lifecycle, without stopped ones; or null. */
export async function campaignOf(
  db: Queryable,
  releaseId: string,
): Promise<ReleaseCampaign | null> {
  const { id, name, state, sendAt, endedAt } = campaigns
  const [furthest] = await db
    .select({ id, name, state, sendAt, endedAt })
    .from(campaigns)
    .where(and(eq(campaigns.releaseId, releaseId), ne(state, 'stopped')))
    .orderBy(
      sql`array_position(array['sent', 'sending', 'scheduled', 'paused', 'draft'], ${state})`,
      campaigns.createdAt,
      id,
    )
    .limit(1)
  return furthest ?? null
}
