import {
  alarmStates,
  lockAlarms,
  noteLook,
  ownersEmails,
  writeAlarm,
} from './alarms.store.server.ts'
import { readReports } from '#platform/processes/process-reports.store.server.ts'
import { shopFigures } from '../overview/shop-metrics.store.server.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { AlarmCause } from '#platform/admin/alarms.rules.ts'
import { alarmCauses, isBad, nextStep } from '#platform/admin/alarms.rules.ts'
import { sumReports } from '#platform/processes/process-report.rules.ts'

import type { Services, Staff } from '#platform/services/services.ts'
import { turnForStaff } from '#platform/action/turn-for-staff.actions.server.ts'

/**
 * Evaluates the alarms, once a minute. A cause whose condition has held for long enough is a task
 * of Today until ten minutes after it ceased; where an owner has turned that on, owners are emailed
 * when it is raised, every four hours, and when it ends. State and emails are written in one
 * transaction, so that a lost connection neither loses nor repeats an email.
 */
export async function watchAlarms({ db, clock, log }: Services): Promise<void> {
  const [shop, processes] = await Promise.all([shopFigures(db), readReports(db)])
  const figures = { ...shop, processes: sumReports(processes) }
  await db.transaction(async (tx) => {
    await lockAlarms(tx)
    const now = clock()
    const before = await noteLook(tx, now)
    const minutesAway = before ? (now.getTime() - before.getTime()) / 60_000 : 0
    const states = await alarmStates(tx)
    const isWished = await isSwitchedOn(tx, 'operations-alerts')
    const told = isWished ? await ownersEmails(tx) : []
    for (const cause of alarmCauses) {
      const known = states.get(cause) ?? null
      const isThere = isBad(cause, { ...figures, minutesAway })
      const { state, tell } = nextStep(cause, known, { isThere, now })
      if (known || state) await writeAlarm(tx, cause, state)
      if (!tell) continue
      if (tell === 'raised') log.error({ cause }, 'alarm raised')
      if (tell === 'ended') log.info({ cause }, 'alarm ended')
      const sinceAt = (known ?? state)!.since.toISOString()
      await queueMail(tx, 'operations-alert', told, { event: tell, cause, sinceAt })
    }
  })
}

export type ViewedAlarms = {
  /** Whether owners are emailed. */
  isTold: boolean
  raised: { cause: AlarmCause; since: Date }[]
}

/** The alarms of this moment; null for all but an owner. */
export async function viewAlarms({ db }: Services, viewer: Staff): Promise<ViewedAlarms | null> {
  if (!may(viewer, 'manage-people')) return null
  const [isTold, states] = await Promise.all([
    isSwitchedOn(db, 'operations-alerts'),
    alarmStates(db),
  ])
  const raised = [...states].filter(([, { raisedAt }]) => raisedAt !== null)
  return { isTold, raised: raised.map(([cause, { since }]) => ({ cause, since })) }
}

/** Turns the emails to owners about alarms on or off. False for all but an owner. */
export const turnAlarmEmails = (
  services: Services,
  viewer: Staff,
  isOn: boolean,
): Promise<boolean> =>
  turnForStaff(services, viewer, {
    name: 'operations-alerts',
    isOn,
    needs: 'manage-people',
    action: 'alarm-emails-turned',
    subject: { kind: 'sign-in', id: 'operations-alerts', label: 'Alarms' },
  })
