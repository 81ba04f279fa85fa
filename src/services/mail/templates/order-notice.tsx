import type { MailProps } from '#domain/mail.ts'
import { shippingMethodName } from '#domain/shipping.ts'

import type { LetterFrame } from '../letter-house.ts'
import { Title } from '../paper/elements.tsx'
import { Facts } from '../paper/facts.tsx'
import { Sheet } from '../paper/sheet.tsx'
import { AddressLines, OrderLines } from './order-lines.tsx'

const words = {
  subtotal: 'Subtotal',
  shipping: 'Envío',
  tax: 'Impuesto de California',
  total: 'Total',
}

const origin = {
  cart: 'Carrito',
  card: 'Panel de tarjeta',
  offering: 'Oferta directa',
  offer1: 'Oferta de una botella',
} as const satisfies Record<MailProps['order-notice']['channel'], string>

export const OrderNotice = ({
  house,
  unsubscribeUrl,
  ...order
}: MailProps['order-notice'] & LetterFrame) => (
  <Sheet house={house} unsubscribeUrl={unsubscribeUrl} lang="es">
    <Title kicker="Desde la tienda">Nuevo pedido K-{order.number}</Title>
    <Facts
      rows={[
        { label: 'Origen', value: origin[order.channel] },
        { label: 'Cliente', value: order.name },
        { label: 'Correo', value: order.email },
        {
          label: 'Envío',
          value: order.shippingMethod ? shippingMethodName[order.shippingMethod] : 'Sin método',
        },
        ...(order.shipTo
          ? [{ label: 'Dirección', value: <AddressLines shipTo={order.shipTo} /> }]
          : []),
      ]}
    />
    <OrderLines order={order} words={words} />
  </Sheet>
)
