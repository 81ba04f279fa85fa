import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { isSwitchedOn } from '#data/admin/switches.ts'
import { queueMails } from '#data/emails/mails.ts'
import { peopleById } from '#data/people/users.ts'
import type { Request } from '#data/requests/requests.ts'
import { lockRequests, moveRequests, winesOf, writeAnswers } from '#data/requests/requests.ts'
import { may } from '#domain/admin/access.ts'
import { paths } from '#domain/paths.ts'
import { maxAnswerText } from '#domain/requests/request.ts'

import type { Staff } from '#use-cases/admin/record-log.ts'
import { byStaff } from '#use-cases/admin/record-log.ts'
import type { Services } from '#use-cases/services.ts'

import { requestSubject } from './request-subject.ts'

export type DeclinedRequests =
  | { ok: true; declined: number }
  | { ok: false; reason: 'not-staff' | 'no-text' | 'too-long' }
  /** All of them were answered by another staff user meanwhile. */
  | { ok: false; reason: 'answered' }

/**
 * Declines requests with a text that each person receives by email. With `keepsPlace` they wait for a
 * later vintage, or a later place in the club, and keep their position; else the email offers to stay
 * in line. Those that were answered meanwhile are left as they are. Only for staff.
 */
export async function declineRequests(
  { db, settings }: Services,
  viewer: Staff,
  { ids, text, keepsPlace }: { ids: readonly string[]; text: string; keepsPlace: boolean },
): Promise<DeclinedRequests> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  const answer = text.trim()
  if (!answer) return { ok: false, reason: 'no-text' }
  if (answer.length > maxAnswerText) return { ok: false, reason: 'too-long' }
  return db.transaction(async (tx): Promise<DeclinedRequests> => {
    await lockRequests(tx, ids)
    const verdict = keepsPlace ? 'waiting' : 'declined'
    const declined = await moveRequests(tx, ids, verdict)
    if (declined.length === 0) return { ok: false, reason: 'answered' }
    await writeAnswers(
      tx,
      declined.map(({ id }) => ({
        requestId: id,
        byEmail: viewer.email,
        verdict,
        text: answer,
      })),
    )
    const [people, wines] = await Promise.all([
      peopleById(
        tx,
        declined.map(({ userId }) => userId),
      ),
      winesOf(tx, declined),
    ])
    const wineOf = ({ productId }: Request) => (productId && wines.get(productId)) || null
    const isShown = await isSwitchedOn(tx, 'answer-requests')
    const link = isShown ? `${settings.publicUrl}${paths.requests()}` : null
    await queueMails(
      tx,
      declined.flatMap((request) => {
        const person = people.get(request.userId)
        if (!person) return []
        const { firstName, email } = person
        const props = { firstName, wine: wineOf(request), text: answer, keepsPlace, link }
        return [{ kind: 'request-declined' as const, recipient: email, props }]
      }),
    )
    for (const request of declined) {
      await writeAuditEntry(tx, {
        ...byStaff(viewer),
        action: 'request-declined',
        ...requestSubject(request, people.get(request.userId)),
        before: null,
        after: { answer, keepsPlace },
      })
    }
    return { ok: true, declined: declined.length }
  })
}
