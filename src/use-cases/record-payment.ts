import type { Checkout, PaymentGround } from '#data/checkouts.ts'
import { moveToPaid, paymentGroundOf } from '#data/checkouts.ts'
import type { Transaction } from '#data/connection.server.ts'
import { queueMails } from '#data/mails.ts'
import type { Order } from '#data/orders.ts'
import { insertOrder } from '#data/orders.ts'
import { sellFreeStock } from '#data/products.ts'
import { queueJob } from '#data/queue.ts'
import { checkoutTransitions } from '#domain/checkout.ts'
import type { OfferRefusal } from '#domain/offers.ts'
import { isOffer } from '#domain/offers.ts'
import type { PaymentSession } from '#services/payments/payments.ts'

import type { OfferCharge } from './offer-charge.ts'
import { offerCharge } from './offer-charge.ts'
import { orderMails } from './order-mails.ts'
import type { Parts } from './parts.ts'
import { refuseOffer } from './refuse-offer.ts'
import { returnHold } from './return-hold.ts'
import { settleAuthorised } from './settle-authorised.ts'

export type RecordedPayment =
  | { state: 'paid'; orderId: string; userId: string | null; isNew: boolean }
  /** An offer's payment was authorised, and let go. */
  | { state: 'refused'; reason: OfferRefusal }
  | { state: 'open' | 'expired' | 'unknown' }

/**
 * Makes our books agree with the provider about one payment session. Webhook, return page and
 * reconciling job all call this, as often as they like and in any order: a paid session becomes
 * exactly one order, an expired one gives its stock back, and what an offer's page authorised is
 * taken or let go. Throws ProviderUnavailable.
 */
export function recordPayment(parts: Parts, sessionId: string): Promise<RecordedPayment> {
  if (!isSessionId(sessionId)) return Promise.resolve({ state: 'unknown' })
  const underWay = recording.get(parts.db)?.get(sessionId)
  if (underWay) return underWay
  const ours = recording.get(parts.db) ?? new Map<string, Promise<RecordedPayment>>()
  recording.set(parts.db, ours)
  const recorded = converge(parts, sessionId).finally(() => ours.delete(sessionId))
  ours.set(sessionId, recorded)
  return recorded
}

const isSessionId = (text: string) => /^cs_\w{1,200}$/.test(text)

/** Webhook and return page come within milliseconds: in one process they share one question. */
const recording = new WeakMap<Parts['db'], Map<string, Promise<RecordedPayment>>>()

async function converge(parts: Parts, sessionId: string): Promise<RecordedPayment> {
  const { db, payments, log } = parts
  const known = await paymentGroundOf(db, { sessionId })
  if (known?.order) return recorded(known.order, false)
  if (known?.checkout.state === 'refused') return refusedFor(known.checkout)

  const session = await payments.getSession(sessionId)
  // The answer that named the session may have been lost: then it is known by our own id alone.
  const ground =
    known ??
    (session?.checkoutId ? await paymentGroundOf(db, { checkoutId: session.checkoutId }) : null)
  if (!session || !ground) return { state: 'unknown' }
  if (session.state === 'expired') {
    await returnHold(parts, ground.checkout.id, 'expired')
    return { state: 'expired' }
  }
  if (session.state !== 'complete') return { state: 'open' }
  let charge: OfferCharge | null = null
  if (isOffer(ground.checkout.channel)) {
    const settled = await settleAuthorised(parts, session, ground)
    if (settled.state === 'open') return { state: 'open' }
    if (settled.state === 'refused') {
      await refuseOffer(parts, ground, session, settled.reason)
      return settled
    }
    charge = offerCharge(parts.settings, ground, session, settled.payment)
  } else if (!session.paid) return { state: 'open' }

  const order = await db.transaction((tx) => keepOrder(parts, tx, session, ground, charge))
  if (order) {
    log.info({ order: order.id, number: order.number }, 'payment recorded')
    return recorded(order, true)
  }
  const winner = await paymentGroundOf(db, { checkoutId: ground.checkout.id })
  if (!winner?.order) throw new Error(`Paid session ${sessionId} has no order of its own`)
  return recorded(winner.order, false)
}

const recorded = (order: { id: string; userId: string | null }, isNew: boolean) =>
  ({ state: 'paid', orderId: order.id, userId: order.userId, isNew }) as const

const refusedFor = ({ verdict }: Checkout) =>
  ({
    state: 'refused',
    reason: (verdict === null || verdict === 'serve'
      ? 'authorisation-ended'
      : verdict) as OfferRefusal,
  }) as const

/** The order of a payment, or null when somebody else was first. */
async function keepOrder(
  { clock, settings }: Parts,
  tx: Transaction,
  session: PaymentSession,
  { checkout, lines }: PaymentGround,
  charge: OfferCharge | null,
): Promise<Order | null> {
  const mayMove = (checkoutTransitions[checkout.state] as readonly string[]).includes('paid')
  const now = clock()
  if (!mayMove || !(await moveToPaid(tx, checkout, now))) return null

  const isHeld = checkout.state === 'open'
  const isServed = isHeld || (await sellFreeStock(tx, lines))
  const figures = charge ?? checkout
  const order = await insertOrder(
    tx,
    {
      userId: checkout.userId,
      checkoutId: checkout.id,
      channel: checkout.channel,
      sessionId: session.id,
      paymentIntentId: session.paymentIntentId,
      email: session.email ?? checkout.email ?? '',
      name: figures.shipTo?.name || session.name || '',
      shippingMethod: figures.shippingMethod,
      shipTo: figures.shipTo,
      subtotalCents: checkout.subtotalCents,
      shippingCents: figures.shippingCents,
      taxCents: checkout.taxCents,
      totalCents: figures.totalCents,
      attention: attentionOf({
        isServed,
        isWhole: session.amountTotal === figures.totalCents,
        isElsewhere: charge?.isElsewhere ?? false,
      }),
      createdAt: now,
    },
    lines.map(({ checkoutId: _checkoutId, ...line }) => line),
    { sellHeld: isHeld },
  )
  if (isServed) await queueMails(tx, orderMails(order, lines, settings))
  else await queueJob(tx, 'refund-order', { orderId: order.id })
  return order
}

type Standing = { isServed: boolean; isWhole: boolean; isElsewhere: boolean }

/** Why staff must look at the order, or null. */
function attentionOf({ isServed, isWhole, isElsewhere }: Standing) {
  if (!isServed) return 'stock-gone'
  if (!isWhole) return 'amount-differs'
  return isElsewhere ? 'address-differs' : null
}
