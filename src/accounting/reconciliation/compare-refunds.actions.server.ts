import type { ProviderRefund } from '#payments/after-sale-payments.ts'
import type { Span } from '#payments/reconciliation-payments.ts'
import type { Difference } from '#payments/reconciliation.rules.ts'

import { ledgerByPayments } from './compare-payments.actions.server.ts'
import type { LedgerServices } from './compare-payments.actions.server.ts'
import { refundsByProvider, refundsOfSpan } from './reconciliation.store.server.ts'

/** Compares each refund at the provider with ours, and ours with the provider's. */
export async function compareRefunds(services: LedgerServices, span: Span, most: number) {
  const { db, payments } = services
  const differences: Difference[] = []
  const seen = new Set<string>()
  let isWhole = true
  let refunds = 0
  for await (const page of payments.refundPages(span)) {
    const made = page.filter(({ state }) => state === 'made')
    for (const { id } of page) seen.add(id)
    differences.push(...(await differencesOf(services, made)))
    refunds += page.length
    if (refunds >= most) {
      isWhole = false
      break
    }
  }
  if (isWhole) {
    for (const { providerId, order, state, settledAt } of await refundsOfSpan(db, span, most)) {
      if (state !== 'made' || seen.has(providerId!)) continue
      // One that waited may have been made after the span, whose pages do not have it.
      if (settledAt !== null && settledAt >= span.to) continue
      differences.push({ kind: 'refund-unknown-there', order, refund: providerId! })
    }
  }
  return { differences, counts: { refunds }, isWhole }
}

async function differencesOf(
  { db }: LedgerServices,
  theirs: readonly ProviderRefund[],
): Promise<Difference[]> {
  const ours = await refundsByProvider(
    db,
    theirs.map(({ id }) => id),
  )
  const orders = await ledgerByPayments(
    db,
    theirs.flatMap(({ paymentId }) => paymentId ?? []),
  )
  return theirs.flatMap(({ id, paymentId, amount }): Difference[] => {
    // The provider lists a canceled authorisation as a refund as well; it has no order.
    const ledger = paymentId ? orders.get(paymentId) : undefined
    if (!ledger || ledger.isForShippingAlone) return []
    const order = ledger.number
    const mine = ours.get(id)
    if (!mine) return [{ kind: 'refund-missing', order, refund: id, amount }]
    return mine.amountCents === amount
      ? []
      : [{ kind: 'refund-differs', order, refund: id, ours: mine.amountCents, theirs: amount }]
  })
}
