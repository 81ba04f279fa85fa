import type { PaymentSnapshot } from '#data/checkout/checkouts.ts'
import type { Order } from '#data/orders/orders.ts'
import type { MailProps, OutgoingMail } from '#domain/emails/mail.ts'
import { paths } from '#domain/paths.ts'

import type { Services } from '#use-cases/services.ts'

/** The buyer's confirmation, with a link to the order, and the business's notice. */
export function orderMails(
  order: Order,
  { lines, shipsFrom }: Pick<PaymentSnapshot, 'lines' | 'shipsFrom'>,
  { settings, orderLinks }: Pick<Services, 'settings' | 'orderLinks'>,
): OutgoingMail[] {
  const { shipTo } = order
  // A pickup's record has a name alone, or the buyer's home.
  const isDelivered = order.shippingMethod !== 'pickup'
  const props: MailProps['order-confirmation'] = {
    number: order.number,
    name: order.name,
    email: order.email,
    createdAt: order.createdAt.toISOString(),
    lines: lines.map(({ description, quantity, unitPriceCents }) => ({
      description,
      quantity,
      unitPriceCents,
    })),
    subtotalCents: order.subtotalCents,
    shippingCents: order.shippingCents,
    taxCents: order.taxCents,
    totalCents: order.totalCents,
    shippingMethod: order.shippingMethod,
    channel: order.channel,
    shipsFrom,
    shipTo:
      isDelivered && shipTo
        ? {
            name: shipTo.name,
            address: shipTo.address,
            addressExtra: shipTo.addressExtra,
            city: shipTo.city,
            state: shipTo.state,
            zipCode: shipTo.zipCode,
          }
        : null,
  }
  const path =
    order.userId === null ? paths.guestOrder(orderLinks.sign(order.id)) : paths.order(order.number)
  const orderUrl = new URL(path, settings.publicUrl).href
  return [
    { kind: 'order-confirmation', recipient: order.email, props: { ...props, orderUrl } },
    { kind: 'order-notice', recipient: settings.businessEmail, props },
  ]
}
