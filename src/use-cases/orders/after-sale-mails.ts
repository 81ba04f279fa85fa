import type { Order } from '#data/orders.ts'
import { businessMails } from '#domain/copy/business-mails.ts'
import { refundReason } from '#domain/copy/refunds.ts'
import type { OutgoingMail } from '#domain/mail.ts'
import type { Cents } from '#domain/money.ts'
import { firstWord } from '#domain/person-name.ts'
import type { ProviderDispute } from '#services/payments/after-sale-payments.ts'

import type { ShopSettings } from '#use-cases/parts.ts'

/** The buyer's letter about money that went back; a refund nobody here asked for has no reason. */
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

/** The business's letter about a new dispute: it has to be answered in time. */
export function disputeMail(
  order: Order,
  { reason, respondBy }: Pick<ProviderDispute, 'reason' | 'respondBy'>,
  settings: Pick<ShopSettings, 'businessEmail'>,
): OutgoingMail {
  const { dispute } = businessMails
  const firstName = firstWord(order.name)
  return {
    kind: 'wildcard',
    recipient: settings.businessEmail,
    props: {
      firstName,
      lastName: order.name.slice(firstName.length).trim(),
      email: order.email,
      subject: dispute.subject(order.number),
      text: dispute.text(reason, respondBy?.toISOString().slice(0, 10) ?? null),
    },
  }
}
