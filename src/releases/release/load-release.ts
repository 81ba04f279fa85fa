import type { Queryable } from '#platform/database/connection.server.ts'
import { httpError } from '#platform/http/http-error.ts'

import type { StaffRelease } from './staff-releases.store.server.ts'
import { staffReleaseById } from './staff-releases.store.server.ts'

/** The release of an address; 404 when there is none. */
export async function loadRelease(
  db: Queryable,
  params: Readonly<Record<string, string | undefined>>,
): Promise<StaffRelease> {
  const release = await staffReleaseById(db, params['id'] ?? '')
  if (!release) throw httpError(404)
  return release
}
