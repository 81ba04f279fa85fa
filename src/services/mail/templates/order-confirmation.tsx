import { Text } from '@react-email/components'

import { formatAmount } from '#domain/money.ts'

import { LetterSheet } from './letter.tsx'

export type OrderLetterProps = {
  number: number
  name: string
  email: string
  lines: { description: string; quantity: number; unitPriceCents: number }[]
  subtotalCents: number
  shippingCents: number
  taxCents: number
  totalCents: number
  publicUrl: string
}

export function OrderLines({ order }: { order: OrderLetterProps }) {
  return (
    <>
      {order.lines.map((line) => (
        <Text key={line.description}>
          {line.quantity} × {line.description}: {formatAmount(line.unitPriceCents * line.quantity)}
        </Text>
      ))}
      <Text>
        Subtotal {formatAmount(order.subtotalCents)}
        <br />
        Shipping {formatAmount(order.shippingCents)}
        <br />
        California sales tax {formatAmount(order.taxCents)}
        <br />
        Total {formatAmount(order.totalCents)}
      </Text>
    </>
  )
}

export function OrderConfirmation(order: OrderLetterProps) {
  return (
    <LetterSheet preview={`Order K-${order.number}`}>
      <Text>Dear {order.name},</Text>
      <Text>Thank you. Your order K-{order.number} is paid and in our books.</Text>
      <OrderLines order={order} />
      <Text>An adult of 21 or older has to sign for the delivery.</Text>
    </LetterSheet>
  )
}
