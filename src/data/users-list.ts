import type { SQL } from 'drizzle-orm'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'

import type { UsersListQuery } from '#domain/desk-lists.ts'

import type { Queryable } from './connection.server.ts'
import { users } from './schema/people.ts'

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

const subscription = sql`coalesce(${users.subscription}, 'active')`

const keys = {
  firstname: [users.firstName, users.lastName, users.id],
  lastname: [users.lastName, users.firstName, users.id],
  email: [users.email],
  stripe: [users.stripeCustomerId, users.id],
  subscription: [subscription, users.id],
  optional: [sql`nullif(${users.optionalText}, '')`, users.id],
} as const satisfies Record<UsersListQuery['sort'], readonly unknown[]>

const orderOf = ({ sort, descending }: UsersListQuery): SQL[] =>
  keys[sort].map((key) => (descending ? sql`${key} desc` : sql`${key}`))

const membershipIs = {
  member: sql`${users.membershipLevel} <> 0`,
  '6': eq(users.membershipLevel, 6),
  '12': eq(users.membershipLevel, 12),
  none: eq(users.membershipLevel, 0),
} as const

function matching({ search, filters }: UsersListQuery): SQL | undefined {
  const { membership, subscription: wanted, bought } = filters
  const words = search ? search.toLowerCase().split(' ') : []
  return and(
    membership && membershipIs[membership],
    wanted && sql`${subscription} = ${wanted}`,
    bought === 'yes' ? isNotNull(users.lastOrderAt) : undefined,
    bought === 'no' ? isNull(users.lastOrderAt) : undefined,
    ...words.map(
      (word) =>
        sql`lower(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.email}) like ${`%${word}%`}`,
    ),
  )
}

/** A page of the list, in the order asked for. */
export async function usersRows(db: Queryable, query: UsersListQuery): Promise<UserRow[]> {
  return db
    .select(columns)
    .from(users)
    .where(matching(query))
    .orderBy(...orderOf(query))
    .limit(query.size)
    .offset((query.page - 1) * query.size)
}

/** How many people the whole list has with these filters. */
export const countUsers = (db: Queryable, query: UsersListQuery): Promise<number> =>
  db.$count(users, matching(query))
