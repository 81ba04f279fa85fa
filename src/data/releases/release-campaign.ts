import type { CampaignProgress } from '#domain/releases/release-check.ts'

import type { Queryable } from '#data/connection.server.ts'

/**
 * How far the email to the people of a release is. None is written as long as the shop has no
 * campaigns; what writes them reports here.
 */
export const campaignOf = async (_db: Queryable, _releaseId: string): Promise<CampaignProgress> =>
  'none'
