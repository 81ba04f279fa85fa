import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { moment } from '#platform/database/columns.ts'
import { users } from '#platform/database/people.tables.ts'

/** The line in front of the shop: one row from the first time that it opens. */
export const waitingLine = pgTable(
  'waiting_line',
  {
    id: smallint('id').primaryKey().default(1),
    /** Raised each time the line opens: tickets of an earlier one are void. */
    number: integer('number').notNull().default(1),
    isOpen: boolean('is_open').notNull(),
    why: text('why', { enum: ['shoppers', 'load', 'staff'] }).notNull(),
    since: moment('since').notNull(),
    /** Nobody is let in before this hour, and those who wait then get their places by lot. */
    opensAt: moment('opens_at'),
    /** The release whose hour that is. */
    releaseId: uuid('release_id'),
    /** The tickets up to this one got their places by lot. */
    drawnUpTo: integer('drawn_up_to').notNull().default(0),
    /** The last ticket issued, and the last place let in. */
    issued: integer('issued').notNull().default(0),
    letIn: integer('let_in').notNull().default(0),
    /** Shoppers at once: as measured, and as staff fixed it. */
    capacity: real('capacity').notNull(),
    fixedCapacity: integer('fixed_capacity'),
    /** The most that staff want let in per minute. */
    mostPerMinute: integer('most_per_minute'),
    isPaused: boolean('is_paused').notNull().default(false),
    /** People let in per minute, smoothed. */
    pace: real('pace').notNull().default(0),
    /** The part of a person that the wanted pace owes. */
    owed: real('owed').notNull().default(0),
    movedAt: moment('moved_at').notNull(),
    /** When somebody waited last. */
    waitedAt: moment('waited_at').notNull(),
    /** When a process was slow last, and when one was last not fast. */
    slowAt: moment('slow_at'),
    steadyAt: moment('steady_at'),
    turnsLost: integer('turns_lost').notNull().default(0),
    /** Raised by staff's changes alone. */
    version: integer('version').notNull().default(1),
  },
  (table) => [check('waiting_line_one', sql`${table.id} = 1`)],
)

/**
 * A place in the line, or a shopper who is in. `key` is a hash of the account, or of the network and a
 * number, so that each has one place; those who were in before the line opened have one of their browser.
 * Deleted when the line closes.
 */
export const waitingPlaces = pgTable(
  'waiting_places',
  {
    key: text('key').primaryKey(),
    /** As the ticket has it; null for those who were in before. */
    ticket: integer('ticket'),
    /** The order of entry: the ticket's number, or the one drawn. */
    place: integer('place'),
    turnAt: moment('turn_at'),
    enteredAt: moment('entered_at'),
    /**
     * A hash of the browser that came in with the ticket: a copy of it opens nothing. While it waits, of the account without
     * a confirmed address that holds this place of its network.
     */
    enteredBy: text('entered_by'),
    /** Counts as a shopper until then. */
    until: moment('until'),
  },
  (table) => [
    uniqueIndex('waiting_places_ticket').on(table.ticket),
    index('waiting_places_next')
      .on(table.place)
      .where(sql`turn_at is null`),
    index('waiting_places_turns')
      .on(table.turnAt)
      .where(sql`entered_at is null`),
    index('waiting_places_inside').on(table.until),
  ],
)

/** Who asked for an email when the line closes; deleted when it is queued, and when they come in before. */
export const waitingWishes = pgTable('waiting_wishes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
})
