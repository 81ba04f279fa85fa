import { and, desc, eq, getTableColumns, lte, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import type { OfferVerdict } from '#catalogue/offers/offers.rules.ts'
import { saleShipsFrom } from '#catalogue/on-sale/wine-release.store.server.ts'
import { amounts } from '#catalogue/prices/amounts.rules.ts'
import type { CheckoutState } from '#catalogue/tables.ts'
import { cartLines, carts, checkoutLines, checkouts } from '#catalogue/tables.ts'
import { wasServed } from '#orders/flags/order-flags.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import type { Address } from '#platform/address/address.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { mayBecome } from './checkout.rules.ts'

export type Checkout = typeof checkouts.$inferSelect
export type CheckoutLine = typeof checkoutLines.$inferSelect

export async function checkoutById(db: Queryable, id: string): Promise<Checkout | null> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id))
  return row ?? null
}

/** Open checkouts of a user. */
export const openCheckoutsOf = (db: Queryable, userId: string): Promise<Checkout[]> =>
  db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), eq(checkouts.state, 'open')))

export type PaymentSnapshot = {
  checkout: Checkout
  lines: CheckoutLine[]
  /** The day from which the releases of its wines ship; null when none names one. */
  shipsFrom: string | null
  /** The order recorded for the payment, or null. */
  order: RecordedOrder | null
}

/** The order of a recorded payment. */
export type RecordedOrder = {
  id: string
  userId: string | null
  isServed: boolean
  /** Less was paid than the order costs. */
  isShort: boolean
}

const isShort = sql<boolean>`${orders.totalCents} < ${sql.join(
  amounts.map((amount) => orders[amount]),
  sql` + `,
)}`

/**
 * Identifies a payment: the provider's id of the session or of the payment, or our checkout id in
 * its metadata.
 */
type PaymentName = { sessionId: string } | { paymentIntentId: string } | { checkoutId: string }

const snapshotQueryBy = (column: PgColumn, name: string) =>
  prepared((db) =>
    db
      .select({
        checkout: checkouts,
        line: checkoutLines,
        shipsFrom: saleShipsFrom(checkoutLines.productId),
        order: { id: orders.id, userId: orders.userId, isServed: wasServed, isShort },
      })
      .from(checkouts)
      .leftJoin(checkoutLines, eq(checkoutLines.checkoutId, checkouts.id))
      .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
      .where(eq(column, sql.placeholder('id')))
      .prepare(name),
  )

const snapshotBySession = snapshotQueryBy(checkouts.sessionId, 'payment_by_session')
const snapshotByIntent = snapshotQueryBy(checkouts.paymentIntentId, 'payment_by_intent')
const snapshotByCheckout = snapshotQueryBy(checkouts.id, 'payment_by_checkout')

const snapshotRowsOf = (db: Queryable, by: PaymentName) => {
  if ('sessionId' in by) return snapshotBySession(db).execute({ id: by.sessionId })
  if ('paymentIntentId' in by) return snapshotByIntent(db).execute({ id: by.paymentIntentId })
  return snapshotByCheckout(db).execute({ id: by.checkoutId })
}

/**
 * Everything needed to record a payment: its checkout, the checkout's lines, and its order if there
 * is one. One query.
 */
export async function paymentSnapshotOf(
  db: Queryable,
  by: PaymentName,
): Promise<PaymentSnapshot | null> {
  if ('checkoutId' in by && !isUuid(by.checkoutId)) return null
  const rows = await snapshotRowsOf(db, by)
  const first = rows[0]
  return first
    ? {
        checkout: first.checkout,
        // A checkout that makes no order has no wine.
        lines: rows.flatMap(({ line }) => line ?? []),
        shipsFrom: rows.map((row) => row.shipsFrom).reduce(later),
        order: first.order,
      }
    : null
}

/** The later of two days as `2026-12-13`; null is none. */
const later = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)

export async function checkoutLinesOf(db: Queryable, checkoutId: string): Promise<CheckoutLine[]> {
  return db.select().from(checkoutLines).where(eq(checkoutLines.checkoutId, checkoutId))
}

export async function openOfferOf(
  db: Queryable,
  buyerKey: string,
  channel: Checkout['channel'],
): Promise<Checkout | null> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.buyerKey, buyerKey),
        eq(checkouts.channel, channel),
        eq(checkouts.state, 'open'),
      ),
    )
  return row ?? null
}

/**
 * Sets the outcome of an offer's payment unless it is set already. Returns the stored verdict; null, and nothing is set,
 * where the law of `place` has to be asked first.
 */
