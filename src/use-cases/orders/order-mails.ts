import type { PaymentSnapshot } from '#data/checkout/checkouts.ts'
import type { Order } from '#data/orders/orders.ts'
import { businessEmails } from '#domain/copy/business-emails.ts'
import { refundReason } from '#domain/copy/refunds.ts'
import { shopDates } from '#domain/dates.ts'
import type { MailProps, OutgoingMail } from '#domain/emails/mail.ts'
import type { Cents } from '#domain/money.ts'
import { paths } from '#domain/paths.ts'
import { firstWord } from '#domain/people/person-name.ts'
import type { ProviderDispute } from '#services/payments/after-sale-payments.ts'

import type { Services, ShopSettings } from '#use-cases/services.ts'

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

/** Emails the buyer about a refund; one made in the provider's dashboard has no reason of ours. */
export const refundMail = (
  { email, name, number, totalCents }: Order,
  amount: Cents,
  reason: string | null,
): OutgoingMail => ({
  kind: 'order-refunded',
  recipient: email,
  props: {
    name,
    number,
    totalCents: amount,
    isPart: amount < totalCents,
    reason: reason ?? refundReason['by-hand'],
  },
})

/** Emails the business about a new dispute, which has to be responded to in time. */
export function disputeMail(
  order: Order,
  { reason, respondBy }: Pick<ProviderDispute, 'reason' | 'respondBy'>,
  settings: Pick<ShopSettings, 'businessEmail' | 'timeZone'>,
): OutgoingMail {
  const { dispute } = businessEmails
  const firstName = firstWord(order.name)
  return {
    kind: 'wildcard',
    recipient: settings.businessEmail,
    props: {
      firstName,
      lastName: order.name.slice(firstName.length).trim(),
      email: order.email,
      subject: dispute.subject(order.number),
      text: dispute.text(reason, respondBy && shopDates(settings.timeZone).moment(respondBy)),
    },
  }
}
