import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
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

import { shippingMethods } from '#catalogue/destinations/shipping.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { literals, moment, ownerId } from '#platform/database/columns.ts'

import { holdReasons, holdScopes } from './holds/holds.rules.ts'
import type { DispatchDays } from './readiness/dispatch-days.rules.ts'
import { waitReasons } from './readiness/readiness.rules.ts'
import { returnChoices } from './returns/returns.rules.ts'
import { shipmentKinds, shipmentStates, statesFor } from './shipments/shipment.rules.ts'
import { carriers } from './tracking/carriers.rules.ts'
import { eventKinds, eventSources } from './tracking/events.rules.ts'

/** Settings of fulfilment: one row, inserted when staff turn it on. */
export const shippingSettings = pgTable(
  'shipping_settings',
  {
    id: smallint('id').primaryKey().default(1),
    begunAt: moment('begun_at').notNull(),
    begunBy: text('begun_by').notNull(),
    dispatch: jsonb('dispatch').$type<DispatchDays>().notNull(),
    /** Five digits: a delivery there is a return. Empty while it is not known. */
    senderZip: text('sender_zip').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (table) => [check('shipping_settings_one', sql`${table.id} = 1`)],
)

/** Shipments: one or several boxes that are sent to an address together. */
export const shipments = pgTable(
  'shipments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Shown as S-2001. */
    number: integer('number').notNull().generatedAlwaysAsIdentity({ startWith: 2001 }).unique(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind', { enum: shipmentKinds }).notNull(),
    state: text('state', { enum: shipmentStates }).notNull().default('waiting'),
    method: text('method', { enum: shippingMethods }).notNull(),
    /** A copy of the address, which does not follow later changes of the account. Null for a pickup. */
    shipTo: jsonb('ship_to').$type<ShipToRecord>(),
    /** State and ZIP code of the address, for holds. Empty for a pickup. */
    toState: text('to_state').notNull().default(''),
    toZip: text('to_zip').notNull().default(''),
    notBefore: moment('not_before'),
    /** Why it waits; null in every other state. */
    waitsFor: text('waits_for', { enum: waitReasons }),
    /** The hold that keeps it waiting. */
    heldBy: uuid('held_by'),
    carrier: text('carrier', { enum: carriers }),
    service: text('service').notNull().default(''),
    /** The shipment that this one replaces. */
    replaces: uuid('replaces'),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    handedAt: moment('handed_at'),
    shippedAt: moment('shipped_at'),
    deliveredAt: moment('delivered_at'),
    returnedAt: moment('returned_at'),
    signedBy: text('signed_by'),
    attempts: smallint('attempts').notNull().default(0),
    depotUntil: moment('depot_until'),
    /** Calendar day in the shop's time zone on which the carrier expects to deliver. */
    expectedOn: date('expected_on', { mode: 'string' }),
    /** When the carrier is polled next, or a reminder is due. */
    recheckAt: moment('recheck_at'),
    /** The customer's choice for a returned shipment, and when they made it. */
    returnChoice: text('return_choice', { enum: returnChoices }),
    chosenAt: moment('chosen_at'),
    /** When its wine came back undamaged and was returned to stock. */
    receivedAt: moment('received_at'),
    /** When a returned, lost or damaged shipment was sent again, replaced or refunded. */
    settledAt: moment('settled_at'),
    /** When staff noted what they did about an attempt or a stay at the depot; null once there is news. */
    followedUpAt: moment('followed_up_at'),
    /** From when it is a task again; null: not before there is news. */
    followUpAgainAt: moment('follow_up_again_at'),
  },
  (table) => [
    // Read backwards: newest first.
    index('shipments_state').on(table.state, table.number),
    index('shipments_order').on(table.orderId, table.number),
    uniqueIndex('shipments_one_first')
      .on(table.orderId)
      .where(sql`kind = 'first' and state <> 'cancelled'`),
    uniqueIndex('shipments_replaced_once')
      .on(table.replaces)
      .where(sql`replaces is not null and state <> 'cancelled'`),
    index('shipments_before_handover')
      .on(table.toState, table.toZip)
      .where(sql`state in ${literals(statesFor('hold'))}`),
    index('shipments_recheck')
      .on(table.recheckAt)
      .where(sql`recheck_at is not null`),
    index('shipments_returned')
      .on(table.returnedAt)
      .where(sql`state = 'returned' and settled_at is null`),
    index('shipments_pickups')
      .on(table.number)
      .where(sql`method = 'pickup' and state in ${literals(statesFor('mark-collected'))}`),
    // Boxes that went elsewhere than their order, by the ZIP code of a household.
    index('shipments_elsewhere')
      .on(sql`left(to_zip, 5)`)
      .where(sql`kind <> 'first'`),
    index('shipments_unsound')
      .on(table.number)
      .where(sql`state in ${literals(statesFor('claim'))}`),
    index('shipments_depot')
      .on(table.depotUntil)
      .where(sql`state in ${literals(statesFor('follow-up'))}`),
    index('shipments_follow_up')
      .on(table.followUpAgainAt)
      .where(sql`follow_up_again_at is not null`),
    index('shipments_expected')
      .on(table.expectedOn)
      .where(sql`state in ('handed-over', 'shipped', 'out')`),
    check('shipments_waits_for', sql`(${table.waitsFor} is null) or ${table.state} = 'waiting'`),
  ],
)

export const shipmentLines = pgTable(
  'shipment_lines',
  {
    shipmentId: ownerId('shipment_id', () => shipments.id),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    units: smallint('units').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shipmentId, table.productId] }),
    check('shipment_lines_units', sql`${table.units} > 0`),
  ],
)

