import { z } from 'zod'

const text = z.string()
const link = z.url({ protocol: /^https?$/ })

/** The order that an email about a shipment is about, and the page that shows where it is. */
const about = { firstName: text, number: z.number().int(), orderUrl: link }

/** Tracking numbers with the carrier's page, where it has one. */
const parcels = z.array(z.object({ number: text, url: link.nullable() }))

const onTheWay = { ...about, carrier: text, parcels }

const mail = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  ({ props: z.object(shape), urgency: 1, keep: ['number'] }) as const

/**
 * The emails about shipments with the props of their templates. Days are text as the shop's time
 * zone has them. None is an email of the mailing list.
 */
export const shippingMails = {
  'order-shipped': mail({ ...onTheWay, expectedOn: text.nullable() }),
  'order-arriving-tomorrow': mail({ ...onTheWay, expectedOn: text }),
  'order-attempted': mail({ ...onTheWay, place: text, lastDay: text }),
  'order-at-depot': mail({ ...onTheWay, place: text, lastDay: text, isReminder: z.boolean() }),
  'order-delivered': mail({ ...about, deliveredOn: text, signedBy: text }),
  'order-held': mail({ ...about, until: text.nullable() }),
  'order-returned': mail({ ...about, answerBy: text, isReminder: z.boolean() }),
  'order-reshipped': mail({
    ...about,
    service: text,
    to: text,
    /** What the buyer paid for it; absent where nothing was charged. */
    paid: text.optional(),
  }),
  'pickup-ready': mail(about),
  'pickup-agreed': mail({ ...about, place: text, address: text, when: text }),
} as const

export type ShippingMailKind = keyof typeof shippingMails
