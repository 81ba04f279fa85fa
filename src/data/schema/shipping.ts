import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
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

import { shippingMethods } from '#domain/cart/shipping.ts'
import { carriers } from '#domain/shipping/carriers.ts'
import type { DispatchDays } from '#domain/shipping/dispatch-days.ts'
import { eventKinds, eventSources } from '#domain/shipping/events.ts'
import { holdReasons, holdScopes } from '#domain/shipping/holds.ts'
import { waitReasons } from '#domain/shipping/readiness.ts'
import { pickupStates } from '#domain/shipping/pickup.ts'
import { returnChoices } from '#domain/shipping/returns.ts'
import { shipmentKinds, shipmentStates } from '#domain/shipping/shipment.ts'
import { dateFormats } from '#domain/shipping/shipper-profile.ts'
import type { ProfileColumn } from '#domain/shipping/shipper-profile.ts'

import { moment } from './moment.ts'
import { checkouts, disputes, orders, products, refunds } from './trade.ts'
import type { ShipToRecord } from './trade.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Whether and how the shop ships from here: one row, written when staff begin to. */
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

/** A box, or several that go together, on its way to one address. */
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
    /** A copy: a later change of the account does not move the box. Null for a pickup. */
    shipTo: jsonb('ship_to').$type<ShipToRecord>(),
    /** The state and ZIP code of the address, which holds look for. Empty for a pickup. */
    toState: text('to_state').notNull().default(''),
    toZip: text('to_zip').notNull().default(''),
    notBefore: moment('not_before'),
    /** Why it waits; null in every other state. */
    waitsFor: text('waits_for', { enum: waitReasons }),
    /** The hold that it waits for the end of. */
    heldBy: uuid('held_by'),
    carrier: text('carrier', { enum: carriers }),
    service: text('service').notNull().default(''),
    /** The shipment that this one is sent again or instead of. */
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
    /** When the carrier is asked next, or a reminder is due. */
    recheckAt: moment('recheck_at'),
    /** What the customer wants done with a returned box, and when they said so. */
    returnChoice: text('return_choice', { enum: returnChoices }),
    chosenAt: moment('chosen_at'),
    /** When its wine was received back in good order and returned to stock. */
    receivedAt: moment('received_at'),
    /** When a returned, lost or damaged one was settled: shipped again, replaced or refunded. */
    settledAt: moment('settled_at'),
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
      .where(sql`state in ('waiting', 'ready')`),
    index('shipments_recheck')
      .on(table.recheckAt)
      .where(sql`recheck_at is not null`),
    index('shipments_returned')
      .on(table.returnedAt)
      .where(sql`state = 'returned' and settled_at is null`),
    index('shipments_pickups')
      .on(table.number)
      .where(sql`method = 'pickup' and state in ('ready', 'agreed', 'missed')`),
    index('shipments_unsound')
      .on(table.number)
      .where(sql`state in ('lost', 'damaged')`),
    index('shipments_depot')
      .on(table.depotUntil)
      .where(sql`state in ('attempted', 'at-depot')`),
    index('shipments_expected')
      .on(table.expectedOn)
      .where(sql`state in ('handed-over', 'shipped', 'out')`),
    check('shipments_waits_for', sql`(${table.waitsFor} is null) or ${table.state} = 'waiting'`),
  ],
)

