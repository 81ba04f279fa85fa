import { z } from 'zod'

import { link, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'
import { aboutOrder, orderStep } from '#orders/order/mails.rules.ts'

const changed = {
  ...aboutOrder,
  what: text,
  /** What it refunds or costs, and to what the order comes now; none where the price stays the same. */
  money: text.optional(),
}

export const orderChangeMails = {
  'order-changed': orderStep('Order changed', changed),
  'order-cancelled': orderStep('Order canceled', changed),
  /** Only at the request of staff, while they are on the phone with the buyer. */
  'payment-due': {
    name: 'Payment page sent by staff',
    props: z.object({
      ...aboutOrder,
      what: text,
      amount: text,
      until: text,
      payUrl: link,
      /** For wine besides the order's own, which becomes an order of its own. */
      isNewOrder: z.boolean().optional(),
    }),
    urgency: 0,
    limit: 'staff',
    keep: ['number'],
  },
  'order-still-held': orderStep('Order still held for its buyer', {
    ...aboutOrder,
    since: text,
    until: text,
  }),
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof orderChangeMails> {}
}
