import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

import { bytes, moment } from '#platform/database/columns.ts'

import {
  countedBy,
  countedIn,
  licenceHolders,
  limitMl,
  maxSource,
  reportPeriods,
} from './state-rules.rules.ts'

const maxSourceSql = sql.raw(String(maxSource))
const leastMl = sql.raw(String(limitMl.least))
const mostMl = sql.raw(String(limitMl.most))

const day = (name: string) => date(name, { mode: 'string' })

/**
 * Versions of what a state allows. A version is a proposal until it is confirmed; then only its end may be set.
 * Days are those of the state's own time; `until` is the first day on which it no longer holds.
 */
export const stateRules = pgTable(
  'state_rules',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    state: text('state').notNull(),
    version: integer('version').notNull(),
    from: day('from_day').notNull(),
    until: day('until_day'),
    isSuspended: boolean('is_suspended').notNull().default(false),
    limitMl: integer('limit_ml'),
    countedBy: text('counted_by', { enum: countedBy }),
    countedIn: text('counted_in', { enum: countedIn }),
    needsBirthdate: boolean('needs_birthdate').notNull().default(false),
    largestOrderMl: integer('largest_order_ml'),
    note: text('note').notNull().default(''),
    source: text('source').notNull(),
    /** Empty: proposed by the shop itself. */
    addedBy: text('added_by').notNull().default(''),
    addedAt: moment('added_at').notNull().defaultNow(),
    confirmedBy: text('confirmed_by'),
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    unique('state_rules_version').on(table.state, table.version),
    index('state_rules_confirmed')
      .on(table.state, table.from)
      .where(sql`confirmed_at is not null`),
    check('state_rules_days', sql`${table.until} is null or ${table.until} > ${table.from}`),
    check(
      'state_rules_limit',
      sql`${table.limitMl} between ${leastMl} and ${mostMl} and ${table.countedBy} is not null and ${table.countedIn} is not null or ${table.limitMl} is null`,
    ),
    check(
      'state_rules_largest_order',
      sql`${table.largestOrderMl} is null or ${table.largestOrderMl} between ${leastMl} and ${mostMl}`,
    ),
    check('state_rules_source', sql`char_length(${table.source}) between 1 and ${maxSourceSql}`),
    check(
      'state_rules_confirmed_by',
      sql`(${table.confirmedBy} is null) = (${table.confirmedAt} is null)`,
    ),
  ],
)

/** What a version says, without when and why. */
export const ruleTerms = {
  isSuspended: stateRules.isSuspended,
  limitMl: stateRules.limitMl,
  countedBy: stateRules.countedBy,
  countedIn: stateRules.countedIn,
  needsBirthdate: stateRules.needsBirthdate,
  largestOrderMl: stateRules.largestOrderMl,
}
export type RuleTerms = Pick<typeof stateRules.$inferSelect, keyof typeof ruleTerms>

/** Dry places, by ZIP code. Only a confirmed one blocks. */
export const blockedZipCodes = pgTable(
  'blocked_zip_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    zip: text('zip').notNull(),
    from: day('from_day').notNull(),
    until: day('until_day'),
    source: text('source').notNull(),
    addedBy: text('added_by').notNull(),
    addedAt: moment('added_at').notNull().defaultNow(),
    confirmedBy: text('confirmed_by'),
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    index('blocked_zip_codes_confirmed')
      .on(table.zip)
      .where(sql`confirmed_at is not null`),
    check('blocked_zip_codes_zip', sql`${table.zip} ~ '^[0-9]{5}$'`),
    check('blocked_zip_codes_days', sql`${table.until} is null or ${table.until} > ${table.from}`),
    check(
      'blocked_zip_codes_source',
      sql`char_length(${table.source}) between 1 and ${maxSourceSql}`,
    ),
  ],
)

/**
 * Licences to ship into a state. One that has ended suspends the state, unless another of its holder and kind is
 * valid or it says by what it is covered.
 */
export const licences = pgTable(
  'licences',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    holder: text('holder', { enum: licenceHolders }).notNull(),
    state: text('state').notNull(),
    kind: text('kind').notNull(),
    number: text('number').notNull(),
    from: day('from_day').notNull(),
    /** Its last day. */
    until: day('until_day').notNull(),
    /** How often reports are due, and on which day after the period; both null where none is. */
    reportsEvery: text('reports_every', { enum: reportPeriods }),
    reportsDueDay: smallint('reports_due_day'),
    /** A PDF. */
    document: bytes('document'),
    coveredBy: text('covered_by').notNull().default(''),
    version: integer('version').notNull().default(1),
    addedBy: text('added_by').notNull(),
    addedAt: moment('added_at').notNull().defaultNow(),
  },
  (table) => [
    unique('licences_number').on(table.state, table.number),
    index('licences_until').on(table.until),
    check('licences_days', sql`${table.until} >= ${table.from}`),
    check(
      'licences_reports',
      sql`(${table.reportsEvery} is null) = (${table.reportsDueDay} is null) and coalesce(${table.reportsDueDay}, 1) between 1 and 31`,
    ),
    check(
      'licences_document',
      sql`${table.document} is null or octet_length(${table.document}) between 1 and 4194304`,
    ),
  ],
)
