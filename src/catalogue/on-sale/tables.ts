import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
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

import { moment, ownerId } from '#platform/database/columns.ts'
import { anywhereIn, searchable, users } from '#platform/database/people.tables.ts'

import { checkouts } from '../tables.ts'
import { products } from '../wines/tables.ts'
import type { RuleCondition } from './allocation.rules.ts'
import { allocationOrigins, maxUnits } from './allocation.rules.ts'
import { releaseTexts } from './release-form.rules.ts'
import { promises, releaseKinds, seasons, storedStates } from './release.rules.ts'
const figure = (count: number) => sql.raw(String(count))

/**
 * Releases. Once scheduled, a release decides whether its wines are sold; whether it is open follows from its
 * hours and the database's clock, so that no job opens or closes it.
 */
export const releases = pgTable(
  'releases',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    season: text('season', { enum: seasons }).notNull(),
    year: smallint('year').notNull(),
    banner: text('banner').notNull().default(''),
    announcement: text('announcement').notNull().default(''),
    /** Plain paragraphs. */
    text: text('text').notNull().default(''),
    kind: text('kind', { enum: releaseKinds }).notNull(),
    promise: text('promise', { enum: promises }),
    opensAt: moment('opens_at').notNull(),
    closesAt: moment('closes_at').notNull(),
    /** When promises of its allocations end; null is when it closes. */
    promiseUntil: moment('promise_until'),
    /** Shown to buyers; no effect on the price. */
    shipsFrom: date('ships_from', { mode: 'string' }),
    /** The last day on which orders leave. */
    shipsUntil: date('ships_until', { mode: 'string' }),
    state: text('state', { enum: storedStates }).notNull().default('draft'),
    /** Why it is paused, as customers read it. */
    pauseReason: text('pause_reason').notNull().default(''),
    /** Shown by the secret prompt of the membership view; at most one. */
    isBehindYear: boolean('is_behind_year').notNull().default(false),
    /** When the business was notified that it opened, sold out and ended. */
    openedNotedAt: moment('opened_noted_at'),
    soldOutNotedAt: moment('sold_out_noted_at'),
    endedNotedAt: moment('ended_noted_at'),
    /** Raised with each save by staff; a save made from an older one is refused. */
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    searchText: text('search_text').generatedAlwaysAs(searchable('name')),
  },
  (table) => [
    anywhereIn('releases_search', table.searchText),
    check('releases_name', sql`length(${table.name}) between 1 and ${figure(releaseTexts.name)}`),
    check('releases_banner', sql`length(${table.banner}) <= ${figure(releaseTexts.banner)}`),
    check(
      'releases_announcement',
      sql`length(${table.announcement}) <= ${figure(releaseTexts.announcement)}`,
    ),
    check('releases_text', sql`length(${table.text}) <= ${figure(releaseTexts.text)}`),
    check('releases_season', sql`${table.season} in ('spring', 'fall')`),
    check('releases_year', sql`${table.year} between 2000 and 2100`),
    check('releases_state', sql`${table.state} in ('draft', 'scheduled', 'paused', 'ended')`),
    check(
      'releases_promise',
      sql`(${table.kind} = 'allocated') = (${table.promise} is not null) and ${table.kind} in ('open', 'allocated') and ${table.promise} in ('guaranteed', 'cap')`,
    ),
    check(
      'releases_hours',
      sql`${table.opensAt} < ${table.closesAt} and ${table.promiseUntil} <= ${table.closesAt}`,
    ),
    check('releases_pause_reason', sql`length(${table.pauseReason}) <= 1000`),
    uniqueIndex('releases_one_behind_year')
      .on(table.isBehindYear)
      .where(sql`is_behind_year`),
    index('releases_newest').on(table.opensAt, table.id),
  ],
)

/**
 * The wines of a release. `isCurrent`: this release, unless it is a draft, decides whether the wine is sold,
 * also after it has ended, until the wine is chosen for another release. So a wine is in at most one release
 * that has not ended.
 */
export const releaseWines = pgTable(
  'release_wines',
  {
    releaseId: ownerId('release_id', () => releases.id),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    position: smallint('position').notNull(),
    isCurrent: boolean('is_current').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.releaseId, table.productId] }),
    unique('release_wines_position').on(table.releaseId, table.position),
    uniqueIndex('release_wines_one_release')
      .on(table.productId)
      .where(sql`is_current`),
  ],
)

/** Waves of a release: when their allocations can be used. */
export const releaseWaves = pgTable(
  'release_waves',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    releaseId: ownerId('release_id', () => releases.id),
    name: text('name').notNull(),
    opensAt: moment('opens_at').notNull(),
  },
  (table) => [
    check('release_waves_name_length', sql`length(${table.name}) between 1 and 60`),
    unique('release_waves_name').on(table.releaseId, table.name),
    // Referenced together with its release, so that no allocation has a wave of another release.
    unique('release_waves_release').on(table.releaseId, table.id),
  ],
)

