import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'

import type { ShipToRecord } from '#catalogue/tables.ts'
import { checkoutLines, checkouts } from '#catalogue/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import type { Checkout } from './checkouts.store.server.ts'

/** Buyer of a refused offer, as far as the payment page has collected the details. */
type UnservedBuyer = { email: string | null; shipTo: ShipToRecord | null }

/** Saves the buyer of a refused offer, for staff to contact. */
export async function saveBuyer(
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

type VoidedOffer = Pick<Checkout, 'id' | 'endedAt' | 'channel' | 'email' | 'shipTo' | 'verdict'> & {
  description: string
  quantity: number
}

/** A literal, not a parameter, so that a prepared query can use the partial index. */
const isRefused = sql`${checkouts.state} = 'refused'`

/** Offers whose authorisation was cancelled since a time, newest first. */
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

const withoutBuyer = {
  userId: null,
  email: null,
  shipTo: null,
  buyerKey: null,
  holderNetwork: null,
  // Contains the address, and is only compared while a checkout is open.
  fingerprint: '',
  sessionUrl: null,
  confirmationToken: null,
} as const

const endedUnpaid = inArray(checkouts.state, ['expired', 'cancelled', 'refused'])

/** The person of a user, or a guest who bought under an address alone, in lower case. */
type UnpaidBuyer = { userId: string } | { guestEmail: string }

const isOf = (buyer: UnpaidBuyer) =>
  'userId' in buyer
    ? eq(checkouts.userId, buyer.userId)
    : and(isNull(checkouts.userId), sql`lower(${checkouts.email}) = ${buyer.guestEmail}`)

/** The checkouts that a guest has started with an address, newest first. */
export const checkoutsOfGuest = (db: Queryable, email: string) =>
  db
    .select()
    .from(checkouts)
    .where(isOf({ guestEmail: email.toLowerCase() }))
    .orderBy(desc(checkouts.startedAt))

/** Erases the personal data of a person's unpaid checkouts that have ended. */
export async function eraseUnpaidOf(
  { channels }: Pick<Services, 'channels'>,
  tx: Transaction,
  buyer: UnpaidBuyer,
): Promise<void> {
  await tx
    .update(checkouts)
    .set(withoutBuyer)
    .where(and(endedUnpaid, isOf(buyer)))
  for (const { erase } of Object.values(channels)) await erase?.(tx)
}

/**
 * Erases the personal data of checkouts that ended unpaid before a time; lines and outcome stay. Returns how
 * many.
 */
export async function eraseUnpaidBefore(
  { db, channels }: Pick<Services, 'db' | 'channels'>,
  before: Date,
): Promise<number> {
  const result = await db
    .update(checkouts)
    .set(withoutBuyer)
    .where(
      and(
        endedUnpaid,
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
  for (const { erase } of Object.values(channels)) await erase?.(db)
  return result.rowCount ?? 0
}
