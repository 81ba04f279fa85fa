import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { moment, ownerId } from '#platform/database/columns.ts'
import { users } from '#platform/database/people.tables.ts'

import { sessionOrigins } from '../links/entry-link.rules.ts'

/** Login sessions, one per signed-in device. Written by Better Auth; read with the user in one query. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId('user_id', () => users.id),
    token: text('token').notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** Whether the preview of the coming release was opened in this login session. */
    previewOpen: boolean('preview_open').notNull().default(false),
    /** How it was opened; by a purchase link it is limited. */
    origin: text('origin', { enum: sessionOrigins }).notNull().default('password'),
    /** The hash of the entry link that opened it: it ends with the link. */
    entryLink: text('entry_link'),
    /** When the code of a second factor was last entered in it. */
    codeEnteredAt: moment('code_entered_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** Second factors of staff. A trigger deletes one with the last duty. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with a key from DATA_SECRET. */
  secret: text('secret').notNull(),
  /** Null while it is being set up. */
  confirmedAt: moment('confirmed_at'),
  /** The time step of the last code; this and earlier codes can't be used again. */
  lastStep: bigint('last_step', { mode: 'number' }),
  wrongCodes: smallint('wrong_codes').notNull().default(0),
  wrongSince: moment('wrong_since'),
  lockedUntil: moment('locked_until'),
  /** When they and the owners were last notified of a lock. */
  lockToldAt: moment('lock_told_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/**
 * Networks from which a user has entered a valid code. Wrong codes from such a network are counted separately,
 * so that attackers elsewhere cannot lock the user out.
 */
export const factorNetworks = pgTable(
  'factor_networks',
  {
    userId: ownerId('user_id', () => secondFactors.userId),
    /** A hash keyed by DATA_SECRET. */
    network: text('network').notNull(),
    enteredAt: moment('entered_at').notNull(),
    wrongCodes: smallint('wrong_codes').notNull().default(0),
    wrongSince: moment('wrong_since'),
    lockedUntil: moment('locked_until'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.network] })],
)

/** Unused recovery codes, as hashes keyed by DATA_SECRET. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: ownerId('user_id', () => secondFactors.userId),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Passkeys: public keys of devices and password managers that log in without a password. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId('user_id', () => users.id),
    /** The credential id, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** Raised with each use by authenticators that count; others leave it at 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId, table.createdAt)],
)

/** Links that set a new password; an owner sends the second kind to one of the staff. */
export const recoveryPurposes = ['recovery', 'staff-recovery'] as const

/** Purposes of one-time links. */
export const linkPurposes = [
  ...recoveryPurposes,
  'confirm-email',
  'change-from',
  'change-to',
] as const

/** How a user authenticates: a password hash, or an account of an identity provider (Google). */
export const identities = pgTable(
  'identities',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId('user_id', () => users.id),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('identities_user').on(table.userId),
    uniqueIndex('identities_account').on(table.providerId, table.accountId),
  ],
)

/**
 * One-time links sent by email: recovery, confirming an address, and a change of email at its old
 * and its new address. Only the hash of a link's token is stored.
 */
export const oneTimeLinks = pgTable(
  'one_time_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: linkPurposes }).notNull(),
    userId: ownerId('user_id', () => users.id),
    /** The address that it confirms, or the one to change to. */
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('one_time_links_user').on(table.userId, table.purpose)],
)

/**
 * A user's pending change of email, at most one: takes effect once the new address is confirmed and
 * the old one has approved, or once the waiting time for a lost mailbox is over.
 */
export const emailChanges = pgTable('email_changes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: text('email').notNull(),
  approvedAt: moment('approved_at'),
  /** When the new address was confirmed. */
  confirmedAt: moment('confirmed_at'),
  /** When it takes effect without the old address's approval; null unless that mailbox is lost. */
  waitsUntil: moment('waits_until'),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Unused: a shop of the release before keeps forms in it while it is replaced. */
export const keptForms = pgTable(
  'kept_forms',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** The page of the form. */
    path: text('path').notNull(),
    fields: jsonb('fields').$type<[name: string, value: string][]>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('kept_forms_expires_at').on(table.expiresAt)],
)
