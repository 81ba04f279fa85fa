import { z } from 'zod'

const text = z.string()
const link = z.url({ protocol: /^https?$/ })

/** The order that an email about a shipment is about, and the page that shows where it is. */
const about = { firstName: text, number: z.number().int(), orderUrl: link }

/** Tracking numbers with the carrier's page, where it has one. */
const parcels = z.array(z.object({ number: text, url: link.nullable() }))

const onTheWay = { ...about, carrier: text, parcels }

/**
 * The emails about shipments with the props of their templates. Days are text as the shop's time
 * zone has them. None is an email of the mailing list.
 */
export const shippingMailSchemas = {
  'order-shipped': z.object({ ...onTheWay, expectedOn: text.nullable() }),
  'order-arriving-tomorrow': z.object({ ...onTheWay, expectedOn: text }),
  'order-attempted': z.object({ ...onTheWay, place: text, lastDay: text }),
  'order-at-depot': z.object({ ...onTheWay, place: text, lastDay: text, isReminder: z.boolean() }),
  'order-delivered': z.object({ ...about, deliveredOn: text, signedBy: text }),
  'order-held': z.object({ ...about, until: text.nullable() }),
  'order-returned': z.object({ ...about, answerBy: text, isReminder: z.boolean() }),
  'order-reshipped': z.object({
    ...about,
    service: text,
    to: text,
    /** What the buyer paid for it; absent where nothing was charged. */
    paid: text.optional(),
  }),
  'pickup-ready': z.object(about),
  'pickup-agreed': z.object({ ...about, place: text, address: text, when: text }),
} as const satisfies Record<string, z.ZodObject>

const rule = { urgency: 1, keep: ['number'] } as const

export const shippingMailRules = {
  'order-shipped': rule,
  'order-arriving-tomorrow': rule,
  'order-attempted': rule,
  'order-at-depot': rule,
  'order-delivered': rule,
  'order-held': rule,
  'order-returned': rule,
  'order-reshipped': rule,
  'pickup-ready': rule,
  'pickup-agreed': rule,
} as const satisfies Record<keyof typeof shippingMailSchemas, object>

export type ShippingMailKind = keyof typeof shippingMailSchemas