export const shipmentLines = pgTable(
  'shipment_lines',
  {
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id, { onDelete: 'cascade' }),
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

/** A box with its tracking number. A corrected number leaves the old row, which is superseded. */
export const parcels = pgTable(
  'parcels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id, { onDelete: 'cascade' }),
    carrier: text('carrier', { enum: carriers }).notNull(),
    trackingNumber: text('tracking_number').notNull(),
    weightGrams: integer('weight_grams'),
    state: text('state', { enum: shipmentStates }).notNull().default('handed-over'),
    addedAt: moment('added_at').notNull().defaultNow(),
    supersededAt: moment('superseded_at'),
    /** When the carrier was last asked, and last answered. */
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

/** All that happened to a shipment: append-only, enforced by a trigger. */
export const shipmentEvents = pgTable(
  'shipment_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id),
    parcelId: uuid('parcel_id').references(() => parcels.id),
    at: moment('at').notNull(),
    source: text('source', { enum: eventSources }).notNull(),
    kind: text('kind', { enum: eventKinds }).notNull(),
    text: text('text').notNull().default(''),
    place: text('place').notNull().default(''),
    /** Who signed, where the carrier says so. */
    signer: text('signer').notNull().default(''),
    recordedAt: moment('recorded_at').notNull().defaultNow(),
  },
  (table) => [
    unique('shipment_events_once').on(table.parcelId, table.at, table.kind, table.place),
    index('shipment_events_shipment').on(table.shipmentId, table.at, table.id),
    check('shipment_events_text', sql`length(${table.text}) <= 200`),
  ],
)

/** Keeps shipments back. Rows that were entered together share a group. Not a stock hold. */
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

/** Which customers were told of which hold, and who chose to have theirs sent all the same. */
export const holdAnswers = pgTable(
  'hold_answers',
  {
    groupId: uuid('group_id').notNull(),
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id, { onDelete: 'cascade' }),
    toldAt: moment('told_at').notNull(),
    sentAtRiskAt: moment('sent_at_risk_at'),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.shipmentId] }),
    index('hold_answers_shipment').on(table.shipmentId),
  ],
)

/** The form of each shipper's file. */
export const shipperProfiles = pgTable('shipper_profiles', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull().unique(),
  columns: jsonb('columns').$type<readonly ProfileColumn[]>().notNull(),
  dateFormat: text('date_format', { enum: dateFormats }).notNull(),
  rowPer: text('row_per', { enum: ['parcel', 'case'] }).notNull(),
  orderBy: text('order_by', { enum: ['number', 'zip', 'name'] }).notNull(),
  version: integer('version').notNull().default(1),
})

/** A file given to a shipper: what it said, byte for byte. */
export const handovers = pgTable(
  'handovers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    number: integer('number').notNull().generatedAlwaysAsIdentity({ startWith: 1 }).unique(),
    profileId: uuid('profile_id').references(() => shipperProfiles.id, { onDelete: 'set null' }),
    profileName: text('profile_name').notNull(),
    madeAt: moment('made_at').notNull(),
    madeBy: text('made_by').notNull(),
    /** The same form sent twice is one handover. */
    requestKey: text('request_key').notNull().unique(),
    shipmentCount: integer('shipment_count').notNull(),
    caseCount: integer('case_count').notNull(),
    sha256: text('sha256').notNull(),
    /** Null once its time to be kept is over. */
    file: bytes('file'),
  },
  (table) => [index('handovers_made').on(table.madeAt)],
)

/** A shipment is in at most one handover that was not undone. */
export const handoverShipments = pgTable(
  'handover_shipments',
  {
    handoverId: uuid('handover_id')
      .notNull()
      .references(() => handovers.id, { onDelete: 'cascade' }),
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id, { onDelete: 'cascade' }),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    primaryKey({ columns: [table.handoverId, table.shipmentId] }),
    uniqueIndex('handover_shipments_once')
      .on(table.shipmentId)
      .where(sql`undone_at is null`),
  ],
)

/** Files with tracking numbers that were taken: the same file again changes nothing. */
export const trackingFiles = pgTable('tracking_files', {
  sha256: text('sha256').primaryKey(),
  name: text('name').notNull(),
  takenAt: moment('taken_at').notNull(),
  takenBy: text('taken_by').notNull(),
  rows: integer('rows').notNull(),
  taken: integer('taken').notNull(),
})

