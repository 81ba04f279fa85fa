import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { productById } from '#catalogue/wines/products.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { whoMayEnterByLink } from '#accounts/links/entry-links.store.server.ts'
import { insertGrants } from './grants.store.server.ts'
import type { Request } from '../requests.store.server.ts'
import { moveRequests, writeAnswers } from '../requests.store.server.ts'
import { shippingPrice } from '#catalogue/destinations/shipping.rules.ts'
import { isServed } from '#catalogue/destinations/ship-to.rules.ts'
import { lineTax } from '#catalogue/destinations/tax.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { requestSubject } from '../log.copy.ts'
import { makePurchaseLinks } from '#accounts/links/purchase-link.actions.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'

export type Given = {
  request: Pick<Request, 'id' | 'number' | 'userId'>
  units: number
  person: { firstName: string; lastName: string; email: string; state: string }
}

/** Thrown to roll back the transaction: not all of it is free. */
export class TooFewFree extends Error {}

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
  by: Staff | null,
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
  const plainLink = `${settings.publicUrl}${paths.members('current')}`
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
          { taxPercent: settings.taxPercent, on: clock() },
        ),
        text,
        link: linkOf.get(request.userId) ?? plainLink,
      },
    })),
  )
  if (!by) return
  for (const { request, units, person } of given) {
    await writeAuditEntry(tx, by, 'request-granted', requestSubject(request, person), {
      after: { units, until: until.toISOString() },
    })
  }
}

/**
 * The total of an order of these cases with ground shipping and tax, in cents. Null for other than 1 to
 * 3 cases, and where wine may not be shipped to that state.
 */
export function landedTotal(
  { priceCents, units, state }: { priceCents: Cents; units: number; state: string },
  { taxPercent, on }: { taxPercent: number; on: Date },
): Cents | null {
  const shipping = shippingPrice('ground', units)
  if (shipping === null || !isServed(state, on)) return null
  const wine = priceCents * units
  return wine + shipping + lineTax(wine, taxPercent)
}