export async function saveVerdict(
  db: Queryable,
  checkoutId: string,
  verdict: OfferVerdict,
  place: Pick<Address, 'state' | 'zipCode'> | null = null,
): Promise<OfferVerdict | null> {
  const asked = place ? sql`has_state_rules(${place.state}, ${place.zipCode})` : sql`false`
  const [row] = await db
    .update(checkouts)
    .set({
      verdict: sql`coalesce(${checkouts.verdict}, case when not ${asked} then ${verdict} end)`,
    })
    .where(eq(checkouts.id, checkoutId))
    .returning({ verdict: checkouts.verdict })
  return row ? row.verdict : verdict
}

/**
 * Sets the outcome of an offer's payment, with what its volume is counted by from now on. What was known of its buyer
 * before is kept where `to` is null.
 */
export async function saveLawfulVerdict(
  tx: Transaction,
  checkoutId: string,
  verdict: OfferVerdict,
  { shipTo, ...to }: Pick<Checkout, 'shippingMethod' | 'email' | 'shipTo'>,
): Promise<OfferVerdict> {
  const [row] = await tx
    .update(checkouts)
    .set({
      ...{ verdict: sql`coalesce(${checkouts.verdict}, ${verdict})`, ...to },
      ...(shipTo && { shipTo }),
    })
    .where(eq(checkouts.id, checkoutId))
    .returning({ verdict: checkouts.verdict })
  return row?.verdict ?? verdict
}

/** The outcome of an offer that the law forbids since it was decided. */
export async function forbidSince(
  tx: Transaction,
  checkoutId: string,
  verdict: OfferVerdict,
): Promise<void> {
  await tx.update(checkouts).set({ verdict }).where(eq(checkouts.id, checkoutId))
}

const saveSessionQuery = prepared((db) =>
  db
    .update(checkouts)
    .set({
      sessionId: sql`${sql.placeholder('id')}`,
      sessionUrl: sql`${sql.placeholder('url')}`,
    })
    .where(and(eq(checkouts.id, sql.placeholder('checkoutId')), eq(checkouts.state, 'open')))
    .prepare('save_session'),
)

/** Saves the payment page of a checkout. False when the checkout is no longer open. */
export async function saveProviderSession(
  db: Queryable,
  checkoutId: string,
  session: { id: string; url: string },
): Promise<boolean> {
  const { id, url } = session
  const result = await saveSessionQuery(db).execute({ checkoutId, id, url })
  return result.rowCount === 1
}

/**
 * Saves the confirmation token of a card payment on an open checkout. Returns the checkout's
 * payment id: the first one saved, even if concurrent requests made others. Null when the checkout
 * is no longer open.
 */
export async function saveCardAttempt(
  db: Queryable,
  checkoutId: string,
  { paymentIntentId, token }: { paymentIntentId: string; token: string },
): Promise<string | null> {
  const [row] = await db
    .update(checkouts)
    .set({
      paymentIntentId: sql`coalesce(${checkouts.paymentIntentId}, ${paymentIntentId})`,
      confirmationToken: token,
    })
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.state, 'open')))
    .returning({ paymentIntentId: checkouts.paymentIntentId })
  return row?.paymentIntentId ?? null
}

/** The user's card checkout with this payment id or confirmation token, or null. */
export async function checkoutOfSource(
  db: Queryable,
  userId: string,
  source: string,
): Promise<Checkout | null> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.userId, userId),
        eq(checkouts.channel, 'card'),
        or(eq(checkouts.paymentIntentId, source), eq(checkouts.confirmationToken, source)),
      ),
    )
    .orderBy(desc(checkouts.startedAt))
    .limit(1)
  return row ?? null
}

/**
 * Changes the idempotency key of the next request, after one that is known to have created no page.
 */
export async function startNextAttempt(db: Queryable, checkoutId: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ attempt: sql`attempt + 1` })
    .where(eq(checkouts.id, checkoutId))
}

type Move = { from: CheckoutState; to: CheckoutState; now: Date }

/** The update of a checkout that is still in `from`; null where it may not become `to`. */
const moving = (tx: Queryable, id: string, { from, to, now }: Move) =>
  mayBecome(from, to)
    ? tx
        .update(checkouts)
        .set({ state: to, endedAt: now, holderNetwork: null })
        .where(and(eq(checkouts.id, id), eq(checkouts.state, from)))
    : null