/** Each email about a shipment, once per cause. */
export const shipmentMails = pgTable(
  'shipment_mails',
  {
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    cause: text('cause').notNull().default(''),
    queuedAt: moment('queued_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shipmentId, table.kind, table.cause] })],
)

/** A checkout without wine: the shipping of a returned box, paid for once more. */
export const reshipments = pgTable(
  'reshipments',
  {
    checkoutId: uuid('checkout_id')
      .primaryKey()
      .references(() => checkouts.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** The returned one. */
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id),
    shipTo: jsonb('ship_to').$type<ShipToRecord>().notNull(),
    paidAt: moment('paid_at'),
    /** What was paid, and what of it was refunded. */
    paidCents: integer('paid_cents'),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** It was paid although the box could not be sent any more: all of it is refunded. */
    refundWantedAt: moment('refund_wanted_at'),
  },
  (table) => [
    index('reshipments_shipment').on(table.shipmentId),
    index('reshipments_order').on(table.orderId),
  ],
)

/** A claim for a lost or damaged box. */
export const shipmentClaims = pgTable(
  'shipment_claims',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    shipmentId: uuid('shipment_id')
      .notNull()
      .unique()
      .references(() => shipments.id, { onDelete: 'cascade' }),
    claimNumber: text('claim_number').notNull().default(''),
    amountCents: integer('amount_cents'),
    openedAt: moment('opened_at').notNull(),
    paidOn: date('paid_on', { mode: 'string' }),
    closedAt: moment('closed_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('shipment_claims_open')
      .on(table.openedAt)
      .where(sql`closed_at is null`),
  ],
)

/** Where orders are picked up, and when. */
export const pickupPlaces = pgTable('pickup_places', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull().unique(),
  address: text('address').notNull(),
  /** Hours by weekday, `0` is Sunday: `{ "5": ["16:00", "18:30"] }` are two slots on Fridays. */
  hours: jsonb('hours').$type<Partial<Record<string, string[]>>>().notNull(),
  isOpen: boolean('is_open').notNull().default(true),
  version: integer('version').notNull().default(1),
})

/** An appointment to collect a shipment. */
export const pickups = pgTable(
  'pickups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id, { onDelete: 'cascade' }),
    placeId: uuid('place_id')
      .notNull()
      .references(() => pickupPlaces.id),
    from: moment('from').notNull(),
    until: moment('until').notNull(),
    state: text('state', { enum: pickupStates }).notNull(),
    checkedBy: text('checked_by'),
    /** What kind of document was shown; never its number. */
    document: text('document'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('pickups_slot')
      .on(table.placeId, table.from)
      .where(sql`state in ('agreed', 'collected')`),
    uniqueIndex('pickups_one_agreed')
      .on(table.shipmentId)
      .where(sql`state = 'agreed'`),
    index('pickups_from').on(table.from),
    index('pickups_shipment').on(table.shipmentId),
  ],
)

/** When each carrier was last asked and last answered, and what it said that made no sense. */
export const carrierContacts = pgTable('carrier_contacts', {
  carrier: text('carrier', { enum: carriers }).primaryKey(),
  askedAt: moment('asked_at'),
  heardAt: moment('heard_at'),
  /** Failures in a row, for the backoff. */
  failures: integer('failures').notNull().default(0),
  notBefore: moment('not_before'),
  nonsense: integer('nonsense').notNull().default(0),
  nonsenseSince: moment('nonsense_since'),
  toldAt: moment('told_at'),
})

/** Evidence sent to the payment provider about a dispute: once. */
export const disputeEvidence = pgTable('dispute_evidence', {
  disputeId: text('dispute_id')
    .primaryKey()
    .references(() => disputes.id, { onDelete: 'cascade' }),
  claimedAt: moment('claimed_at').notNull(),
  fileId: text('file_id'),
  sentAt: moment('sent_at'),
  failure: text('failure'),
})

/** The refund that settled a returned shipment, with what of it is wine and what is tax. */
export const returnRefunds = pgTable('return_refunds', {
  refundId: uuid('refund_id')
    .primaryKey()
    .references(() => refunds.id, { onDelete: 'cascade' }),
  shipmentId: uuid('shipment_id')
    .notNull()
    .unique()
    .references(() => shipments.id, { onDelete: 'cascade' }),
  wineCents: integer('wine_cents').notNull(),
  taxCents: integer('tax_cents').notNull(),
  shippingCents: integer('shipping_cents').notNull().default(0),
})
