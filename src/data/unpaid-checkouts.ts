import { and, desc, eq, gte, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm'

import type { Checkout } from './checkouts.ts'
import type { Queryable, Transaction } from './connection.server.ts'
import type { ShipToRecord } from './schema/trade.ts'
import { checkoutLines, checkouts } from './schema/trade.ts'

/** Who wanted what was not sold, as far as the payment page asked for it. */
export type UnservedBuyer = { email: string | null; shipTo: ShipToRecord | null }

/** Keeps whom an offer was refused to, for staff to find them. */
export async function keepBuyer(
  tx: Transaction,
  checkoutId: string,
  { email, shipTo }: UnservedBuyer,
): Promise<void> {
  await tx.update(checkouts).set({ email, shipTo }).where(eq(checkouts.id, checkoutId))
}

const columns = {
  id: checkouts.id,
  endedAt: checkouts.endedAt,
  channel: checkouts.channel,
  email: checkouts.email,
  shipTo: checkouts.shipTo,
  verdict: checkouts.verdict,
  description: checkoutLines.description,
  quantity: checkoutLines.quantity,
}

export type VoidedOffer = Pick<
  Checkout,
  'id' | 'endedAt' | 'channel' | 'email' | 'shipTo' | 'verdict'
> & { description: string; quantity: number }

/** As a literal, not a parameter: so its own index is known to serve, also in a prepared question. */
const isRefused = sql`${checkouts.state} = 'refused'`

/** Offers that were authorised and let go since that moment, newest first. */
export async function voidedOffersSince(
  db: Queryable,
  since: Date,
  limit: number,
): Promise<VoidedOffer[]> {
  return db
    .select(columns)
    .from(checkouts)
    .innerJoin(checkoutLines, eq(checkoutLines.checkoutId, checkouts.id))
    .where(and(isRefused, gte(checkouts.endedAt, since)))
    .orderBy(desc(checkouts.endedAt), desc(checkouts.id))
    .limit(limit)
}

/**
 * Blanks whose they were in checkouts that ended unpaid before that moment: what was asked for and
 * how it ended stays, for the books. Answers how many.
 */
export async function eraseUnpaidBefore(db: Queryable, before: Date): Promise<number> {
  const result = await db
    .update(checkouts)
    .set({
      userId: null,
      email: null,
      shipTo: null,
      buyerKey: null,
      // It has the address in it, and is compared while a checkout is open only.
      fingerprint: '',
      sessionUrl: null,
      confirmationToken: null,
    })
    .where(
      and(
        inArray(checkouts.state, ['expired', 'cancelled', 'refused']),
        lt(sql`coalesce(${checkouts.endedAt}, ${checkouts.expiresAt})`, before.toISOString()),
        or(
          isNotNull(checkouts.userId),
          isNotNull(checkouts.email),
          isNotNull(checkouts.shipTo),
          isNotNull(checkouts.buyerKey),
          ne(checkouts.fingerprint, ''),
        ),
      ),
    )
  return result.rowCount ?? 0
}
