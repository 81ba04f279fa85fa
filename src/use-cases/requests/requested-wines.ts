import type { RequestedWine } from '#data/requests/requested-wines.ts'
import { requestedWinesNow } from '#data/requests/requested-wines.ts'
import { may } from '#domain/admin/access.ts'

import type { Services, Staff } from '#use-cases/services.ts'

export type { RequestedWine }

/** The wines that customers asked for, with what is free of each; null for anyone but staff. */
export async function requestedWines(
  { db }: Services,
  viewer: Staff,
): Promise<RequestedWine[] | null> {
  return may(viewer, 'answer-requests') ? requestedWinesNow(db) : null
}
