import { z } from 'zod'

import { link, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'
import { aboutOrder, orderStep } from '#orders/order/mails.rules.ts'

/** Tracking numbers with the carrier's page, where it has one. */
const parcels = z.array(z.object({ number: text, url: link.nullable() }))

const onTheWay = { ...aboutOrder, carrier: text, parcels }

/**
 * The emails about shipments with the props of their templates. Days are text as the shop's time
 * zone has them. None is an email of the mailing list.
 */
export const shippingMails = {
  'order-shipped': orderStep('Order shipped', { ...onTheWay, expectedOn: text.nullable() }),
  'order-arriving-tomorrow': orderStep('Order arriving tomorrow', {
    ...onTheWay,
    expectedOn: text,
  }),
  'order-attempted': orderStep('Delivery attempted', {
    ...onTheWay,
    place: text,
    lastDay: text.nullable(),
  }),
  'order-at-depot': orderStep('Order at the depot', {
    ...onTheWay,
    place: text,
    lastDay: text.nullable(),
    isReminder: z.boolean(),
  }),
  'order-delivered': orderStep('Order delivered', {
    ...aboutOrder,
    deliveredOn: text,
    signedBy: text,
  }),
  'order-held': orderStep('Order held for the weather', { ...aboutOrder, until: text.nullable() }),
  'order-returned': orderStep('Order returned', {
    ...aboutOrder,
    answerBy: text,
    isReminder: z.boolean(),
  }),
  'order-reshipped': orderStep('Order sent again', {
    ...aboutOrder,
    service: text,
    to: text,
    /** What the buyer paid for it; absent where nothing was charged. */
    paid: text.optional(),
  }),
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof shippingMails> {}
}
