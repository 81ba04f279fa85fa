import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { queueMail } from '#data/emails/mails.ts'
import { userById } from '#data/people/users.ts'
import { lockRequests, moveRequests, writeAnswers } from '#data/requests/requests.ts'
import { may } from '#domain/admin/access.ts'
import { subscriptionOf } from '#domain/people/account.ts'
import { paths } from '#domain/paths.ts'

import { requestSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

type ConfirmedSubscription = Outcome<'not-staff' | 'answered'>

/**
 * Closes a request about a subscription with the email that the account promised: it states the
 * subscription as it is now. Only for staff.
 */
export async function confirmSubscription(
  { db, settings }: Services,
  viewer: Staff,
  id: string,
): Promise<ConfirmedSubscription> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<ConfirmedSubscription> => {
    const [request] = await lockRequests(tx, [id])
    const person = request && (await userById(tx, request.userId))
    if (request?.kind !== 'subscription' || !person) return { ok: false, reason: 'answered' }
    const [granted] = await moveRequests(tx, [id], 'granted')
    if (!granted) return { ok: false, reason: 'answered' }
    await moveRequests(tx, [id], 'taken')
    const subscription = subscriptionOf(person.subscription)
    await writeAnswers(tx, [{ requestId: id, byEmail: viewer.email, verdict: 'granted' }])
    await queueMail(tx, 'subscription-confirmed', person.email, {
      firstName: person.firstName,
      isActive: subscription === 'active',
      link: `${settings.publicUrl}${paths.members('account')}`,
    })
    await writeAuditEntry(tx, viewer, 'subscription-confirmed', requestSubject(request, person), {
      after: { subscription },
    })
    return { ok: true }
  })
}