/** Boxes with their tracking numbers. Correcting a number supersedes the old row. */
export const parcels = pgTable(
  'parcels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    shipmentId: ownerId('shipment_id', () => shipments.id),
    carrier: text('carrier', { enum: carriers }).notNull(),
    trackingNumber: text('tracking_number').notNull(),
    weightGrams: integer('weight_grams'),
    state: text('state', { enum: shipmentStates }).notNull().default('handed-over'),
    addedAt: moment('added_at').notNull().defaultNow(),
    supersededAt: moment('superseded_at'),
    /** When the carrier was last polled, and last responded. */
    askedAt: moment('asked_at'),
    heardAt: moment('heard_at'),
    failures: smallint('failures').notNull().default(0),
  },
  (table) => [
    unique('parcels_tracking').on(table.carrier, table.trackingNumber),
    index('parcels_number').on(table.trackingNumber),
    index('parcels_shipment').on(table.shipmentId),
  ],
)

/** Events of shipments: append-only, enforced by a trigger. */
export const shipmentEvents = pgTable(
  'shipment_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id),
    parcelId: uuid('parcel_id').references(() => parcels.id),
    at: moment('at').notNull(),
    /** Only its day is known: `at` is the beginning of it in the shop's time zone. */
    isDay: boolean('is_day').notNull().default(false),
    source: text('source', { enum: eventSources }).notNull(),
    kind: text('kind', { enum: eventKinds }).notNull(),
    text: text('text').notNull().default(''),
    place: text('place').notNull().default(''),
    /** Who signed, according to the carrier. */
    signer: text('signer').notNull().default(''),
    recordedAt: moment('recorded_at').notNull().defaultNow(),
  },
  (table) => [
    unique('shipment_events_once').on(table.parcelId, table.at, table.kind, table.place),
    index('shipment_events_shipment').on(table.shipmentId, table.at, table.id),
    check('shipment_events_text', sql`length(${table.text}) <= 200`),
  ],
)

/** Holds that keep shipments from being handed over; not stock holds. Rows entered together share a group. */
export const shipmentHolds = pgTable(
  'shipment_holds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    groupId: uuid('group_id').notNull(),
    scope: text('scope', { enum: holdScopes }).notNull(),
    shipmentId: uuid('shipment_id').references(() => shipments.id, { onDelete: 'cascade' }),
    /** A state's code or three digits of a ZIP code; else empty. */
    place: text('place').notNull().default(''),
    reason: text('reason', { enum: holdReasons }).notNull(),
    from: moment('from').notNull(),
    until: moment('until'),
    note: text('note').notNull().default(''),
    by: text('by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
    endedBy: text('ended_by'),
  },
  (table) => [
    unique('shipment_holds_once').on(table.groupId, table.scope, table.place),
    index('shipment_holds_open')
      .on(table.scope, table.place)
      .where(sql`ended_at is null`),
    index('shipment_holds_shipment').on(table.shipmentId),
    check(
      'shipment_holds_scope',
      sql`(${table.scope} = 'shipment') = (${table.shipmentId} is not null)`,
    ),
  ],
)

/** Which customers were notified of which hold, and who wants the shipment sent in spite of it. */
export const holdAnswers = pgTable(
  'hold_answers',
  {
    groupId: uuid('group_id').notNull(),
    shipmentId: ownerId('shipment_id', () => shipments.id),
    toldAt: moment('told_at').notNull(),
    sentAtRiskAt: moment('sent_at_risk_at'),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.shipmentId] }),
    index('hold_answers_shipment').on(table.shipmentId),
  ],
)

/** Each email about a shipment, once per cause. */
export const shipmentMails = pgTable(
  'shipment_mails',
  {
    shipmentId: ownerId('shipment_id', () => shipments.id),
    kind: text('kind').notNull(),
    cause: text('cause').notNull().default(''),
    queuedAt: moment('queued_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shipmentId, table.kind, table.cause] })],
)

/** When each carrier was last polled and last responded, and its invalid responses. */
export const carrierContacts = pgTable('carrier_contacts', {
  carrier: text('carrier', { enum: carriers }).primaryKey(),
  askedAt: moment('asked_at'),
  heardAt: moment('heard_at'),
  /** Failures in a row, for the backoff. */
  failures: integer('failures').notNull().default(0),
  notBefore: moment('not_before'),
  /** Within an hour from `invalidSince`. */
  invalidResponses: integer('invalid_responses').notNull().default(0),
  invalidSince: moment('invalid_since'),
  toldAt: moment('told_at'),
})
