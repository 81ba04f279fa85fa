import type { MailProps } from '#domain/emails/mail.ts'
import { lineInSpanish, shippingInSpanish } from '#domain/copy/business-emails.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Title } from '#services/mail/layout/elements.tsx'
import { Facts } from '#services/mail/layout/facts.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { AddressLines, OrderLines } from './order-lines.tsx'

const labels = {
  subtotal: 'Subtotal',
  shipping: 'Envío',
  tax: 'Impuesto a las ventas de California',
  total: 'Total',
}

const origin = {
  cart: 'Carrito',
  card: 'Pago con tarjeta',
  offering: 'Oferta directa',
  offer1: 'Oferta de una botella',
} as const satisfies Record<MailProps['order-notice']['channel'], string>

export const OrderNotice = ({
  site,
  unsubscribeUrl,
  ...order
}: MailProps['order-notice'] & EmailFrame) => (
  <EmailLayout site={site} unsubscribeUrl={unsubscribeUrl} lang="es">
    <Title kicker="Desde la tienda">Nuevo pedido K-{order.number}</Title>
    <Facts
      rows={[
        { label: 'Origen', value: origin[order.channel] },
        { label: 'Cliente', value: order.name },
        { label: 'Correo', value: order.email },
        {
          label: 'Envío',
          value: order.shippingMethod
            ? shippingInSpanish[order.shippingMethod]
            : 'Sin método de envío',
        },
        ...(order.shipTo && order.shippingMethod !== 'pickup'
          ? [{ label: 'Dirección', value: <AddressLines shipTo={order.shipTo} /> }]
          : []),
      ]}
    />
    <OrderLines order={order} labels={labels} nameOf={lineInSpanish} />
  </EmailLayout>
)
