import { and, eq, ne, sql } from 'drizzle-orm'

import type { ReleaseCampaign } from '#domain/releases/release-check.ts'

import type { Queryable } from '#data/connection.server.ts'
import { campaigns } from '#data/schema/campaigns.ts'

/** The furthest campaign about a release that was not stopped, or null when none is written. */
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
