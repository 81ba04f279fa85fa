import { z } from 'zod'

import { subscriptionOf } from '#accounts/account/account.rules.ts'
import { grantMembership } from '#accounts/users/staff-users.store.server.ts'
import { peopleById, userById } from '#accounts/users/users.store.server.ts'
import { isServed } from '#catalogue/destinations/ship-to.rules.ts'
import { queueMail, queueMails } from '#mail/mails.store.server.ts'
import { checked, wholeNumber } from '#platform/action/form-fields.ts'
import { demandNotOneself } from '#platform/action/own-account.ts'
import type { Refusal } from '#platform/action/refusal.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import type { Acting } from '#platform/action/staff-action.server.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { logOf } from '#platform/audit/record-log.actions.server.ts'
import type { MembershipLevel } from '#platform/club/club.rules.ts'
import { levelName, membershipLevels } from '#platform/club/club.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'
import { typedText } from '#platform/text/typed-text.rules.ts'

import { requestCopy as copy } from './admin-requests.copy.ts'
import { number, whyNotGrantable } from './grants/give-grants.actions.server.ts'
import { freeCases } from './grants/grants.store.server.ts'
import { requestSubject } from './log.copy.ts'
import { requestFacts } from './request-facts.store.server.ts'
import type { GrantedBy } from './request.rules.ts'
import { kindFacts, maxAnswerText } from './request.rules.ts'
import type { Request } from './requests.store.server.ts'
import {
  answersTo,
  lockRequest,
  moveRequests,
  positionOf,
  requestByNumber,
  winesOf,
  writeAnswers,
} from './requests.store.server.ts'
import { savedAnswersNow } from './saved-answers.store.server.ts'

/** What the customer reads. */
export const answerText = z
  .string()
  .overwrite(typedText)
  .min(1, 'Please write an answer.')
  .max(maxAnswerText, copy.tooLong)

export type RequestForStaff = NonNullable<Awaited<ReturnType<typeof viewRequest>>>

/** A request with the facts for answering it; null when it or its person is gone. */
export async function viewRequest(services: Services, asked: number) {
  const { db } = services
  const request = await requestByNumber(db, asked)
  const user = request && (await userById(db, request.userId))
  if (!request || !user) return null
  const { productId } = request
  const [facts, position, answers, saved, log, free, whyNot] = await Promise.all([
    requestFacts(db, request),
    positionOf(db, request),
    answersTo(db, [request.id]),
    savedAnswersNow(db),
    logOf(db, 'request', request.id),
    productId ? freeCases(db, productId) : null,
    productId ? whyNotGrantable(services, productId) : null,
  ])
  const person = {
    id: user.id,
    name: `${user.firstName} ${user.lastName}`.trim(),
    email: user.email,
    membershipLevel: user.membership ? user.membershipLevel : 0,
    /** Two-letter code, or empty. */
    state: user.state,
    isServed: isServed(user.state, shopToday(services)),
    subscription: subscriptionOf(user.subscription),
    registeredAt: user.createdAt,
  }
  return { request, person, facts, position, answers, saved, log, grantable: { free, whyNot } }
}

type Acted = Acting<unknown>

/**
 * Grants a request for which nothing is reserved or bought, so that it ends at once. Null when it is
 * answered already, or of another kind.
 */
async function grantAndEnd(
  { tx, viewer }: Acted,
  answer: { number: number; by: GrantedBy; text?: string },
) {
  const request = await lockRequest(tx, answer.number)
  const person = request && (await userById(tx, request.userId))
  if (!request || kindFacts[request.kind].grantedBy !== answer.by || !person) return null
  await demandNotOneself(tx, viewer, request.userId)
  const [granted] = await moveRequests(tx, [request.id], 'granted')
  if (!granted) return null
  await moveRequests(tx, [request.id], 'taken')
  await writeAnswers(tx, [
    {
      requestId: request.id,
      byEmail: viewer.email,
      verdict: 'granted',
      ...(answer.text && { text: answer.text }),
    },
  ])
  return { request, person, subject: requestSubject(request, person) }
}

/** To the customer's requests; null while they are not shown. */
const linkToRequests = async ({ tx, services }: Acted) =>
  (await isSwitchedOn(tx, 'answer-requests'))
    ? `${services.settings.publicUrl}${paths.requests()}`
    : null

