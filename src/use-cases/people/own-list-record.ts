import type { Viewer } from '#data/people/users.ts'
import { userById } from '#data/people/users.ts'

import type { Services } from '#use-cases/services.ts'

import { factsOf } from './consent.ts'

/** True when the viewer's confirmed address also has a record on the mailing list. */
export async function isOnListToo(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
): Promise<boolean> {
  const user = await userById(services.db, viewer.id)
  if (!user?.emailVerified) return false
  return (await factsOf(services, services.db, user.email)).subscriberId !== null
}
