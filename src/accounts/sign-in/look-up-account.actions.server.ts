import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

import type { User } from '../users/users.store.server.ts'
import { userById } from '../users/users.store.server.ts'
import { waysToSignIn } from './identities.store.server.ts'

type AccountRecord = Pick<
  User,
  'id' | 'email' | 'emailVerified' | 'firstName' | 'lastName' | 'createdAt'
> & { ways: { password: boolean; google: boolean } }

/** The viewer's own identity record, or null when it has just been deleted. */
export async function lookUpAccount(
  { db }: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
): Promise<AccountRecord | null> {
  demandConfirmed(viewer)
  const [user, ways] = await Promise.all([userById(db, viewer.id), waysToSignIn(db, viewer.id)])
  if (!user) return null
  const { id, email, emailVerified, firstName, lastName, createdAt } = user
  return { id, email, emailVerified, firstName, lastName, createdAt, ways }
}
