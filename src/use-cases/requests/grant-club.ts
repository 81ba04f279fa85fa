import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { queueMail } from '#data/emails/mails.ts'
import { grantMembership } from '#data/people/staff-users.ts'
import { lockRequests, moveRequests, writeAnswers } from '#data/requests/requests.ts'
import { may } from '#domain/admin/access.ts'
import { paths } from '#domain/paths.ts'
import type { MembershipLevel } from '#domain/people/membership.ts'
import { levelName, membershipLevels } from '#domain/people/membership.ts'

import { requestSubject } from '#use-cases/admin/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#use-cases/services.ts'

type GrantedClub = Outcome<'not-staff' | 'not-a-level' | 'answered'>

/**
 * Grants a request for The Andes Society: the person is a member of that level, with the log and the
 * email `club-welcome`. Only for staff.
 */
export async function grantClub(
  { db, settings }: Services,
  viewer: Staff,
  { id, level }: { id: string; level: number },
): Promise<GrantedClub> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  const name = levelName(level)
  if (name === null) return { ok: false, reason: 'not-a-level' }
  return db.transaction(async (tx): Promise<GrantedClub> => {
    const [request] = await lockRequests(tx, [id])
    if (request?.kind !== 'club') return { ok: false, reason: 'answered' }
    const [granted] = await moveRequests(tx, [id], 'granted')
    if (!granted) return { ok: false, reason: 'answered' }
    // A membership is not bought: the request ends with it.
    await moveRequests(tx, [id], 'taken')
    const { person, before } = await grantMembership(tx, request.userId, level as MembershipLevel)
    await writeAnswers(tx, [{ requestId: id, byEmail: viewer.email, verdict: 'granted' }])
    await queueMail(tx, 'club-welcome', person.email, {
      firstName: person.firstName,
      level: membershipLevels[level as MembershipLevel],
      bottles: level,
      link: `${settings.publicUrl}${paths.members('membership')}`,
    })
    await writeAuditEntry(tx, viewer, 'club-granted', requestSubject(request, person), {
      before: { membershipLevel: before },
      after: { membershipLevel: level },
    })
    return { ok: true }
  })
}
