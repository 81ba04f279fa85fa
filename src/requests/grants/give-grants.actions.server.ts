import { z } from 'zod'

import { whoMayEnterByLink } from '#accounts/links/entry-links.store.server.ts'
import { makePurchaseLinks } from '#accounts/links/purchase-link.actions.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { isServed } from '#catalogue/destinations/ship-to.rules.ts'
import { shippingPrice } from '#catalogue/destinations/shipping.rules.ts'
import { lineTax } from '#catalogue/destinations/tax.rules.ts'
import { productById } from '#catalogue/wines/products.store.server.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import * as fields from '#platform/action/form-fields.ts'
import { demandNotOneself } from '#platform/action/own-account.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import type { AuditChange } from '#platform/audit/audit-log.store.server.ts'
import type { AuditSubject } from '#platform/audit/audit.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import { requestCopy as copy } from '../admin-requests.copy.ts'
import { requestSubject } from '../log.copy.ts'
import {
  grantHours,
  isForWine,
  maxAnswerText,
  maxRequestUnits,
  readRequestNumber,
} from '../request.rules.ts'
import type { Request } from '../requests.store.server.ts'
import { lockRequest, moveRequests, writeAnswers } from '../requests.store.server.ts'
import { freeCases, grantableWine, insertGrants } from './grants.store.server.ts'

export type Given = {
  request: Pick<Request, 'id' | 'number' | 'userId'>
  units: number
  person: { firstName: string; lastName: string; email: string; state: string }
}

/** Thrown to roll back the transaction: not all of it is free. */
export class TooFewFree extends Error {}

/** Who grants, and where it is logged. */
type By = { email: string; audit(subject: AuditSubject, change: AuditChange): void }

/**
 * Grants locked requests: reserves their cases, records the answers, and queues the emails. `by` is null
 * for automatic grants. Throws `TooFewFree` when not all of it is free.
 */
export async function giveGrants(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  {
    productId,
    given,
    text,
    hours,
  }: { productId: string; given: Given[]; text: string; hours: number },
  by: By | null,
): Promise<void> {
  const until = new Date(clock().getTime() + hours * 3_600_000)
  const grants = given.map(({ request: { id, userId }, units }) => ({
    requestId: id,
    userId,
    units,
  }))
  const allocationOf = await insertGrants(tx, productId, grants, { until, by: by?.email ?? '' })
  if (!allocationOf) throw new TooFewFree()
  const wine = (await productById(tx, productId))!
  const ids = grants.map(({ requestId }) => requestId)
  if ((await moveRequests(tx, ids, 'granted')).length !== ids.length) throw new TooFewFree()
  await writeAnswers(
    tx,
    given.map(({ request, units }) => ({
      requestId: request.id,
      byEmail: by?.email ?? null,
      verdict: 'granted' as const,
      units,
      text,
      allocationId: allocationOf.get(request.id)!,
      until,
    })),
  )
  const page = paths.wineOnSale(productId)
  const entering = [
    ...(await whoMayEnterByLink(
      tx,
      grants.map(({ userId }) => userId),
    )),
  ]
  const urls = await makePurchaseLinks(
    { settings, clock },
    tx,
    entering.map(([userId, email]) => ({
      userId,
      subscriberId: null,
      email,
      releaseId: null,
      returnTo: page,
      until,
    })),
  )
  const linkOf = new Map(entering.map(([userId], index) => [userId, urls[index]!]))
  await queueMails(
    tx,
    given.map(({ person, units, request }) => ({
      kind: 'request-granted' as const,
      recipient: person.email,
      props: {
        firstName: person.firstName,
        wine: wine.title,
        units,
        untilAt: until.toISOString(),
        unitCents: wine.price,
        landedCents: landedTotal(
          { priceCents: wine.price, units, state: person.state },
          { taxPercent: settings.taxPercent, day: shopToday({ settings, clock }) },
        ),
        text,
        link: linkOf.get(request.userId) ?? settings.publicUrl + page,
      },
    })),
  )
  for (const { request, units, person } of given) {
    by?.audit(requestSubject(request, person), { after: { units, until: until.toISOString() } })
  }
}

/**
 * The total of an order of these cases with ground shipping and tax, in cents. Null for more cases than an order
 * may have, and where wine may not be shipped to that state.
 */
export function landedTotal(
  { priceCents, units, state }: { priceCents: Cents; units: number; state: string },
  { taxPercent, day }: { taxPercent: number; day: string },
): Cents | null {
  const shipping = shippingPrice('ground', units)
  if (shipping === null || !isServed(state, day)) return null
  const wine = priceCents * units
  return wine + shipping + lineTax(wine, taxPercent)
}

/** The number of a request, with or without its letter. */
export const number = z
  .union([z.string(), z.number()])
  .transform((typed) => readRequestNumber(String(typed)) ?? 0)

/** For how long a grant keeps its wine, and what its email says. */
export const terms = {
  hours: fields.wholeNumberFrom(grantHours.least, grantHours.most, copy.notHours),
  text: fields.text(maxAnswerText, copy.tooLong),
}

const notAsked = 'Please grant from one case to as many as were asked for.'

/**
 * Grants a request for a wine: the cases are reserved as an allocation of its own for 24 to 336 hours,
 * and can be bought in orders of 1 to 3 even while the wine is not on sale.
 */
export const grantRequest = staffAction({
  needs: 'answer-requests',
  log: 'request-granted',
  form: z.object({ number, units: fields.wholeNumberFrom(1, maxRequestUnits, notAsked), ...terms }),
  async run({ tx, services, viewer, audit }, { number: asked, units, hours, text: words }) {
    const request = await lockRequest(tx, asked)
    if (request?.state !== 'open' || !isForWine(request.kind) || !request.productId) {
      return refuse(copy.notOpen)
    }
    if (units > request.units) return refuse(notAsked, { field: 'units' })
    await demandNotOneself(tx, viewer, request.userId)
    const { productId } = request
    const whyNot = await whyNotGrantable({ ...services, db: tx }, productId)
    if (whyNot) return refuse(copy.notGrantable[whyNot])
    const person = await userById(tx, request.userId)
    if (!person) return refuse(copy.notOpen)
    const given = [{ request, units, person }]
    try {
      const by = { email: viewer.email, audit }
      await giveGrants(services, tx, { productId, given, text: words, hours }, by)
    } catch (error) {
      if (!(error instanceof TooFewFree)) throw error
      const free = Math.max(0, (await freeCases(tx, productId)) ?? 0)
      return refuse(copy.missing(Math.max(1, units - free)))
    }
    return {}
  },
  say: () => 'Set aside, and they are told by email.',
})

/**
 * Why nothing of a wine can be granted, or null: it has no price at the payment provider, or its stock is
 * unlimited, of which nothing can be reserved.
 */
export async function whyNotGrantable(
  { db, settings }: { db: Queryable } & Pick<Services, 'settings'>,
  productId: string,
): Promise<keyof typeof copy.notGrantable | null> {
  const wine = await grantableWine(db, productId)
  if (!wine?.priceId && !settings.priceIds[productId]) return 'no-price'
  return wine === null || wine.free === null ? 'no-stock' : null
}
