import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'
import { removeAnswer, saveAnswer, savedAnswersNow } from '../saved-answers.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { maxAnswerText } from '../request.rules.ts'

import { auditSubject } from '#platform/audit/audit.rules.ts'
import { turnForStaff } from '#platform/action/turn-for-staff.actions.server.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

export type RequestSettings = {
  /** Whether customers see their requests, and staff answer them here. */
  isOn: boolean
  saved: { id: string; name: string; text: string }[]
}

/** The settings of all requests; null for all but staff. */
export async function viewRequestSettings(
  { db }: Services,
  viewer: Staff,
): Promise<RequestSettings | null> {
  if (!may(viewer, 'answer-requests')) return null
  const [isOn, saved] = await Promise.all([
    isSwitchedOn(db, 'answer-requests'),
    savedAnswersNow(db),
  ])
  return { isOn, saved }
}

/** Turns on or off that customers see their requests. False for all but staff. */
export const showRequests = (services: Services, viewer: Staff, isOn: boolean): Promise<boolean> =>
  turnForStaff(services, viewer, {
    name: 'answer-requests',
    isOn,
    needs: 'answer-requests',
    action: 'requests-shown',
    subject: { kind: 'request', id: 'settings', label: '' },
  })

/** Saves a text for declining under a name (60 characters). Only for staff. */
export async function keepAnswer(
  { db }: Services,
  viewer: Staff,
  typed: { name: string; text: string },
): Promise<Outcome<'not-staff' | 'no-name' | 'no-text' | 'too-long' | 'too-many'>> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  const name = typed.name.trim().slice(0, 60)
  const text = typed.text.trim()
  if (!name) return { ok: false, reason: 'no-name' }
  if (!text) return { ok: false, reason: 'no-text' }
  if (text.length > maxAnswerText) return { ok: false, reason: 'too-long' }
  return db.transaction(async (tx) => {
    if (!(await saveAnswer(tx, { name, text }))) return { ok: false, reason: 'too-many' }
    await writeAuditEntry(tx, viewer, 'saved-answer-set', savedAnswer(name), {
      after: { name, text },
    })
    return { ok: true }
  })
}

/** Deletes a saved text. False for all but staff. */
export async function dropAnswer({ db }: Services, viewer: Staff, id: string): Promise<boolean> {
  if (!may(viewer, 'answer-requests')) return false
  await db.transaction(async (tx) => {
    const name = await removeAnswer(tx, id)
    if (name === null) return
    await writeAuditEntry(tx, viewer, 'saved-answer-set', savedAnswer(name), { before: { name } })
  })
  return true
}

const savedAnswer = (name: string) => auditSubject('request', 'settings', name)
