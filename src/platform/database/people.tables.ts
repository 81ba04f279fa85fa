import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
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
  uuid,
} from 'drizzle-orm/pg-core'

import type { Duty } from '../access/duties.rules.ts'
import { duties } from '../access/duties.rules.ts'
import { addressColumns } from '../address/address-columns.ts'
import { levels } from '../club/club.rules.ts'
import { byAlphabet, moment, ownerId } from './columns.ts'

/**
 * The generated text that searches read: lower case, without accents, a blank before each part. Searches are
 * normalised in the same way (`src/platform/database/word-search.ts`).
 */
export const searchable = (...parts: string[]): SQL =>
  sql.raw(
    `regexp_replace(normalize(lower(${parts.map((part) => `' ' || ${part}`).join(' || ')}), NFD), ` +
      `'[\\u0300-\\u036f]', '', 'g')`,
  )

/** A trigram index. Its list of pending entries is small, so that searches do not wait for it. */
export const anywhereIn = (name: string, column: AnyPgColumn) =>
  index(name)
    .using('gin', sql`${column} gin_trgm_ops`)
    .with({ gin_pending_list_limit: 256 })

/**
 * Of users `erase_at` is the end of a merge's undo (`accounts/users/soft-delete.store.server.ts`). The other
 * columns only mark whom a shop of the release before deleted, until they are erased.
 */
const undoableDeletion = {
  deletedBy: uuid('deleted_by'),
  eraseAt: moment('erase_at'),
}

/** Users: identity and profile in one row, so that neither exists alone. */
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
    /** `byEmail` was set by staff: no consent; false once the customer sets it. */
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
    ...addressColumns(),
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
    /** Hash of the profile that the payment customer has, so that an unchanged one is not sent again. */
    paymentProfile: text('payment_profile'),
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
    // Filters and searches are answered by the index without reading the table (docs/decisions/0023).
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
      check(
        'users_membership_level',
        sql`${table.membershipLevel} in (0, ${sql.raw(levels.join(', '))})`,
      ),
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
      // Small, as it has few distinct entries; used for counts.
      index('users_filters').on(...filters),
      // For finding probable duplicates (docs/decisions/0091).
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

/** Duties of staff. A trigger on `users` ensures that each staff member has one. */
export const staffDuties = pgTable(
  'staff_duties',
  {
    userId: ownerId('user_id', () => users.id),
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
    /** The owner who invited; the invitation is valid while they are an owner. */
    invitedBy: ownerId('invited_by', () => users.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('staff_invitations_inviter').on(table.invitedBy)],
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
    ...addressColumns(),
    country: text('country').notNull().default('US'),
    /** The consent to mailing-list email: where, which text and when. */
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
