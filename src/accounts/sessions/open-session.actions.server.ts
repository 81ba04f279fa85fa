import type { Services } from '#platform/services/services.ts'

import { passwordHashOf } from '../sign-in/identities.store.server.ts'
import type { Cookies, SessionStart } from '../sign-in/identity.ts'
import { endSessionByToken } from './login-sessions.store.server.ts'

/**
 * Opens a login session, or none where what it was proved by is gone meanwhile, as by recovery: the insertion
 * waits for who has locked the user's row, and who locks it later finds the session. Returns its cookies, or null.
 */
export async function openSessionBy(
  { db, identity }: Pick<Services, 'db' | 'identity'>,
  userId: string,
  headers: Headers,
  start: SessionStart,
  isStillThere: () => Promise<boolean>,
): Promise<Cookies | null> {
  const cookies = await identity.openSession(userId, headers, start)
  if (await isStillThere()) return cookies
  const cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ')
  const token = identity.tokenOf(new Headers({ cookie }))
  if (token) await endSessionByToken(db, token)
  return null
}

/** The same, proved by the password with this hash. */
export const openSessionByPassword = (
  services: Pick<Services, 'db' | 'identity'>,
  userId: string,
  passwordHash: string | null,
  headers: Headers,
): Promise<Cookies | null> =>
  openSessionBy(
    services,
    userId,
    headers,
    { origin: 'password' },
    async () => (await passwordHashOf(services.db, userId)) === passwordHash,
  )
