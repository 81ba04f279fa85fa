import { and, asc, desc, eq, lte, or, sql } from 'drizzle-orm'

import type { CheckoutState } from '#domain/checkout.ts'
import type { OfferVerdict } from '#domain/offers.ts'

import type { Queryable, Transaction } from './connection.server.ts'
import { users } from './schema/people.ts'
import { cartLines, carts, checkoutLines, checkouts, orders, refunds } from './schema/trade.ts'
import { isUuid } from './uuid.ts'

export type Checkout = typeof checkouts.$inferSelect
export type CheckoutLine = typeof checkoutLines.$inferSelect

export async function checkoutById(db: Queryable, id: string): Promise<Checkout | null> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id))
  return row ?? null
}

export type PaymentGround = {
  checkout: Checkout
  lines: CheckoutLine[]
  /** The order that the payment became already, or null. */
  order: BookedOrder | null
}

/** An order of the books: whose it is, and whether it was to be served when it was written. */
export type BookedOrder = { id: string; userId: string | null; isServed: boolean }

/** What could not be served goes back by itself. */
const isServed = sql<boolean>`not exists (select 1 from ${refunds}
  where ${refunds.orderId} = ${orders.id} and ${refunds.cause} = 'automatic')`

/** What names a payment: the provider's id of its page or of itself, or our own id it carries. */
type PaymentName = { sessionId: string } | { paymentIntentId: string } | { checkoutId: string }

const namedBy = (by: PaymentName) => {
  if ('sessionId' in by) return eq(checkouts.sessionId, by.sessionId)
  if ('paymentIntentId' in by) return eq(checkouts.paymentIntentId, by.paymentIntentId)
  return eq(checkouts.id, by.checkoutId)
}

/**
 * All that recording a payment starts from: its checkout, the checkout's lines, and its order if
 * there is one. One question.
 */
export async function paymentGroundOf(
  db: Queryable,
  by: PaymentName,
): Promise<PaymentGround | null> {
  if ('checkoutId' in by && !isUuid(by.checkoutId)) return null
  const rows = await db
    .select({
      checkout: checkouts,
      line: checkoutLines,
      order: { id: orders.id, userId: orders.userId, isServed },
    })
    .from(checkouts)
    .innerJoin(checkoutLines, eq(checkoutLines.checkoutId, checkouts.id))
    .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(namedBy(by))
  const first = rows[0]
  return first
    ? { checkout: first.checkout, lines: rows.map((row) => row.line), order: first.order }
    : null
}

export async function checkoutLinesOf(db: Queryable, checkoutId: string): Promise<CheckoutLine[]> {
  return db.select().from(checkoutLines).where(eq(checkoutLines.checkoutId, checkoutId))
}

/** The open checkout of an offer's buyer, or null. */
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
 * Settles what follows an offer's payment; the first to say so is right for ever. Answers the
 * verdict that stands.
 */
export async function keepVerdict(
  db: Queryable,
  checkoutId: string,
  verdict: OfferVerdict,
): Promise<OfferVerdict> {
  const [row] = await db
    .update(checkouts)
    .set({ verdict: sql`coalesce(${checkouts.verdict}, ${verdict})` })
    .where(eq(checkouts.id, checkoutId))
    .returning({ verdict: checkouts.verdict })
  return row?.verdict ?? verdict
}

/** Keeps the payment page of a checkout. False when it is not open any more. */
export async function keepSession(
  db: Queryable,
  checkoutId: string,
  session: { id: string; url: string },
): Promise<boolean> {
  const result = await db
    .update(checkouts)
    .set({ sessionId: session.id, sessionUrl: session.url })
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.state, 'open')))
  return result.rowCount === 1
}

/**
 * Notes what an open checkout is being paid with by card, and answers the payment it is paid by:
 * the first that was made for it, whoever made another meanwhile. Null when it is not open any more.
 */
export async function keepCardTry(
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

/** The member's checkout that was paid, or tried to be, with this source: a payment or a token. */
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

/** The next question to the provider is a new one: the last is known to have made no page. */
export async function countAttempt(db: Queryable, checkoutId: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ attempt: sql`attempt + 1` })
    .where(eq(checkouts.id, checkoutId))
}

/**
 * Moves a checkout on, if it still stands in `from`: of two who try, one gets the row and the
 * other null. Whoever gets it settles the stock.
 */
export async function moveCheckout(
  tx: Queryable,
  id: string,
  from: CheckoutState,
  to: CheckoutState,
): Promise<Checkout | null> {
  const [row] = await tx
    .update(checkouts)
    .set({ state: to, endedAt: sql`now()` })
    .where(and(eq(checkouts.id, id), eq(checkouts.state, from)))
    .returning()
  return row ?? null
}

/**
 * Moves a checkout that still stands as it was read to paid and, in the same statement, takes what
 * was paid out of the cart: an unchanged cart is empty then, and what was added since stays. False
 * when somebody else was first.
 */
export async function moveToPaid(tx: Transaction, checkout: Checkout, now: Date): Promise<boolean> {
  const moved = await tx.execute(sql`
    with moved as (
      update ${checkouts} set state = 'paid', ended_at = ${now.toISOString()}::timestamptz
      where id = ${checkout.id} and state = ${checkout.state}
      returning user_id, channel
    ), paid as (
      select moved.user_id, lines.product_id, lines.quantity
      from moved join ${checkoutLines} as lines on lines.checkout_id = ${checkout.id}
      where moved.channel in ('cart', 'card')
    ), emptied as (
      delete from ${cartLines} using paid
      where ${cartLines.userId} = paid.user_id and ${cartLines.productId} = paid.product_id
        and ${cartLines.quantity} <= paid.quantity
    ), lessened as (
      update ${cartLines} set quantity = ${cartLines.quantity} - paid.quantity from paid
      where ${cartLines.userId} = paid.user_id and ${cartLines.productId} = paid.product_id
        and ${cartLines.quantity} > paid.quantity
    ), forgotten as (
      update ${carts} set version = version + 1, updated_at = now(), shipping_method =
        case when exists (
          select 1 from ${cartLines} left join paid on paid.product_id = ${cartLines.productId}
          where ${cartLines.userId} = ${carts.userId}
            and ${cartLines.quantity} > coalesce(paid.quantity, 0)
        ) then shipping_method end
      from moved where ${carts.userId} = moved.user_id and moved.channel in ('cart', 'card')
    ), noted as (
      update ${users} set last_order_at = ${now.toISOString()}::timestamptz from moved
      where ${users.id} = moved.user_id
    )
    select 1 from moved`)
  return moved.rowCount === 1
}

/** Open checkouts whose hold has ended, oldest first. */
export async function overdueCheckouts(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<Checkout[]> {
  return db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.state, 'open'), lte(checkouts.expiresAt, now)))
    .orderBy(asc(checkouts.expiresAt))
    .limit(limit)
}
