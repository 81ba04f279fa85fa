import { clearCart } from '#data/carts.ts'
import type { Checkout, CheckoutLine } from '#data/checkouts.ts'
import { checkoutForSession, checkoutLinesOf, moveCheckout } from '#data/checkouts.ts'
import type { Transaction } from '#data/connection.server.ts'
import { queueMails } from '#data/mails.ts'
import { insertOrder, orderBySession } from '#data/orders.ts'
import { noteLastOrder } from '#data/people.ts'
import { sellFreeStock, sellHeldStock } from '#data/products.ts'
import { queueJob } from '#data/queue.ts'
import { checkoutTransitions } from '#domain/checkout.ts'
import type { PaymentSession } from '#services/payments/payments.ts'

import { orderMails } from './order-mails.ts'
import type { Parts } from './parts.ts'
import { returnHold } from './return-hold.ts'

export type RecordedPayment =
  | { state: 'paid'; orderId: string; userId: string | null; isNew: boolean }
  | { state: 'open' | 'expired' | 'unknown' }

/**
 * Makes our books agree with the provider about one payment session. Webhook, return page and
 * reconciling job all call this, as often as they like and in any order: a paid session becomes
 * exactly one order, an expired one gives its stock back. Throws ProviderUnavailable.
 */
export async function recordPayment(parts: Parts, sessionId: string): Promise<RecordedPayment> {
  const { db, payments, log } = parts
  const known = await orderBySession(db, sessionId)
  if (known) return { state: 'paid', orderId: known.id, userId: known.userId, isNew: false }

  const session = await payments.getSession(sessionId)
  const checkout = session && (await checkoutForSession(db, session.id, session.checkoutId))
  if (!session || !checkout) return { state: 'unknown' }
  if (session.state === 'expired') {
    await returnHold(parts, checkout.id, 'expired')
    return { state: 'expired' }
  }
  if (session.state !== 'complete' || !session.paid) return { state: 'open' }

  const lines = await checkoutLinesOf(db, checkout.id)
  const order = await db.transaction((tx) => keepOrder(parts, tx, session, checkout, lines))
  if (order) {
    log.info({ order: order.id, number: order.number }, 'payment recorded')
    return { state: 'paid', orderId: order.id, userId: order.userId, isNew: true }
  }
  const winner = await orderBySession(db, sessionId)
  if (!winner) throw new Error(`Paid session ${sessionId} has no order of its own`)
  return { state: 'paid', orderId: winner.id, userId: winner.userId, isNew: false }
}

async function keepOrder(
  parts: Parts,
  tx: Transaction,
  session: PaymentSession,
  checkout: Checkout,
  lines: CheckoutLine[],
) {
  const { clock, settings } = parts
  const mayMove = (checkoutTransitions[checkout.state] as readonly string[]).includes('paid')
  const moved = mayMove && (await moveCheckout(tx, checkout.id, checkout.state, 'paid'))
  if (!moved) return null
  const attention = await settleStock(tx, checkout, lines, session)
  const order = await insertOrder(
    tx,
    {
      userId: checkout.userId,
      checkoutId: checkout.id,
      channel: checkout.channel,
      sessionId: session.id,
      paymentIntentId: session.paymentIntentId,
      email: session.email ?? '',
      name: checkout.shipTo?.name || session.name || '',
      shippingMethod: checkout.shippingMethod,
      shipTo: checkout.shipTo,
      subtotalCents: checkout.subtotalCents,
      shippingCents: checkout.shippingCents,
      taxCents: checkout.taxCents,
      totalCents: checkout.totalCents,
      attention,
      createdAt: clock(),
    },
    lines.map(({ checkoutId: _checkoutId, ...line }) => line),
  )
  if (!order) throw new Error(`Checkout ${checkout.id} was open and yet had an order`)
  if (checkout.userId) {
    if (checkout.channel === 'cart') await clearCart(tx, checkout.userId)
    await noteLastOrder(tx, checkout.userId, order.createdAt)
  }
  if (attention === 'stock-gone') await queueJob(tx, 'refund-order', { orderId: order.id })
  else await queueMails(tx, orderMails(order, lines, settings))
  return order
}

/** Sells what was held. Why staff must look at the order, or null. */
async function settleStock(
  tx: Transaction,
  checkout: Checkout,
  lines: CheckoutLine[],
  session: PaymentSession,
): Promise<'stock-gone' | 'amount-differs' | null> {
  if (checkout.state === 'open') await sellHeldStock(tx, lines)
  else if (!(await sellFreeStock(tx, lines))) return 'stock-gone'
  return session.amountTotal === checkout.totalCents ? null : 'amount-differs'
}
