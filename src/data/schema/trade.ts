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
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { disputeStates } from '#domain/after-sale.ts'
import type { OfferVerdict } from '#domain/offers.ts'

import { users } from './people.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Where an order came from: the member's cart, the card panel, or one of the two guest offers. */
export const channels = ['cart', 'card', 'offering', 'offer1'] as const

const refundCauses = ['staff', 'automatic', 'provider'] as const

export const products = pgTable(
  'products',
  {
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    subtitle: text('subtitle').notNull(),
    titleCart: text('title_cart').notNull(),
    vintage: smallint('vintage').notNull(),
    specSheet: text('spec_sheet'),
    image: text('image').notNull(),
    priceCents: integer('price_cents').notNull(),
    description: text('description').notNull(),
    descriptionA: text('description_a').notNull().default(''),
    descriptionB: text('description_b').notNull().default(''),
    categoryId: text('category_id').notNull(),
    categoryName: text('category_name').notNull(),
    releaseState: text('release_state', { enum: ['on-sale', 'announced', 'closed'] }).notNull(),
    /** Order on the page; offers that are not listed in the shop have none. */
    position: smallint('position'),
    /** Units the release has in all; null is unlimited. Never below what is held and sold. */
    stock: integer('stock'),
    held: integer('held').notNull().default(0),
    sold: integer('sold').notNull().default(0),
  },
  (table) => [
    check('products_price', sql`${table.priceCents} > 0`),
    check('products_counts', sql`${table.held} >= 0 and ${table.sold} >= 0`),
    check(
      'products_stock',
      sql`${table.stock} is null or ${table.held} + ${table.sold} <= ${table.stock}`,
    ),
  ],
)

/** One cart per person, kept by the server. */
export const carts = pgTable('carts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  shippingMethod: text('shipping_method', { enum: ['overnight', 'ground', 'pickup'] }),
  /** Raised by whoever changes the cart or starts a checkout: who read an older one looks again. */
  version: integer('version').notNull().default(0),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const cartLines = pgTable(
  'cart_lines',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => carts.userId, { onDelete: 'cascade' }),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    quantity: smallint('quantity').notNull(),
    addedAt: moment('added_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId] }),
    check('cart_lines_quantity', sql`${table.quantity} between 1 and 3`),
  ],
)

/**
 * A started checkout: what is to be paid, and the stock held for it while it is open. At most one
 * is open per member, on the payment page or by card, whatever is clicked in however many tabs.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    channel: text('channel', { enum: channels }).notNull(),
    state: text('state', { enum: ['open', 'paid', 'expired', 'cancelled', 'refused'] })
      .notNull()
      .default('open'),
    /** An offer's buyer, signed in or known by a cookie alone: one open page of each offer. */
    buyerKey: text('buyer_key'),
    /** Where an offer's buyer is written to; null until the payment page has asked. */
    email: text('email'),
    /** What follows an offer's payment: `serve`, or why it is voided or given back. Settled once. */
    verdict: text('verdict').$type<OfferVerdict>(),
    /** What was asked for, folded to a string: the same again reuses the checkout. */
    fingerprint: text('fingerprint').notNull(),
    shippingMethod: text('shipping_method', { enum: ['overnight', 'ground', 'pickup'] }),
    subtotalCents: integer('subtotal_cents').notNull(),
    shippingCents: integer('shipping_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    /** The checked address, name, birthdate and rule version: what the order will keep. */
    shipTo: jsonb('ship_to').$type<ShipToRecord>(),
    /** Part of the idempotency key; raised once a question is known to have made no page. */
    attempt: smallint('attempt').notNull().default(1),
    sessionId: text('session_id').unique(),
    sessionUrl: text('session_url'),
    paymentIntentId: text('payment_intent_id').unique(),
    /** What the card panel last tried to pay with: the same again is the same payment. */
    confirmationToken: text('confirmation_token'),
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
    checkoutId: uuid('checkout_id')
      .notNull()
      .references(() => checkouts.id, { onDelete: 'cascade' }),
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
    check('checkout_lines_quantity', sql`${table.quantity} between 1 and 3`),
  ],
)

