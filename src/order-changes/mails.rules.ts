import { z } from 'zod'

import { count, link, ordered, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

const changed = z.object({
  firstName: text,
  number: count,
  orderUrl: link,
  what: text,
  /** What it refunds or costs, and to what the order comes now; none where the price stays the same. */
  money: text.optional(),
  ordered,
})

export const orderChangeMails = {
  'order-changed': {
    name: 'Order changed',
    props: changed,
    urgency: 1,
    limit: 'per-order',
    keep: ['number'],
  },
  'order-cancelled': {
    name: 'Order canceled',
    props: changed,
    urgency: 1,
    limit: 'per-order',
    keep: ['number'],
  },
  /** Only at the request of staff, while they are on the phone with the buyer. */
  'payment-due': {
    name: 'Payment page sent by staff',
    props: z.object({
      firstName: text,
      number: count,
      orderUrl: link,
      ordered,
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
  'order-still-held': {
    name: 'Order still held for its buyer',
    props: z.object({
      firstName: text,
      number: count,
      orderUrl: link,
      ordered,
      since: text,
      until: text,
    }),
    urgency: 1,
    limit: 'per-order',
    keep: ['number'],
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof orderChangeMails> {}
}