/** Grants a free-text request by a text that the customer receives by email, which ends it. */
export const answerRequest = staffAction({
  needs: 'answer-requests',
  log: 'request-answered',
  form: z.object({ number, text: answerText }),
  async run(acting: Acted, { text: answer, ...asked }) {
    const granted = await grantAndEnd(acting, { ...asked, by: 'answer', text: answer })
    if (!granted) return refuse(copy.notOpen)
    const { request, person, subject } = granted
    await queueMail(acting.tx, 'request-answered', person.email, {
      firstName: person.firstName,
      asked: request.text,
      text: answer,
      link: await linkToRequests(acting),
    })
    acting.audit(subject, { after: { answer } })
    return {}
  },
  say: () => 'Your answer has been sent.',
})

/**
 * Ends a request about a subscription by the email that the account promised, which states the
 * subscription as it is now.
 */
export const confirmSubscription = staffAction({
  needs: 'answer-requests',
  log: 'subscription-confirmed',
  form: z.object({ number }),
  async run(acting: Acted, asked) {
    const granted = await grantAndEnd(acting, { ...asked, by: 'confirm-subscription' })
    if (!granted) return refuse(copy.notOpen)
    const { person, subject } = granted
    const subscription = subscriptionOf(person.subscription)
    await queueMail(acting.tx, 'subscription-confirmed', person.email, {
      firstName: person.firstName,
      isActive: subscription === 'active',
      link: `${acting.services.settings.publicUrl}${paths.members('account')}`,
    })
    acting.audit(subject, { after: { subscription } })
    return {}
  },
  say: () => 'Confirmed by email. The request is closed.',
})

/**
 * Grants a request for The Andes Society: the customer becomes a club member of that level and gets
 * the email `club-welcome`.
 */
export const grantClub = staffAction({
  needs: 'answer-requests',
  log: 'club-granted',
  form: z.object({
    number,
    level: wholeNumber().refine((level) => levelName(level) !== null, 'Please choose a level.'),
  }),
  async run(acting: Acted, { level, ...asked }) {
    const { tx, services } = acting
    const granted = await grantAndEnd(acting, { ...asked, by: 'grant-club' })
    if (!granted) return refuse(copy.notOpen)
    const { request, subject } = granted
    const { person, before } = await grantMembership(tx, request.userId, level as MembershipLevel)
    await queueMail(tx, 'club-welcome', person.email, {
      firstName: person.firstName,
      level: membershipLevels[level as MembershipLevel],
      bottles: level,
      link: `${services.settings.publicUrl}${paths.members('membership')}`,
    })
    acting.audit(subject, {
      before: { membershipLevel: before },
      after: { membershipLevel: level },
    })
    return {}
  },
  say: () => 'They are a member now, and we emailed them.',
})

/**
 * Declines a request with a text that the person receives by email. With `keepsPlace` they wait for a
 * later vintage, or a later place in the club, and keep their position; else the email offers to stay in
 * the queue.
 */
export const declineRequest = staffAction({
  needs: 'answer-requests',
  log: 'request-declined',
  form: z.object({ number, text: answerText, keepsPlace: checked() }),
  async run(acting: Acted, { number: asked, ...answer }) {
    const request = await lockRequest(acting.tx, asked)
    return request ? decline(acting, [request.id], answer) : notThere()
  },
  say: ({ declined }) => copy.declined(declined),
})

/**
 * Declines locked requests: their states, answers, emails and log entries. Those that were answered
 * meanwhile stay as they are.
 */
export async function decline(
  acting: Acted,
  ids: readonly string[],
  { text: answer, keepsPlace }: { text: string; keepsPlace: boolean },
): Promise<{ declined: number } | Refusal> {
  const { tx, viewer } = acting
  const verdict = keepsPlace ? 'waiting' : 'declined'
  const declined = await moveRequests(tx, ids, verdict)
  if (declined.length === 0) return refuse(copy.notOpen)
  await writeAnswers(
    tx,
    declined.map(({ id }) => ({ requestId: id, byEmail: viewer.email, verdict, text: answer })),
  )
  const [people, wines] = await Promise.all([
    peopleById(
      tx,
      declined.map(({ userId }) => userId),
    ),
    winesOf(tx, declined),
  ])
  const wineOf = ({ productId }: Request) => (productId && wines.get(productId)) || null
  const link = await linkToRequests(acting)
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
    acting.audit(requestSubject(request, people.get(request.userId)), {
      after: { answer, keepsPlace },
    })
  }
  return { declined: declined.length }
}
