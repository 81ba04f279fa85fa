import { freeCases } from './grants/grants.store.server.ts'
import { savedAnswersNow } from './saved-answers.store.server.ts'
import type { RequestFacts } from './request-facts.store.server.ts'
import { requestFacts } from './request-facts.store.server.ts'
import type { Position, RequestAnswer, RequestWithWine } from './requests.store.server.ts'
import { answersTo, positionOf, requestByNumber } from './requests.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { WordedEntry } from '#platform/audit/audit.rules.ts'
import { isServed } from '#catalogue/destinations/ship-to.rules.ts'
import { subscriptionOf } from '#accounts/account/account.rules.ts'

import { logOf } from '#platform/audit/record-log.actions.server.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

import type { WhyNotGrantable } from './grants/grant-request.actions.server.ts'
import { whyNotGrantable } from './grants/grant-request.actions.server.ts'

export type RequestForStaff = {
  request: RequestWithWine
  person: {
    id: string
    name: string
    email: string
    membershipLevel: number
    /** Two-letter code, or empty. */
    state: string
    /** Whether wine may be sent to that state today. */
    isServed: boolean
    subscription: 'active' | 'inactive'
    registeredAt: Date
  }
  facts: RequestFacts
  position: Position | null
  answers: RequestAnswer[]
  /** Free cases of its wine, or why nothing can be granted. */
  grantable: { free: number | null; whyNot: WhyNotGrantable | null }
  saved: { id: string; name: string; text: string }[]
  log: WordedEntry[]
}

/** A request with the facts for answering it. Only for staff. */
export async function viewRequest(
  services: Services,
  viewer: Staff,
  number: number,
): Promise<Outcome<'not-staff' | 'gone', { view: RequestForStaff }>> {
  const { db, clock } = services
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  const request = await requestByNumber(db, number)
  const user = request && (await userById(db, request.userId))
  if (!request || !user) return { ok: false, reason: 'gone' }
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
    state: user.state,
    isServed: isServed(user.state, clock()),
    subscription: subscriptionOf(user.subscription),
    registeredAt: user.createdAt,
  }
  return {
    ok: true,
    view: { request, person, facts, position, answers, saved, log, grantable: { free, whyNot } },
  }
}
