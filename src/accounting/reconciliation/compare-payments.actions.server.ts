import { shippingByPayments, shippingPaidIn } from '#checkout/shipping-payments.store.server.ts'
import { orderDifferences } from '#order-changes/tables.ts'
import type { PaymentToReconcile, Span } from '#payments/reconciliation-payments.ts'
import type { Difference, OrderToReconcile } from '#payments/reconciliation.rules.ts'
import { comparePayment } from '#payments/reconciliation.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import type { Services } from '#platform/services/services.ts'
import { reshipments } from '#shipping/returns/tables.ts'

import { checkoutStates, ordersByPayments, ordersOfSpan } from './reconciliation.store.server.ts'

export type LedgerServices = Pick<Services, 'db' | 'payments'>

/** Orders per query. */
const batchSize = 500

/** Compares each payment at the provider with its order, and each order with its payment. */
export async function comparePayments(services: LedgerServices, span: Span, most: number) {
  const { db, payments } = services
  const counts = { payments: 0, foreign: 0, orders: 0, seeded: 0 }
  const seen = new Set<string>()
  const doubtful: string[] = []
  let isWhole = true
  for await (const page of payments.paymentPages(span)) {
    const ids = page.map(({ id }) => id)
    const ours = await ledgerByPayments(db, ids)
    for (const payment of page) {
      seen.add(payment.id)
      const order = ours.get(payment.id) ?? null
      counts.payments++
      if (!order && payment.checkoutId === null) counts.foreign++
      if (isDoubtful(payment, order)) doubtful.push(payment.id)
    }
    if (counts.payments >= most) {
      isWhole = false
      break
    }
  }

  const differences: Difference[] = []
  for (const id of doubtful) differences.push(...(await differencesOf(services, id)))
  for await (const order of ordersIn(services, span)) {
    counts.orders++
    if (order.isSeeded) counts.seeded++
    else if (order.paymentId === null) {
      differences.push({ kind: 'order-without-payment', order: order.number, payment: null })
    } else if (isWhole && !seen.has(order.paymentId)) {
      differences.push(...(await differencesOf(services, order.paymentId)))
    }
  }
  const forShipping = [
    ...(await shippingPaidIn(db, reshipments, span, most)),
    ...(await shippingPaidIn(db, orderDifferences, span, most)),
  ]
  for (const { number, paymentId } of forShipping) {
    if (paymentId === null) {
      differences.push({ kind: 'order-without-payment', order: number, payment: null })
    } else if (isWhole && !seen.has(paymentId)) {
      differences.push(...(await differencesOf(services, paymentId)))
    }
  }
  return { differences, counts, isWhole }
}

const isDoubtful = (payment: PaymentToReconcile, order: OrderToReconcile | null): boolean =>
  comparePayment(payment, order).length > 0 || (payment.state === 'authorised' && !order)

/** Reads a payment and its order again and compares them, as they may have been changing. */
async function differencesOf({ db, payments }: LedgerServices, id: string): Promise<Difference[]> {
  const payment = await payments.paymentToReconcile(id)
  const order = (await ledgerByPayments(db, [id])).get(id) ?? null
  if (!payment)
    return order ? [{ kind: 'order-without-payment', order: order.number, payment: id }] : []
  const { checkoutId, state, amount } = payment
  if (state === 'authorised' && !order && checkoutId && isUuid(checkoutId)) {
    const checkout = (await checkoutStates(db, [checkoutId])).get(checkoutId)
    // The job that settles payments takes care of open checkouts.
    return checkout === 'open' ? [] : [{ kind: 'left-authorised', payment: id, amount }]
  }
  return comparePayment(payment, order)
}

/** The orders of a span, read in batches. */
async function* ordersIn({ db }: LedgerServices, span: Span) {
  let after = 0
  for (;;) {
    const orders = await ordersOfSpan(db, span, after, batchSize)
    yield* orders
    if (orders.length < batchSize) return
    after = orders.at(-1)!.number
  }
}

/** Our records of these payments: the order of each, or what was paid for shipping alone. */
export async function ledgerByPayments(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<Map<string, OrderToReconcile>> {
  const orders = await ordersByPayments(db, paymentIds)
  const others = paymentIds.filter((id) => !orders.has(id))
  return new Map([
    ...orders,
    ...(await shippingByPayments(db, reshipments, others)),
    ...(await shippingByPayments(db, orderDifferences, others)),
  ])
}
