import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { isSwitchedOn, turnSwitch } from '#platform/switches/switches.store.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { lockOwners } from '#accounts/users/duties.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { endSessionsOf } from '#accounts/sessions/login-sessions.store.server.ts'
import { deleteFactor, factorOf } from '#accounts/second-factor/second-factors.store.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { may, mayWithFreshCode } from '#platform/access/access.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { accountSubject } from '#accounts/log.copy.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'

/** Whether every staff member needs a second factor; null for all but an owner. */
export async function isSecondFactorRequired(
  { db }: Services,
  viewer: Staff,
): Promise<boolean | null> {
  return may(viewer, 'manage-people') ? isSwitchedOn(db, 'second-factor-required') : null
}

/**
 * Turns on or off that every staff member needs a second factor, after `graceDays`.
 * `own-first`: the viewer has none. Only for an owner.
 */
export async function requireSecondFactor(
  { db }: Services,
  viewer: Staff,
  isOn: boolean,
): Promise<Outcome<'not-staff' | 'own-first'>> {
  if (!mayWithFreshCode(viewer, 'manage-people')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    if (!(await lockOwners(tx)).includes(viewer.id)) {
      return { ok: false, reason: 'not-staff' } as const
    }
    if (isOn && !(await factorOf(tx, viewer.id))?.confirmedAt) {
      return { ok: false, reason: 'own-first' } as const
    }
    if (!(await turnSwitch(tx, 'second-factor-required', isOn))) return { ok: true } as const
    await writeAuditEntry(
      tx,
      viewer,
      'second-factor-required',
      auditSubject('user', 'staff', 'all staff'),
      { before: { isOn: !isOn }, after: { isOn } },
    )
    return { ok: true } as const
  })
}

/**
 * Removes the second factor of a colleague who has lost it, and emails both. All login sessions of
 * the colleague end: the lost phone may have one, and one that waits for a code would no longer
 * need it. Only for an owner, and not for the viewer's own.
 */
export async function removeSecondFactor(
  { db }: Services,
  viewer: Staff,
  userId: string,
): Promise<Outcome<'not-staff' | 'self' | 'none'>> {
  if (!mayWithFreshCode(viewer, 'manage-people')) return { ok: false, reason: 'not-staff' }
  if (viewer.id === userId) return { ok: false, reason: 'self' }
  if (!isUuid(userId)) return { ok: false, reason: 'none' }
  return db.transaction(async (tx) => {
    if (!(await lockOwners(tx)).includes(viewer.id)) {
      return { ok: false, reason: 'not-staff' } as const
    }
    const user = await userById(tx, userId)
    if (!user || !(await deleteFactor(tx, userId))) return { ok: false, reason: 'none' } as const
    await endSessionsOf(tx, userId)
    const props = { email: user.email, by: viewer.email }
    await queueMail(tx, 'second-factor-off', [user.email, viewer.email], props)
    await writeAuditEntry(tx, viewer, 'second-factor-removed', accountSubject(user))
    return { ok: true } as const
  })
}
