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
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import type { TypedSheet } from '#domain/catalogue/typed-sheet.ts'
import { disputeStates, flagReasons } from '#domain/orders/after-sale.ts'
import { maxNote } from '#domain/orders/order-note.ts'
import { maxQuantity } from '#domain/cart/cart.ts'
import { shippingMethods } from '#domain/cart/shipping.ts'
import { releaseStates } from '#domain/catalogue/catalogue.ts'
import { checkoutStates } from '#domain/checkout/checkout.ts'
import type { OfferVerdict } from '#domain/offers/offers.ts'

import { moment } from './moment.ts'
import { files } from './files.ts'
import { users } from './people.ts'

/** Where an order came from: the user's cart, the card panel, or one of the two guest offers. */
export const channels = ['cart', 'card', 'offering', 'offer1'] as const
export type Channel = (typeof channels)[number]

/** How a checkout is paid: a channel of orders, or the shipping of a returned box, which has no wine. */
export const checkoutChannels = [...channels, 'reshipment'] as const

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
    releaseState: text('release_state', { enum: releaseStates }).notNull(),
    /** Order on the page; null for guest offers, which are not listed in the shop. */
    position: smallint('position'),
    /** Units of the release in total; null is unlimited. Never below held plus sold plus promised. */
    stock: integer('stock'),
    held: integer('held').notNull().default(0),
    sold: integer('sold').notNull().default(0),
    /** Units kept for allocations whose promise runs: nobody else can buy them. */
    promised: integer('promised').notNull().default(0),
    /** The price at the payment provider of a wine made by staff; seeded wines have a setting. */
    priceId: text('price_id').unique(),
    sheetFile: uuid('sheet_file').references(() => files.id),
    /** What the sheet was typed from, to be changed later; null for one that was uploaded. */
    sheetTyped: jsonb('sheet_typed').$type<TypedSheet>(),
    pictureFile: uuid('picture_file').references(() => files.id),
    /** The case that `/offering` sells instead of the seeded one; at most one. */
    isOffered: boolean('is_offered').notNull().default(false),
    /** Raised with each save by staff, not by purchases. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    check('products_price', sql`${table.priceCents} > 0`),
    check(
      'products_counts',
      sql`${table.held} >= 0 and ${table.sold} >= 0 and ${table.promised} >= 0`,
    ),
    check(
      'products_stock',
      sql`${table.stock} is null or ${table.held} + ${table.sold} + ${table.promised} <= ${table.stock}`,
    ),
    check('products_promised', sql`${table.promised} = 0 or ${table.stock} is not null`),
    uniqueIndex('products_one_offered')
      .on(table.isOffered)
      .where(sql`is_offered`),
  ],
)

/** One cart per user. */
export const carts = pgTable('carts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  shippingMethod: text('shipping_method', { enum: shippingMethods }),
  /** For optimistic locking: raised by every change of the cart and by starting a checkout. */
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
    check(
      'cart_lines_quantity',
      sql`${table.quantity} between 1 and ${sql.raw(String(maxQuantity))}`,
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
    channel: text('channel', { enum: checkoutChannels }).notNull(),
    state: text('state', { enum: checkoutStates }).notNull().default('open'),
    /**
     * Identifies an offer's buyer, signed in or by the guest cookie: one open checkout per offer. Of a
     * reshipment it is the returned shipment.
     */
    buyerKey: text('buyer_key'),
    /**
     * While open: a hash of the client network, if the buyer has no confirmed email and a wine's
     * stock is limited; else null. Such holds are limited together.
     */
    holderNetwork: text('holder_network'),
    /** Email of an offer's buyer; null until the payment page has collected it. */
    email: text('email'),
    /** Outcome of an offer's payment: `serve`, or why it is voided or refunded. Written once. */
    verdict: text('verdict').$type<OfferVerdict>(),
    /** What was requested, serialised to a string; an equal request reuses the checkout. */
    fingerprint: text('fingerprint').notNull(),
    shippingMethod: text('shipping_method', { enum: shippingMethods }),
    subtotalCents: integer('subtotal_cents').notNull(),
    shippingCents: integer('shipping_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
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
    check(
      'checkout_lines_quantity',
      sql`${table.quantity} between 1 and ${sql.raw(String(maxQuantity))}`,
    ),
  ],
)

const orderSearchText = sql`to_tsvector('simple', translate(number::text || ' ' || name || ' ' || email, '@.-_', '    '))`

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Order number, shown as K-1001. */
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
    /** One order per payment session, whatever the number and order of events. */
    sessionId: text('session_id').unique(),
    paymentIntentId: text('payment_intent_id').unique(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    shippingMethod: text('shipping_method', { enum: shippingMethods }),
    shipTo: jsonb('ship_to').$type<ShipToRecord>(),
    subtotalCents: integer('subtotal_cents').notNull(),
    shippingCents: integer('shipping_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Bought by staff before their release opened; refunded by one click. */
    isRehearsal: boolean('is_rehearsal').notNull().default(false),
    /** When the buyer was shown 'Thank you for your purchase!': once per order. */
    thankedAt: moment('thanked_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** For the list of orders, whose index has it. */
    shipToState: text('ship_to_state').generatedAlwaysAs(sql`ship_to ->> 'state'`),
  },
  (table) => [
    index('orders_user_newest').on(table.userId, table.createdAt.desc(), table.id),
    // Read backwards: newest first. Filters and sums are answered by the index itself
    // (docs/decisions/0023).
    index('orders_newest').on(
      table.createdAt,
      table.number,
      table.channel,
      table.state,
      table.shippingMethod,
      table.shipToState,
      table.totalCents,
      table.refundedCents,
      table.id,
    ),
    index('orders_total').on(table.totalCents),
    index('orders_channel_newest').on(table.channel, table.createdAt.desc(), table.number.desc()),
    index('orders_moved')
      .on(table.state, table.createdAt, table.number)
      .where(sql`state <> 'paid'`),
    index('orders_rehearsal')
      .on(table.createdAt)
      .where(sql`is_rehearsal`),
    index('orders_guest_email')
      .on(sql`lower(email)`)
      .where(sql`user_id is null`),
    /** Full-text search for staff; matches either half of an email. */
    index('orders_words').using('gin', orderSearchText),
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
    /** Units returned to stock, or never taken from it. */
    returned: smallint('returned').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.productId] }),
    index('order_lines_product').on(table.productId, table.orderId),
    check('order_lines_returned', sql`${table.returned} between 0 and ${table.quantity}`),
  ],
)

