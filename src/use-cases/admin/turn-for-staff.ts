import { writeAuditEntry } from '#data/admin/audit-log.ts'
import type { AuditSubject } from '#data/admin/audit-log.ts'
import { turnSwitch } from '#data/admin/switches.ts'
import type { StaffAction } from '#domain/admin/access.ts'
import { may } from '#domain/admin/access.ts'
import type { AuditAction } from '#domain/admin/audit.ts'
import type { Switch } from '#domain/admin/switches.ts'

import type { Services, Staff } from '#use-cases/services.ts'

type Turn = {
  name: Switch
  isOn: boolean
  /** The action that the viewer has to be allowed. */
  needs: StaffAction
  action: AuditAction
  subject: AuditSubject
}

/** Turns a switch on or off, audited if that changes it. False when the viewer may not. */
export async function turnForStaff(
  { db }: Pick<Services, 'db'>,
  viewer: Staff,
  { name, isOn, needs, action, subject }: Turn,
): Promise<boolean> {
  if (!may(viewer, needs)) return false
  await db.transaction(async (tx) => {
    if (!(await turnSwitch(tx, name, isOn))) return
    await writeAuditEntry(tx, viewer, action, subject, { before: { isOn: !isOn }, after: { isOn } })
  })
  return true
}