const orderWords = sql`to_tsvector('simple', translate(number::text || ' ' || name || ' ' || email, '@.-_', '    '))`

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** What people call it; shown as K-1001. */
    number: integer('number').notNull().generatedAlwaysAsIdentity({ startWith: 1001 }).unique(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    checkoutId: uuid('checkout_id')
      .notNull()
      .unique()
      .references(() => checkouts.id),
    channel: text('channel', { enum: channels }).notNull(),
    state: text('state', { enum: ['paid', 'partly-refunded', 'refunded', 'disputed'] })
      .notNull()
      .default('paid'),
    /** One order per payment session, whatever arrives, how often and in which order. */
    sessionId: text('session_id').unique(),
    paymentIntentId: text('payment_intent_id').unique(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    shippingMethod: text('shipping_method', { enum: ['overnight', 'ground', 'pickup'] }),
    shipTo: jsonb('ship_to').$type<ShipToRecord>(),
    subtotalCents: integer('subtotal_cents').notNull(),
    shippingCents: integer('shipping_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Why staff must look at it, or null. */
    attention: text('attention'),
    /** When the buyer has seen 'Thank you for your purchase!': once per order. */
    thankedAt: moment('thanked_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('orders_user_newest').on(table.userId, table.createdAt.desc(), table.id),
    index('orders_attention')
      .on(table.createdAt)
      .where(sql`attention is not null`),
    // Read backwards: newest first.
    index('orders_newest').on(table.createdAt, table.number),
    index('orders_channel_newest').on(table.channel, table.createdAt.desc(), table.number.desc()),
    index('orders_moved')
      .on(table.state, table.createdAt, table.number)
      .where(sql`state <> 'paid'`),
    /** What staff look for; both halves of an email count. */
    index('orders_words').using('gin', orderWords),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    description: text('description').notNull(),
    quantity: smallint('quantity').notNull(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    /** Units that went back into stock, or never left it. */
    returned: smallint('returned').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.productId] }),
    check('order_lines_returned', sql`${table.returned} between 0 and ${table.quantity}`),
  ],
)

/** Money given back, or about to be: asked by staff, by the shop itself, or at the provider. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** The same request twice is one refund. */
    requestKey: text('request_key').notNull().unique(),
    providerId: text('provider_id').unique(),
    cause: text('cause', { enum: refundCauses }).notNull(),
    /** `asked` counts as given back already, so that nobody asks for it twice. */
    state: text('state', { enum: ['asked', 'made', 'failed'] })
      .notNull()
      .default('asked'),
    amountCents: integer('amount_cents').notNull(),
    /** As the buyer reads it. */
    reason: text('reason').notNull().default(''),
    /** Units that go back into stock once it is made, by product. */
    stockBack: jsonb('stock_back').$type<Record<string, number>>().notNull().default({}),
    askedBy: text('asked_by'),
    askedAt: moment('asked_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
  },
  (table) => [
    check('refunds_amount', sql`${table.amountCents} > 0`),
    index('refunds_order').on(table.orderId, table.askedAt),
    index('refunds_asked')
      .on(table.askedAt)
      .where(sql`state = 'asked'`),
  ],
)

/** Payments that a cardholder disputes with their bank, as the provider tells of them. */
export const disputes = pgTable(
  'disputes',
  {
    /** The provider's id. */
    id: text('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    amountCents: integer('amount_cents').notNull(),
    state: text('state', { enum: disputeStates }).notNull(),
    reason: text('reason').notNull(),
    respondBy: moment('respond_by'),
    openedAt: moment('opened_at').notNull(),
  },
  (table) => [index('disputes_order').on(table.orderId)],
)

/** Every event the payment provider told us, once. Only a nudge: the truth is asked of it. */
export const providerEvents = pgTable('provider_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  objectId: text('object_id'),
  createdAt: moment('created_at').notNull(),
  receivedAt: moment('received_at').notNull().defaultNow(),
  /** Null until what it announced is in our books. */
  settledAt: moment('settled_at'),
})

/** The statement a buyer made and the address that was checked, kept with each order. */
export type ShipToRecord = {
  name: string
  phone: string
  birthdate: string | null
  address: string
  addressExtra: string
  city: string
  state: string
  zipCode: string
  rules: string
  statement: string
}

/** Counters of what somebody tried, for limits that hold across processes. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  since: moment('since').notNull(),
  blocked: boolean('blocked').notNull().default(false),
})
