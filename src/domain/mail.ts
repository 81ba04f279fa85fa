import { z } from 'zod'

const text = z.string()
const cents = z.number().int()
const link = z.url({ protocol: /^https?$/ })
const person = z.object({ firstName: text, email: text })

const order = z.object({
  number: z.number().int(),
  name: text,
  email: text,
  createdAt: z.iso.datetime(),
  lines: z.array(
    z.object({ description: text, quantity: z.number().int(), unitPriceCents: cents }),
  ),
  subtotalCents: cents,
  shippingCents: cents,
  taxCents: cents,
  totalCents: cents,
  shippingMethod: z.enum(['overnight', 'ground', 'pickup']).nullable(),
  /** Where it was sold; letters queued by an older version say nothing of it. */
  channel: z.enum(['cart', 'card', 'offering', 'offer1']).default('cart'),
  shipTo: z
    .object({
      name: text,
      address: text,
      addressExtra: text,
      city: text,
      state: text,
      zipCode: text,
    })
    .nullable(),
})

/** Every kind of letter and what its template has to know. */
export const mailSchemas = {
  join: person,
  register: person,
  interested: person.extend({ lastName: text, wine: text }),
  wildcard: person.extend({ lastName: text, subject: text, text }),
  'order-confirmation': order,
  'order-notice': order,
  'order-refunded': z.object({
    name: text,
    number: z.number().int(),
    /** What was given back, and whether that is all that was paid. */
    totalCents: cents,
    isPart: z.boolean().default(false),
    reason: text,
  }),
  'offer-refused': z.object({
    name: text,
    /** What stood in the way; letters queued by an older version say nothing of it. */
    about: z.enum(['address', 'wine', 'payment']).default('address'),
    reason: text,
    totalCents: cents,
  }),
  'password-recovery': z.object({ firstName: text, link, minutes: z.number() }),
  'password-changed': z.object({ firstName: text }),
  'email-change-confirm': z.object({ firstName: text, link, newEmail: text }),
  'email-changed': z.object({ firstName: text, oldEmail: text, newEmail: text }),
} as const satisfies Record<string, z.ZodObject>

export type MailKind = keyof typeof mailSchemas
export type MailProps = { [Kind in MailKind]: z.infer<(typeof mailSchemas)[Kind]> }

/** A letter to be written: its kind, whom it goes to, and what that kind's template needs. */
export type OutgoingMail = {
  [Kind in MailKind]: { kind: Kind; recipient: string; props: MailProps[Kind] }
}[MailKind]

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(mailSchemas, kind)

type MailRule = {
  /** Who goes first when sending is paced: 0 somebody waits for it, 1 theirs, 2 can wait. */
  urgency: 0 | 1 | 2
  /** What of the props is still of use once the letter is out; all else is forgotten. */
  keep: readonly string[]
  /** Goes to people because they joined the list: never without a way off it. */
  list?: true
  /** A stranger can cause it: at most so many an hour to one address. */
  limited?: true
}

/** How each kind is handled on its way. */
export const mailRules = {
  join: { urgency: 2, keep: [], list: true, limited: true },
  register: { urgency: 1, keep: [], limited: true },
  interested: { urgency: 2, keep: ['wine'] },
  wildcard: { urgency: 2, keep: [] },
  'order-confirmation': { urgency: 1, keep: ['number'] },
  'order-notice': { urgency: 2, keep: ['number'] },
  'order-refunded': { urgency: 1, keep: ['number'] },
  'offer-refused': { urgency: 1, keep: [] },
  'password-recovery': { urgency: 0, keep: [], limited: true },
  'password-changed': { urgency: 1, keep: [] },
  'email-change-confirm': { urgency: 0, keep: [], limited: true },
  'email-changed': { urgency: 1, keep: [] },
} as const satisfies Record<MailKind, MailRule>

export const mailRule = (kind: MailKind): MailRule => mailRules[kind]
