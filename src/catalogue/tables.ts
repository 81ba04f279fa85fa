import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import type { Address } from '#platform/address/address.rules.ts'
import { moment, ownerId } from '#platform/database/columns.ts'
import { users } from '#platform/database/people.tables.ts'

import { maxQuantity, shippingMethods } from './destinations/shipping.rules.ts'
import type { KeptOfTyped } from './destinations/typed-fields.rules.ts'
import type { OfferVerdict } from './offers/offers.rules.ts'
import { amountColumns } from './prices/amount-columns.ts'
import { products } from './wines/tables.ts'

/** Where an order came from: the user's cart, the card panel, one of the two guest offers, or staff who added it. */
export const channels = ['cart', 'card', 'offering', 'offer1', 'added'] as const
export type Channel = (typeof channels)[number]

/** Channels of checkouts that make no order. A module adds its own in its `services.ts`, by declaration merging. */
export interface ChannelsWithoutOrder {}

/** Channels of checkouts. `app/channels.ts` has the definition of each. */
export type CheckoutChannelName = Channel | keyof ChannelsWithoutOrder

const checkoutStates = ['open', 'paid', 'expired', 'cancelled', 'refused'] as const
export type CheckoutState = (typeof checkoutStates)[number]

export const carts = pgTable('carts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** `none` while none is chosen, as the specification stores it; null from an earlier release. */
  shippingMethod: text('shipping_method', { enum: ['none', ...shippingMethods] }).default('none'),
  /** For optimistic locking: raised by every change of the cart and by starting a checkout. */
  version: integer('version').notNull().default(0),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const cartLines = pgTable(
  'cart_lines',
  {
    userId: ownerId('user_id', () => carts.userId),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    quantity: smallint('quantity').notNull(),
    /** Cases set apart for the next order: they become the cart with the purchase of the others. */
    later: smallint('later').notNull().default(0),
    addedAt: moment('added_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId] }),
    check(
      'cart_lines_quantity',
      sql`${table.quantity} between 0 and ${sql.raw(String(maxQuantity))} and ${table.later} between 0 and 99 and ${table.quantity} + ${table.later} > 0`,
    ),
  ],
)

/**
 * A started checkout: the amounts to pay, and the stock held while it is open. At most one is open
 * per user, on the payment page or by card, even with several tabs.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    channel: text('channel').$type<CheckoutChannelName>().notNull(),
    state: text('state', { enum: checkoutStates }).notNull().default('open'),
    /**
     * Identifies the buyer of an offer, by account or guest cookie, who has one open checkout per offer. Of a
     * checkout that makes no order: what is paid for.
     */
    buyerKey: text('buyer_key'),
    /**
     * While open: a hash of the client's network, if the buyer has no confirmed email and a wine's stock is
     * limited; else null. The stock holds of a network are limited together.
     */
    holderNetwork: text('holder_network'),
    /** Email of an offer's buyer; null until the payment page has collected it. */
    email: text('email'),
    /** Outcome of an offer's payment: `serve`, or why it is voided or refunded. Written once. */
    verdict: text('verdict').$type<OfferVerdict>(),
    /** What was requested, serialised to a string; an equal request reuses the checkout. */
    fingerprint: text('fingerprint').notNull(),
    shippingMethod: text('shipping_method', { enum: shippingMethods }),
    ...amountColumns(),
    /** The checked address, name, birthdate and rule version, copied to the order. */
    shipTo: jsonb('ship_to').$type<ShipToRecord>(),
    /** Part of the idempotency key; raised once a request is known to have created no session. */
    attempt: smallint('attempt').notNull().default(1),
    sessionId: text('session_id').unique(),
    sessionUrl: text('session_url'),
    paymentIntentId: text('payment_intent_id').unique(),
    /** The last confirmation token of the card panel; the same token again is the same payment. */
    confirmationToken: text('confirmation_token'),
    /** A purchase by staff before their release opened. */
    isRehearsal: boolean('is_rehearsal').notNull().default(false),
    startedAt: moment('started_at').notNull().defaultNow(),
    /** When the hold ends. */
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('checkouts_one_open_per_member')
      .on(table.userId)
      .where(sql`state = 'open' and channel in ('cart', 'card')`),
    uniqueIndex('checkouts_one_open_per_offer_buyer')
      .on(table.buyerKey, table.channel)
      .where(sql`state = 'open' and buyer_key is not null`),
    index('checkouts_open')
      .on(table.expiresAt)
      .where(sql`state = 'open'`),
    index('checkouts_unconfirmed')
      .on(table.holderNetwork)
      .where(sql`state = 'open' and holder_network is not null`),
    index('checkouts_user').on(table.userId),
    index('checkouts_refused')
      .on(table.endedAt, table.id)
      .where(sql`state = 'refused'`),
  ],
)

/** Lines of a checkout; while it is open they are the stock holds. */
export const checkoutLines = pgTable(
  'checkout_lines',
  {
    checkoutId: ownerId('checkout_id', () => checkouts.id),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    description: text('description').notNull(),
    quantity: smallint('quantity').notNull(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.checkoutId, table.productId] }),
    check(
      'checkout_lines_quantity',
      sql`${table.quantity} between 1 and ${sql.raw(String(maxQuantity))}`,
    ),
  ],
)

/**
 * Every event of the payment provider, once. Only a notification: the state is fetched from the
 * provider.
 */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id'),
    createdAt: moment('created_at').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    /** Null until its payment is recorded here. */
    settledAt: moment('settled_at'),
  },
  (table) => [
    index('provider_events_unsettled')
      .on(table.receivedAt)
      .where(sql`settled_at is null`),
  ],
)

/** The buyer's statement and the address that was checked, saved with each order. */
export type ShipToRecord = Address &
  KeptOfTyped & {
    name: string
    phone: string
    birthdate: string | null
    rules: string
    /** What the buyer stated; empty if nothing was. */
    statement: string
    /** Where and when the statement was shown. Absent: recorded by an earlier version, not shown. */
    statementShown?: { channel: Channel | 'payment-page' | 'order-page' | 'phone'; at: string }
  }
