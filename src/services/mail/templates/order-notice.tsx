import { Text } from '@react-email/components'

import { LetterSheet } from './letter.tsx'
import type { OrderLetterProps } from './order-confirmation.tsx'
import { OrderLines } from './order-confirmation.tsx'

export function OrderNotice(order: OrderLetterProps) {
  return (
    <LetterSheet preview={`Pedido K-${order.number}`}>
      <Text>
        {order.name} ({order.email})
      </Text>
      <OrderLines order={order} />
    </LetterSheet>
  )
}
