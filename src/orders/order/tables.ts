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
  uuid,
} from 'drizzle-orm/pg-core'

import { shippingMethods } from '#catalogue/destinations/shipping.rules.ts'
import { amountColumns } from '#catalogue/prices/amount-columns.ts'
import { channels, checkouts } from '#catalogue/tables.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { disputeStates } from '#payments/after-sale.rules.ts'
import { moment, ownerId } from '#platform/database/columns.ts'
import { users } from '#platform/database/people.tables.ts'

import { flagReasons } from '../flags/flag-reasons.copy.ts'
import { maxNote } from '../notes/order-note.rules.ts'
import type { RefundPurpose } from '../refunds/refund-purpose.rules.ts'

const refundCauses = ['staff', 'automatic', 'provider'] as const

/** What a search of orders looks through; a query that says anything else misses the index. */
export const orderSearchText = sql`to_tsvector('simple', translate(number::text || ' ' || name || ' ' || email, '@.-_', '    '))`

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
    ...amountColumns(),
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
    orderId: ownerId('order_id', () => orders.id),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    description: text('description').notNull(),
    quantity: smallint('quantity').notNull(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    /** Units returned to stock, or never taken from it. */
    returned: smallint('returned').notNull().default(0),
    /**
     * The release that decided about the wine when it was sold. No reference: that would lock the
     * release with each purchase, against the order of locks.
     */
    releaseId: uuid('release_id'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.productId] }),
    // The sums of a release are read from the index alone.
    index('order_lines_release')
      .on(table.releaseId, table.orderId, table.quantity, table.unitPriceCents)
      .where(sql`release_id is not null`),
    index('order_lines_product').on(table.productId, table.orderId),
    check('order_lines_returned', sql`${table.returned} between 0 and ${table.quantity}`),
  ],
)

/** What staff wrote about an order, for each other. Never changed. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: ownerId('order_id', () => orders.id),
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
    orderId: ownerId('order_id', () => orders.id),
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
    orderId: ownerId('order_id', () => orders.id),
    /** Idempotency key: the same request twice is one refund. */
    requestKey: text('request_key').notNull().unique(),
    providerId: text('provider_id').unique(),
    cause: text('cause', { enum: refundCauses }).notNull(),
    /** `requested` already counts as refunded, so that it is not requested twice. */
    state: text('state', { enum: ['requested', 'made', 'failed'] })
      .notNull()
      .default('requested'),
    amountCents: integer('amount_cents').notNull(),
    /** Null where it is not known: of refunds made before it was asked, or in the provider's dashboard. */
    purpose: jsonb('purpose').$type<RefundPurpose>(),
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
    orderId: ownerId('order_id', () => orders.id),
    amountCents: integer('amount_cents').notNull(),
    state: text('state', { enum: disputeStates }).notNull(),
    reason: text('reason').notNull(),
    respondBy: moment('respond_by'),
    openedAt: moment('opened_at').notNull(),
  },
  (table) => [index('disputes_order').on(table.orderId)],
)

/** Evidence about a dispute, sent to the payment provider once. */
export const disputeEvidence = pgTable('dispute_evidence', {
  disputeId: text('dispute_id')
    .primaryKey()
    .references(() => disputes.id, { onDelete: 'cascade' }),
  claimedAt: moment('claimed_at').notNull(),
  fileId: text('file_id'),
  sentAt: moment('sent_at'),
  failure: text('failure'),
})