/** What staff wrote about an order, for each other. Never changed. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Idempotency key: the same form twice is one note. */
    requestKey: text('request_key').notNull().unique(),
    text: text('text').notNull(),
    writtenBy: text('written_by').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'order_notes_text',
      sql`char_length(${table.text}) between 1 and ${sql.raw(String(maxNote))}`,
    ),
    index('order_notes_order').on(table.orderId, table.at),
  ],
)

/** Why an order needs review. Each flag is resolved separately; see `docs/decisions/0049`. */
export const orderFlags = pgTable(
  'order_flags',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    reason: text('reason', { enum: flagReasons }).notNull(),
    /** The dispute or refund that raised it; empty when the order itself did. */
    source: text('source').notNull().default(''),
    raisedAt: moment('raised_at').notNull().defaultNow(),
    resolvedAt: moment('resolved_at'),
    /** Null when it resolved itself: the provider decided the dispute. */
    resolvedBy: text('resolved_by'),
  },
  (table) => [
    unique('order_flags_once').on(table.orderId, table.reason, table.source),
    index('order_flags_open')
      .on(table.orderId)
      .where(sql`resolved_at is null`),
  ],
)

/** Refunds, requested or made: by staff, automatically, or in the provider's dashboard. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Idempotency key: the same request twice is one refund. */
    requestKey: text('request_key').notNull().unique(),
    providerId: text('provider_id').unique(),
    cause: text('cause', { enum: refundCauses }).notNull(),
    /** `requested` already counts as refunded, so that it is not requested twice. */
    state: text('state', { enum: ['requested', 'made', 'failed'] })
      .notNull()
      .default('requested'),
    amountCents: integer('amount_cents').notNull(),
    /** Shown to the buyer. */
    reason: text('reason').notNull().default(''),
    /** Why the provider rejected or failed it: its code, or its message. */
    failure: text('failure'),
    /** Units to return to stock once the refund is made, by product. */
    stockBack: jsonb('stock_back').$type<Record<string, number>>().notNull().default({}),
    /** The units return to the allocations that they were bought under, not to the free pool. */
    toAllocation: boolean('to_allocation').notNull().default(false),
    requestedBy: text('requested_by'),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
  },
  (table) => [
    check('refunds_amount', sql`${table.amountCents} > 0`),
    index('refunds_order').on(table.orderId, table.requestedAt),
    index('refunds_requested')
      .on(table.requestedAt)
      .where(sql`state = 'requested'`),
  ],
)

/** Payments that a cardholder disputes with their bank, as reported by the provider. */
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

/**
 * Every event of the payment provider, once. Only a notification: the state is fetched from the
 * provider.
 */
export const providerEvents = pgTable('provider_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  objectId: text('object_id'),
  createdAt: moment('created_at').notNull(),
  receivedAt: moment('received_at').notNull().defaultNow(),
  /** Null until what it announced is recorded in our ledger. */
  settledAt: moment('settled_at'),
})

/** The buyer's statement and the address that was checked, saved with each order. */
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
  /** What the buyer stated; empty if nothing was. */
  statement: string
  /** Where and when the statement was shown. Absent: recorded by an earlier version, not shown. */
  statementShown?: { channel: Channel | 'payment-page'; at: string }
}

/** Counters of attempts, for rate limits shared by all processes. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  since: moment('since').notNull(),
  blocked: boolean('blocked').notNull().default(false),
})
