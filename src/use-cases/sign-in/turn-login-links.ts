import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { turnSwitch } from '#data/admin/switches.ts'
import { may } from '#domain/admin/access.ts'

import type { Staff } from '#use-cases/admin/record-log.ts'
import { byStaff } from '#use-cases/admin/record-log.ts'
import type { Services } from '#use-cases/services.ts'

/** Lets customers sign in by a link sent to their address, or no longer. False for all but an owner. */
export async function turnLoginLinks(
  { db }: Services,
  viewer: Staff,
  isOn: boolean,
): Promise<boolean> {
  if (!may(viewer, 'manage-people')) return false
  await db.transaction(async (tx) => {
    if (!(await turnSwitch(tx, 'sign-in-by-email', isOn))) return
    await writeAuditEntry(tx, {
      ...byStaff(viewer),
      action: 'login-links-turned',
      subjectKind: 'sign-in',
      subjectId: 'sign-in-by-email',
      subjectLabel: 'Sign in by email',
      before: { isOn: !isOn },
      after: { isOn },
    })
  })
  return true
}
