import { z } from 'zod'

import type { StaffAction } from '../access/access.rules.ts'
import type { AuditSubject, AuditAction } from '../audit/audit.rules.ts'
import type { Switch } from '../switches/switches.rules.ts'
import { turnSwitch } from '../switches/switches.store.server.ts'
import { staffAction } from './staff-action.server.ts'

type Definition = {
  needs: StaffAction
  log: AuditAction
  name: Switch
  subject: AuditSubject
  say: { on: string; off: string }
}

/** Defines how staff turn a switch `on` or `off`, the value of its form's `to`. */
export const staffSwitch = ({ needs, log, name, subject, say }: Definition) =>
  staffAction({
    needs,
    log,
    form: z.object({ to: z.enum(['on', 'off']) }),
    async run({ tx, audit, unchanged }, { to }) {
      const isOn = to === 'on'
      if (await turnSwitch(tx, name, isOn)) {
        audit(subject, { before: { isOn: !isOn }, after: { isOn } })
      } else unchanged()
      return { to }
    },
    say: ({ to }) => say[to],
  })