/** Rules of a release by which its allocations are built; the first matching rule applies. */
export const allocationRules = pgTable(
  'allocation_rules',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    releaseId: ownerId('release_id', () => releases.id),
    position: smallint('position').notNull(),
    condition: text('condition').$type<RuleCondition>().notNull(),
    atLeast: smallint('at_least'),
    ofLast: smallint('of_last'),
    cents: integer('cents'),
    months: smallint('months'),
    /** Units by product. */
    units: jsonb('units').$type<Record<string, number>>().notNull(),
    waveId: uuid('wave_id').notNull(),
  },
  (table) => [
    unique('allocation_rules_position').on(table.releaseId, table.position),
    foreignKey({
      name: 'allocation_rules_wave',
      columns: [table.releaseId, table.waveId],
      foreignColumns: [releaseWaves.releaseId, releaseWaves.id],
    }).onDelete('cascade'),
    check(
      'allocation_rules_bought',
      sql`(${table.condition} = 'bought') = (${table.atLeast} is not null and ${table.ofLast} is not null)`,
    ),
    check(
      'allocation_rules_spent',
      sql`(${table.condition} = 'spent') = (${table.cents} is not null and ${table.months} is not null)`,
    ),
  ],
)

/** Units that a customer may buy of a wine, in a release or by a grant. */
export const allocations = pgTable(
  'allocations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null for a grant of a wine that is in no release. */
    releaseId: uuid('release_id'),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Null: usable from the release's opening, a grant at once. */
    waveId: uuid('wave_id'),
    units: smallint('units').notNull(),
    /** Units of open checkouts. */
    held: integer('held').notNull().default(0),
    bought: integer('bought').notNull().default(0),
    origin: text('origin', { enum: allocationOrigins }).notNull(),
    /** The granted request. */
    requestId: uuid('request_id'),
    /** Only for staff. */
    note: text('note').notNull().default(''),
    /** Of a grant; others use that of the release. */
    promiseUntil: moment('promise_until'),
    /**
     * Whether its remaining units are counted in the wine's `promised`. Set when a guaranteed release is
     * scheduled, cleared by the job that ends promises. All counts follow this mark, not the time, so that
     * the sums always agree.
     */
    isPromised: boolean('is_promised').notNull().default(false),
    /** When its customer first saw the release with it. */
    visitedAt: moment('visited_at'),
    /** Raised with each save by staff, not by purchases. */
    version: integer('version').notNull().default(1),
    changedAt: moment('changed_at').notNull().defaultNow(),
    changedBy: text('changed_by').notNull().default(''),
  },
  (table) => [
    check(
      'allocations_units',
      sql`${table.units} between 0 and ${figure(maxUnits)} and ${table.held} >= 0 and ${table.bought} >= 0`,
    ),
    check('allocations_taken', sql`${table.held} + ${table.bought} <= ${table.units}`),
    check('allocations_note', sql`length(${table.note}) <= 200`),
    check(
      'allocations_grant',
      sql`case when ${table.origin} = 'grant' then ${table.waveId} is null and ${table.promiseUntil} is not null
        else ${table.releaseId} is not null and ${table.requestId} is null and ${table.promiseUntil} is null end`,
    ),
    foreignKey({
      name: 'allocations_wine',
      columns: [table.releaseId, table.productId],
      foreignColumns: [releaseWines.releaseId, releaseWines.productId],
    }),
    foreignKey({
      name: 'allocations_wave',
      columns: [table.releaseId, table.waveId],
      foreignColumns: [releaseWaves.releaseId, releaseWaves.id],
    }),
    uniqueIndex('allocations_one_per_customer')
      .on(table.releaseId, table.productId, table.userId)
      .where(sql`origin <> 'grant'`),
    uniqueIndex('allocations_one_per_request')
      .on(table.requestId)
      .where(sql`origin = 'grant'`),
    // For purchases and the customer's page.
    index('allocations_customer').on(table.userId, table.productId),
    index('allocations_newest').on(table.releaseId, table.changedAt, table.id),
    index('allocations_wave').on(table.waveId),
    index('allocations_wine').on(table.productId),
    index('allocations_promised')
      .on(table.releaseId)
      .where(sql`is_promised`),
  ],
)

/**
 * Units that a checkout takes from allocations. Kept after its end: a late payment takes them again, and
 * refunded units can return there.
 */
export const checkoutAllocations = pgTable(
  'checkout_allocations',
  {
    checkoutId: ownerId('checkout_id', () => checkouts.id),
    allocationId: uuid('allocation_id')
      .notNull()
      .references(() => allocations.id),
    units: smallint('units').notNull(),
    /** Units of a refund that returned to the allocation. */
    returned: smallint('returned').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.checkoutId, table.allocationId] }),
    check(
      'checkout_allocations_units',
      sql`${table.units} > 0 and ${table.returned} between 0 and ${table.units}`,
    ),
    index('checkout_allocations_allocation').on(table.allocationId),
  ],
)
