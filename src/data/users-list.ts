import type { SQL } from 'drizzle-orm'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

import type { UsersListQuery } from '#domain/desk-lists.ts'
import type { ListCount } from '#domain/list-query.ts'

import type { Database, Queryable } from './connection.server.ts'
import { inBatches } from './in-batches.ts'
import { countRows, plannedEachTime } from './list-count.ts'
import { users } from './schema/people.ts'
import { hasWords } from './word-search.ts'

/** What the users list shows of a person. */
const columns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  phone: users.phone,
  membershipLevel: users.membershipLevel,
  stripeCustomerId: users.stripeCustomerId,
  subscription: users.subscription,
  optionalText: users.optionalText,
  byEmail: users.byEmail,
  byPhone: users.byPhone,
}

export type UserRow = Pick<typeof users.$inferSelect, keyof typeof columns>

const byAlphabet = (column: AnyPgColumn) => sql`${column} collate "und-x-icu"`

const lastName = byAlphabet(users.lastName)
const firstName = byAlphabet(users.firstName)
const subscription = sql`coalesce(${users.subscription}, 'active')`

/** As the indexes have them, so that each sort is a walk along one. */
const keys = {
  firstname: [firstName, lastName, users.id],
  lastname: [lastName, firstName, users.id],
  email: [users.email, users.id],
  stripe: [users.stripeCustomerId, lastName, firstName, users.id],
  subscription: [subscription, lastName, firstName, users.id],
  optional: [
    // What is empty comes after what is not.
    sql`(${users.optionalText} = '')`,
    byAlphabet(users.optionalText),
    lastName,
    firstName,
    users.id,
  ],
} as const satisfies Record<UsersListQuery['sort'], readonly unknown[]>

const orderOf = ({ sort, descending }: UsersListQuery): SQL[] =>
  keys[sort].map((key) => (descending ? sql`${key} desc` : sql`${key}`))

const membershipIs = {
  member: ne(users.membershipLevel, 0),
  '6': eq(users.membershipLevel, 6),
  '12': eq(users.membershipLevel, 12),
  none: eq(users.membershipLevel, 0),
} as const

function matching({ search, filters }: UsersListQuery): SQL | undefined {
  const { membership, subscription: wanted, bought } = filters
  return and(
    plannedEachTime,
    membership && membershipIs[membership],
    wanted && sql`${subscription} = ${wanted}`,
    bought && eq(users.hasBought, bought === 'yes'),
    ...hasWords(users.searchText, search),
  )
}

/** A page of the list, in the order asked for. */
export async function usersRows(db: Queryable, query: UsersListQuery): Promise<UserRow[]> {
  // Which rows they are is in the index; only theirs are read from the table.
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(matching(query))
    .orderBy(...orderOf(query))
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .as('page')
  return db
    .select(columns)
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .orderBy(...orderOf(query))
}

/** How many people the whole list has with this search and these filters. */
export const countUsers = (db: Queryable, query: UsersListQuery): Promise<ListCount> =>
  countRows(db, users, matching(query), query.search !== '')

/** A person as the file of the list has them. */
export type UserFileRow = {
  first_name: string
  last_name: string
  email: string
  phone: string
  membership_level: number
  stripe_customer_id: string | null
  subscription: 'active' | 'inactive' | null
  optional_text: string
  by_email: boolean
  by_phone: boolean
}

/** All of the list that fits, in the order asked for, a batch at a time. */
export function takeUsers(
  db: Database,
  query: UsersListQuery,
  take: (rows: UserFileRow[]) => Promise<void>,
): Promise<void> {
  const { id: _id, ...shown } = columns
  const question = db
    .select(shown)
    .from(users)
    .where(matching(query))
    .orderBy(...orderOf(query))
  return inBatches(db, question.getSQL(), take)
}
