import type { CheckoutLine } from '#data/checkouts.ts'
import type { Order } from '#data/orders.ts'
import type { MailProps, OutgoingMail } from '#domain/mail.ts'

import type { ShopSettings } from '#use-cases/parts.ts'

/** The buyer's confirmation and the business's notice of an order. */
export function orderMails(
  order: Order,
  lines: CheckoutLine[],
  settings: Pick<ShopSettings, 'businessEmail' | 'publicUrl'>,
): OutgoingMail[] {
  const { shipTo } = order
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
    shipTo: shipTo && {
      name: shipTo.name,
      address: shipTo.address,
      addressExtra: shipTo.addressExtra,
      city: shipTo.city,
      state: shipTo.state,
      zipCode: shipTo.zipCode,
    },
  }
  return [
    { kind: 'order-confirmation', recipient: order.email, props },
    { kind: 'order-notice', recipient: settings.businessEmail, props },
  ]
}
