import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'

import { approvalCopy } from '#orders/approvals/admin-approvals.copy.ts'
import { adminOrdersCopy, refundCopy as copy } from '#orders/order/admin-orders.copy.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { isRefundedBox } from '#orders/refunds/refunded-box.rules.ts'
import { stockField } from '#orders/refunds/refund-form.rules.ts'
import type { RefundToConfirm } from '#orders/refunds/request-refund.actions.server.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { Fact } from '#platform/layout/fact.tsx'
import { Button } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'

import styles from './orders.module.css'

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
  const { box } = values
  const returned = lines
    .map(
      ({ productId, description }) =>
        [Number(values[stockField(productId)] ?? 0), description] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, description]) => adminOrdersCopy.line(count, description))
  return (
    <div className={styles.confirmation}>
      <h3 ref={heading} tabIndex={-1}>
        {copy.confirmTitle(amount)}
      </h3>
      <dl className={styles.confirmed}>
        <Fact term={copy.confirmFacts.amount}>{amount}</Fact>
        <Fact term={copy.confirmFacts.buyer}>
          {refund.buyer.name}
          <br />
          {refund.buyer.email}
        </Fact>
        <Fact term={copy.confirmFacts.card}>{cardText(refund.card)}</Fact>
        <Fact term={copy.confirmFacts.reason}>{values['reason']?.trim()}</Fact>
        <Fact term={copy.confirmFacts.stock}>
          {returned.join('; ') || copy.noStock}
          {returned.length > 0 && values['toAllocation'] && ` (${copy.intoAllocation})`}
        </Fact>
        {isRefundedBox(box) && <Fact term={copy.confirmFacts.box}>{copy.boxes[box]}</Fact>}
        <Fact term={copy.confirmFacts.left}>{formatAmount(refund.leftAfterCents)}</Fact>
      </dl>
      <p>{refund.needsApproval ? approvalCopy.askFinality : copy.finality}</p>
      <Form method="post" action={action} className={cluster(2)}>
        {Object.entries({ ...values, key: formKey, intent: '' }).map(
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
              ? copy.confirming
              : copy.confirm(amount)}
        </Button>
        <Button kind="secondary" name="intent" value="change-refund">
          {copy.change}
        </Button>
      </Form>
    </div>
  )
}

function cardText(card: RefundToConfirm['card']): string {
  if (card === 'unknown') return copy.cardUnknown
  return card ? copy.card(brandName(card.brand), card.last4) : copy.noCard
}

/** `visa` → `Visa`, `american_express` → `American express`. */
const brandName = (brand: string) =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`.replaceAll('_', ' ')
