import { z } from 'zod'

import type { AlarmCause } from '#domain/admin/alarms.ts'
import { alarmCauses } from '#domain/admin/alarms.ts'
import { blockSchema } from '#domain/campaigns/content.ts'

import { shippingMailRules, shippingMailSchemas } from './shipping-mail.ts'

const text = z.string()
const cents = z.number().int()
const link = z.url({ protocol: /^https?$/ })
const person = z.object({ firstName: text, email: text })

/** What a grant keeps for a customer. */
const grant = z.object({
  firstName: text,
  wine: text,
  units: z.number().int(),
  untilAt: z.iso.datetime(),
  /** With ground shipping and tax, where it can be bought in one order and sent to them; else null. */
  landedCents: cents.nullable(),
  unitCents: cents,
  link,
})

const campaign = z.object({
  subject: text,
  preheader: text,
  blocks: z.array(blockSchema),
  link,
  firstName: text,
})

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
  /** From when its release ships; emails queued by an earlier version have none. */
  shipsFrom: z.iso.date().nullable().default(null),
  /** Sales channel; emails queued by an earlier release have none. */
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

/** Every kind of email and the props of its template. */
export const mailSchemas = {
  join: person,
  /** Queued by an earlier release only. */
  rejoin: person.extend({ link }),
  'confirm-subscription': person.extend({ link, asked: z.enum(['again', 'new', 'in-writing']) }),
  register: person,
  'personal-data-link': z.object({ firstName: text, link, minutes: z.number() }),
  /** The last email to an address: what was erased and what stays. */
  'erasure-confirmed': z.object({
    number: z.number().int(),
    orders: z.number().int(),
    isErased: z.object({ account: z.boolean(), list: z.boolean() }),
  }),
  interested: person.extend({ lastName: text, wine: text }),
  wildcard: person.extend({ lastName: text, subject: text, text }),
  /** Emails queued by an older version have no link. */
  'order-confirmation': order.extend({ orderUrl: link.optional() }),
  'order-notice': order,
  /** Of a release, to the business. */
  'release-notice': z.object({
    event: z.enum(['opened', 'sold-out', 'ended']),
    name: text,
    wines: z.array(
      z.object({ title: text, sold: z.number().int(), stock: z.number().int().nullable() }),
    ),
  }),
  /** To the owners, who wish it: what docs/operations.md calls an alarm. */
  'operations-alert': z.object({
    event: z.enum(['raised', 'again', 'ended']),
    cause: z.enum(alarmCauses as [AlarmCause, ...AlarmCause[]]),
    sinceAt: text,
  }),
  'order-refunded': z.object({
    name: text,
    number: z.number().int(),
    /** The amount refunded, and whether it is a part of what was paid. */
    totalCents: cents,
    isPart: z.boolean().default(false),
    reason: text,
  }),
  'offer-refused': z.object({
    name: text,
    /** What stood in the way; emails queued by an earlier release have none. */
    about: z.enum(['address', 'wine', 'payment']).default('address'),
    reason: text,
    totalCents: cents,
  }),
  'password-recovery': z.object({ firstName: text, link, minutes: z.number() }),
  'login-link': z.object({ firstName: text, link, minutes: z.number() }),
  /** A fresh one, for another browser. */
  'purchase-link': z.object({ firstName: text, link, expiresAt: z.iso.datetime() }),
  /** In the outbox it has the campaign's id, the facts of its person and their link instead. */
  campaign,
  /** A campaign as a test, to the member of staff who writes it. */
  'campaign-test': campaign,
  'password-changed': z.object({ firstName: text }),
  'passkey-added': z.object({ firstName: text, name: text }),
  'passkey-removed': z.object({ firstName: text, name: text }),
  'staff-invited': z.object({ by: text, link, hours: z.number() }),
  /** To the staff member and to the owner who removed it. */
  'second-factor-off': z.object({ email: text, by: text }),
  'second-factor-locked': z.object({ minutes: z.number() }),
  'email-confirm': z.object({ firstName: text, link, email: text }),
  'email-change-approve': z.object({ firstName: text, link, newEmail: text }),
  'email-change-confirm': z.object({ firstName: text, link, newEmail: text }),
  'email-change-waiting': z.object({
    firstName: text,
    oldEmail: text,
    newEmail: text,
    takesEffectAt: z.iso.datetime(),
    link,
  }),
  /** To both addresses of merged accounts, and again when that is undone. */
  'accounts-merged': z.object({
    firstName: text,
    email: text,
    second: text,
    undoUntil: z.iso.datetime(),
    isUndone: z.boolean(),
  }),
  'email-changed': z.object({ firstName: text, oldEmail: text, newEmail: text }),
  'request-granted': grant.extend({ text }),
  'grant-expiring': grant,
  'request-declined': z.object({
    firstName: text,
    /** Null where the request was for the club or something else. */
    wine: text.nullable(),
    text,
    /** Whether it waits for a later vintage or place already; else the email offers that. */
    keepsPlace: z.boolean(),
    /** To the customer's requests; null while they are not shown. */
    link: link.nullable(),
  }),
  'request-answered': z.object({ firstName: text, asked: text, text, link: link.nullable() }),
  'request-closed': z.object({ firstName: text, wine: text.nullable(), link }),
  'club-welcome': z.object({ firstName: text, level: text, bottles: z.number().int(), link }),
  'subscription-confirmed': z.object({ firstName: text, isActive: z.boolean(), link }),
  ...shippingMailSchemas,
} as const satisfies Record<string, z.ZodObject>

