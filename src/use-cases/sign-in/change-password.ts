import { queueMail } from '#mail/mails.store.server.ts'
import { deleteEmailChange } from '#data/sign-in/email-changes.ts'
import { revokeEntryLinksOf } from '#data/sign-in/entry-links.ts'
import { setPasswordHash } from '#data/sign-in/identities.ts'
import { deleteLinksOf } from '#data/sign-in/one-time-links.ts'
import type { Viewer } from '#data/people/users.ts'
import { endSessionsOf } from '#data/sign-in/login-sessions.ts'

import type { Entered } from './entered.ts'
import { whyNotPassword } from './entered.ts'
import type { Services } from '#platform/services/services.ts'
import { reAuthenticate } from './re-authenticate.ts'

/**
 * Changes the viewer's password, or sets their first. All login sessions end, this one goes on under
 * a new token, a pending change of email is cancelled, and the owner gets an email.
 */
export async function changePassword(
  services: Services,
  viewer: Viewer,
  { current, next }: { current: string; next: string },
  headers: Headers,
): Promise<Entered> {
  const { db, identity, settings, log } = services
  const weak = whyNotPassword(next, settings.identity.passwordPolicy)
  if (weak) return weak
  const proved = await reAuthenticate(services, viewer, current, headers)
  if (!proved.ok) return proved
  const passwordHash = await identity.hashPassword(next)
  await db.transaction(async (tx) => {
    await setPasswordHash(tx, viewer.id, passwordHash)
    await deleteLinksOf(tx, viewer.id, ['recovery', 'change-from', 'change-to'])
    await deleteEmailChange(tx, viewer.id)
    await endSessionsOf(tx, viewer.id)
    await revokeEntryLinksOf(tx, viewer.id)
    const props = { firstName: viewer.firstName }
    await queueMail(tx, 'password-changed', viewer.email, props)
  })
  log.info({ user: viewer.id }, 'password changed')
  const cookies = await identity.openSession(viewer.id, headers)
  return { ok: true, userId: viewer.id, role: viewer.role, cookies }
}