/**
 * Changes the state of a checkout if it is in `from` and the transition is allowed. Of concurrent calls one
 * gets the row, which releases or sells the stock; the others get null.
 */
export async function moveCheckout(
  tx: Queryable,
  id: string,
  from: CheckoutState,
  to: CheckoutState,
  now: Date,
): Promise<Checkout | null> {
  const [row] = (await moving(tx, id, { from, to, now })?.returning()) ?? []
  return row ?? null
}

/**
 * Ends an open checkout and returns its lines, in one statement. None when a concurrent call was first, and
 * for a checkout without wine.
 */
export async function endHold(
  tx: Transaction,
  id: string,
  to: 'expired' | 'cancelled',
  now: Date,
): Promise<CheckoutLine[]> {
  const update = moving(tx, id, { from: 'open', to, now })
  if (!update) return []
  const moved = tx.$with('moved').as(update.returning({ id: checkouts.id }))
  return tx
    .with(moved)
    .select(getTableColumns(checkoutLines))
    .from(checkoutLines)
    .innerJoin(moved, eq(moved.id, checkoutLines.checkoutId))
}

/**
 * Marks a checkout paid if it is still in the state that was read and may become paid and, in the
 * same statement, removes what was paid from the cart; items added since stay, and what was set apart
 * for the next order joins them. The cart is locked before the checkout, as a merge of accounts does.
 * Returns whose it is by now, as accounts may have been merged since it was read, and the number of
 * the order to be written. Null when a concurrent call was first.
 */
export async function moveToPaid(
  tx: Transaction,
  checkout: Checkout,
  now: Date,
): Promise<{ userId: string | null; orderNumber: number } | null> {
  if (!mayBecome(checkout.state, 'paid')) return null
  const cartOwner = sql`(
    select user_id from ${checkouts} where id = ${checkout.id} and channel in ('cart', 'card'))`
  const move = () =>
    tx.execute<{ user_id: string | null; order_number: number }>(sql`
    with cart as (
      select version from ${carts} where user_id = ${cartOwner} for no key update
    ), moved as (
      update ${checkouts} set state = 'paid', ended_at = ${now.toISOString()}::timestamptz,
        holder_network = null
      where id = ${checkout.id} and state = ${checkout.state}
        -- Not where the cart was changed while its lock was waited for: its lines are read as they were before.
        and not exists (select 1 from cart
          where version <> (select read.version from ${carts} as read where read.user_id = ${cartOwner}))
      returning user_id, channel
    ), paid as (
      select moved.user_id, lines.product_id, lines.quantity
      from moved join ${checkoutLines} as lines on lines.checkout_id = ${checkout.id}
      where moved.channel in ('cart', 'card')
    ), rest as (
      select line.user_id, line.product_id,
        greatest(line.quantity - coalesce(paid.quantity, 0), 0) + line.later as quantity
      from moved join ${cartLines} as line on line.user_id = moved.user_id
      left join paid on paid.product_id = line.product_id
      where moved.channel in ('cart', 'card')
    ), emptied as (
      delete from ${cartLines} as line using rest
      where line.user_id = rest.user_id and line.product_id = rest.product_id and rest.quantity = 0
    ), lessened as (
      update ${cartLines} as line set quantity = least(rest.quantity, ${maxQuantity}),
        later = greatest(rest.quantity - ${maxQuantity}, 0)
      from rest
      where line.user_id = rest.user_id and line.product_id = rest.product_id and rest.quantity > 0
    ), forgotten as (
      update ${carts} set version = version + 1, updated_at = now(), shipping_method =
        case when exists (select 1 from rest where quantity > 0) then shipping_method else 'none' end
      from moved where ${carts.userId} = moved.user_id and moved.channel in ('cart', 'card')
    ), noted as (
      update ${users} set last_order_at = ${now.toISOString()}::timestamptz from moved
      where ${users.id} = moved.user_id
    )
    select user_id, nextval(pg_get_serial_sequence('orders', 'number'))::int as order_number from moved`)
  // Where it wrote nothing it holds the cart's lock by now: the second time it reads the lines as they are.
  const moved = (await move()).rows[0] ?? (await move()).rows[0]
  return moved ? { userId: moved.user_id, orderNumber: moved.order_number } : null
}

/** Open checkouts whose stock hold has ended, in no order: so many that can't be ended keep no others back. */
export async function overdueCheckouts(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<Checkout[]> {
  return db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.state, 'open'), lte(checkouts.expiresAt, now)))
    .orderBy(sql`random()`)
    .limit(limit)
}
