import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

import { reportPeriods } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { products } from '#catalogue/wines/tables.ts'
import { moment } from '#platform/database/columns.ts'

import type { OrderedFacts } from './records/record.rules.ts'
import { reportFormats } from './reports/formats.rules.ts'
import type { ReportFigures } from './reports/shipped.rules.ts'

/** What reports say of a wine beside what the catalogue has. A wine without a row is reported with what is known. */
export const wineFacts = pgTable(
  'wine_facts',
  {
    productId: text('product_id')
      .primaryKey()
      .references(() => products.id),
    brand: text('brand').notNull().default(''),
    class: text('class').notNull().default(''),
    /** Percent by volume. */
    alcohol: numeric('alcohol', { precision: 3, scale: 1, mode: 'number' }),
    /** Number of the certificate of label approval. */
    cola: text('cola').notNull().default(''),
    country: text('country').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    check('wine_facts_alcohol', sql`${table.alcohol} is null or ${table.alcohol} between 5 and 24`),
  ],
)

/**
 * What was checked for an order, one row each, written by a trigger in the transaction that books it. Append-only.
 * No reference to the order: a record outlives whatever happens to it.
 */
export const complianceRecords = pgTable(
  'compliance_records',
  {
    orderId: uuid('order_id').primaryKey(),
    /** The state that it went to as it was ordered; empty for a pickup. */
    state: text('state').notNull(),
    /** When it was ordered. */
    at: moment('at').notNull(),
    writtenAt: moment('written_at').notNull().defaultNow(),
    facts: jsonb('facts').$type<OrderedFacts>().notNull(),
    /** Its wine, apart from the rest so that a million records are summed by their index. */
    ml: integer('ml')
      .notNull()
      .generatedAlwaysAs(sql`(facts ->> 'ml')::integer`),
    /** SHA-256 of the personal fields with their salt, in hexadecimal. */
    personHash: text('person_hash').notNull(),
    /** SHA-256 of all of this, in hexadecimal. */
    hash: text('hash').notNull(),
  },
  (table) => [
    index('compliance_records_state').on(table.state, table.at, table.ml),
    index('compliance_records_at').on(table.at),
  ],
)

/** What became of an order, each with the hash of what stands before it. Append-only. */
export const complianceEvents = pgTable(
  'compliance_events',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => complianceRecords.orderId),
    /** 1, 2, … of the order. */
    place: integer('place').notNull(),
    at: moment('at').notNull(),
    kind: text('kind').notNull(),
    facts: jsonb('facts').$type<Record<string, unknown>>().notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.place] })],
)

/** The personal fields of a record, apart from it so that they can be erased. */
export const compliancePeople = pgTable(
  'compliance_people',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => complianceRecords.orderId),
    salt: uuid('salt').notNull().defaultRandom(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    addressExtra: text('address_extra').notNull(),
    city: text('city').notNull(),
    /** Where it goes now; empty for a pickup. */
    state: text('state').notNull(),
    zipCode: text('zip_code').notNull(),
    birthdate: text('birthdate').notNull(),
    phone: text('phone').notNull(),
    email: text('email').notNull(),
    signer: text('signer').notNull().default(''),
    /** Keys by which orders are counted together. */
    emailKey: text('email_key'),
    personKey: text('person_key'),
    householdKey: text('household_key'),
  },
  (table) => [
    index('compliance_people_email').on(table.emailKey),
    index('compliance_people_person').on(table.personKey),
    index('compliance_people_household').on(table.householdKey),
  ],
)

/** Reports to a state, one row per version. */
export const complianceReports = pgTable(
  'compliance_reports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    state: text('state').notNull(),
    every: text('every', { enum: reportPeriods }).notNull(),
    /** First day of its period, and the first day after it. */
    from: date('from_day', { mode: 'string' }).notNull(),
    until: date('until_day', { mode: 'string' }).notNull(),
    format: text('format', { enum: reportFormats }).notNull(),
    version: integer('version').notNull(),
    madeAt: moment('made_at').notNull(),
    madeBy: text('made_by').notNull(),
    /** Empty once it was erased with the persons in it. */
    file: text('file').notNull(),
    /** Of `file`, in hexadecimal. */
    sha256: text('sha256').notNull(),
    figures: jsonb('figures').$type<ReportFigures>().notNull(),
    filedOn: date('filed_on', { mode: 'string' }),
    filedBy: text('filed_by'),
  },
  (table) => [
    unique('compliance_reports_version').on(
      table.state,
      table.every,
      table.from,
      table.format,
      table.version,
    ),
    check('compliance_reports_days', sql`${table.until} > ${table.from}`),
    check('compliance_reports_filed', sql`(${table.filedOn} is null) = (${table.filedBy} is null)`),
  ],
)
