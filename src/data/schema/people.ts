import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import type { Duty } from '#domain/admin/duties.ts'
import { duties } from '#domain/admin/duties.ts'
import { sessionOrigins } from '#domain/sign-in/entry-link.ts'

import { moment } from './moment.ts'

/** Collation of names, without regard to accents and case: Álvarez beside Alvarez. */
const byAlphabet = (column: AnyPgColumn) => sql`${column} collate "und-x-icu"`

/**
 * What a list is searched in: lower case, without accents, a blank before each word. Searches are
 * folded the same way (`src/data/word-search.ts`).
 */
export const searchable = (...services: string[]): SQL =>
  sql.raw(
    `regexp_replace(normalize(lower(${services.map((part) => `' ' || ${part}`).join(' || ')}), NFD), ` +
      `'[\\u0300-\\u036f]', '', 'g')`,
  )

/** Found by any three letters in a row; small enough a backlog that no search waits for it. */
export const anywhereIn = (name: string, column: AnyPgColumn) =>
  index(name)
    .using('gin', sql`${column} gin_trgm_ops`)
    .with({ gin_pending_list_limit: 256 })

/** Set from the deletion to the erasure, while it can be undone (`data/people/soft-delete.ts`). */
const undoableDeletion = {
  deletedBy: uuid('deleted_by'),
  eraseAt: moment('erase_at'),
}

/** Everyone with an account: identity and profile in one row, so that neither exists alone. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** First and last name together; kept for the identity library. */
    name: text('name').notNull(),
    /** Normalised: trimmed, lower case. */
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    role: text('role', { enum: ['member', 'staff'] })
      .notNull()
      .default('member'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    phone: text('phone').notNull().default(''),
    birthdate: date('birthdate', { mode: 'string' }),
    byEmail: boolean('by_email').notNull().default(false),
    /** `byEmail` was ticked by staff: not a consent, and ends when the customer ticks it. */
    byEmailOfStaff: boolean('by_email_of_staff').notNull().default(false),
    byPhone: boolean('by_phone').notNull().default(false),
    membership: boolean('membership').notNull().default(false),
    membershipLevel: smallint('membership_level').notNull().default(0),
    membershipTextA: text('membership_text_a').notNull().default(''),
    membershipTextB: text('membership_text_b').notNull().default(''),
    membershipText2022: text('membership_text_2022').notNull().default(''),
    membershipText2023: text('membership_text_2023').notNull().default(''),
    membershipText2024: text('membership_text_2024').notNull().default(''),
    membershipText2025: text('membership_text_2025').notNull().default(''),
    optionalText: text('optional_text').notNull().default(''),
    address: text('address').notNull().default(''),
    addressExtra: text('address_extra').notNull().default(''),
    city: text('city').notNull().default(''),
    /** Two-letter postal code, or empty. */
    state: text('state').notNull().default(''),
    zipCode: text('zip_code').notNull().default(''),
    billingDiffers: boolean('billing_differs').notNull().default(true),
    billingFirstName: text('billing_first_name').notNull().default(''),
    billingLastName: text('billing_last_name').notNull().default(''),
    billingAddress: text('billing_address').notNull().default(''),
    billingAddressExtra: text('billing_address_extra').notNull().default(''),
    billingCity: text('billing_city').notNull().default(''),
    billingState: text('billing_state').notNull().default(''),
    billingZipCode: text('billing_zip_code').notNull().default(''),
    /** Null is the specification's 'none'. */
    stripeCustomerId: text('stripe_customer_id').unique(),
    /** Null is missing, and missing is active. */
    subscription: text('subscription', { enum: ['active', 'inactive'] }),
    lastOrderAt: moment('last_order_at'),
    /** Raised with each save of the profile; a save made from an older one is refused. */
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    ...undoableDeletion,
    hasBought: boolean('has_bought').generatedAlwaysAs(sql`last_order_at is not null`),
    searchText: text('search_text').generatedAlwaysAs(
      searchable('first_name', 'last_name', 'email', 'phone', "coalesce(stripe_customer_id, '')"),
    ),
  },
  (table) => {
    const lastName = byAlphabet(table.lastName)
    const firstName = byAlphabet(table.firstName)
    // In the index itself, filters and searches leave out rows without a look at the table
    // (docs/decisions/0023).
    const filters = [
      table.membershipLevel,
      table.subscription,
      table.hasBought,
      table.eraseAt,
    ] as const
    const rest = [table.id, ...filters, table.searchText] as const
    const subscription = sql`coalesce(${table.subscription}, 'active')`
    const optionalText = byAlphabet(table.optionalText)
    return [
      check('users_subscription', sql`${table.subscription} in ('active', 'inactive')`),
      check('users_membership_level', sql`${table.membershipLevel} in (0, 6, 12)`),
      check('users_email_normalised', sql`${table.email} = lower(btrim(${table.email}))`),
      index('users_by_last_name').on(lastName, firstName, ...rest),
      index('users_by_first_name').on(firstName, lastName, ...rest),
      index('users_by_email').on(table.email, ...rest),
      index('users_by_stripe').on(table.stripeCustomerId, lastName, firstName, ...rest),
      index('users_by_subscription').on(subscription, lastName, firstName, ...rest),
      index('users_by_optional_text').on(
        sql`(${table.optionalText} = '')`,
        optionalText,
        lastName,
        firstName,
        ...rest,
      ),
      // Small, as it has few different entries: what is counted is counted here.
      index('users_filters').on(...filters),
      // What probable duplicates are found by (docs/decisions/0091).
      index('users_same_birthdate')
        .on(
          table.birthdate,
          sql`lower(btrim(${table.lastName}))`,
          sql`left(btrim(${table.zipCode}), 5)`,
        )
        .where(sql`birthdate is not null and last_name <> '' and zip_code <> ''`),
      index('users_same_phone')
        .on(sql`right(regexp_replace(${table.phone}, '[^0-9]', '', 'g'), 10)`)
        .where(sql`phone <> ''`),
      index('users_came').on(table.createdAt, table.eraseAt),
      index('users_due')
        .on(table.eraseAt)
        .where(sql`erase_at is not null`),
      anywhereIn('users_search', table.searchText),
    ]
  },
)

