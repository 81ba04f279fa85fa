import { queueMail } from '#mail/mails.store.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

import { deleteEmailChange } from '../email-change/email-changes.store.server.ts'
import type { Entered } from '../links/entered.actions.server.ts'
import { refused, whyNotPassword } from '../links/entered.actions.server.ts'
import { revokeEntryLinksOf } from '../links/entry-links.store.server.ts'
import { deleteLinksOf } from '../links/one-time-links.store.server.ts'
import { passkeysOf } from '../passkeys/passkeys.store.server.ts'
import { deleteFactorSetUp } from '../second-factor/second-factors.store.server.ts'
import { endSessionsOf, isStillOpen } from '../sessions/login-sessions.store.server.ts'
import { openSessionByPassword } from '../sessions/open-session.actions.server.ts'
import { lockUser } from '../users/users.store.server.ts'
import { googleOf, setPasswordHash } from './identities.store.server.ts'
import { policyFor } from './password-policy.rules.ts'
import { reAuthenticate } from './re-authenticate.actions.server.ts'
import { recoveryPurposes } from './tables.ts'

/**
 * Changes the viewer's password, or sets their first. All login sessions end, this one goes on under
 * a new token, a pending change of email and a second factor that is only begun are removed, and the owner
 * gets an email. Refused where the login session was ended meanwhile, as by recovery.
 */
export async function changePassword(
  services: Services,
  viewer: Viewer,
  { current, next }: { current: string; next: string },
  headers: Headers,
): Promise<Entered> {
  demandConfirmed(viewer)
  const { db, identity, settings, log } = services
  const weak = whyNotPassword(next, policyFor(viewer.role, settings.identity.passwordPolicy))
  if (weak) return weak
  const proved = await reAuthenticate(services, viewer, current, headers)
  if (!proved.ok) return proved
  const passwordHash = await identity.hashPassword(next, headers)
  const token = identity.tokenOf(headers)
  const isChanged = await db.transaction(async (tx) => {
    await lockUser(tx, viewer.id)
    if (!(await isStillOpen(tx, token))) return false
    await setPasswordHash(tx, viewer.id, passwordHash)
    await deleteLinksOf(tx, viewer.id, [...recoveryPurposes, 'change-from', 'change-to'])
    await deleteEmailChange(tx, viewer.id)
    await endSessionsOf(tx, viewer.id)
    await revokeEntryLinksOf(tx, viewer.id)
    await deleteFactorSetUp(tx, viewer.id)
    const passkeys = (await passkeysOf(tx, viewer.id)).map(({ name }) => name)
    const google = (await googleOf(tx, viewer.id)).length > 0
    const props = { firstName: viewer.firstName, passkeys, google }
    await queueMail(tx, 'password-changed', viewer.email, props)
    return true
  })
  if (!isChanged) return refused('user-token-expired')
  log.info({ user: viewer.id }, 'password changed')
  const cookies = await openSessionByPassword(services, viewer.id, passwordHash, headers)
  if (!cookies) return refused('user-token-expired')
  return { ok: true, userId: viewer.id, role: viewer.role, cookies }
}
