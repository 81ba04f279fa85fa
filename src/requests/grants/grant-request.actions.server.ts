import { userById } from '#accounts/users/users.store.server.ts'
import { freeCases, grantableWine } from './grants.store.server.ts'
import { lockRequests } from '../requests.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { grantHours, isForWine, maxAnswerText } from '../request.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

import { giveGrants, TooFewFree } from './give-grants.actions.server.ts'

export type WhyNotGranted =
  | 'not-staff'
  | 'answered'
  /** More than requested, or less than one case. */
  | 'not-asked'
  | 'not-hours'
  | 'too-long'
  /** No release has the wine: customers would not see that they may buy it. */
  | 'no-release'
  /** The wine has no price at the payment provider: it could not be bought. */
  | 'no-price'
  /** Nothing can be reserved of a wine with unlimited stock. */
  | 'no-stock'

type GrantedRequest =
  | Outcome<WhyNotGranted>
  /** So many cases more than are free. */
  | { ok: false; reason: 'too-few'; missing: number }

/**
 * Grants a request for a wine: the cases are reserved as an allocation of its own for 24 to 336 hours,
 * and can be bought in orders of 1 to 3 even while the wine is not on sale. Only for staff.
 */
export async function grantRequest(
  services: Services,
  viewer: Staff,
  { id, units, hours, text }: { id: string; units: number; hours: number; text: string },
): Promise<GrantedRequest> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  const whyNot = whyNotTerms({ hours, text })
  if (whyNot) return { ok: false, reason: whyNot }
  const { db } = services
  let wine = ''
  try {
    return await db.transaction(async (tx): Promise<GrantedRequest> => {
      const [request] = await lockRequests(tx, [id])
      if (request?.state !== 'open' || !isForWine(request.kind) || !request.productId) {
        return { ok: false, reason: 'answered' }
      }
      const isAsked = Number.isInteger(units) && units >= 1 && units <= request.units
      if (!isAsked) return { ok: false, reason: 'not-asked' }
      const { productId } = request
      wine = productId
      const whyNotWine = await whyNotGrantable(services, productId)
      if (whyNotWine) return { ok: false, reason: whyNotWine }
      const person = await userById(tx, request.userId)
      if (!person) return { ok: false, reason: 'answered' }
      const given = [{ request, units, person }]
      await giveGrants(services, tx, { productId, given, text: text.trim(), hours }, viewer)
      return { ok: true }
    })
  } catch (error) {
    if (!(error instanceof TooFewFree)) throw error
    const free = Math.max(0, (await freeCases(db, wine)) ?? 0)
    return { ok: false, reason: 'too-few', missing: Math.max(1, units - free) }
  }
}

/** What is wrong with the hours or text of a grant, or null. */
export function whyNotTerms({
  hours,
  text,
}: {
  hours: number
  text: string
}): 'not-hours' | 'too-long' | null {
  const isTime = Number.isInteger(hours) && hours >= grantHours.least && hours <= grantHours.most
  if (!isTime) return 'not-hours'
  return text.trim().length > maxAnswerText ? 'too-long' : null
}

export type WhyNotGrantable = Extract<WhyNotGranted, 'no-release' | 'no-price' | 'no-stock'>

/** Why nothing of a wine can be granted, or null. */
export async function whyNotGrantable(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  productId: string,
): Promise<WhyNotGrantable | null> {
  const wine = await grantableWine(db, productId)
  if (!wine?.isReleased) return 'no-release'
  if (!wine.priceId && !settings.priceIds[productId]) return 'no-price'
  return wine.free === null ? 'no-stock' : null
}
