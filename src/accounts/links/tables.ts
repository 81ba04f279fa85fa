import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { releases } from '#catalogue/on-sale/tables.ts'
import { moment } from '#platform/database/columns.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'

import { entryPurposes } from './entry-link.rules.ts'

/**
 * Emailed links that open a login session: to buy, or to sign in. Neither token nor browser cookie can be
 * derived from the stored values.
 */
export const entryLinks = pgTable(
  'entry_links',
  {
    /** The hash of the hash of the token: the first hash is what the browser's cookie holds. */
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: entryPurposes }).notNull(),
    /** Its person: an account, or a list record until it is used. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    subscriberId: uuid('subscriber_id').references(() => mailingListClients.id, {
      onDelete: 'cascade',
    }),
    /** The address it was sent to; it is invalid once the account has another. */
    email: text('email').notNull(),
    /** It ends with this release. */
    releaseId: uuid('release_id').references(() => releases.id, { onDelete: 'cascade' }),
    /** The campaign whose email it is in; no reference, as links stand above campaigns. */
    campaignId: uuid('campaign_id'),
    /** An address of the shop to go to afterwards; null for the purchase. */
    returnTo: text('return_to'),
    madeAt: moment('made_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    /** The hash of the cookie of the browser that used it first. */
    boundTo: text('bound_to'),
    usedAt: moment('used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    check(
      'entry_links_person',
      sql`${table.userId} is not null or ${table.subscriberId} is not null`,
    ),
    index('entry_links_user').on(table.userId),
    index('entry_links_subscriber').on(table.subscriberId),
    index('entry_links_campaign').on(table.campaignId),
    index('entry_links_release').on(table.releaseId),
    index('entry_links_expires_at').on(table.expiresAt),
  ],
)
