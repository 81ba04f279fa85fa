import { deviceName } from '#accounts/sessions/device-name.rules.ts'
import { devicesOf, sessionByToken } from '#accounts/sessions/login-sessions.store.server.ts'
import { actionName } from '#platform/audit/log-words.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'

import { ownLog } from './own-log.store.server.ts'

/** Audit log entries shown; the export of personal data has all of them. */
const ownEntries = 100

/** A staff member's own login sessions and audit log entries. */
export async function viewOwnStaffData(
  { db, clock, identity }: Services,
  viewer: Staff,
  headers: Headers,
) {
  const token = identity.tokenOf(headers)
  const [devices, here, entries] = await Promise.all([
    devicesOf(db, viewer.id, clock()),
    token ? sessionByToken(db, token) : null,
    ownLog(db, viewer.id, ownEntries),
  ])
  const sessions = devices.map(({ id, userAgent, signedInAt, lastUsedAt }) => ({
    id,
    signedInAt,
    lastUsedAt,
    device: deviceName(userAgent),
    isThisOne: id === here?.id,
  }))
  return {
    sessions: sessions.toSorted((a, b) => b.signedInAt.getTime() - a.signedInAt.getTime()),
    entries: entries.map(({ at, action }) => ({ at, name: actionName(action) })),
    most: ownEntries,
  }
}
