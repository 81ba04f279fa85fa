import { and, eq, inArray, sql } from 'drizzle-orm'

import { campaigns } from '#campaigns/campaign/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import type { ReleaseCampaign } from '../check/release-check.rules.ts'

/** The states of a campaign that is not stopped, the furthest in its lifecycle first. */
const furthestFirst = ['sent', 'sending', 'scheduled', 'paused', 'draft'] as const

/** The campaign about a release that is furthest in its lifecycle, of those in these states; or null. */
export async function campaignOf(
  db: Queryable,
  releaseId: string,
  states: readonly (typeof furthestFirst)[number][] = furthestFirst,
): Promise<ReleaseCampaign | null> {
  const { id, name, state, sendAt, endedAt } = campaigns
  const [furthest] = await db
    .select({ id, name, state, sendAt, endedAt })
    .from(campaigns)
    .where(and(eq(campaigns.releaseId, releaseId), inArray(state, [...states])))
    .orderBy(
      sql`array_position(${sql.param(furthestFirst)}::text[], ${state})`,
      campaigns.createdAt,
      id,
    )
    .limit(1)
  return furthest ?? null
}
