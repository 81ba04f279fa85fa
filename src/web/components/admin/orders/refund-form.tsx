import { Form, useNavigation } from 'react-router'

import { refundCopy as copy } from '#domain/copy/desk-orders.ts'
import type { RefundErrors, RefundValues } from '#domain/forms/refund.ts'
import { stockField } from '#domain/forms/refund.ts'
import { formatAmount } from '#domain/money.ts'
import type { DeskOrder } from '#use-cases/orders/view-desk-order.ts'
import { Block } from '#web/components/members/block.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import styles from './orders.module.css'

type Props = Pick<DeskOrder, 'lines' | 'refundable' | 'token'> & {
  hasPayment: boolean
  answer: { values: RefundValues; errors: RefundErrors; alert: string | null } | null
}

/** Gives back all or some of a payment, and puts wine back into stock with it. */
export function RefundForm({ lines, refundable, token, hasPayment, answer }: Props) {
  const isSending = useNavigation().formData?.get('intent') === 'refund'
  if (refundable === 0) {
    return (
      <Block id="order-refund" title={copy.title}>
        <p>{hasPayment ? copy.nothingLeft : copy.errors['no-payment']}</p>
      </Block>
    )
  }
  const all = formatAmount(refundable)
  return (
    <Block id="order-refund" title={copy.title}>
      <p>{copy.left(all)}</p>
      {answer?.alert && <Notice tone="bad">{answer.alert}</Notice>}
      <Form method="post" noValidate className={styles.form}>
        <input type="hidden" name="token" value={token} />
        <TextField
          name="amount"
          label={copy.amount}
          hint={copy.amountHint(all)}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={answer?.values.amount}
          error={answer?.errors.amount}
        />
        <TextArea
          name="reason"
          label={copy.reasonLabel}
          hint={copy.reasonHint}
          rows={2}
          defaultValue={answer?.values.reason}
          error={answer?.errors.reason}
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
              defaultValue={answer?.values.stock[line.productId] ?? '0'}
              error={answer?.errors.stock?.[line.productId]}
            />
          ))}
        <Button
          name="intent"
          value="refund"
          inactive={isSending}
          aria-busy={isSending || undefined}
        >
          {isSending ? copy.going : copy.go}
        </Button>
      </Form>
    </Block>
  )
}
