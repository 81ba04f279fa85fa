import { z } from 'zod'

import type { AlarmCause } from '#platform/admin/alarms.rules.ts'
import { alarmCauses } from '#platform/admin/alarms.rules.ts'
import { blockSchema } from '#campaigns/campaign/content.rules.ts'

import { shippingMails } from './shipping-mail.rules.ts'

const text = z.string()
const cents = z.number().int()
const link = z.url({ protocol: /^https?$/ })
const count = z.number().int()
const named = z.object({ firstName: text })
const person = named.extend({ email: text })
const passingLink = named.extend({ link, minutes: z.number() })
const newEmail = named.extend({ link, newEmail: text })
const passkey = named.extend({ name: text })

/** A grant: the wine kept for a customer, and until when. */
const grant = named.extend({
  wine: text,
  units: count,
  untilAt: z.iso.datetime(),
  /** With ground shipping and tax; null where one order or the customer's address does not allow it. */
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
  number: count,
  name: text,
  email: text,
  createdAt: z.iso.datetime(),
  lines: z.array(z.object({ description: text, quantity: count, unitPriceCents: cents })),
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

type MailDefinition = {
  /** The props of its template. */
  props: z.ZodObject
  /** The order when sending is limited: 0 a person waits for it, 1 to a person, 2 can wait. */
  urgency: 0 | 1 | 2
  /** Props that are kept once the email is sent; all others are deleted. */
  keep?: readonly string[]
  /** Sent to mailing-list subscribers: never without an unsubscribe link. */
  list?: true
  /** A stranger can cause it: limited per address and hour (MAILS_PER_ADDRESS). */
  limited?: true
}

/** Every kind of email, with the rules by which it is queued and delivered. */
const mails = {
  join: { props: person, urgency: 2, list: true, limited: true },
  /** Queued by an earlier release only. */
  rejoin: { props: person.extend({ link }), urgency: 0, limited: true },
  'confirm-subscription': {
    props: person.extend({ link, asked: z.enum(['again', 'new', 'in-writing']) }),
    urgency: 0,
    limited: true,
  },
  register: { props: person, urgency: 1, limited: true },
  'personal-data-link': { props: passingLink, urgency: 0, limited: true },
  /** The last email to an address: what was erased and what stays. After a receipt still to be sent. */
  'erasure-confirmed': {
    props: z.object({
      number: count,
      orders: count,
      isErased: z.object({ account: z.boolean(), list: z.boolean() }),
    }),
    urgency: 2,
  },
  interested: { props: person.extend({ lastName: text, wine: text }), urgency: 2, keep: ['wine'] },
  wildcard: { props: person.extend({ lastName: text, subject: text, text }), urgency: 2 },
  /** Emails queued by an older version have no link. */
  'order-confirmation': {
    props: order.extend({ orderUrl: link.optional() }),
    urgency: 1,
    keep: ['number'],
  },
  'order-notice': { props: order, urgency: 2, keep: ['number'] },
  /** Of a release, to the business. */
  'release-notice': {
    props: z.object({
      event: z.enum(['opened', 'sold-out', 'ended']),
      name: text,
      wines: z.array(z.object({ title: text, sold: count, stock: count.nullable() })),
    }),
    urgency: 2,
    keep: ['event', 'name'],
  },
  /** An alarm of docs/operations.md, to owners who receive them by email. */
  'operations-alert': {
    props: z.object({
      event: z.enum(['raised', 'again', 'ended']),
      cause: z.enum(alarmCauses as [AlarmCause, ...AlarmCause[]]),
      sinceAt: text,
    }),
    urgency: 0,
    keep: ['event', 'cause'],
  },
  'order-refunded': {
    props: z.object({
      name: text,
      number: count,
      /** The amount refunded, and whether it is a part of what was paid. */
      totalCents: cents,
      isPart: z.boolean().default(false),
      reason: text,
    }),
    urgency: 1,
    keep: ['number'],
  },
  'offer-refused': {
    props: z.object({
      name: text,
      /** What the refusal is about; emails queued by an earlier release have none. */
      about: z.enum(['address', 'wine', 'payment']).default('address'),
      reason: text,
      totalCents: cents,
    }),
    urgency: 1,
  },
  'password-recovery': { props: passingLink, urgency: 0, limited: true },
  'login-link': { props: passingLink, urgency: 0, limited: true },
  /** A fresh one, for another browser. */
  'purchase-link': {
    props: named.extend({ link, expiresAt: z.iso.datetime() }),
    urgency: 0,
    limited: true,
  },
  /** In the outbox it has the campaign's id, the facts of its person and their link instead. */
  campaign: { props: campaign, urgency: 2, keep: ['campaignId'], list: true },
  /** A campaign as a test, to the member of staff who writes it. */
  'campaign-test': { props: campaign, urgency: 1 },
  'password-changed': { props: named, urgency: 1 },
  'passkey-added': { props: passkey, urgency: 1 },
  'passkey-removed': { props: passkey, urgency: 1 },
  'staff-invited': { props: z.object({ by: text, link, hours: z.number() }), urgency: 0 },
  /** To the staff member and to the owner who removed it. */
  'second-factor-off': { props: z.object({ email: text, by: text }), urgency: 1 },
  'second-factor-locked': { props: z.object({ minutes: z.number() }), urgency: 1 },
  'email-confirm': { props: person.extend({ link }), urgency: 0, limited: true },
  'email-change-approve': { props: newEmail, urgency: 0 },
  'email-change-confirm': { props: newEmail, urgency: 0, limited: true },
  'email-change-waiting': {
    props: named.extend({
      oldEmail: text,
      newEmail: text,
      takesEffectAt: z.iso.datetime(),
      link,
    }),
    urgency: 1,
  },
  /** To both addresses of merged accounts, and again when that is undone. */
  'accounts-merged': {
    props: named.extend({
      email: text,
      second: text,
      undoUntil: z.iso.datetime(),
      isUndone: z.boolean(),
    }),
    urgency: 1,
  },
  'email-changed': { props: named.extend({ oldEmail: text, newEmail: text }), urgency: 1 },
  'request-granted': { props: grant.extend({ text }), urgency: 1, keep: ['wine', 'units'] },
  'grant-expiring': { props: grant, urgency: 1, keep: ['wine', 'units'] },
  'request-declined': {
    props: named.extend({
      /** Null where the request was for the club or something else. */
      wine: text.nullable(),
      text,
      /** Whether it waits for a later vintage or place already; else the email offers that. */
      keepsPlace: z.boolean(),
      /** To the customer's requests; null while they are not shown. */
      link: link.nullable(),
    }),
    urgency: 1,
    keep: ['wine'],
  },
  'request-answered': {
    props: named.extend({ asked: text, text, link: link.nullable() }),
    urgency: 1,
  },
  'request-closed': {
    props: named.extend({ wine: text.nullable(), link }),
    urgency: 1,
    keep: ['wine'],
  },
  'club-welcome': { props: named.extend({ level: text, bottles: count, link }), urgency: 1 },
  'subscription-confirmed': { props: named.extend({ isActive: z.boolean(), link }), urgency: 1 },
  ...shippingMails,
} as const satisfies Record<string, MailDefinition>

export type MailKind = keyof typeof mails
export const mailKinds = Object.keys(mails) as MailKind[]
export type MailProps = { [Kind in MailKind]: z.infer<(typeof mails)[Kind]['props']> }

/** An email to be queued: its kind, its recipient, and the props of its template. */
export type OutgoingMail = {
  [Kind in MailKind]: { kind: Kind; recipient: string; props: MailProps[Kind] }
}[MailKind]

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(mails, kind)

export const mailRule = (kind: MailKind): MailDefinition => mails[kind]
