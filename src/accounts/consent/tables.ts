import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'

import { moment, ownerId } from '#platform/database/columns.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'

import { consentKinds } from './consent-kinds.rules.ts'
import { consentSources } from './consent.rules.ts'
import { dataRequestKinds, dataRequestOutcomes } from './data-request.rules.ts'

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
    /** The text that was agreed to or refused. */
    wording: text('wording').notNull(),
    /** The page where it was given; empty without one. */
    page: text('page').notNull().default(''),
    /** The staff member's email; null where the person acted themselves. */
    by: text('by'),
    /** False for an unconfirmed account: recorded, but without effect. */
    counts: boolean('counts').notNull().default(true),
  },
  (table) => [
    index('consents_email').on(table.email, table.kind, table.id),
    check('consents_email_normalised', sql`${table.email} = lower(btrim(${table.email}))`),
  ],
)

/** The keyed hash of the client's network of an entry, for 30 days. Its own table, as the ledger is append-only. */
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

/** Consent that was entered for an address, and counts once it is confirmed by the emailed link. */
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

/** The hash of the DATA_SECRET with which the keyed hashes in this database were made. */
export const dataKeys = pgTable('data_keys', {
  keyHash: text('key_hash').primaryKey(),
  at: moment('at').notNull().defaultNow(),
})

/** Requests for access to or erasure of personal data. */
export const dataRequests = pgTable(
  'data_requests',
  {
    number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: dataRequestKinds }).notNull(),
    /** Null once the address is erased. */
    email: text('email'),
    askedAt: moment('asked_at').notNull().defaultNow(),
    doneAt: moment('done_at'),
    /** What staff did about it, and in their words; null where the person acted themselves. */
    outcome: text('outcome', { enum: dataRequestOutcomes }),
    outcomeNote: text('outcome_note').notNull().default(''),
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

/** One-time links by which a subscriber without an account sees their data; once used, bound to a cookie. */
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
