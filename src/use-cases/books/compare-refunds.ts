import { ordersByPayments, refundsByProvider, refundsOfSpan } from '#data/books.ts'
import type { Difference } from '#domain/books.ts'
import type { ProviderRefund } from '#services/payments/after-sale-payments.ts'
import type { Span } from '#services/payments/books-payments.ts'

import type { Parts } from '#use-cases/parts.ts'

type Books = Pick<Parts, 'db' | 'payments'>

/** Compares each refund at the provider with ours, and ours with the provider's. */
export async function compareRefunds(parts: Books, span: Span, most: number) {
  const { db, payments } = parts
  const differences: Difference[] = []
  const seen = new Set<string>()
  let isWhole = true
  let refunds = 0
  for await (const page of payments.refundPages(span)) {
    const made = page.filter(({ state }) => state === 'made')
    for (const { id } of page) seen.add(id)
    differences.push(...(await differencesOf(parts, made)))
    refunds += page.length
    if (refunds >= most) {
      isWhole = false
      break
    }
  }
  if (isWhole) {
    for (const { providerId, order, state } of await refundsOfSpan(db, span, most)) {
      if (state !== 'made' || seen.has(providerId!)) continue
      differences.push({ kind: 'refund-unknown-there', order, refund: providerId! })
    }
  }
  return { differences, counts: { refunds }, isWhole }
}

async function differencesOf(
  { db }: Books,
  theirs: readonly ProviderRefund[],
): Promise<Difference[]> {
  const ours = await refundsByProvider(
    db,
    theirs.map(({ id }) => id),
  )
  const orders = await ordersByPayments(
    db,
    theirs.flatMap(({ paymentId }) => paymentId ?? []),
  )
  return theirs.flatMap(({ id, paymentId, amount }): Difference[] => {
    // Letting go of what was only authorised is written as a refund too: it has no order.
    const order = paymentId ? orders.get(paymentId)?.number : undefined
    if (order === undefined) return []
    const mine = ours.get(id)
    if (!mine) return [{ kind: 'refund-missing', order, refund: id, amount }]
    return mine.amountCents === amount
      ? []
      : [{ kind: 'refund-differs', order, refund: id, ours: mine.amountCents, theirs: amount }]
  })
}
