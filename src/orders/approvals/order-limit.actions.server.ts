import { isOverLimit } from '#platform/approvals/approval.rules.ts'
import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import { refundsOf } from '../refunds/refunds.store.server.ts'

/**
 * Whether a refund or a replacement of an order needs approval by a second person, whoever causes it. Earlier ones of
 * the order count, except what the shop or the provider refunded by itself.
 */
export async function isOverOrderLimit(
  { fulfilment }: Pick<Services, 'fulfilment'>,
  db: Queryable,
  { id }: { id: string },
  amountCents: Cents,
): Promise<boolean> {
  const rules = await approvalRulesNow(db)
  if (rules.refundOverCents === null) return false
  const refunded = (await refundsOf(db, id))
    .filter(({ state, cause }) => state !== 'failed' && cause === 'staff')
    .reduce((sum, refund) => sum + refund.amountCents, 0)
  const earlierCents = refunded + (await fulfilment.replacedCents(db, id))
  return isOverLimit(rules, { amountCents, earlierCents })
}
