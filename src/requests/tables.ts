import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { products } from '#catalogue/wines/tables.ts'
import { moment, ownerId } from '#platform/database/columns.ts'
import { users } from '#platform/database/people.tables.ts'

import {
  maxAnswerText,
  maxRequestText,
  maxRequestUnits,
  requestKinds,
  requestStates,
} from './request.rules.ts'

/** Requests of customers, of which the business is also notified by email. */
export const requests = pgTable(
  'requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Shown as R-3001. */
    number: integer('number').notNull().generatedAlwaysAsIdentity({ startWith: 3001 }).unique(),
    kind: text('kind', { enum: requestKinds }).notNull(),
    userId: ownerId('user_id', () => users.id),
    /** The wine; null without one, or while the later vintage does not exist. */
    productId: text('product_id').references(() => products.id),
    units: smallint('units').notNull().default(1),
    /** The customer's text; for `subscription` the chosen state. */
    text: text('text').notNull().default(''),
    state: text('state', { enum: requestStates }).notNull().default('open'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Decides the position in the queue; set to now when the units are raised. */
    queuedAt: moment('queued_at').notNull().defaultNow(),
    /** When the customer repeated it while it was open. */
    askedAgainAt: moment('asked_again_at'),
    /** When the customer was reminded of its grant. */
    remindedAt: moment('reminded_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    check('requests_units', sql`${table.units} between 1 and ${sql.raw(String(maxRequestUnits))}`),
    check('requests_text', sql`length(${table.text}) <= ${sql.raw(String(maxRequestText))}`),
    uniqueIndex('requests_one_open')
      .on(table.userId, table.kind, sql`coalesce(${table.productId}, '')`)
      .where(sql`state = 'open'`),
    index('requests_queue')
      .on(table.productId, table.queuedAt, table.id)
      .where(sql`state = 'open'`),
    index('requests_granted')
      .on(table.id)
      .where(sql`state = 'granted'`),
    index('requests_user').on(table.userId, table.createdAt),
    index('requests_by_age').on(table.createdAt, table.id, table.state, table.kind),
    index('requests_by_state').on(table.state, table.createdAt, table.id, table.kind),
  ],
)

/** Answers by staff or automatic ones, and from when a kept request was open again: append-only, enforced by a trigger. */
export const requestAnswers = pgTable(
  'request_answers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    requestId: ownerId('request_id', () => requests.id),
    /** Null for automatic grants and closings. */
    byEmail: text('by_email'),
    at: moment('at').notNull().defaultNow(),
    verdict: text('verdict', {
      enum: ['granted', 'declined', 'waiting', 'closed', 'reopened'],
    }).notNull(),
    units: smallint('units'),
    text: text('text').notNull().default(''),
    /** The allocation that a grant made; no reference: the answer outlives it. */
    allocationId: uuid('allocation_id'),
    /** When the grant lapses. */
    until: moment('until'),
  },
  (table) => [
    check('request_answers_text', sql`length(${table.text}) <= ${sql.raw(String(maxAnswerText))}`),
    index('request_answers_request').on(table.requestId, table.at),
    index('request_answers_automatic')
      .on(table.at)
      .where(sql`by_email is null and verdict = 'granted'`),
  ],
)

/** Settings of the queue of a wine's requests. A wine without a row has the defaults. */
export const requestQueues = pgTable('request_queues', {
  productId: text('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  /** Whether customers may ask for more than their allocation. */
  isOpen: boolean('is_open').notNull().default(false),
  showsPosition: boolean('shows_position').notNull().default(true),
  order: text('order', { enum: ['first-asked', 'rules-first'] })
    .notNull()
    .default('first-asked'),
  mostPerPerson: smallint('most_per_person').notNull().default(3),
  /** Whether lapsed grants are automatically granted to the next in line. */
  isAutomatic: boolean('is_automatic').notNull().default(false),
  /** Cases of lapsed grants for the next in line, which are granted in the daytime. */
  toPassOn: integer('to_pass_on').notNull().default(0),
  version: integer('version').notNull().default(1),
})

/** Saved texts for declining requests. */
export const savedAnswers = pgTable('saved_answers', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull().unique(),
  text: text('text').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
