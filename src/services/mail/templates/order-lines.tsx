import type { MailProps } from '#domain/emails/mail.ts'
import { formatAmount } from '#domain/money.ts'

import { Amounts } from '#services/mail/layout/facts.tsx'
import { bottleOf } from '#services/mail/layout/pictures.tsx'

type Order = MailProps['order-confirmation']
type OrderLinesProps = {
  order: Order
  labels: Record<'subtotal' | 'shipping' | 'tax' | 'total', string>
  /** A line's description in the language of the email. */
  nameOf?: (description: string) => string
}

/** The lines of an order with the bottle of each, and the amounts. */
export const OrderLines = ({ order, labels, nameOf = (name) => name }: OrderLinesProps) => (
  <Amounts
    rows={[
      ...order.lines.map((line) => ({
        label: `${line.quantity} × ${nameOf(line.description)}`,
        amount: formatAmount(line.unitPriceCents * line.quantity),
        picture: bottleOf(line.description),
        as: 'item' as const,
      })),
      { label: labels.subtotal, amount: formatAmount(order.subtotalCents), as: 'part' },
      { label: labels.shipping, amount: formatAmount(order.shippingCents), as: 'part' },
      { label: labels.tax, amount: formatAmount(order.taxCents), as: 'part' },
      { label: labels.total, amount: formatAmount(order.totalCents), as: 'total' },
    ]}
  />
)

/** The shipping address as on an envelope; an empty second line is left out. */
export const AddressLines = ({ shipTo }: { shipTo: NonNullable<Order['shipTo']> }) => (
  <>
    {shipTo.name}
    <br />
    {shipTo.address}
    <br />
    {shipTo.addressExtra}
    {shipTo.addressExtra && <br />}
    {shipTo.city}, {shipTo.state} {shipTo.zipCode}
  </>
)
