import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'

import { approvalCopy } from '#orders/approvals/admin-approvals.copy.ts'
import { orderLine } from '#orders/order/admin-orders.copy.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { leavesWine, leftField, stockField } from '#orders/refunds/refund-form.rules.ts'
import { isRefundedBox } from '#orders/refunds/refunded-box.rules.ts'
import {
  intoAllocation,
  noStock,
  purposeText,
  refundedBoxText,
  wineStays,
} from '#orders/refunds/refunds.copy.ts'
import type { RefundToConfirm } from '#orders/refunds/request-refund.actions.server.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { Fact } from '#platform/layout/fact.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { card, cluster, factLedger, letters, stack } from '#ui/layout.ts'

type Props = Pick<OrderForStaff, 'lines'> & {
  formKey: string
  action: string
  /** As they were typed. */
  values: Readonly<Record<string, string>>
  refund: RefundToConfirm
}

/** The second step of a refund: names the amount, the person and the card before it is made. */
export function RefundConfirmation({ lines, formKey, action, values, refund }: Props) {
  const isSending = useNavigation().formData?.get('intent') === 'refund'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const amount = formatAmount(refund.amountCents)
  const left = String(refund.leftAfterCents + refund.amountCents)
  const { box } = values
  const stockBack = Object.fromEntries(
    lines.map(({ productId }) => [productId, wholeNumberIn(values[stockField(productId)]) ?? 0]),
  )
  const returned = lines
    .filter(({ productId }) => stockBack[productId]! > 0)
    .map(({ productId, description }) => orderLine(stockBack[productId]!, description))
  return (
    <div className={classes(stack(3, { width: 34 }), card)}>
      <h3 ref={heading} tabIndex={-1} className={letters.subheading}>
        Refund {amount}?
      </h3>
      <dl className={factLedger}>
        <Fact term="Amount">{amount}</Fact>
        {refund.purpose && <Fact term="For">{purposeText(refund.purpose, lines).join('; ')}</Fact>}
        {refund.besidesCents > 0 && (
          <Fact term="Besides">
            {formatAmount(refund.besidesCents)}, the extra shipping that was paid
          </Fact>
        )}
        <Fact term="To">
          {refund.buyer.name}
          <br />
          {refund.buyer.email}
        </Fact>
        <Fact term="Card">{cardText(refund.card)}</Fact>
        <Fact term="Reason the buyer reads">{values['reason']?.trim()}</Fact>
        <Fact term="Back to stock">
          {returned.join('; ') || noStock}
          {returned.length > 0 && values['toAllocation'] && ` (${intoAllocation})`}
          {leavesWine(refund, stockBack) && (
            <>
              <br />
              {wineStays}
            </>
          )}
        </Fact>
        {isRefundedBox(box) && <Fact term="The box">{refundedBoxText[box]}</Fact>}
        <Fact term="Left after this refund">{formatAmount(refund.leftAfterCents)}</Fact>
      </dl>
      <p className={letters.quiet}>
        {refund.needsApproval
          ? approvalCopy.askFinality
          : 'A refund cannot be undone. The buyer is told by email once it is made.'}
      </p>
      <Form method="post" action={action} className={cluster(2)}>
        {Object.entries({ ...values, [leftField]: left, key: formKey, intent: '' }).map(
          ([name, value]) =>
            value !== '' && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button
          name="intent"
          value="refund"
          inactive={isSending}
          aria-busy={isSending || undefined}
        >
          {refund.needsApproval
            ? isSending
              ? approvalCopy.asking
              : approvalCopy.askRefund(amount)
            : isSending
              ? 'Refunding…'
              : `Refund ${amount}`}
        </Button>
        <Button kind="secondary" name="intent" value="change-refund">
          Change
        </Button>
      </Form>
    </div>
  )
}

function cardText(paidWith: RefundToConfirm['card']): string {
  if (paidWith === 'unknown')
    return 'The card that paid (the payment provider can’t be reached to name it)'
  return paidWith
    ? `${brandName(paidWith.brand)} ending in ${paidWith.last4}`
    : 'Not paid by card: it is refunded the way it was paid.'
}

/** `visa` → `Visa`, `american_express` → `American express`. */
const brandName = (brand: string) =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`.replaceAll('_', ' ')
