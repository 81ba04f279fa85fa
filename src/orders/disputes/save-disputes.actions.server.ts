import type { ProviderDispute } from '#payments/after-sale-payments.ts'
import { isCharged, isDisputeOpen, isInquiry } from '#payments/after-sale.rules.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import type { FlagReason } from '../flags/flag-reasons.copy.ts'
import { raiseFlag, resolveFlagOf } from '../flags/order-flags.store.server.ts'
import { notifyOfDispute } from '../order/order-mails.actions.server.ts'
import type { Order } from '../order/orders.store.server.ts'
import { failEvidenceOfInquiry } from './dispute-evidence.store.server.ts'
import { disputesOf, upsertDispute } from './disputes.store.server.ts'

/** The order's own payment, or one for shipping alone: sent again, or sent another way. */
type DisputedPayment = 'order' | 'shipping'

/**
 * Saves each dispute over a payment of an order, and flags the order until the bank has decided; the business is told
 * by email of each that needs a response, and again once an inquiry becomes a chargeback.
 */
export async function saveDisputes(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  order: Order,
  disputes: readonly ProviderDispute[],
  payment: DisputedPayment,
): Promise<void> {
  const known = await disputesOf(tx, order.id)
  for (const { paymentId: _paymentId, amount, ...dispute } of disputes) {
    const before = known.find(({ id }) => id === dispute.id)
    await upsertDispute(tx, { ...dispute, orderId: order.id, amountCents: amount })
    await flagDispute(tx, order.id, dispute, payment)
    const isEscalated = before !== undefined && isInquiry(before.state) && isCharged(dispute.state)
    const wasAnswered = isEscalated && (await failEvidenceOfInquiry(tx, dispute.id))
    const isAsked = dispute.state === 'needs-response' || dispute.state === 'inquiry'
    if (!isAsked || (before && !isEscalated)) continue
    const sendsEvidence = settings.sendsEvidence && !wasAnswered
    await notifyOfDispute(tx, { ...settings, sendsEvidence }, order, { ...dispute, payment })
  }
}

const openFlags = ['disputed', 'inquiry', 'shipping-disputed'] as const satisfies FlagReason[]

async function flagDispute(
  tx: Transaction,
  orderId: string,
  { id: source, state }: Pick<ProviderDispute, 'id' | 'state'>,
  payment: DisputedPayment,
): Promise<void> {
  const isOpen = isDisputeOpen(state)
  const ofOrder = isInquiry(state) ? 'inquiry' : 'disputed'
  const mine = payment === 'shipping' ? 'shipping-disputed' : ofOrder
  // Its flag, resolved or not, also says that a dispute is about a payment for shipping alone.
  if (isOpen || payment === 'shipping') {
    await raiseFlag(tx, orderId, mine, { source, once: mine !== 'disputed' })
  }
  for (const reason of openFlags) {
    if (!isOpen || reason !== mine) await resolveFlagOf(tx, { orderId, reason, source })
  }
  if (state === 'lost') await raiseFlag(tx, orderId, 'dispute-lost', { source, once: true })
}
