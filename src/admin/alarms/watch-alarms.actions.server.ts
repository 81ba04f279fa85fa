import { queueMail } from '#mail/mails.store.server.ts'
import { staffSwitch } from '#platform/action/staff-switch.server.ts'
import { nextStep } from '#platform/admin/alarms.rules.ts'
import { shopAlarms, shopFigures } from '#platform/figures/figures.server.ts'
import { sumReports } from '#platform/processes/process-report.rules.ts'
import { readReports } from '#platform/processes/process-reports.store.server.ts'
import type { Services } from '#platform/services/services.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'

import {
  alarmStates,
  lockAlarms,
  noteLook,
  ownersEmails,
  writeAlarm,
} from './alarms.store.server.ts'

/**
 * Evaluates the alarms, once a minute. A cause whose condition has held for long enough is a task
 * of Today until ten minutes after it ceased; where an owner has turned that on, owners are emailed
 * when it is raised, every four hours, and when it ends. State and emails are written in one
 * transaction, so that a lost connection neither loses nor repeats an email.
 */
export async function watchAlarms({ db, clock, log }: Services): Promise<void> {
  const [figures, processes] = await Promise.all([shopFigures(db), readReports(db)])
  const reported = sumReports(processes)
  await db.transaction(async (tx) => {
    await lockAlarms(tx)
    const now = clock()
    const before = await noteLook(tx, now)
    const minutesAway = before ? (now.getTime() - before.getTime()) / 60_000 : 0
    const states = await alarmStates(tx)
    const isWished = await isSwitchedOn(tx, 'operations-alerts')
    const told = isWished ? await ownersEmails(tx) : []
    for (const { cause, after, isBad } of shopAlarms()) {
      const known = states.get(cause) ?? null
      const isThere = isBad(figures, { processes: reported, minutesAway })
      const { state, tell } = nextStep(known, { isThere, now, after })
      if (known || state) await writeAlarm(tx, cause, state)
      if (!tell) continue
      if (tell === 'raised') log.error({ cause }, 'alarm raised')
      if (tell === 'ended') log.info({ cause }, 'alarm ended')
      const sinceAt = (known ?? state)!.since.toISOString()
      await queueMail(tx, 'operations-alert', told, { event: tell, cause, sinceAt })
    }
  })
}

/** Turns the emails to owners about alarms on or off. */
export const turnAlarmEmails = staffSwitch({
  needs: 'manage-people',
  log: 'alarm-emails-turned',
  name: 'operations-alerts',
  subject: { kind: 'sign-in', id: 'operations-alerts', label: 'Alarms' },
  say: {
    on: 'Owners are now told of alarms by email.',
    off: 'Owners are no longer told of alarms by email.',
  },
})
