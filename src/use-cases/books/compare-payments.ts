import { checkoutStates, ordersByPayments, ordersOfSpan } from '#data/books.ts'
import { isUuid } from '#data/uuid.ts'
import type { BooksOrder, Difference } from '#domain/books.ts'
import { comparePayment } from '#domain/books.ts'
import type { BooksPayment, Span } from '#services/payments/books-payments.ts'

import type { Parts } from '#use-cases/parts.ts'

type Books = Pick<Parts, 'db' | 'payments'>

/** Orders read at once. */
const step = 500

/** Compares each payment at the provider with its order, and each order with its payment. */
export async function comparePayments(parts: Books, span: Span, most: number) {
  const { db, payments } = parts
  const counts = { payments: 0, foreign: 0, orders: 0, seeded: 0 }
  const seen = new Set<string>()
  const doubtful: string[] = []
  let isWhole = true
  for await (const page of payments.paymentPages(span)) {
    const ids = page.map(({ id }) => id)
    const ours = await ordersByPayments(db, ids)
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
  for (const id of doubtful) differences.push(...(await differencesOf(parts, id)))
  for await (const order of ordersIn(parts, span)) {
    counts.orders++
    if (order.isSeeded) counts.seeded++
    else if (order.paymentId === null) {
      differences.push({ kind: 'order-without-payment', order: order.number, payment: null })
    } else if (isWhole && !seen.has(order.paymentId)) {
      differences.push(...(await differencesOf(parts, order.paymentId)))
    }
  }
  return { differences, counts, isWhole }
}

const isDoubtful = (payment: BooksPayment, order: BooksOrder | null): boolean =>
  comparePayment(payment, order).length > 0 || (payment.state === 'authorised' && !order)

/** Looks once more at a payment and its order, as both stand now: it may have been under way. */
async function differencesOf({ db, payments }: Books, id: string): Promise<Difference[]> {
  const payment = await payments.booksPayment(id)
  const order = (await ordersByPayments(db, [id])).get(id) ?? null
  if (!payment)
    return order ? [{ kind: 'order-without-payment', order: order.number, payment: id }] : []
  const { checkoutId, state, amount } = payment
  if (state === 'authorised' && !order && checkoutId && isUuid(checkoutId)) {
    const checkout = (await checkoutStates(db, [checkoutId])).get(checkoutId)
    // While the checkout is open the job settles it.
    return checkout === 'open' ? [] : [{ kind: 'left-authorised', payment: id, amount }]
  }
  return comparePayment(payment, order)
}

/** The orders of a span, some at a time. */
async function* ordersIn({ db }: Books, span: Span) {
  let after = 0
  for (;;) {
    const orders = await ordersOfSpan(db, span, after, step)
    yield* orders
    if (orders.length < step) return
    after = orders.at(-1)!.number
  }
}
