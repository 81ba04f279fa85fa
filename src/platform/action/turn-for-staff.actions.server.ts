import { writeAuditEntry } from '../audit/audit-log.store.server.ts'
import type { AuditSubject, AuditAction } from '../audit/audit.rules.ts'
import { turnSwitch } from '../switches/switches.store.server.ts'
import type { StaffAction } from '../access/access.rules.ts'
import { may } from '../access/access.rules.ts'
import type { Switch } from '../switches/switches.rules.ts'

import type { Services, Staff } from '../services/services.ts'

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
