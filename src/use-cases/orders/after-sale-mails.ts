import type { Order } from '#data/orders/orders.ts'
import { businessEmails } from '#domain/copy/business-emails.ts'
import { refundReason } from '#domain/copy/refunds.ts'
import { shopDates } from '#domain/dates.ts'
import type { OutgoingMail } from '#domain/emails/mail.ts'
import type { Cents } from '#domain/money.ts'
import { firstWord } from '#domain/people/person-name.ts'
import type { ProviderDispute } from '#services/payments/after-sale-payments.ts'

import type { ShopSettings } from '#use-cases/services.ts'

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
