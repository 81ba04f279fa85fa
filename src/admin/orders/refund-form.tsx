import { Form, useNavigation } from 'react-router'

import { approvalCopy } from '#orders/approvals/admin-approvals.copy.ts'
import { refundCopy as copy } from '#orders/order/admin-orders.copy.ts'
import type { RefundErrors, RefundValues } from '#orders/refunds/refund-form.rules.ts'
import { stockField } from '#orders/refunds/refund-form.rules.ts'
import { refundedBoxes } from '#orders/refunds/refunded-box.rules.ts'
import { decimalAmount, formatAmount } from '#platform/text/money.rules.ts'
import { EnterCode } from '#platform/form/enter-code.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import type { RefundToConfirm } from '#orders/refunds/review-refund.actions.server.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { RefundConfirmation } from './refund-confirmation.tsx'

export type RefundResult = {
  values: RefundValues
  errors: RefundErrors
  alert: string | null
  isCodeDue?: boolean
  /** Valid, and waiting for the second step. */
  toConfirm: RefundToConfirm | null
}

type Props = Pick<
  OrderForStaff,
  | 'order'
  | 'lines'
  | 'refundable'
  | 'whyNotRefundable'
  | 'mayReturnToAllocation'
  | 'token'
  | 'approval'
  | 'approvalOverCents'
> & {
  /** A box of the order is on its way. */
  asksBox: boolean
  result: RefundResult | null
}

const blockId = 'order-refund'

/** Refunds all or some of a payment in two steps, and returns wine to stock with it. */
export function RefundForm({
  order,
  lines,
  refundable,
  whyNotRefundable,
  mayReturnToAllocation,
  token,
  approval,
  approvalOverCents,
  asksBox,
  result,
}: Props) {
  const isSending = useNavigation().formData?.get('intent') === 'review-refund'
  if (whyNotRefundable) {
    return (
      <Block id={blockId} title={copy.title}>
        <p>{copy.whyNot[whyNotRefundable]}</p>
      </Block>
    )
  }
  // One refund at a time waits for a second person: what it leaves is not known before.
  if (approval?.state === 'open') {
    return (
      <Block id={blockId} title={copy.title}>
        <p>{copy.errors.waits}</p>
      </Block>
    )
  }
  // Without script the page opens at the form again.
  const action = `${paths.staffOrder(order.number)}#${blockId}`
  if (result?.toConfirm) {
    return (
      <Block id={blockId} title={copy.title}>
        <RefundConfirmation
          {...{ lines, token, action }}
          values={result.values}
          refund={result.toConfirm}
        />
      </Block>
    )
  }
  return (
    <Block id={blockId} title={copy.title}>
      <p>{copy.left(formatAmount(refundable))}</p>
      {approvalOverCents !== null && (
        <p>{approvalCopy.refundHint(formatAmount(approvalOverCents))}</p>
      )}
      {result?.alert && (
        <Notice tone="bad">
          {result.alert} {result.isCodeDue && <EnterCode path={paths.staffOrder(order.number)} />}
        </Notice>
      )}
      <Form method="post" action={action} noValidate className={stack(2.5, { width: 30 })}>
        <TextField
          name="amount"
          label={copy.amount}
          hint={copy.amountHint(decimalAmount(refundable))}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={result?.values.amount}
          error={result?.errors.amount}
        />
        <TextArea
          name="reason"
          label={copy.reasonLabel}
          hint={copy.reasonHint}
          rows={2}
          defaultValue={result?.values.reason}
          error={result?.errors.reason}
        />
        {lines
          .filter((line) => line.returned < line.quantity)
          .map((line) => (
            <TextField
              key={line.productId}
              type="number"
              name={stockField(line.productId)}
              label={copy.stock(line.description)}
              hint={copy.stockHint(line.quantity - line.returned)}
              min={0}
              max={line.quantity - line.returned}
              defaultValue={result?.values.stock[line.productId] ?? '0'}
              error={result?.errors.stock?.[line.productId]}
            />
          ))}
        {asksBox && (
          <RadioGroup
            name="box"
            legend={copy.box}
            hint={copy.boxHint}
            defaultValue={result?.values.box}
            options={refundedBoxes.map((box) => ({ value: box, label: copy.boxes[box] }))}
          />
        )}
        {mayReturnToAllocation && (
          <Checkbox
            name="toAllocation"
            label={copy.toAllocation}
            defaultChecked={result?.values.toAllocation ?? false}
          />
        )}
        <Button
          name="intent"
          value="review-refund"
          inactive={isSending}
          aria-busy={isSending || undefined}
        >
          {copy.review}
        </Button>
      </Form>
    </Block>
  )
}
