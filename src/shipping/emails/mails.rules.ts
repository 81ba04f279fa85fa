import { z } from 'zod'

import { count, link, ordered, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

/** The order that an email about a shipment is about, and the page that shows where it is. */
const about = {
  firstName: text,
  number: count,
  orderUrl: link,
  /** What is in the box. */
  ordered,
}

/** Tracking numbers with the carrier's page, where it has one. */
const parcels = z.array(z.object({ number: text, url: link.nullable() }))

const onTheWay = { ...about, carrier: text, parcels }

const mail = <Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape) =>
  ({ name, props: z.object(shape), urgency: 1, limit: 'per-order', keep: ['number'] }) as const

/**
 * The emails about shipments with the props of their templates. Days are text as the shop's time
 * zone has them. None is an email of the mailing list.
 */
export const shippingMails = {
  'order-shipped': mail('Order shipped', { ...onTheWay, expectedOn: text.nullable() }),
  'order-arriving-tomorrow': mail('Order arriving tomorrow', { ...onTheWay, expectedOn: text }),
  'order-attempted': mail('Delivery attempted', { ...onTheWay, place: text, lastDay: text }),
  'order-at-depot': mail('Order at the depot', {
    ...onTheWay,
    place: text,
    lastDay: text,
    isReminder: z.boolean(),
  }),
  'order-delivered': mail('Order delivered', { ...about, deliveredOn: text, signedBy: text }),
  'order-held': mail('Order held for the weather', { ...about, until: text.nullable() }),
  'order-returned': mail('Order returned', { ...about, answerBy: text, isReminder: z.boolean() }),
  'order-reshipped': mail('Order sent again', {
    ...about,
    service: text,
    to: text,
    /** What the buyer paid for it; absent where nothing was charged. */
    paid: text.optional(),
  }),
  'pickup-ready': mail('Ready to pick up', {
    ...about,
    /** The agreed time was missed, and these are proposed; neither is in the first email. */
    isMissed: z.boolean().optional(),
    proposals: z.array(text).optional(),
  }),
  'pickup-agreed': mail('Pickup agreed', { ...about, place: text, address: text, when: text }),
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof shippingMails> {}
}
