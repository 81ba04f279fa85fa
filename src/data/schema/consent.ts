import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { consentKinds, consentSources, suppressionReasons } from '#domain/people/consent.ts'
import { dataRequestKinds } from '#domain/people/data-request.ts'

import { moment, ownerId } from './columns.ts'
import { mailingListClients } from './people.ts'

/**
 * The consent ledger: every yes and no with its wording. Append-only, enforced by a trigger and by
 * the runtime role's grants; only the function `erase_consents` removes the entries of one address.
 */
export const consents = pgTable(
  'consents',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    /** Normalised: trimmed, lower case. */
    email: text('email').notNull(),
    kind: text('kind', { enum: consentKinds }).notNull(),
    verdict: text('verdict', { enum: ['yes', 'no'] }).notNull(),
    source: text('source', { enum: consentSources }).notNull(),
    /** What was agreed to or refused, as it was read. */
    wording: text('wording').notNull(),
    /** The page it was said on; empty where there was none. */
    page: text('page').notNull().default(''),
    /** The staff member's email; null where the person acted themselves. */
    by: text('by'),
    /** False for an account that has not shown that the address is theirs: noted, not obeyed. */
    counts: boolean('counts').notNull().default(true),
  },
  (table) => [
    index('consents_email').on(table.email, table.kind, table.id),
    check('consents_email_normalised', sql`${table.email} = lower(btrim(${table.email}))`),
  ],
)

/** The keyed hash of the network that an entry came from, for 30 days; apart, as the ledger keeps its rows. */
export const consentNetworks = pgTable(
  'consent_networks',
  {
    consentId: bigint('consent_id', { mode: 'number' })
      .primaryKey()
      .references(() => consents.id, { onDelete: 'cascade' }),
    networkHash: text('network_hash').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [index('consent_networks_at').on(table.at)],
)

/**
 * Addresses that get no mailing-list email, as a hash keyed by DATA_SECRET: they outlive the person's
 * records, so that no import brings back a person who left.
 */
export const suppressions = pgTable(
  'suppressions',
  {
    emailHash: text('email_hash').notNull(),
    reason: text('reason', { enum: suppressionReasons }).notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.emailHash, table.reason] })],
)

/** A yes that was entered for an address and counts once it is confirmed by the emailed link. */
export const pendingConsents = pgTable(
  'pending_consents',
  {
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    fullName: text('full_name').notNull(),
    source: text('source', { enum: consentSources }).notNull(),
    wording: text('wording').notNull(),
    page: text('page').notNull(),
    by: text('by'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    index('pending_consents_email').on(table.email),
    index('pending_consents_expires_at').on(table.expiresAt),
  ],
)

/** The hash of the one DATA_SECRET that this database's keyed hashes were made with. */
export const dataKeys = pgTable('data_keys', {
  keyHash: text('key_hash').primaryKey(),
  at: moment('at').notNull().defaultNow(),
})

/** Requests to see or erase one's data, each with its number; the address is emptied with the erasure. */
export const dataRequests = pgTable(
  'data_requests',
  {
    number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: dataRequestKinds }).notNull(),
    /** Null once the address is erased. */
    email: text('email'),
    askedAt: moment('asked_at').notNull().defaultNow(),
    doneAt: moment('done_at'),
    /** The staff member's email who recorded it; null where the person asked here themselves. */
    by: text('by'),
  },
  (table) => [
    index('data_requests_email').on(table.email),
    index('data_requests_open')
      .on(table.askedAt)
      .where(sql`done_at is null`),
  ],
)

/** Links by which a subscriber without an account sees their data: used once, then a cookie's. */
export const personalDataLinks = pgTable(
  'personal_data_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    subscriberId: ownerId('subscriber_id', () => mailingListClients.id),
    expiresAt: moment('expires_at').notNull(),
    /** The hash of the cookie of the browser that used it. */
    cookieHash: text('cookie_hash').unique(),
  },
  (table) => [
    index('personal_data_links_subscriber').on(table.subscriberId),
    index('personal_data_links_expires_at').on(table.expiresAt),
  ],
)
