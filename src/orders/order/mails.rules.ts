import { z } from 'zod'

import { shippingMethods } from '#catalogue/destinations/shipping.rules.ts'
import { eachAmount } from '#catalogue/prices/amounts.rules.ts'
import { cents, count, link, ordered, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'
import { byAddressField } from '#platform/address/address.rules.ts'

/** An email to the buyer for a step of a paid order, with the props of its template. */
export const orderStep = <Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape) =>
  ({ name, props: z.object(shape), urgency: 1, limit: 'per-order', keep: ['number'] }) as const

/** The order that it is about, the link to its page, and what is in the order or box. */
export const aboutOrder = { firstName: text, number: count, orderUrl: link, ordered }

/** Stands above the title of an email about an order. */
export const orderKicker = ({ number }: { number: number }): string => `Order K-${number}`

const order = z.object({
  number: count,
  name: text,
  email: text,
  createdAt: z.iso.datetime(),
  lines: z.array(z.object({ description: text, quantity: count, unitPriceCents: cents })),
  ...eachAmount(() => cents),
  totalCents: cents,
  shippingMethod: z.enum(shippingMethods).nullable(),
  /** From when its release ships; emails queued by an earlier version have none. */
  shipsFrom: z.iso.date().nullable().default(null),
  /** Sales channel; emails queued by an earlier release have none. */
  channel: z.enum(['cart', 'card', 'offering', 'offer1', 'added']).default('cart'),
  /** Emails queued by an earlier release have only the fields of that time. */
  shipTo: z.object({ name: text, ...byAddressField(() => text.default('')) }).nullable(),
})

export const orderMails = {
  /** Emails queued by an older version have no link. */
  'order-confirmation': orderStep('Order confirmation', {
    ...order.shape,
    orderUrl: link.optional(),
  }),
  'order-notice': {
    name: 'Order notice',
    props: order,
    urgency: 2,
    limit: 'per-order',
    keep: ['number'],
  },
  'order-refunded': orderStep('Order refunded', {
    name: text,
    number: count,
    /** The amount refunded, and whether it is a part of what was paid. */
    totalCents: cents,
    isPart: z.boolean().default(false),
    reason: text,
    ordered,
  }),
  'offer-refused': {
    name: 'Offer refused',
    props: z.object({
      name: text,
      /** What the refusal is about; emails queued by an earlier release have none. */
      about: z.enum(['address', 'wine', 'payment']).default('address'),
      reason: text,
      totalCents: cents,
    }),
    urgency: 1,
    limit: 'per-order',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof orderMails> {}
}