export type MailKind = keyof typeof mailSchemas
export type MailProps = { [Kind in MailKind]: z.infer<(typeof mailSchemas)[Kind]> }

/** An email to be queued: its kind, its recipient, and the props of its template. */
export type OutgoingMail = {
  [Kind in MailKind]: { kind: Kind; recipient: string; props: MailProps[Kind] }
}[MailKind]

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(mailSchemas, kind)

type MailRule = {
  /** The order when sending is limited: 0 a person waits for it, 1 to a person, 2 can wait. */
  urgency: 0 | 1 | 2
  /** Props that are kept once the email is sent; all others are deleted. */
  keep: readonly string[]
  /** Sent to mailing-list subscribers: never without an unsubscribe link. */
  list?: true
  /** A stranger can cause it: limited per address and hour (MAILS_PER_ADDRESS). */
  limited?: true
}

/** How each kind is queued and delivered. */
export const mailRules = {
  join: { urgency: 2, keep: [], list: true, limited: true },
  rejoin: { urgency: 0, keep: [], limited: true },
  'confirm-subscription': { urgency: 0, keep: [], limited: true },
  register: { urgency: 1, keep: [], limited: true },
  'personal-data-link': { urgency: 0, keep: [], limited: true },
  // After a receipt that is still to be sent.
  'erasure-confirmed': { urgency: 2, keep: [] },
  interested: { urgency: 2, keep: ['wine'] },
  wildcard: { urgency: 2, keep: [] },
  'order-confirmation': { urgency: 1, keep: ['number'] },
  'order-notice': { urgency: 2, keep: ['number'] },
  'release-notice': { urgency: 2, keep: ['event', 'name'] },
  'operations-alert': { urgency: 0, keep: ['event', 'cause'] },
  'order-refunded': { urgency: 1, keep: ['number'] },
  'offer-refused': { urgency: 1, keep: [] },
  'password-recovery': { urgency: 0, keep: [], limited: true },
  'login-link': { urgency: 0, keep: [], limited: true },
  'purchase-link': { urgency: 0, keep: [], limited: true },
  campaign: { urgency: 2, keep: ['campaignId'], list: true },
  'campaign-test': { urgency: 1, keep: [] },
  'password-changed': { urgency: 1, keep: [] },
  'passkey-added': { urgency: 1, keep: [] },
  'passkey-removed': { urgency: 1, keep: [] },
  'second-factor-off': { urgency: 1, keep: [] },
  'second-factor-locked': { urgency: 1, keep: [] },
  'staff-invited': { urgency: 0, keep: [] },
  'email-confirm': { urgency: 0, keep: [], limited: true },
  'email-change-approve': { urgency: 0, keep: [] },
  'email-change-confirm': { urgency: 0, keep: [], limited: true },
  'email-change-waiting': { urgency: 1, keep: [] },
  'accounts-merged': { urgency: 1, keep: [] },
  'email-changed': { urgency: 1, keep: [] },
  'request-granted': { urgency: 1, keep: ['wine', 'units'] },
  'grant-expiring': { urgency: 1, keep: ['wine', 'units'] },
  'request-declined': { urgency: 1, keep: ['wine'] },
  'request-answered': { urgency: 1, keep: [] },
  'request-closed': { urgency: 1, keep: ['wine'] },
  'club-welcome': { urgency: 1, keep: [] },
  'subscription-confirmed': { urgency: 1, keep: [] },
  ...shippingMailRules,
} as const satisfies Record<MailKind, MailRule>

export const mailRule = (kind: MailKind): MailRule => mailRules[kind]
