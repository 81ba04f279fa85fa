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

import {
  maxAnswerText,
  maxRequestText,
  maxRequestUnits,
  requestKinds,
  requestStates,
} from '#domain/requests/request.ts'

import { moment, ownerId } from './columns.ts'
import { users } from './people.ts'
import { products } from './trade.ts'

/** What customers asked for, written beside the email to the business. */
export const requests = pgTable(
  'requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Shown as R-3001. */
    number: integer('number').notNull().generatedAlwaysAsIdentity({ startWith: 3001 }).unique(),
    kind: text('kind', { enum: requestKinds }).notNull(),
    userId: ownerId('user_id', () => users.id),
    /** The wine; null where none is asked for, or the later vintage is not named yet. */
    productId: text('product_id').references(() => products.id),
    units: smallint('units').notNull().default(1),
    /** What the customer added; for `subscription` the state that they chose. */
    text: text('text').notNull().default(''),
    state: text('state', { enum: requestStates }).notNull().default('open'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Decides the position in the queue: raising the units moves it to now, nothing else does. */
    queuedAt: moment('queued_at').notNull().defaultNow(),
    /** When the same was asked for again while this request was open. */
    askedAgainAt: moment('asked_again_at'),
    /** When its grant was last reminded of. */
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

/** What staff, or the queue by itself, answered: append-only, enforced by a trigger. */
export const requestAnswers = pgTable(
  'request_answers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    requestId: ownerId('request_id', () => requests.id),
    /** Null: the queue gave it by itself, or a job closed it. */
    byEmail: text('by_email'),
    at: moment('at').notNull().defaultNow(),
    verdict: text('verdict', { enum: ['granted', 'declined', 'waiting', 'closed'] }).notNull(),
    units: smallint('units'),
    text: text('text').notNull().default(''),
    /** The allocation that a grant made; no reference: the answer outlives it. */
    allocationId: uuid('allocation_id'),
    /** Until when the grant keeps its wine. */
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

/** How the requests for a wine are worked off. A wine without a row has the defaults. */
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
  /** Whether a lapsed grant goes to the next in line by itself. */
  isAutomatic: boolean('is_automatic').notNull().default(false),
  /** Cases of lapsed grants that go to the next in line, once it is day. */
  toPassOn: integer('to_pass_on').notNull().default(0),
  version: integer('version').notNull().default(1),
})

/** Texts that staff choose from when they decline. */
export const savedAnswers = pgTable('saved_answers', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull().unique(),
  text: text('text').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
