import { setPasswordHash } from '#data/identities.ts'
import { queueMails } from '#data/mails.ts'
import { dropLinksOf } from '#data/one-time-links.ts'
import type { Viewer } from '#data/people.ts'
import { endSessionsOf } from '#data/sessions.ts'

import type { Entered } from './entered.ts'
import { whyNotPassword } from './new-password.ts'
import type { Parts } from '#use-cases/parts.ts'
import { proveOwner } from './prove-owner.ts'

/**
 * Changes the password of somebody signed in, or sets their first. All sessions end, this one goes
 * on under a new token, and the owner is told by mail.
 */
export async function changePassword(
  parts: Parts,
  viewer: Viewer,
  { current, next }: { current: string; next: string },
  headers: Headers,
): Promise<Entered> {
  const { db, identity, settings, log } = parts
  const weak = whyNotPassword(next, settings.identity.passwordPolicy)
  if (weak) return weak
  const proved = await proveOwner(parts, viewer, current, headers)
  if (!proved.ok) return proved
  const passwordHash = await identity.hashPassword(next)
  await db.transaction(async (tx) => {
    await setPasswordHash(tx, viewer.id, passwordHash)
    await dropLinksOf(tx, viewer.id, ['recovery'])
    await endSessionsOf(tx, viewer.id)
    const props = { firstName: viewer.firstName }
    await queueMails(tx, [{ kind: 'password-changed', recipient: viewer.email, props }])
  })
  log.info({ user: viewer.id }, 'password changed')
  return { ok: true, userId: viewer.id, cookies: await identity.openSession(viewer.id, headers) }
}
