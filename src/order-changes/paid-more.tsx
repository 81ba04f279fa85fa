import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'

import type { ChangesOfOrder } from './view-changes.actions.server.ts'

/** What was paid more for the shipping of an order, and what of that went back: no receipt has it. */
export function PaidMore({
  of,
  by,
}: {
  of: ChangesOfOrder['differences']
  by: 'You' | 'The buyer'
}) {
  const dates = useDates()
  return of.map(({ key, method, at, cents, refundedCents: back }) => (
    <p key={key}>
      {by} paid {formatAmount(cents)} more for {shippingMethodName[method]} on {dates.day(at)}.
      {back > 0 && ` ${formatAmount(back)} of that is refunded.`}
    </p>
  ))
}
