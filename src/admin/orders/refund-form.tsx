import { Form, useNavigation } from 'react-router'

import { aloneAmounts, orderAmounts } from '#catalogue/prices/amounts.rules.ts'
import { approvalCopy } from '#orders/approvals/admin-approvals.copy.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { everything, stockField, wineField } from '#orders/refunds/refund-form.rules.ts'
import { refundedBoxes } from '#orders/refunds/refunded-box.rules.ts'
import { otherWaits, refundedBoxText, whyNotRefundableText } from '#orders/refunds/refunds.copy.ts'
import type { RefundToConfirm } from '#orders/refunds/request-refund.actions.server.ts'
import { RefusalNotice } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { boxesOf, fieldsOf } from '#platform/action/sent-form.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cluster, fields } from '#ui/layout.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { RefundConfirmation } from './refund-confirmation.tsx'

type Props = Pick<
  OrderForStaff,
  | 'order'
  | 'lines'
  | 'refundable'
  | 'left'
  | 'whyNotRefundable'
  | 'mayReturnToAllocation'
  | 'approval'
  | 'approvalOverCents'
> & {
  formKey: string
  /** A box of the order is on its way. */
  asksBox: boolean
  sent: Sent<RefundToConfirm | object> | null
}

export const refundBlock = 'order-refund'

/** Refunds all or some of a payment in two steps, and returns wine to stock with it. */
export function RefundForm({
  order,
  lines,
  refundable,
  left,
  whyNotRefundable,
  mayReturnToAllocation,
  formKey,
  approval,
  approvalOverCents,
  asksBox,
  sent,
}: Props) {
  const isSending = useNavigation().formData?.get('intent') === 'review-refund'
  if (whyNotRefundable) return <p>{whyNotRefundableText[whyNotRefundable]}</p>
  // One refund at a time waits for a second person: what it leaves is not known before.
  if (approval?.state === 'open') return <p>{otherWaits}</p>
  // Without script the page opens at the form again.
  const action = `${paths.staffOrder(order.number)}#${refundBlock}`
  if (sent?.shown && 'card' in sent.shown) {
    return (
      <RefundConfirmation
        {...{ lines, formKey, action }}
        values={sent.values}
        refund={sent.shown}
      />
    )
  }
  const field = fieldsOf(sent)
  const alone = aloneAmounts
    .map((amount) => ({ ...orderAmounts[amount], cents: left[amount] }))
    .filter(({ cents }) => cents > 0)
  const nameOf = (id: string) => lines.find(({ productId }) => productId === id)?.description ?? id
  return (
    <>
      <p>Up to {formatAmount(refundable)} can be refunded.</p>
      {approvalOverCents !== null && (
        <p>{approvalCopy.refundHint(formatAmount(approvalOverCents))}</p>
      )}
      {sent && <RefusalNotice />}
      <Form method="post" action={action} noValidate className={fields(30)}>
        <TextArea
          label="Reason"
          hint="The buyer reads it in the email about the refund."
          rows={2}
          {...field('reason')}
        />
        {/* Enter in a field reviews what is typed, not the first of the buttons below. */}
        <button hidden>Review refund</button>
        <p>One of these alone:</p>
        <div className={cluster([1, 2])}>
          {left.wines
            .filter(({ units, oneCents }) => units > 0 && oneCents <= refundable)
            .map(({ productId, oneCents }) => (
              <Button key={productId} kind="secondary" name="only" value={wineField(productId)}>
                {`1 × ${nameOf(productId)}: ${formatAmount(oneCents)}`}
              </Button>
            ))}
          {alone
            .filter(({ cents }) => cents <= refundable)
            .map(({ part, short, cents }) => (
              <Button key={part} kind="secondary" name="only" value={part}>
                {short}: {formatAmount(cents)}
              </Button>
            ))}
          <Button kind="secondary" name="only" value={everything}>
            Everything: {formatAmount(refundable)}
          </Button>
        </div>
        <p>Or several:</p>
        {left.wines
          .filter(({ units }) => units > 0)
          .map(({ productId, units }) => (
            <TextField
              key={productId}
              type="number"
              label={`Refund with its tax: ${nameOf(productId)}`}
              hint={`0 to ${units}`}
              min={0}
              max={units}
              {...fieldsOf(sent, { [wineField(productId)]: '0' })(wineField(productId))}
            />
          ))}
        {alone.map(({ part, short, cents }) => (
          <Checkbox
            key={part}
            name={part}
            label={`Refund the ${short.toLowerCase()}: ${formatAmount(cents)}`}
            defaultChecked={sent?.values[part] === 'on'}
          />
        ))}
        <TextField
          label="Goodwill in dollars"
          hint="For anything else, such as a damaged label. It refunds no tax."
          inputMode="decimal"
          autoComplete="off"
          {...field('amount')}
        />
        {lines
          .filter((line) => line.returned < line.quantity)
          .map((line) => (
            <TextField
              key={line.productId}
              type="number"
              label={`Return to stock: ${line.description}`}
              hint={`0 to ${line.quantity - line.returned}`}
              min={0}
              max={line.quantity - line.returned}
              {...fieldsOf(sent, { [stockField(line.productId)]: '0' })(stockField(line.productId))}
            />
          ))}
        {asksBox && (
          <RadioGroup
            name="box"
            legend="What happens to the box?"
            hint="A box of this order was handed over. It is asked for a full refund only."
            defaultValue={sent?.values['box']}
            options={refundedBoxes.map((box) => ({ value: box, label: refundedBoxText[box] }))}
          />
        )}
        {mayReturnToAllocation && (
          <Checkbox
            label="Return the wine to the buyer’s allocation"
            {...boxesOf(sent)('toAllocation')}
          />
        )}
        <input type="hidden" name="intent" value="review-refund" />
        <Button inactive={isSending} aria-busy={isSending || undefined}>
          Review refund
        </Button>
      </Form>
    </>
  )
}