/** What staff answer for. Nobody is staff without a duty: a trigger on `users` sees to it. */
export const staffDuties = pgTable(
  'staff_duties',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    duty: text('duty', { enum: duties }).notNull(),
    givenAt: moment('given_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.duty] }),
    index('staff_duties_duty').on(table.duty, table.userId),
  ],
)

/** Invitations of staff by email: used once, by the account with that address. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Normalised; at most one invitation of it is open. */
    email: text('email').notNull().unique(),
    duties: jsonb('duties').$type<Duty[]>().notNull(),
    /** The owner; it counts only while they are one. */
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('staff_invitations_inviter').on(table.invitedBy)],
)

/** Login sessions, one per signed-in device. Owned by the identity library; read with the user in one query. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

/** The second factor of a staff member: it ends with their last duty, by a trigger. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with a key from DATA_SECRET. */
  secret: text('secret').notNull(),
  /** Null while it is being set up. */
  confirmedAt: moment('confirmed_at'),
  /** The time step of the last code: it and earlier ones are used up. */
  lastStep: bigint('last_step', { mode: 'number' }),
  wrongCodes: smallint('wrong_codes').notNull().default(0),
  wrongSince: moment('wrong_since'),
  lockedUntil: moment('locked_until'),
  /** When they and the owners were last told of a lock. */
  lockToldAt: moment('lock_told_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/**
 * Networks from which somebody has entered a right code. Wrong codes from such a network count for it
 * alone, so that strangers cannot lock a person out where they work.
 */
export const factorNetworks = pgTable(
  'factor_networks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    /** A hash keyed by DATA_SECRET. */
    network: text('network').notNull(),
    enteredAt: moment('entered_at').notNull(),
    wrongCodes: smallint('wrong_codes').notNull().default(0),
    wrongSince: moment('wrong_since'),
    lockedUntil: moment('locked_until'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.network] })],
)

/** Recovery codes that were not used, as hashes keyed by DATA_SECRET. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Passkeys: public keys of devices and password managers that log in without a password. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the authenticator calls it, in base64url. */
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

/** What a link in an email is for. */
export const linkPurposes = ['recovery', 'confirm-email', 'change-from', 'change-to'] as const

/** How a user authenticates: a password hash, or an account of an identity provider (Google). */
export const identities = pgTable(
  'identities',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

/**
 * Forms that were sent after their login session had ended, until the person has signed in again.
 * The browser holds the token; passwords are never among the fields.
 */
export const keptForms = pgTable(
  'kept_forms',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** The page that the form stands on. */
    path: text('path').notNull(),
    fields: jsonb('fields').$type<[name: string, value: string][]>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('kept_forms_expires_at').on(table.expiresAt)],
)

/** People on the mailing list (the specification's joined clients). One per email. */
export const mailingListClients = pgTable(
  'mailing_list_clients',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The account with this email, once that is confirmed; never joined by name. */
    userId: uuid('user_id')
      .unique()
      .references(() => users.id, { onDelete: 'set null' }),
    fullName: text('full_name').notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    email: text('email').notNull().unique(),
    phone: text('phone').notNull().default(''),
    byEmail: boolean('by_email').notNull().default(true),
    byPhone: boolean('by_phone').notNull().default(false),
    address: text('address').notNull().default(''),
    addressExtra: text('address_extra').notNull().default(''),
    city: text('city').notNull().default(''),
    state: text('state').notNull().default(''),
    zipCode: text('zip_code').notNull().default(''),
    country: text('country').notNull().default('US'),
    /** What was agreed to, where and when: mailing-list mail is consent. */
    consentSource: text('consent_source').notNull(),
    consentWording: text('consent_wording').notNull(),
    consentedAt: moment('consented_at').notNull().defaultNow(),
    unsubscribedAt: moment('unsubscribed_at'),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    ...undoableDeletion,
    searchText: text('search_text').generatedAlwaysAs(
      searchable('first_name', 'last_name', 'full_name', 'email'),
    ),
  },
  (table) => {
    const lastName = byAlphabet(table.lastName)
    const firstName = byAlphabet(table.firstName)
    const rest = [table.id, table.unsubscribedAt, table.eraseAt, table.searchText] as const
    return [
      check('mailing_list_email_normalised', sql`${table.email} = lower(btrim(${table.email}))`),
      index('mailing_list_by_last_name').on(lastName, firstName, ...rest),
      index('mailing_list_by_first_name').on(firstName, lastName, ...rest),
      index('mailing_list_by_email').on(table.email, ...rest),
      index('mailing_list_unsubscribed').on(table.unsubscribedAt, table.eraseAt),
      index('mailing_list_came').on(table.createdAt, table.eraseAt),
      index('mailing_list_due')
        .on(table.eraseAt)
        .where(sql`erase_at is not null`),
      anywhereIn('mailing_list_search', table.searchText),
    ]
  },
)
