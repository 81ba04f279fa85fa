import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { grantMembership } from '#accounts/users/staff-users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { lockRequests, moveRequests, writeAnswers } from './requests.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { subscriptionOf } from '#accounts/account/account.rules.ts'
import type { MembershipLevel } from '#accounts/account/membership.rules.ts'
import { levelName, membershipLevels } from '#accounts/account/membership.rules.ts'
import type { RequestKind } from './request.rules.ts'
import { maxAnswerText } from './request.rules.ts'

import { requestSubject } from './log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

type Answer = { id: string; kind: RequestKind; text?: string }

/**
 * Grants a request for which nothing is reserved or bought, so that it ends at once. Null when it is
 * answered already, or of another kind.
 */
async function grantAndEnd(tx: Transaction, viewer: Staff, { id, kind, text }: Answer) {
  const [request] = await lockRequests(tx, [id])
  const person = request && (await userById(tx, request.userId))
  if (request?.kind !== kind || !person) return null
  const [granted] = await moveRequests(tx, [id], 'granted')
  if (!granted) return null
  await moveRequests(tx, [id], 'taken')
  await writeAnswers(tx, [
    { requestId: id, byEmail: viewer.email, verdict: 'granted', ...(text && { text }) },
  ])
  return { request, person, subject: requestSubject(request, person) }
}

/**
 * Grants a free-text request by a text that the customer receives by email, which ends it.
 * Only for staff.
 */
export async function answerRequest(
  { db, settings }: Services,
  viewer: Staff,
  { id, text }: { id: string; text: string },
): Promise<Outcome<'not-staff' | 'no-text' | 'too-long' | 'answered'>> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  const answer = text.trim()
  if (!answer) return { ok: false, reason: 'no-text' }
  if (answer.length > maxAnswerText) return { ok: false, reason: 'too-long' }
  return db.transaction(async (tx) => {
    const granted = await grantAndEnd(tx, viewer, { id, kind: 'other', text: answer })
    if (!granted) return { ok: false, reason: 'answered' }
    const { request, person, subject } = granted
    const isShown = await isSwitchedOn(tx, 'answer-requests')
    const link = isShown ? `${settings.publicUrl}${paths.requests()}` : null
    const props = { firstName: person.firstName, asked: request.text, text: answer, link }
    await queueMail(tx, 'request-answered', person.email, props)
    await writeAuditEntry(tx, viewer, 'request-answered', subject, { after: { answer } })
    return { ok: true }
  })
}

/**
 * Ends a request about a subscription by the email that the account promised, which states the
 * subscription as it is now. Only for staff.
 */
export async function confirmSubscription(
  { db, settings }: Services,
  viewer: Staff,
  id: string,
): Promise<Outcome<'not-staff' | 'answered'>> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const granted = await grantAndEnd(tx, viewer, { id, kind: 'subscription' })
    if (!granted) return { ok: false, reason: 'answered' }
    const { person, subject } = granted
    const subscription = subscriptionOf(person.subscription)
    await queueMail(tx, 'subscription-confirmed', person.email, {
      firstName: person.firstName,
      isActive: subscription === 'active',
      link: `${settings.publicUrl}${paths.members('account')}`,
    })
    await writeAuditEntry(tx, viewer, 'subscription-confirmed', subject, {
      after: { subscription },
    })
    return { ok: true }
  })
}

/**
 * Grants a request for The Andes Society: the customer becomes a club member of that level and gets
 * the email `club-welcome`. Only for staff.
 */
export async function grantClub(
  { db, settings }: Services,
  viewer: Staff,
  { id, level }: { id: string; level: number },
): Promise<Outcome<'not-staff' | 'not-a-level' | 'answered'>> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  if (levelName(level) === null) return { ok: false, reason: 'not-a-level' }
  return db.transaction(async (tx) => {
    const granted = await grantAndEnd(tx, viewer, { id, kind: 'club' })
    if (!granted) return { ok: false, reason: 'answered' }
    const { request, subject } = granted
    const { person, before } = await grantMembership(tx, request.userId, level as MembershipLevel)
    await queueMail(tx, 'club-welcome', person.email, {
      firstName: person.firstName,
      level: membershipLevels[level as MembershipLevel],
      bottles: level,
      link: `${settings.publicUrl}${paths.members('membership')}`,
    })
    await writeAuditEntry(tx, viewer, 'club-granted', subject, {
      before: { membershipLevel: before },
      after: { membershipLevel: level },
    })
    return { ok: true }
  })
}
