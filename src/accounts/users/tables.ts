import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'

import { moment, ownerId } from '#platform/database/columns.ts'
import { users } from '#platform/database/people.tables.ts'

/**
 * Second addresses of merged accounts, by which users sign in with an emailed link only. Triggers here and on
 * `users` keep each address unique across both tables.
 */
export const userEmails = pgTable(
  'user_emails',
  {
    /** Normalised: trimmed, lower case. */
    email: text('email').primaryKey(),
    userId: ownerId('user_id', () => users.id),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    check('user_emails_normalised', sql`${table.email} = lower(btrim(${table.email}))`),
    index('user_emails_user').on(table.userId),
  ],
)
