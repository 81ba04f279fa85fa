import type { BookedOrder, Checkout, PaymentGround } from '#data/checkouts.ts'
import { moveToPaid, paymentGroundOf } from '#data/checkouts.ts'
import type { Transaction } from '#data/connection.server.ts'
import { queueMails } from '#data/mails.ts'
import type { Order } from '#data/orders.ts'
import { insertOrder } from '#data/orders.ts'
import { userById } from '#data/people.ts'
import { returnStock, sellFreeStock } from '#data/products.ts'
import { queueJob } from '#data/queue.ts'
import { checkoutTransitions } from '#domain/checkout.ts'
import type { OfferRefusal } from '#domain/offers.ts'
import { whyForbidden } from '#domain/offers.ts'
import type { PaymentStanding } from '#services/payments/card-payments.ts'
import type { PaymentSession } from '#services/payments/payments.ts'

import { queueWholeRefund } from '#use-cases/orders/make-refund.ts'
import type { SettledCharge } from '#use-cases/offers/offer-charge.ts'
import { orderMails } from '#use-cases/orders/order-mails.ts'
import type { Parts } from '#use-cases/parts.ts'

/** A payment that was taken; of a payment page it has a session too. */
type PaidPayment = PaymentStanding & { sessionId: string | null } & Pick<
    PaymentSession,
    'paymentLinkId'
  >

export type BookedPayment = {
  state: 'paid'
  orderId: string
  userId: string | null
  isNew: boolean
  /** Why it can't be served, so that all of it goes back by itself; null when it is served. */
  notServed: OfferRefusal | null
}

type KeptOrder = { order: Order; isServed: boolean }

/**
 * Brings what was paid into the books, in one transaction: checkout paid, stock sold, order written,
 * cart lessened, letters queued. The order comes to what was taken, whatever it should have been:
 * staff are told of a difference. When somebody else was first, it is their order.
 */
export async function bookPayment(
  parts: Parts,
  payment: PaidPayment,
  ground: PaymentGround,
  charge: SettledCharge | null,
): Promise<BookedPayment> {
  const { db, log } = parts
  const kept = await db.transaction((tx) => keepOrder(parts, tx, payment, ground, charge))
  if (kept) {
    const { order, isServed } = kept
    log.info({ order: order.id, number: order.number }, 'payment recorded')
    const verdict = charge?.verdict ?? null
    return { ...bookedAlready({ verdict }, { ...order, isServed }), isNew: true }
  }
  const winner = await paymentGroundOf(db, { checkoutId: ground.checkout.id })
  if (!winner?.order) {
    throw new Error(`Paid ${payment.sessionId ?? payment.paymentIntentId} has no order of its own`)
  }
  return bookedAlready(winner.checkout, winner.order)
}

/** A payment that is an order already. */
export const bookedAlready = (
  { verdict }: Pick<Checkout, 'verdict'>,
  order: BookedOrder,
): BookedPayment => ({
  state: 'paid',
  orderId: order.id,
  userId: order.userId,
  isNew: false,
  notServed: order.isServed ? null : (whyForbidden(verdict) ?? 'stock-gone'),
})

/** The order of a payment, or null when somebody else was first. */
async function keepOrder(
  { clock, settings }: Parts,
  tx: Transaction,
  payment: PaidPayment,
  { checkout, lines }: PaymentGround,
  charge: SettledCharge | null,
): Promise<KeptOrder | null> {
  const mayMove = (checkoutTransitions[checkout.state] as readonly string[]).includes('paid')
  const now = clock()
  if (!mayMove || !(await moveToPaid(tx, checkout, now))) return null

  const isHeld = checkout.state === 'open'
  // Taken although it may not be served: by a payment link, or by hand at the provider.
  const isForbidden = charge !== null && whyForbidden(charge.verdict) !== null
  if (isForbidden && isHeld) await returnStock(tx, lines)
  const isServed = !isForbidden && (isHeld || (await sellFreeStock(tx, lines)))
  const figures = charge ?? checkout
  const order = await insertOrder(
    tx,
    {
      userId: checkout.userId,
      checkoutId: checkout.id,
      channel: checkout.channel,
      sessionId: payment.sessionId,
      paymentIntentId: payment.paymentIntentId,
      email: payment.email ?? checkout.email ?? (await emailOf(tx, checkout)),
      name: figures.shipTo?.name || payment.name || '',
      shippingMethod: figures.shippingMethod,
      shipTo: figures.shipTo,
      subtotalCents: checkout.subtotalCents,
      shippingCents: figures.shippingCents,
      taxCents: checkout.taxCents,
      totalCents: payment.amountTotal,
      attention: attentionOf({
        isServed,
        isForbidden,
        isWhole: payment.amountTotal === figures.totalCents,
        isElsewhere: charge?.isElsewhere ?? false,
      }),
      // Nobody is thanked for what goes back.
      thankedAt: isServed ? null : now,
      createdAt: now,
    },
    // What is not served never left the stock.
    lines.map(({ checkoutId: _checkoutId, ...line }) => ({
      ...line,
      returned: isServed ? 0 : line.quantity,
    })),
    { sellHeld: isHeld && isServed },
  )
  if (isServed) await queueMails(tx, orderMails(order, lines, settings))
  else await queueWholeRefund(tx, order)
  // Until now nothing told that it was ours: what was given back of it meanwhile went unheard.
  if (payment.paymentLinkId && payment.paymentIntentId) {
    await queueJob(tx, 'record-after-sale', { paymentId: payment.paymentIntentId })
  }
  return { order, isServed }
}

/** A card panel asks for no address to write to: the member has one. */
const emailOf = async (tx: Transaction, { userId }: Checkout): Promise<string> =>
  (userId && (await userById(tx, userId))?.email) || ''

type Standing = {
  isServed: boolean
  isForbidden: boolean
  isWhole: boolean
  isElsewhere: boolean
}

/** Why staff must look at the order, or null. */
function attentionOf({ isServed, isForbidden, isWhole, isElsewhere }: Standing) {
  if (isForbidden) return 'address-not-served'
  if (!isServed) return 'stock-gone'
  if (!isWhole) return 'amount-differs'
  return isElsewhere ? 'address-differs' : null
}
