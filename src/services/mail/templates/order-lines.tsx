import type { MailProps } from '#domain/mail.ts'
import { formatAmount } from '#domain/money.ts'

import { Amounts } from '../paper/facts.tsx'

type Order = MailProps['order-confirmation']
type Words = Record<'subtotal' | 'shipping' | 'tax' | 'total', string>

/** What was bought and what it comes to. */
export const OrderLines = ({ order, words }: { order: Order; words: Words }) => (
  <Amounts
    rows={[
      ...order.lines.map((line) => ({
        label: `${line.quantity} × ${line.description}`,
        amount: formatAmount(line.unitPriceCents * line.quantity),
        as: 'item' as const,
      })),
      { label: words.subtotal, amount: formatAmount(order.subtotalCents), as: 'part' },
      { label: words.shipping, amount: formatAmount(order.shippingCents), as: 'part' },
      { label: words.tax, amount: formatAmount(order.taxCents), as: 'part' },
      { label: words.total, amount: formatAmount(order.totalCents), as: 'total' },
    ]}
  />
)

/** Where the wine goes, one line per line of the envelope; null when it is picked up. */
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
