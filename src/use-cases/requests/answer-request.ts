import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { isSwitchedOn } from '#data/admin/switches.ts'
import { queueMail } from '#data/emails/mails.ts'
import { userById } from '#data/people/users.ts'
import { lockRequests, moveRequests, writeAnswers } from '#data/requests/requests.ts'
import { may } from '#domain/admin/access.ts'
import { paths } from '#domain/paths.ts'
import { maxAnswerText } from '#domain/requests/request.ts'

import { requestSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

type AnsweredRequest = Outcome<'not-staff' | 'no-text' | 'too-long' | 'answered'>

/**
 * Grants a request in the customer's own words by a text that they receive by email. The request is
 * finished with that. Only for staff.
 */
export async function answerRequest(
  { db, settings }: Services,
  viewer: Staff,
  { id, text }: { id: string; text: string },
): Promise<AnsweredRequest> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  const answer = text.trim()
  if (!answer) return { ok: false, reason: 'no-text' }
  if (answer.length > maxAnswerText) return { ok: false, reason: 'too-long' }
  return db.transaction(async (tx): Promise<AnsweredRequest> => {
    const [request] = await lockRequests(tx, [id])
    const person = request && (await userById(tx, request.userId))
    if (request?.kind !== 'other' || !person) return { ok: false, reason: 'answered' }
    const [granted] = await moveRequests(tx, [id], 'granted')
    if (!granted) return { ok: false, reason: 'answered' }
    await moveRequests(tx, [id], 'taken')
    const given = { requestId: id, byEmail: viewer.email, verdict: 'granted' as const }
    await writeAnswers(tx, [{ ...given, text: answer }])
    const isShown = await isSwitchedOn(tx, 'answer-requests')
    const link = isShown ? `${settings.publicUrl}${paths.requests()}` : null
    const { firstName, email } = person
    const props = { firstName, asked: request.text, text: answer, link }
    await queueMail(tx, 'request-answered', email, props)
    await writeAuditEntry(tx, viewer, 'request-answered', requestSubject(request, person), {
      after: { answer },
    })
    return { ok: true }
  })
}
